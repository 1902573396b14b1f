import type { Ending, Wallet } from "./Wallet.ts"

/** Describes what a signed request does about recovery, or about a call that is refused during a hold. */
export type RecoveryDeed =
  /** `code` is the position of a saved code, or absent for a mailed one. */
  | { readonly what: "complete"; readonly recovery: number; readonly code: number | undefined }
  | { readonly what: "cancel"; readonly recovery: number }
  | { readonly what: "codes" }
  | { readonly what: "export" }
  | { readonly what: "guard" }

export interface Recovery {
  readonly method: "GUARDIAN" | "OPERATOR" | "SAVED_CODE"
  readonly readyAt: number
  readonly expiresAt: number
  readonly heldBefore: number
  state: "CANCELLED" | "COMPLETED" | "OPEN"
  /** The request that proved the newest mailed code, if no newer code was mailed. */
  proven: number | undefined
}

/** The part of a wallet that recoveries change. */
export interface Recoverable {
  readonly recoveries: Array<Recovery>
  heldUntil: number
  /** Saved codes by their positions: those that work, and how many were made. */
  readonly codes: { left: Set<number>; made: number }
  guardians: number
}

export const initialRecoverable = (): Recoverable => ({
  recoveries: [],
  heldUntil: 0,
  codes: { left: new Set(), made: 0 },
  guardians: 0
})

const DAY = 86_400_000
const DELAYS = { GUARDIAN: DAY, OPERATOR: 3 * DAY, SAVED_CODE: 0 }
const LIFETIMES = { GUARDIAN: 3 * DAY, OPERATOR: 3 * DAY, SAVED_CODE: 600_000 }
const HOLD_AFTER = 3 * DAY
const SAVED_CODES = 10
const MOST_GUARDIANS = 5

export const statusOf = ({ now }: Wallet, { expiresAt, readyAt, state }: Recovery) => {
  if (state !== "OPEN") return state
  if (now < readyAt) return "WAITING"
  return now < expiresAt ? "READY" : "EXPIRED"
}

export const isHeld = ({ heldUntil, now }: Wallet): boolean => now < heldUntil

/** A suspension and a hold refuse every call but to sign in, refresh, end sessions, object and recover. */
export const standing = (wallet: Wallet): Ending => {
  if (wallet.isSuspended) return [403]
  return isHeld(wallet) ? [409] : "done"
}

const ended = ({ now }: Wallet, { expiresAt }: Recovery): Ending => (now < expiresAt ? [409] : [404, 409])

/** A cancellation needs an open recovery. */
export const cancelling = (wallet: Wallet, at: number): Ending => {
  const recovery = wallet.recoveries[at]
  if (recovery === undefined) return [404]
  return ["READY", "WAITING"].includes(statusOf(wallet, recovery)) ? "done" : ended(wallet, recovery)
}

/** A mailed code and a completion need a recovery whose delay has passed, and a wallet that is not suspended. */
export const readied = (wallet: Wallet, at: number): Ending => {
  const recovery = wallet.recoveries[at]
  if (recovery === undefined) return [404]
  const status = statusOf(wallet, recovery)
  if (status !== "READY") return status === "WAITING" ? [409] : ended(wallet, recovery)
  return wallet.isSuspended ? [403] : "done"
}

/** The first leg of a completion, or of another call. A saved code works once, and until new codes are made. */
export const begunRecovery = (wallet: Wallet, deed: RecoveryDeed): Ending => {
  switch (deed.what) {
    case "complete": {
      const ready = readied(wallet, deed.recovery)
      if (ready !== "done" || deed.code === undefined) return ready
      return wallet.codes.left.has(deed.code) ? "done" : [401]
    }
    case "cancel":
      return cancelling(wallet, deed.recovery)
    case "codes":
    case "export":
      return standing(wallet)
    case "guard": {
      const stands = standing(wallet)
      return stands === "done" && wallet.guardians === MOST_GUARDIANS ? [400] : stands
    }
  }
}

/** The second leg, at the position `at` of the requests, by a signer who may sign it. */
export const retriedRecovery = (wallet: Wallet, deed: RecoveryDeed, at: number): Ending => {
  const begun = begunRecovery(wallet, deed)
  if (begun !== "done" || deed.what !== "complete" || deed.code !== undefined) return begun
  return wallet.recoveries[deed.recovery]?.proven === at ? "done" : [401]
}

export const performRecovery = (wallet: Wallet, deed: RecoveryDeed): void => {
  switch (deed.what) {
    case "complete":
      complete(wallet, deed.recovery, deed.code)
      break
    case "cancel":
      cancel(wallet, deed.recovery)
      break
    case "codes":
      wallet.codes.left = new Set(Array.from({ length: SAVED_CODES }, (_, code) => wallet.codes.made + code))
      wallet.codes.made += SAVED_CODES
      break
    case "guard":
      wallet.guardians += 1
      break
    case "export":
  }
}

/** One new credential; no session, no other active credential, and no other open recovery but by saved code. */
const complete = (wallet: Wallet, at: number, code: number | undefined): void => {
  const recovery = wallet.recoveries[at]
  if (recovery === undefined) return
  for (const other of wallet.recoveries) if (isOpenByAnother(wallet, other)) other.state = "CANCELLED"
  recovery.state = "COMPLETED"
  for (const credential of wallet.credentials) if (credential.state === "ACTIVE") credential.state = "SUSPENDED"
  for (const session of wallet.sessions) session.isEnded = true
  wallet.credentials.push({ type: "PASSKEY", state: "ACTIVE" })
  if (code !== undefined) wallet.codes.left.delete(code)
  wallet.heldUntil = Math.max(wallet.now + HOLD_AFTER, recovery.heldBefore)
}

/** A cancellation restores the hold of before. A recovery by saved code has none. */
export const cancel = (wallet: Wallet, at: number): void => {
  const recovery = wallet.recoveries[at]
  if (recovery === undefined) return
  recovery.state = "CANCELLED"
  if (recovery.method !== "SAVED_CODE") wallet.heldUntil = recovery.heldBefore
}

/** A recovery that another person started, and that has not ended. */
const isOpenByAnother = (wallet: Wallet, recovery: Recovery) =>
  recovery.method !== "SAVED_CODE" && ["READY", "WAITING"].includes(statusOf(wallet, recovery))

export const starting = (wallet: Wallet, method: Recovery["method"]): Ending => {
  if (wallet.isSuspended) return [403]
  if (method === "SAVED_CODE") return wallet.codes.left.size > 0 ? "done" : [400]
  return wallet.recoveries.some((recovery) => isOpenByAnother(wallet, recovery)) ? [409] : "done"
}

/** Only a recovery that another person starts waits, and holds the wallet. */
export const start = (wallet: Wallet, method: Recovery["method"]): number => {
  const { heldUntil, now } = wallet
  const isByAnother = method !== "SAVED_CODE"
  const readyAt = now + DELAYS[method]
  const expiresAt = readyAt + LIFETIMES[method]
  const heldBefore = isByAnother ? heldUntil : 0
  if (isByAnother) wallet.heldUntil = Math.max(expiresAt, heldUntil)
  return wallet.recoveries.push({ method, readyAt, expiresAt, heldBefore, state: "OPEN", proven: undefined }) - 1
}

/** The times to come at which a recovery becomes ready or expires, or the hold ends. */
export const boundaries = ({ heldUntil, now, recoveries }: Wallet): ReadonlyArray<number> =>
  [heldUntil, ...recoveries.flatMap(({ expiresAt, readyAt }) => [readyAt, expiresAt])].filter((each) => each > now)
