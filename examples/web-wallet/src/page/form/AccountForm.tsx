import { type Kind, type Mode, seeded } from "@countersign/account-types"
import { type FormEvent, useRef, useState } from "react"
import { t } from "../../words/translate.ts"
import { Button } from "../ui/Button.tsx"
import { Code } from "../ui/Code.tsx"
import { useWallet } from "../wallet/useWallet.tsx"
import { Chooser } from "./Chooser.tsx"
import { answerTo, newDraft, sendAccount } from "./Draft.ts"
import { Fields } from "./Fields.tsx"
import { lineOf, needsBanks, readBanks, UNKNOWN } from "./kindList.ts"
import { left, type Model, newModel, refused, typed, withBanks } from "./Model.ts"
import { noticeOfIssues, noticeOfRefusal, seen } from "./notices.ts"
import { type Result, ResultBox } from "./ResultBox.tsx"
import { fillWithSample } from "./sample.ts"

/** The form for an external account, generated from the account types. It contains no country-specific code. */
export const AccountForm = () => {
  const { call, change, me, reads } = useWallet()
  const [model, setModel] = useState<Model>()
  const [mode, setMode] = useState<Mode>("sandbox")
  const [result, setResult] = useState<Result>()
  const [isSending, setIsSending] = useState(false)
  const samples = useRef(0)
  const chosen = useRef<Kind>(undefined)
  /** Announces a change to screen readers. */
  const announce = (spoken: string) => change({ spoken })

  const choose = async (kind: Kind): Promise<void> => {
    chosen.current = kind
    setResult(undefined)
    announce(t("{0} selected. The form follows.", lineOf(kind)))
    const isReading = needsBanks(kind)
    setModel(newModel(newDraft(kind, model?.draft), mode, isReading ? { type: "reading" } : UNKNOWN))
    if (!isReading) return
    const banks = await readBanks(call, kind)
    // The end user may have chosen another kind while the list was loading.
    if (chosen.current !== kind) return
    setModel((current) => current && withBanks(current, banks))
    announce(
      banks.type === "read"
        ? t("The list of banks has been loaded.")
        : t("No list of banks is available. Type the name.")
    )
  }

  const fill = ({ banks, draft }: Model): void => {
    setResult(undefined)
    samples.current += 1
    setModel(newModel(fillWithSample(draft, seeded(samples.current), banks), mode, banks))
    announce(t("The form has been filled with sample data."))
  }

  const submit = async (model: Model): Promise<void> => {
    if (isSending) return
    const { body, controls, issues } = seenNow(model)
    const left = allLeft({ ...model, refusals: new Map() }, controls)
    setModel(left)
    if (issues.length > 0) return setResult({ type: "notice", notice: noticeOfIssues(controls, issues) })
    setResult(undefined)
    setIsSending(true)
    announce(t("The account is being sent."))
    const answer = await sendAccount(call, { ...body, customerId: me.customerId })
    setIsSending(false)
    announce("")
    if (answer.type === "refused") {
      setModel((current) => current && refused(current, answer.fields))
      return setResult({ type: "notice", notice: noticeOfRefusal(controls, answer) })
    }
    // Input that was typed while the request was in flight belongs to the next account.
    setModel((current) =>
      current?.draft === model.draft ? newModel(newDraft(model.draft.kind), mode, current.banks) : current
    )
    setResult({ type: "added", added: answer })
    await reads.accounts().catch(() => undefined)
  }

  return (
    <>
      <section className="sheet stack" aria-labelledby="chooser-title">
        <h3 id="chooser-title">{t("Add an account")}</h3>
        <p className="hint">{t("The form, its validation and its samples are generated from the account type.")}</p>
        <Chooser chosen={model?.draft.kind} onChoose={choose} announce={announce} />
        <label className="option">
          <input
            type="checkbox"
            id="production"
            aria-describedby="production-hint"
            checked={mode === "production"}
            onChange={({ target }) => {
              const next = target.checked ? "production" : "sandbox"
              setMode(next)
              setModel((current) => current && { ...current, mode: next })
            }}
          />
          <span>{t("Validate as in production")}</span>
        </label>
        <p className="hint" id="production-hint">
          {t("The sandbox accepts any value in a valid format. Production also verifies check digits.")}
        </p>
      </section>
      {result === undefined ? null : <ResultBox result={result} />}
      {model === undefined ? null : (
        <Details
          model={model}
          isSending={isSending}
          onChange={setModel}
          onFill={() => fill(model)}
          onSubmit={() => submit(model)}
          announce={announce}
        />
      )}
    </>
  )
}

const seenNow = (model: Model) => seen(model, new Date().toISOString().slice(0, 10))

const allLeft = (model: Model, controls: ReadonlyArray<{ readonly path: string }>): Model =>
  left(
    model,
    controls.map(({ path }) => path)
  )

interface DetailsProps {
  readonly model: Model
  readonly isSending: boolean
  readonly onChange: (model: Model) => void
  readonly onFill: () => void
  readonly onSubmit: () => void
  readonly announce: (words: string) => void
}

/** The fields of the chosen account type, and the request that they build. */
const Details = ({ announce, isSending, model, onChange, onFill, onSubmit }: DetailsProps) => {
  const { body, form, issueOf } = seenNow(model)
  const { kind } = model.draft
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className="sheet stack" id="form" noValidate aria-labelledby="kind-title" onSubmit={submit}>
      <div className="head">
        <h3 id="kind-title">{lineOf(kind)}</h3>
        <button type="button" className="quiet" id="fill" onClick={onFill}>
          {t("Fill with a sample")}
        </button>
      </div>
      <p className="hint">
        {kind.accountType}. <span lang="en">{kind.source.note}</span> ({kind.source.asOf}).
      </p>
      <p className="hint">{t("Fields marked with * are required.")}</p>
      <Fields
        groups={form}
        answerTo={(path) => answerTo(model.draft, path)}
        issueOf={issueOf}
        onInput={(path, value) => onChange(typed(model, path, value))}
        onDone={(path, value) => {
          const next = left(typed(model, path, value), [path])
          onChange(next)
          // Announce the issue: a screen reader user has left the field and does not see the text beside it.
          announce(seenNow(next).issueOf(path) ?? "")
        }}
      />
      <Button type="submit" id="send" isBusy={isSending} busy={t("Adding the account…")}>
        {t("Add the account")}
      </Button>
      <details>
        <summary id="preview-summary">{t("Request preview")}</summary>
        <Code id="preview">{JSON.stringify(body, undefined, 2)}</Code>
      </details>
    </form>
  )
}
