import { verify } from "node:crypto"
import { sha256 } from "../../native/digest.ts"
import { publicKeyOf } from "../../native/points.ts"
import { RELYING_PARTY } from "../../seed/Seed.ts"
import type { AssertionTerms } from "../FloorStore.ts"
import { type Answer, type Call, type Floor, json, refused } from "../Operation.ts"
import { sealedSession, sessionBody } from "../sessions.ts"
import { assertedPayload } from "./challenge.ts"

export interface Assertion {
  readonly credentialId: string
  readonly clientDataJson: string
  readonly authenticatorData: string
  readonly signature: string
}

/** A login by an assertion over the awaited payload. */
export const verifyPasskey = async (
  { store }: Floor,
  { headers }: Call,
  credentialId: string,
  assertion: Assertion
): Promise<Answer> => {
  const requestId = headers["request-id"]
  if (typeof requestId !== "string") return refused(401, "request")
  const terms = await store.assertionTerms(requestId, credentialId)
  const at = Date.now()
  if (terms === undefined || terms.expiresAt <= at) return refused(401, "request")
  const { clientPublicKey } = terms
  const payload = assertedPayload(credentialId, clientPublicKey, { ...terms, requestId })
  const counter = judged(terms, payload, assertion)
  if (counter === undefined) return refused(401, "assertion")
  const { encryptedSessionSigningKey, session } = sealedSession(clientPublicKey, at)
  const isOpen = await store.openByPasskey(requestId, credentialId, counter, session)
  return isOpen ? json(200, sessionBody(terms, session, encryptedSessionSigningKey)) : refused(401, "request used")
}

/** WebAuthn Level 3, section 7.2, as far as it applies here; answers the counter of an assertion that holds. */
const judged = (terms: AssertionTerms, payload: string, assertion: Assertion): number | undefined => {
  const clientData = Buffer.from(assertion.clientDataJson, "base64url")
  const client: { readonly type: string; readonly challenge: string; readonly origin: string } = JSON.parse(
    clientData.toString()
  )
  const data = Buffer.from(assertion.authenticatorData, "base64url")
  const counter = data.length < 37 ? 0 : data.readUInt32BE(33)
  const holds =
    assertion.credentialId === terms.webauthnId &&
    client.type === "webauthn.get" &&
    client.challenge === sha256(Buffer.from(payload)).toString("base64url") &&
    client.origin === RELYING_PARTY.origin &&
    data.subarray(0, 32).equals(RP_ID_HASH) &&
    (data.readUInt8(32) & PRESENT_AND_VERIFIED) === PRESENT_AND_VERIFIED &&
    counter > terms.counter &&
    verify(
      "sha256",
      Buffer.concat([data, sha256(clientData)]),
      publicKeyOf(terms.point),
      Buffer.from(assertion.signature, "base64url")
    )
  return holds ? counter : undefined
}

const RP_ID_HASH = sha256(Buffer.from(RELYING_PARTY.rpId))
const PRESENT_AND_VERIFIED = 0b101
