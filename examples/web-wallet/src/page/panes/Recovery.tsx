import type { StartedRecovery } from "@countersign/client"
import { CodeEntry, useCredentials, useSession } from "@countersign/react"
import { type FormEvent, useState } from "react"
import { t } from "../../words/translate.ts"
import { inSandbox } from "../explained.ts"
import { language } from "../language.ts"
import type { Recovery as OpenRecovery } from "../State.ts"
import { dayAndTime } from "../time.ts"
import { ActionButton, Button } from "../ui/Button.tsx"
import { Choice, TextField } from "../ui/Field.tsx"
import { Sheet } from "../ui/Pane.tsx"
import { Rows } from "../ui/Rows.tsx"
import { useAction, useWaiting, useWallet, useWalletState } from "../wallet/useWallet.tsx"

/** The recoveries in progress, and the ways back for an end user who lost every credential. */
export const Recovery = () => {
  const { session } = useSession()
  return (
    <>
      <OpenRecoveries />
      {session === undefined ? <WaysBack /> : null}
    </>
  )
}

/** Completes a recovery with a new passkey of this device. */
const useCompletion = () => {
  const { client, me, reads } = useWallet()
  const { reload } = useCredentials()
  return async (recovery: StartedRecovery, code: string): Promise<string> => {
    const credential = await client.passkeys.create({ accountId: me.accountId, nickname: t("Recovered device") })
    await client.recovery.complete(recovery, { code, credential })
    await Promise.all([reads.access(), reload()])
    return t("The wallet has a new passkey. Sign in with it. For three days nothing leaves the wallet.")
  }
}

const OpenRecoveries = () => {
  const { client, me, reads } = useWallet()
  const { recoveries } = useWalletState()
  const { session } = useSession()
  const { isBusy, run } = useAction()
  const complete = useCompletion()
  const [mailed, setMailed] = useState<StartedRecovery>()
  const [attempt, setAttempt] = useState(1)
  useWaiting("home", mailed && t("A recovery waits for the code that was mailed."), t("Enter the recovery code"))
  const open = recoveries.filter(({ method, status }) => method !== "SAVED_CODE" && OPEN.has(status))
  if (open.length === 0) return null

  const submit = async (recovery: StartedRecovery, code: string) => {
    if (await run(() => complete(recovery, code))) setMailed(undefined)
    else setAttempt(attempt + 1)
  }
  const actionOf = ({ id, status }: OpenRecovery) => {
    const mail = async () => {
      setMailed(await client.recovery.challenge(id))
      setAttempt(1)
      return ""
    }
    if (session === undefined) {
      return status !== "READY" ? undefined : (
        <ActionButton busy={t("Sending…")} className="quiet small" about={t("to complete the recovery")} act={mail}>
          {t("Mail me a code")}
        </ActionButton>
      )
    }
    return (
      <ActionButton
        busy={t("Cancelling…")}
        className="quiet signs small"
        about={t("the recovery")}
        act={async (signer) => {
          await client.recovery.cancel(id, { signer: signer() })
          await reads.access()
          return t("The recovery has been cancelled.")
        }}
      >
        {t("Cancel")}
      </ActionButton>
    )
  }
  return (
    <Sheet id="open-recoveries" title={t("A recovery is in progress")}>
      <p className="hint">{t("If you did not expect it, sign in and cancel it.")}</p>
      <Rows
        id="recoveries"
        rows={open.map((recovery) => ({
          key: recovery.id,
          title: recovery.method === "GUARDIAN" ? t("Started by a guardian") : t("Started by support"),
          badge: recovery.status === "READY" ? t("Ready") : t("Waiting"),
          lines: [
            t("Can be completed from {0} to {1} UTC", dayAndTime(recovery.readyAt), dayAndTime(recovery.expiresAt))
          ],
          action: actionOf(recovery)
        }))}
      />
      {mailed === undefined ? null : (
        <CodeEntry
          sentTo={me.email}
          attempt={attempt}
          isBusy={isBusy}
          onSubmit={(code) => submit(mailed, code)}
          onCancel={() => setMailed(undefined)}
          text={{ submit: t("Recover"), busy: t("Recovering…"), cancel: t("Cancel"), sent: codeSent }}
        />
      )}
    </Sheet>
  )
}

const OPEN = new Set(["WAITING", "READY"])

const codeSent = (sentTo: string) => inSandbox(language.code.sent(sentTo))

const WaysBack = () => {
  const { client, me, reads } = useWallet()
  const { guardians } = useWalletState()
  const { isBusy, run } = useAction()
  const complete = useCompletion()
  const [code, setCode] = useState("")
  const [chosen, setChosen] = useState("")
  const guardian = guardians.find(({ id }) => id === chosen) ?? guardians[0]

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await run(async () => complete(await client.recovery.start(me.accountId), code.trim()))) setCode("")
  }
  return (
    <details className="sheet" id="lost">
      <summary id="lost-toggle">{t("I lost every way to sign in")}</summary>
      <form className="line" id="by-code" noValidate onSubmit={submit}>
        <TextField id="saved-code" label={t("A saved recovery code")} maxLength={20} value={code} onChange={setCode} />
        <Button type="submit" id="by-code-send" isBusy={isBusy} busy={t("Recovering…")}>
          {t("Recover with the code")}
        </Button>
      </form>
      {guardian === undefined ? null : (
        <div className="line">
          <Choice
            id="guardian"
            label={t("A guardian")}
            value={guardian.id}
            onChange={setChosen}
            options={guardians.map(({ id, nickname }) => [id, nickname])}
          />
          <ActionButton
            id="ask-guardian"
            className="quiet"
            busy={t("Follow the prompt…")}
            act={async () => {
              await client.guardians.startRecovery(guardian.id)
              await reads.access()
              return t(
                "The recovery has started. You can complete it after a delay, with a code that is mailed to you."
              )
            }}
          >
            {t("Use the guardian's passkey")}
          </ActionButton>
        </div>
      )}
      <p className="hint">
        {t(
          "Otherwise contact support. After an operator has started a recovery, a code is mailed to you. Each way adds a new passkey on this device, and suspends everything else that could sign in."
        )}
      </p>
    </details>
  )
}
