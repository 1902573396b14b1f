import { t } from "../words/translate.ts"
/** An act of an operator: what the confirmation states before it, and the message after it. */
export interface Act {
  readonly path: `/operator/${"accounts" | "credentials" | "recoveries"}/${string}`
  readonly button: string
  readonly title: string
  readonly effects: ReadonlyArray<string>
  /** Describes what the end user reads in the notice. */
  readonly notice: string
  readonly done: string
  /** It stops the end user, and so it looks different from an act that helps. */
  readonly isStop: boolean
}

const account = (id: string, verb: string) => `/operator/accounts/${id}/${verb}` as const
const credential = (id: string, verb: string) => `/operator/credentials/${id}/${verb}` as const

export const endSessions = (id: string): Act => ({
  path: account(id, "end-sessions"),
  button: t("End all sessions"),
  title: t("End all sessions?"),
  effects: [t("Every device is signed out at once."), t("The end user can sign in again with any credential.")],
  notice: t("support signed the account out on all devices"),
  done: t("All sessions have ended."),
  isStop: true
})

export const suspendWallet = (id: string): Act => ({
  path: account(id, "suspend"),
  button: t("Suspend the wallet"),
  title: t("Suspend this wallet?"),
  effects: [
    t("Its sessions end, and none opens until an operator resumes the wallet."),
    t("Nothing leaves it: no payment, no export. Money may still arrive."),
    t("Nothing is removed.")
  ],
  notice: t("support suspended the account and signed it out on all devices"),
  done: t("The wallet is suspended, and its sessions have ended."),
  isStop: true
})

export const resumeWallet = (id: string): Act => ({
  path: account(id, "resume"),
  button: t("Resume the wallet"),
  title: t("Resume this wallet?"),
  effects: [t("The end user can sign in and pay again."), t("Sessions that ended stay ended.")],
  notice: t("support resumed the account"),
  done: t("The wallet is active again."),
  isStop: false
})

export const suspendCredential = (id: string, name: string): Act => ({
  path: credential(id, "suspend"),
  button: t("Suspend"),
  title: t("Suspend {0}?", name),
  effects: [
    t("The sessions that it opened end, and it opens no other."),
    t("Other credentials of the wallet continue to work."),
    t("Nothing is removed.")
  ],
  notice: t("support suspended one way to sign in"),
  done: t("{0} is suspended.", name),
  isStop: true
})

export const resumeCredential = (id: string, name: string): Act => ({
  path: credential(id, "resume"),
  button: t("Resume"),
  title: t("Resume {0}?", name),
  effects: [t("It opens sessions again.")],
  notice: t("support resumed one way to sign in"),
  done: t("{0} is active again.", name),
  isStop: false
})

export const unlockCredential = (id: string, name: string): Act => ({
  path: credential(id, "unlock"),
  button: t("Lift the lock"),
  title: t("Lift the lock of {0}?", name),
  effects: [
    t("After too many wrong codes no code is sent for a while. This ends that time."),
    t("The next code has 13 characters, so that it cannot be guessed.")
  ],
  notice: t("support allowed new codes again"),
  done: t("The lock is lifted. The next code has 13 characters."),
  isStop: false
})

export const startRecovery = (id: string): Act => ({
  path: account(id, "start-recovery"),
  button: t("Start a recovery"),
  title: t("Start a recovery of this wallet?"),
  effects: [
    t("For an end user who lost every way to sign in. Verify the identity of the caller first."),
    t("The wallet is held at once: no payment, no export. It can be recovered after a delay, three days by default."),
    t(
      "Then the end user enters a code that is mailed, and adds a new way to sign in. You receive no code and no access."
    ),
    t("The owner cancels it from any session, or with the link of the notice. You can cancel it too.")
  ],
  notice: t("a recovery was started, and how to cancel it"),
  done: t("The recovery has started. The wallet is held."),
  isStop: true
})

export const cancelRecovery = (id: string): Act => ({
  path: `/operator/recoveries/${id}/cancel`,
  button: t("Cancel"),
  title: t("Cancel this recovery?"),
  effects: [t("It cannot be completed any more."), t("The wallet is no longer held because of it.")],
  notice: t("the recovery was cancelled"),
  done: t("The recovery is cancelled."),
  isStop: false
})
