import type { ActiveSession, AuthMethod, Client } from "@countersign/client"
import { CountersignError, memoryKeyStore } from "@countersign/client"

export const accountId = "InternalAccount:0199d000-0000-7000-8000-000000000000"
const times = { createdAt: "2025-10-13T08:00:00.000Z", updatedAt: "2025-10-13T08:00:00.000Z" }

export const credential = (type: string, nth = 1): AuthMethod => ({
  id: `AuthMethod:0199d000-0000-7000-8000-00000000000${nth}`,
  accountId,
  type,
  nickname: type === "EMAIL_OTP" ? "ada@example.com" : `My ${type}`,
  ...times
})

export const opened = async (nth = 1, expiresAt = "2999-01-01T00:00:00.000Z"): Promise<ActiveSession> => ({
  id: `Session:0199d000-0000-7000-8000-00000000000${nth}`,
  accountId,
  type: "EMAIL_OTP",
  nickname: "ada@example.com",
  ...times,
  expiresAt,
  signer: await memoryKeyStore().create()
})

export const refusal = (status: number, code = "UNAUTHORIZED", reason?: string, retryAfter?: number) =>
  new CountersignError({
    status,
    retryAfter,
    body: { status, code, message: "What to do.", ...(reason === undefined ? {} : { reason }) }
  })

const unexpected = (name: string) => (): never => {
  throw new Error(`${name} was not expected`)
}

/** A client whose calls fail unless a test replaces them. */
export const clientWith = (replaced: Partial<Client>): Client => ({
  emailOtp: { login: unexpected("emailOtp.login") },
  oauth: { login: unexpected("oauth.login") },
  passkeys: {
    create: unexpected("passkeys.create"),
    login: unexpected("passkeys.login"),
    register: unexpected("passkeys.register")
  },
  signedRetry: unexpected("signedRetry"),
  signedRetryWithoutReview: unexpected("signedRetryWithoutReview"),
  fetchWithProof: unexpected("fetchWithProof"),
  now: Date.now,
  sessions: {
    list: unexpected("sessions.list"),
    refresh: unexpected("sessions.refresh"),
    revoke: unexpected("sessions.revoke"),
    revokeOthers: unexpected("sessions.revokeOthers")
  },
  credentials: {
    challenge: unexpected("credentials.challenge"),
    list: unexpected("credentials.list"),
    rename: unexpected("credentials.rename"),
    confirm: unexpected("credentials.confirm")
  },
  addCredential: unexpected("addCredential"),
  revokeCredential: unexpected("revokeCredential"),
  customers: Object.freeze(Object.create(null)),
  executeQuote: unexpected("executeQuote"),
  exportWallet: unexpected("exportWallet"),
  history: { list: unexpected("history.list") },
  visitors: {
    beginOidc: unexpected("visitors.beginOidc"),
    offerPasskeys: unexpected("visitors.offerPasskeys"),
    signIn: unexpected("visitors.signIn"),
    signInWithOidc: unexpected("visitors.signInWithOidc"),
    signInWithPasskey: unexpected("visitors.signInWithPasskey")
  },
  recovery: Object.freeze(Object.create(null)),
  guardians: Object.freeze(Object.create(null)),
  refresh: unexpected("refresh"),
  restore: unexpected("restore"),
  prove: unexpected("prove"),
  logout: unexpected("logout"),
  ...replaced
})

/** A promise and the functions that settle it. */
export const deferred = <T>() => {
  let resolve: (value: T) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
