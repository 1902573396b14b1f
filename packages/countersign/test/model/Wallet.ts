import {
  begunRecovery,
  initialRecoverable,
  performRecovery,
  type Recoverable,
  type RecoveryDeed,
  retriedRecovery,
  standing
} from "./recovery.ts"

export type CredentialType = "EMAIL_OTP" | "OAUTH" | "PASSKEY"

/** Describes what a pending request does once it is signed. Credentials and sessions are named by their positions. */
export type Deed =
  /** A login by code, signed by the key that was sealed with the code. */
  | { readonly what: "login"; readonly credential: number }
  /** A login by passkey. The assertion signs it. */
  | { readonly what: "assertion"; readonly credential: number }
  | { readonly what: "refresh"; readonly session: number }
  | { readonly what: "end"; readonly session: number }
  | { readonly what: "add"; readonly type: "OAUTH" | "PASSKEY" }
  | { readonly what: "remove"; readonly credential: number }
  | { readonly what: "switch"; readonly to: boolean }
  | RecoveryDeed

export interface Request {
  readonly deed: Deed
  readonly expiresAt: number
  isUsed: boolean
  failures: number
}

/** The model of a wallet: its credentials, the sessions that may sign until when, and the requests that wait for it. */
export interface Wallet extends Recoverable {
  now: number
  isSuspended: boolean
  isPrivate: boolean
  readonly credentials: Array<{ readonly type: CredentialType; state: "ACTIVE" | "SUSPENDED" | "REMOVED" }>
  readonly sessions: Array<{
    readonly credential: number
    readonly expiresAt: number
    readonly since: number
    isEnded: boolean
  }>
  readonly requests: Array<Request>
  /** The newest proven login by code, if no newer code was requested. */
  proven: number | undefined
  /** Wrong codes lock the EMAIL_OTP credential until this time, and once only until a correct code. */
  lockedUntil: number
  isRecovering: boolean
}

/** Who signs a retry: the session at a position, the key that the request names, or a key of no one. */
export type Signer = number | "own" | "stranger"

/** How a call ends: its effect is there, or one of these statuses refuses it and nothing changes. */
export type Ending = "done" | ReadonlyArray<number>

export const REQUEST_LIFETIME = 300_000
export const SESSION_LIFETIME = 900_000
const FAMILY_LIFETIME = 86_400_000
const LOCK = 1_800_000
const FAILURES_TO_VOID = 10

export const initialWallet = (now: number): Wallet => ({
  now,
  isSuspended: false,
  isPrivate: false,
  credentials: [{ type: "EMAIL_OTP", state: "ACTIVE" }],
  sessions: [],
  requests: [],
  proven: undefined,
  lockedUntil: 0,
  isRecovering: false,
  ...initialRecoverable()
})

export const isActive = ({ now, sessions }: Wallet, at: number): boolean => {
  const session = sessions[at]
  return session !== undefined && !session.isEnded && now < session.expiresAt
}

const stateOf = ({ credentials }: Wallet, at: number) => credentials[at]?.state ?? "REMOVED"
const left = ({ credentials }: Wallet) => credentials.filter(({ state }) => state !== "REMOVED").length

/** Whether a credential is refused on its own account, before any proof: removed, or suspended by an operator. */
export const refusedCredential = (wallet: Wallet, credential: number): Ending => {
  const state = stateOf(wallet, credential)
  if (state === "REMOVED") return [404]
  return state === "SUSPENDED" ? [403] : "done"
}

/** A login in one call opens a session, unless an operator suspended the credential or the wallet. */
export const opening = (wallet: Wallet, credential: number): Ending => {
  const refused = refusedCredential(wallet, credential)
  if (refused !== "done") return refused
  return wallet.isSuspended ? [403] : "done"
}

/** The first leg: whether the call gets a payload to sign. */
export const begun = (wallet: Wallet, deed: Deed): Ending => {
  switch (deed.what) {
    case "login":
    case "assertion":
      return refusedCredential(wallet, deed.credential)
    case "refresh":
    case "end":
      return isActive(wallet, deed.session) ? "done" : [404]
    case "add":
    case "switch":
      return standing(wallet)
    case "remove": {
      if (stateOf(wallet, deed.credential) === "REMOVED") return [404]
      const stands = standing(wallet)
      return stands === "done" && left(wallet) < 2 ? [400] : stands
    }
    case "complete":
    case "cancel":
    case "codes":
    case "export":
    case "guard":
      return begunRecovery(wallet, deed)
  }
}

/** The second leg, signed by `signer`. */
export const retried = (wallet: Wallet, at: number, signer: Signer): Ending => {
  const request = wallet.requests[at]
  if (request === undefined || !isPending(wallet, request)) return [401]
  if (!maySign(wallet, request.deed, signer)) return [401]
  const { deed } = request
  switch (deed.what) {
    case "login": {
      const refused = refusedCredential(wallet, deed.credential)
      if (refused !== "done") return refused
      return wallet.proven === at ? opening(wallet, deed.credential) : [401]
    }
    case "assertion":
      return opening(wallet, deed.credential)
    case "refresh":
    case "end":
    case "add":
    case "remove":
    case "switch":
      return begun(wallet, deed)
    case "complete":
    case "cancel":
    case "codes":
    case "export":
    case "guard":
      return retriedRecovery(wallet, deed, at)
  }
}

