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
  button: "End all sessions",
  title: "End all sessions?",
  effects: ["Every device is signed out at once.", "The end user can sign in again with any credential."],
  notice: "support signed the account out on all devices",
  done: "All sessions have ended.",
  isStop: true
})

export const suspendWallet = (id: string): Act => ({
  path: account(id, "suspend"),
  button: "Suspend the wallet",
  title: "Suspend this wallet?",
  effects: [
    "Its sessions end, and none opens until an operator resumes the wallet.",
    "Nothing leaves it: no payment, no export. Money may still arrive.",
    "Nothing is removed."
  ],
  notice: "support suspended the account and signed it out on all devices",
  done: "The wallet is suspended, and its sessions have ended.",
  isStop: true
})

export const resumeWallet = (id: string): Act => ({
  path: account(id, "resume"),
  button: "Resume the wallet",
  title: "Resume this wallet?",
  effects: ["The end user can sign in and pay again.", "Sessions that ended stay ended."],
  notice: "support resumed the account",
  done: "The wallet is active again.",
  isStop: false
})

export const suspendCredential = (id: string, name: string): Act => ({
  path: credential(id, "suspend"),
  button: "Suspend",
  title: `Suspend ${name}?`,
  effects: [
    "The sessions that it opened end, and it opens no other.",
    "Other credentials of the wallet continue to work.",
    "Nothing is removed."
  ],
  notice: "support suspended one way to sign in",
  done: `${name} is suspended.`,
  isStop: true
})

export const resumeCredential = (id: string, name: string): Act => ({
  path: credential(id, "resume"),
  button: "Resume",
  title: `Resume ${name}?`,
  effects: ["It opens sessions again."],
  notice: "support resumed one way to sign in",
  done: `${name} is active again.`,
  isStop: false
})

export const unlockCredential = (id: string, name: string): Act => ({
  path: credential(id, "unlock"),
  button: "Lift the lock",
  title: `Lift the lock of ${name}?`,
  effects: [
    "After too many wrong codes no code is sent for a while. This ends that time.",
    "The next code has 13 characters, so that it cannot be guessed."
  ],
  notice: "support allowed new codes again",
  done: "The lock is lifted. The next code has 13 characters.",
  isStop: false
})

export const startRecovery = (id: string): Act => ({
  path: account(id, "start-recovery"),
  button: "Start a recovery",
  title: "Start a recovery of this wallet?",
  effects: [
    "For an end user who lost every way to sign in. Verify the identity of the caller first.",
    "The wallet is held at once: no payment, no export. It can be recovered after a delay, three days by default.",
    "Then the end user enters a code that is mailed, and adds a new way to sign in. You receive no code and no access.",
    "The owner cancels it from any session, or with the link of the notice. You can cancel it too."
  ],
  notice: "a recovery was started, and how to cancel it",
  done: "The recovery has started. The wallet is held.",
  isStop: true
})

export const cancelRecovery = (id: string): Act => ({
  path: `/operator/recoveries/${id}/cancel`,
  button: "Cancel",
  title: "Cancel this recovery?",
  effects: ["It cannot be completed any more.", "The wallet is no longer held because of it."],
  notice: "the recovery was cancelled",
  done: "The recovery is cancelled.",
  isStop: false
})
