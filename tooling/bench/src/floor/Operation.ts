import { type KeyObject, randomBytes } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import type { Pair } from "../native/native.ts"
import { type Issuer, oidcSubjectOf, passkeyIdOf, SESSION_LIFETIME, type Subject, subjectPair } from "../seed/Seed.ts"
import type { FloorStore } from "./FloorStore.ts"

/** A parsed call. */
export interface Call {
  readonly path: string
  readonly query: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface Answer {
  readonly status: number
  readonly body: string
}

/** The dependencies of the floor's operations. */
export interface Floor {
  readonly store: FloorStore
  readonly service: Pair
  readonly serviceKey: KeyObject
  readonly vaultKey: Buffer
  readonly issuer: Omit<Issuer, "privateKey"> & { readonly publicKey: KeyObject }
  readonly post: (address: string, code: string) => void
}

export const json = (status: number, body: object): Answer => ({ status, body: JSON.stringify(body) })

export const refused = (status: number, reason: string): Answer => json(status, { status, code: "REFUSED", reason })

export const iso = (at: number): string => new Date(at).toISOString()

/** Lifetime of a pending request and of a code, in milliseconds. */
export const REQUEST_LIFETIME = 300_000

/** Returns a prefixed UUID version 7, which sorts by time. */
export const freshId = (prefix: string): string => {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  const hex = bytes.toString("hex")
  return `${prefix}:${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The fields that a payload binds, in addition to the activity. */
export interface Bound {
  readonly accountId: string
  readonly digest: string
  readonly operation: string
  readonly path: string
  readonly requestId: string
  readonly at: number
  readonly expiresAt: number
}

/** The payload to sign: the same keys in the same order as in the service. */
export const payloadOf = (
  type: string,
  parameters: Readonly<Record<string, string>>,
  { accountId, at, digest, expiresAt, operation, path, requestId }: Bound
): string => {
  const context = {
    bodyDigest: digest,
    expiresAt: String(expiresAt),
    method: "POST",
    mode: "production",
    operation,
    path,
    platformId: "bench",
    requestId
  }
  // "context" comes before every optional parameter.
  return JSON.stringify({
    organizationId: accountId,
    parameters: { context, ...parameters },
    timestampMs: String(at),
    type
  })
}

export const REFRESH = "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2"
export const OTP_LOGIN = "ACTIVITY_TYPE_OTP_LOGIN_V2"

/** The subjects that exist before the first request, as rows of the floor's tables. */
export const subjectsOf = ({ audience, issuer }: Pick<Issuer, "audience" | "issuer">, count: number, at: number) => {
  const subjects = Array.from(
    { length: count },
    (_, number): Subject => ({
      number,
      email: `subject-${number}@example.com`,
      customerId: freshId("Customer"),
      accountId: freshId("InternalAccount"),
      emailCredentialId: freshId("AuthMethod"),
      passkeyCredentialId: freshId("AuthMethod"),
      oauthCredentialId: freshId("AuthMethod"),
      sessionId: freshId("Session")
    })
  )
  return {
    subjects,
    customers: subjects.map(({ customerId }) => ({ id: customerId })),
    credentials: subjects.flatMap((subject) => credentialsOf(subject, { audience, issuer }, at)),
    sessions: subjects.map((subject) => sessionOf(subject, at))
  }
}

const credentialsOf = (subject: Subject, { audience, issuer }: Pick<Issuer, "audience" | "issuer">, at: number) => {
  const { accountId, email, number } = subject
  const common = { account_id: accountId, created_at: at, updated_at: at, failures: 0, ...NOTHING }
  const identity = JSON.stringify([issuer, audience, oidcSubjectOf(number)])
  const { x, y } = subjectPair("passkey", number).point
  const passkey = { webauthn_id: passkeyIdOf(number), x, y, counter: 0 }
  return [
    { ...common, id: subject.emailCredentialId, type: "EMAIL_OTP", nickname: email },
    { ...common, ...passkey, id: subject.passkeyCredentialId, type: "PASSKEY", nickname: "My phone" },
    { ...common, identity, id: subject.oauthCredentialId, type: "OAUTH", nickname: email }
  ]
}

const NOTHING = {
  identity: null,
  webauthn_id: null,
  x: null,
  y: null,
  counter: null,
  code_digest: null,
  sealed_target_key: null,
  code_expires_at: null,
  proven_by: null
}

const sessionOf = ({ accountId, email, number, sessionId }: Subject, at: number) => {
  const { compressed, point } = subjectPair("session", number)
  return {
    id: sessionId,
    account_id: accountId,
    type: "EMAIL_OTP",
    nickname: email,
    public_key: compressed,
    x: point.x,
    y: point.y,
    created_at: at,
    expires_at: at + SESSION_LIFETIME
  }
}
