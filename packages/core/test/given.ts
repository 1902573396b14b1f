import { makeId, publicKeyOf } from "@countersign/wire"

const random = new Uint8Array(10).fill(7)

export const requestId = makeId("Request", { timestampMs: 1, random })
export const accountId = makeId("InternalAccount", { timestampMs: 1, random })
export const credentialId = makeId("AuthMethod", { timestampMs: 1, random })
export const sessionId = makeId("Session", { timestampMs: 1, random })
export const publicKey = publicKeyOf(new Uint8Array(32).fill(9))