const isPending = ({ now }: Wallet, { expiresAt, failures, isUsed }: Request) =>
  !isUsed && now < expiresAt && failures < FAILURES_TO_VOID

/** Only an active session of the wallet signs; to remove a credential, one that another credential opened. */
const maySign = (wallet: Wallet, deed: Deed, signer: Signer): boolean => {
  if (deed.what === "assertion") return true
  if (deed.what === "login" || deed.what === "complete") return signer === "own"
  // The request names the key of its session, also after the session ended; then there is nothing to refresh.
  if (deed.what === "refresh") return signer === deed.session
  if (typeof signer !== "number" || !isActive(wallet, signer)) return false
  return deed.what !== "remove" || wallet.sessions[signer]?.credential !== deed.credential
}

/** Counts a stamp that a pending request refused. */
export const counted = (wallet: Wallet, at: number, signer: Signer): void => {
  const request = wallet.requests[at]
  if (request === undefined || !isPending(wallet, request) || maySign(wallet, request.deed, signer)) return
  request.failures += 1
}

export const opened = (wallet: Wallet, credential: number, since = wallet.now): void => {
  const expiresAt = Math.min(wallet.now + SESSION_LIFETIME, since + FAMILY_LIFETIME)
  wallet.sessions.push({ credential, expiresAt, since, isEnded: false })
}

/** The effect of a signed request. */
export const performed = (wallet: Wallet, at: number): void => {
  const request = wallet.requests[at]
  if (request === undefined) return
  const { deed } = request
  request.isUsed = true
  switch (deed.what) {
    case "login":
      wallet.proven = undefined
      opened(wallet, deed.credential)
      break
    case "assertion":
      opened(wallet, deed.credential)
      break
    case "refresh": {
      const session = wallet.sessions[deed.session]
      if (session !== undefined) opened(wallet, session.credential, session.since)
      break
    }
    case "end":
      endSessions(wallet, (_, session) => session === deed.session)
      break
    case "add":
      wallet.credentials.push({ type: deed.type, state: "ACTIVE" })
      break
    case "remove":
      endCredential(wallet, deed.credential, "REMOVED")
      break
    case "switch":
      wallet.isPrivate = deed.to
      break
    case "complete":
    case "cancel":
    case "codes":
    case "export":
    case "guard":
      performRecovery(wallet, deed)
  }
}

const endSessions = ({ sessions }: Wallet, isEnding: (credential: number, session: number) => boolean) => {
  for (const [at, session] of sessions.entries()) if (isEnding(session.credential, at)) session.isEnded = true
}

const endCredential = (wallet: Wallet, at: number, state: "REMOVED" | "SUSPENDED") => {
  const credential = wallet.credentials[at]
  if (credential !== undefined) credential.state = state
  endSessions(wallet, (of) => of === at)
}

/** Whether a code is mailed. An active session of another credential lifts the lock of wrong codes. */
export const challenged = (wallet: Wallet, credential: number): Ending => {
  const refused = refusedCredential(wallet, credential)
  if (refused !== "done") return refused
  const isLifted = wallet.sessions.some(({ credential: of }, at) => of !== credential && isActive(wallet, at))
  return isLocked(wallet) && !isLifted ? [429] : "done"
}

export const isLocked = ({ lockedUntil, now }: Wallet): boolean => now < lockedUntil

/** A newer code replaces the one that was proven. */
export const codeIssued = (wallet: Wallet): void => {
  wallet.proven = undefined
  wallet.lockedUntil = 0
}

/** Five wrong codes lock the credential. Until a correct code, codes are then recovery codes, which lock nothing. */
export const guessed = (wallet: Wallet): void => {
  if (!wallet.isRecovering) wallet.lockedUntil = wallet.now + LOCK
  wallet.isRecovering = true
}

/** The acts of an operator. `target` is the position of a credential. */
export type Act = "end-sessions" | "suspend" | "resume" | "suspend credential" | "resume credential" | "unlock"

export const acted = (wallet: Wallet, act: Act, target: number): Ending => {
  const state = stateOf(wallet, target)
  switch (act) {
    case "end-sessions":
      return "done"
    case "suspend":
      return wallet.isSuspended ? [409] : "done"
    case "resume":
      return wallet.isSuspended ? "done" : [409]
    case "suspend credential":
      return state === "REMOVED" ? [404] : state === "ACTIVE" ? "done" : [409]
    case "resume credential":
      return state === "REMOVED" ? [404] : state === "SUSPENDED" ? "done" : [409]
    case "unlock":
      if (state === "REMOVED") return [404]
      return wallet.credentials[target]?.type === "EMAIL_OTP" && isLocked(wallet) ? "done" : [409]
  }
}

export const enact = (wallet: Wallet, act: Act, target: number): void => {
  const credential = wallet.credentials[target]
  switch (act) {
    case "end-sessions":
      endSessions(wallet, () => true)
      break
    case "suspend":
      wallet.isSuspended = true
      endSessions(wallet, () => true)
      break
    case "resume":
      wallet.isSuspended = false
      break
    case "suspend credential":
      endCredential(wallet, target, "SUSPENDED")
      break
    case "resume credential":
      if (credential !== undefined) credential.state = "ACTIVE"
      break
    case "unlock":
      wallet.lockedUntil = 0
  }
}
