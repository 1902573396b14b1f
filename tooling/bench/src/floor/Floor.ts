import { type KeyObject, randomBytes } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import { type Pair, sha256Hex } from "../native/native.ts"
import { type Issuer, PLATFORM } from "../seed/Seed.ts"
import type { FloorStore, Terms } from "./statements.ts"

export interface Call {
  readonly path: string
  readonly query: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export type Answer = { readonly status: number; readonly body: string }

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

/** Returns a prefixed UUID version 7, which sorts by time. */
export const freshId = (prefix: string): string => {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  const hex = bytes.toString("hex")
  return `${prefix}:${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Lifetime of a pending request and of a code, in milliseconds. */
export const REQUEST_LIFETIME = 300_000

export const freshRequest = (text: string) => {
  const at = Date.now()
  return { requestId: freshId("Request"), digest: sha256Hex(text), at, until: at + REQUEST_LIFETIME }
}

/** The fields that a payload binds, in addition to the activity. */
export interface Bound extends Pick<Terms, "account" | "at" | "digest" | "until"> {
  readonly operation: string
  readonly path: string
  readonly requestId: string
}

export const { platformId } = PLATFORM

/** The payload to sign: the same keys in the same order as in the service. */
export const payloadOf = (type: string, parameters: Readonly<Record<string, string>>, bound: Bound): string => {
  const { account, at, digest, operation, path, requestId, until } = bound
  const call = { bodyDigest: digest, expiresAt: String(until), method: "POST", mode: "production", operation, path }
  // "context" comes before every optional parameter.
  const all = { context: { ...call, platformId, requestId }, ...parameters }
  return JSON.stringify({ organizationId: account, parameters: all, timestampMs: String(at), type })
}

/** The payload of a session for a key of the client. */
export const sessionPayload = (targetPublicKey: string, bound: Bound): string =>
  payloadOf("ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2", { targetPublicKey }, bound)
