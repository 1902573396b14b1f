import { createHmac, randomInt, sign, verify } from "node:crypto"
import { pairOf, publicKeyOf, sha256, sha256Hex } from "../../native/native.ts"
import { RELYING_PARTY } from "../../seed/Seed.ts"
import type { AssertionTerms, CredentialRow } from "../FloorStore.ts"
import {
  type Answer,
  type Call,
  type Floor,
  freshId,
  iso,
  json,
  payloadOf,
  REFRESH,
  REQUEST_LIFETIME,
  refused
} from "../Operation.ts"
import { sealedSession, sessionBody } from "../sessions.ts"
import { sealedAtRest } from "../vault.ts"

/** POST /auth/credentials/{id}/challenge: for a passkey if a client key is sent, otherwise for a code. */
export const challenge = (floor: Floor, call: Call, credentialId: string): Promise<Answer> =>
  call.text === "" ? mailCode(floor, credentialId) : awaitAssertion(floor, call, credentialId)

const mailCode = async (floor: Floor, credentialId: string): Promise<Answer> => {
  const at = Date.now()
  const code = String(randomInt(1_000_000)).padStart(6, "0")
  const target = pairOf()
  const credential = await floor.store.issueCode(credentialId, {
    codeDigest: digestOf(floor, credentialId, code),
    sealedTargetKey: sealedAtRest(floor.vaultKey, target.scalar),
    codeExpiresAt: at + REQUEST_LIFETIME,
    at
  })
  if (credential === undefined) return refused(404, "credential")
  floor.post(credential.nickname, code)
  const data = Buffer.from(JSON.stringify({ targetPublic: target.uncompressed }))
  const otpEncryptionTargetBundle = JSON.stringify({
    version: "v1.0.0",
    data: data.toString("hex"),
    dataSignature: sign("sha256", data, floor.serviceKey).toString("hex"),
    enclaveQuorumPublic: floor.service.uncompressed
  })
  return json(200, { ...credentialBody(credential), otpEncryptionTargetBundle })
}

/** A keyed digest: a code is short, so an unkeyed digest could be brute-forced. */
export const digestOf = ({ vaultKey }: Floor, credentialId: string, code: string): string =>
  createHmac("sha256", vaultKey).update(`${credentialId} ${code}`).digest("hex")

const awaitAssertion = async ({ store }: Floor, call: Call, credentialId: string): Promise<Answer> => {
  const { clientPublicKey }: { readonly clientPublicKey: string } = JSON.parse(call.text)
  const at = Date.now()
  const request = { id: freshId("Request"), digest: sha256Hex(""), at, expiresAt: at + REQUEST_LIFETIME }
  const credential = await store.pendAssertion({ ...request, credentialId, clientPublicKey })
  if (credential === undefined) return refused(404, "credential")
  const payload = assertedPayload(credentialId, clientPublicKey, {
    ...request,
    accountId: credential.accountId,
    requestId: request.id
  })
  return json(200, {
    ...credentialBody(credential),
    challenge: sha256(Buffer.from(payload)).toString("base64url"),
    requestId: request.id,
    expiresAt: iso(request.expiresAt)
  })
}

/** The payload that an assertion signs: the session to open. */
export const assertedPayload = (
  credentialId: string,
  clientPublicKey: string,
  request: {
    readonly accountId: string
    readonly requestId: string
    readonly digest: string
    readonly at: number
    readonly expiresAt: number
  }
): string =>
  payloadOf(
    REFRESH,
    { targetPublicKey: clientPublicKey },
    { ...request, operation: "LoginWithPasskey", path: `/auth/credentials/${credentialId}/verify` }
  )

export const credentialBody = (credential: CredentialRow) => ({
  id: credential.id,
  accountId: credential.accountId,
  type: credential.type,
  nickname: credential.nickname,
  createdAt: iso(credential.createdAt),
  updatedAt: iso(credential.updatedAt),
  credentialId: credential.webauthnId ?? undefined
})

export interface Assertion {
  readonly credentialId: string
  readonly clientDataJson: string
  readonly authenticatorData: string
  readonly signature: string
}

/** A login by an assertion over the expected payload. */
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

/** WebAuthn Level 3, section 7.2, as far as it applies. Returns the counter of a valid assertion. */
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

interface Claims {
  readonly iss: string
  readonly aud: string
  readonly sub: string
  readonly iat: number
  readonly exp: number
  readonly nonce: string
}

/** A login by an identity token, which is single-use. */
export const verifyToken = async (
  floor: Floor,
  credentialId: string,
  { clientPublicKey, oidcToken }: { readonly oidcToken: string; readonly clientPublicKey: string }
): Promise<Answer> => {
  const at = Date.now()
  const claims = claimsOf(floor, oidcToken)
  if (claims === undefined || !isTimely(claims, at) || claims.nonce !== sha256Hex(clientPublicKey)) {
    return refused(401, "token")
  }
  const { encryptedSessionSigningKey, session } = sealedSession(clientPublicKey, at)
  const token = {
    identity: JSON.stringify([claims.iss, claims.aud, claims.sub]),
    digest: sha256Hex(oidcToken),
    expiresAt: claims.iat * 1000 + MAX_AGE
  }
  const account = await floor.store.openByToken(credentialId, token, session)
  return account === undefined
    ? refused(401, "identity, or token used")
    : json(200, sessionBody(account, session, encryptedSessionSigningKey))
}

const claimsOf = ({ issuer }: Floor, token: string): Claims | undefined => {
  const [header = "", payload = "", signature = ""] = token.split(".")
  const { alg, kid }: { readonly alg: string; readonly kid: string } = read(header)
  const claims: Claims = read(payload)
  const isOurs =
    alg === "RS256" && kid === issuer.keyId && claims.iss === issuer.issuer && claims.aud === issuer.audience
  const signed = Buffer.from(`${header}.${payload}`)
  return isOurs && verify("sha256", signed, issuer.publicKey, Buffer.from(signature, "base64url")) ? claims : undefined
}

const read = (segment: string) => JSON.parse(Buffer.from(segment, "base64url").toString())

const isTimely = ({ exp, iat }: Claims, at: number): boolean => Math.abs(at - iat * 1000) <= MAX_AGE && exp * 1000 > at

const MAX_AGE = 65_000
