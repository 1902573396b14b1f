import { type Kind, type Mode, seeded } from "@countersign/account-types"
import type { Call } from "../calls.ts"
import { found } from "../element.ts"
import { sendAccount } from "./Answer.ts"
import { asksForBanks, readBanks, UNKNOWN } from "./Banks.ts"
import { chooser } from "./chooser.ts"
import { type Draft, newDraft } from "./Draft.ts"
import { fillWithSample } from "./fillWithSample.ts"
import { keepPastes } from "./keepPastes.ts"
import { left, type Model, newModel, refused, typed, withBanks } from "./Model.ts"
import { noticeOfIssues, noticeOfRefusal } from "./Notice.ts"
import { hideNotices, showAdded, showNotice } from "./notices.ts"
import { pageView } from "./pageView.ts"
import { seen } from "./seen.ts"

export interface AccountFormOptions {
  readonly call: Call
  /** Whose account it is to be. The backend refuses anybody else's. */
  readonly customerId: string
  readonly whenAdded: () => void
}

/** The form for an external account, made from the account types. It knows no country. */
export const accountForm = ({ call, customerId, whenAdded }: AccountFormOptions): void => {
  const form = found("form", HTMLFormElement)
  const production = found("production", HTMLInputElement)
  const { say, show, wait } = pageView()

  let model: Model | undefined
  let samples = 0
  let isSending = false

  const change = (next: Model): void => {
    model = next
    show(next, seenNow(next))
  }

  const seenNow = (model: Model) => seen(model, new Date().toISOString().slice(0, 10))
  const mode = (): Mode => (production.checked ? "production" : "sandbox")

  const choose = async (kind: Kind): Promise<void> => {
    hideNotices()
    const isAsking = asksForBanks(kind)
    change(newModel(newDraft(kind, model?.draft), mode(), isAsking ? { type: "reading" } : UNKNOWN))
    if (!isAsking) return
    const banks = await readBanks(call, kind)
    // Another kind may have been chosen meanwhile.
    if (model?.draft.kind !== kind) return
    change(withBanks(model, banks))
    say(banks.type === "read" ? "The list of banks is here." : "There is no list of banks. Type the name.")
  }

  const fill = (): void => {
    if (model === undefined) return
    hideNotices()
    samples += 1
    change(newModel(fillWithSample(model.draft, seeded(samples), model.banks), mode(), model.banks))
    say("The form is filled with a sample.")
  }

  const submit = async (): Promise<void> => {
    if (model === undefined || isSending) return
    const { body, controls, issues } = seenNow(model)
    const paths = controls.map(({ path }) => path)
    change(left({ ...model, refusals: new Map() }, paths))
    if (issues.length > 0) return showNotice(noticeOfIssues(controls, issues))
    const sent: Draft = model.draft
    hideNotices()
    isSending = true
    wait(true)
    const answer = await sendAccount(call, { ...body, customerId })
    isSending = false
    wait(false)
    if (answer.type === "added") {
      // What was typed while the answer was under way is the next account.
      if (model.draft === sent) change(newModel(newDraft(sent.kind), mode(), model.banks))
      whenAdded()
      return showAdded(answer)
    }
    change(refused(model, answer.fields))
    showNotice(noticeOfRefusal(seenNow(model).controls, answer))
  }

  const listen = (event: Event): void => {
    const field = event.target
    if (model === undefined || !(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return
    const { name: path, value } = field
    const next = typed(model, path, value)
    const after = event.type === "change" ? left(next, [path]) : next
    change(after)
    // Whoever cannot see the words beside the field has left it already.
    if (event.type === "change") say(seenNow(after).issueOf(path) ?? "")
  }

  chooser(choose, say)
  keepPastes(form)
  form.addEventListener("input", listen)
  form.addEventListener("change", listen)
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    submit()
  })
  found("fill", HTMLButtonElement).addEventListener("click", fill)
  production.addEventListener("change", () => {
    if (model !== undefined) change({ ...model, mode: mode() })
  })
}
