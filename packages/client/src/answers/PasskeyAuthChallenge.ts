import { decodeBase64Url } from "@countersign/wire"
import { type Guard, id, object, oneOf, text, timestamp } from "./guard.ts"

/** What an authenticator signs to sign in, and the request that the assertion answers. */
export interface PasskeyAuthChallenge {
  /** `AuthMethod:<uuid>`. */
  readonly id: string
  readonly accountId: string
  readonly type: "PASSKEY"
  readonly nickname: string
  readonly createdAt: string
  readonly updatedAt: string
  /** The WebAuthn credential id, base64url. */
  readonly credentialId: string
  /** Base64url. */
  readonly challenge: string
  /** `Request:<uuid>`: goes with the assertion as the Request-Id header. */
  readonly requestId: string
  /** ISO 8601 in UTC. The assertion must arrive before. */
  readonly expiresAt: string
}

const base64url: Guard<string> = (value): value is string => {
  if (typeof value !== "string" || value === "") return false
  try {
    return decodeBase64Url(value, { maxBytes: 2048 }).length > 0
  } catch {
    return false
  }
}

export const isPasskeyAuthChallenge: Guard<PasskeyAuthChallenge> = object<PasskeyAuthChallenge>({
  id: id("AuthMethod"),
  accountId: id("InternalAccount"),
  type: oneOf("PASSKEY"),
  nickname: text,
  createdAt: timestamp,
  updatedAt: timestamp,
  credentialId: base64url,
  challenge: base64url,
  requestId: id("Request"),
  expiresAt: timestamp
})
