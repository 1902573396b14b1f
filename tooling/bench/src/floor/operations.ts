import { createHmac, randomInt, sign, timingSafeEqual, verify } from "node:crypto"
import { open } from "../native/hpke.ts"
import * as native from "../native/native.ts"
import { RELYING_PARTY } from "../seed/Seed.ts"
import type { Answer, Bound, Call, Floor } from "./Floor.ts"
import { freshId, freshRequest, iso, json, payloadOf, REQUEST_LIFETIME, refused, sessionPayload } from "./Floor.ts"
import { openedAtRest, receiptOf, sealedAtRest, sealedSession, sessionBody, sessionOf } from "./sealed.ts"
import * as sql from "./statements.ts"
import type { Account, Credential } from "./Tables.ts"

/** An operation of the API, for the id in its path. */
type Operation = (floor: Floor, call: Call, id: string) => Promise<Answer>

/** The request id and the stamp of a second leg. */
const retryOf = ({ headers }: Call) => {
  const { "request-id": requestId, "service-wallet-signature": stamp } = headers
  return typeof requestId === "string" && typeof stamp === "string" ? { requestId, stamp } : undefined
}
type Retry = NonNullable<ReturnType<typeof retryOf>>

/** Whether the stamp of a second leg is that of the key over the payload, and the body that of the first leg. */
const isSigned = (
  { digest, until }: sql.Terms,
  { text }: Call,
  { stamp: header }: Retry,
  { key, payload, point }: { readonly key: string; readonly payload: string; readonly point: native.Point }
): boolean => {
  const stamp = native.stampOf(header)
  if (stamp?.publicKey !== key || until <= Date.now() || digest !== native.sha256Hex(text)) return false
  return native.holds(stamp, payload, native.publicKeyOf(point))
}

/** Opens a session with its receipt, and answers with it. */
const concluded = async (
  floor: Floor,
  terms: Bound & sql.Terms,
  signed: { readonly payload: string; readonly proof: object },
  { sealedKey, session }: { readonly session: sql.NewSession; readonly sealedKey?: string },
  opening: (...values: [...sql.NewSession, ...sql.NewReceipt]) => ReturnType<typeof floor.store.ask>
): Promise<Answer> => {
  const [id, , , , at, until] = session
  const [isOpen] = await opening(...session, ...receiptOf(floor, terms, { ...signed, sessionId: id }))
  return isOpen === undefined
    ? refused(401, "request used")
    : json(200, sessionBody({ ...terms, id, at, until }, sealedKey))
}

/** POST /auth/sessions/{id}/refresh: both legs. */
export const refresh: Operation = async (floor, call, id) => {
  const { clientPublicKey }: { readonly clientPublicKey: string } = JSON.parse(call.text)
  const retry = retryOf(call)
  const bound = { operation: "RefreshSession", path: call.path }
  if (retry === undefined) {
    const request = freshRequest(call.text)
    const { at, digest, requestId, until } = request
    const [session] = await floor.store.ask(sql.pendRefresh, requestId, id, digest, "", at, until)
    if (session === undefined) return refused(404, "no active session")
    const payloadToSign = sessionPayload(clientPublicKey, { ...bound, ...request, account: session.account })
    return json(202, { type: session.type, payloadToSign, requestId, expiresAt: iso(until) })
  }
  const { requestId, stamp } = retry
  const [found] = await floor.store.ask(sql.refreshTerms, requestId, id)
  if (found === undefined) return refused(401, "request")
  const { key, x, y, ...terms } = { ...found, ...bound, requestId }
  const payload = sessionPayload(clientPublicKey, terms)
  if (!isSigned(terms, call, retry, { key, payload, point: { x, y } })) return refused(401, "stamp")
  const signed = { payload, proof: { type: "STAMP", stamp } }
  return concluded(floor, terms, signed, sealedSession(clientPublicKey, Date.now()), (...values) =>
    floor.store.ask(sql.openRefreshed, requestId, id, ...values)
  )
}

/** The guarded endpoint of the host: accepts a request that an active session has signed, once. */
export const ownRoute: Operation = async ({ store }, { headers, path, text }) => {
  const [sessionId = "", issuedAt = "", nonce = ""] = String(headers["service-wallet-session"]).split(";")
  const at = Date.now()
  const stamp = native.stampOf(String(headers["service-wallet-signature"]))
  if (stamp === undefined || Math.abs(at - Number(issuedAt)) > PROOF_LIFETIME) return refused(401, "proof")
  const [signer] = await store.ask(sql.signerOf, sessionId, at)
  if (signer === undefined || signer.key !== stamp.publicKey) return refused(401, "session")
  const proof = {
    bodyDigest: native.sha256Hex(text),
    issuedAt,
    method: "POST",
    nonce,
    path,
    sessionId,
    type: "SESSION_PROOF"
  }
  if (!native.holds(stamp, JSON.stringify(proof), native.publicKeyOf(signer))) return refused(401, "stamp")
  const [isFresh] = await store.ask(sql.spendProof, nonce, at + PROOF_LIFETIME)
  return isFresh === undefined ? refused(401, "proof used") : { status: 200, body: sessionId }
}

const PROOF_LIFETIME = 60_000

export const listSessions: Operation = async ({ store }, call) => {
  const rows = await store.ask(sql.sessionsOf, accountIdOf(call), Date.now())
  return json(200, { data: rows.map((row) => ({ ...sessionBody(row), lastUsedAt: iso(row.at) })) })
}

export const listCredentials: Operation = async ({ store }, call) =>
  json(200, { data: (await store.ask(sql.credentialsOf, accountIdOf(call))).map(listedBody) })

const listedBody = (credential: Credential) => ({
  ...credentialBody(credential),
  ...(credential.passkey === "" ? {} : { transports: ["internal"], backupEligible: false })
})

const accountIdOf = ({ query }: Call): string => new URLSearchParams(query).get("accountId") ?? ""

const credentialBody = ({ account, at, changed, id, nickname, passkey, type }: Credential) => ({
  ...{ id, accountId: account, type, nickname, createdAt: iso(at), updatedAt: iso(changed) },
  credentialId: passkey === "" ? undefined : passkey
})

type NewAccount = Readonly<
  Record<"currency" | "customerId" | "platformAccountId", string> & Record<"accountInfo", object>
>

/** POST /customers/external-accounts: stores the account encrypted. The country's rules are not checked. */
export const createExternalAccount: Operation = async ({ store, vaultKey }, { text }) => {
  const { accountInfo, currency, customerId, platformAccountId }: NewAccount = JSON.parse(text)
  const id = freshId("ExternalAccount")
  const sealed = sealedAtRest(vaultKey, Buffer.from(JSON.stringify(accountInfo)))
  const values = [id, customerId, platformAccountId, currency, sealed, Date.now()] as const
  const [isThere] = await store.ask(sql.addExternalAccount, ...values)
  if (isThere === undefined) return refused(404, "customer")
  const created = { id, customerId, status: "ACTIVE", currency, platformAccountId }
  const checked = { beneficiaryVerificationStatus: "MATCHED", defaultUmaDepositAccount: false }
  return json(201, { ...created, accountInfo: { ...accountInfo, paymentRails: ["FASTER_PAYMENTS"] }, ...checked })
}

/** POST /auth/credentials/{id}/challenge: for a passkey if a client key is sent, otherwise for a code. */
export const challenge: Operation = async (floor, call, id) => {
  if (call.text === "") return mailCode(floor, call, id)
  const { clientPublicKey }: { readonly clientPublicKey: string } = JSON.parse(call.text)
  const request = freshRequest("")
  const { at, digest, requestId, until } = request
  const [credential] = await floor.store.ask(sql.pendAssertion, requestId, id, digest, clientPublicKey, at, until)
  if (credential === undefined) return refused(404, "credential")
  const payload = sessionPayload(clientPublicKey, { ...request, ...asserted(id), account: credential.account })
  const requested = {
    challenge: native.sha256(Buffer.from(payload)).toString("base64url"),
    requestId,
    expiresAt: iso(until)
  }
  return json(200, { ...credentialBody(credential), ...requested })
}

/** The call that an assertion signs. */
const asserted = (id: string) => ({ operation: "LoginWithPasskey", path: `/auth/credentials/${id}/verify` })

const mailCode: Operation = async (floor, _, id) => {
  const at = Date.now()
  const code = String(randomInt(1_000_000)).padStart(6, "0")
  const target = native.pairOf()
  const values = [digestOf(floor, id, code), sealedAtRest(floor.vaultKey, target.scalar)] as const
  const [credential] = await floor.store.ask(sql.issueCode, id, ...values, at + REQUEST_LIFETIME, at)
  if (credential === undefined) return refused(404, "credential")
  floor.post(credential.nickname, code)
  const data = Buffer.from(JSON.stringify({ targetPublic: target.uncompressed }))
  const dataSignature = sign("sha256", data, floor.serviceKey).toString("hex")
  const bundle = { version: "v1.0.0", data: data.toString("hex"), dataSignature }
  const otpEncryptionTargetBundle = JSON.stringify({ ...bundle, enclaveQuorumPublic: floor.service.uncompressed })
  return json(200, { ...credentialBody(credential), otpEncryptionTargetBundle, otpAlphabet: "NUMERIC" })
}

/** A keyed digest: a code is short, so an unkeyed digest could be brute-forced. */
const digestOf = ({ vaultKey }: Floor, credentialId: string, code: string): string =>
  createHmac("sha256", vaultKey).update(`${credentialId} ${code}`).digest("hex")

type Assertion = Readonly<Record<"authenticatorData" | "clientDataJson" | "credentialId" | "signature", string>>

type Submission =
  | { readonly type: "EMAIL_OTP"; readonly encryptedOtpBundle: string }
  | { readonly type: "PASSKEY"; readonly assertion: Assertion }
  | { readonly type: "OAUTH"; readonly oidcToken: string; readonly clientPublicKey: string }

/** POST /auth/credentials/{id}/verify, by the type of the credential. */
export const verifyCredential: Operation = (floor, call, id) => {
  const submission: Submission = JSON.parse(call.text)
  switch (submission.type) {
    case "EMAIL_OTP": {
      const retry = retryOf(call)
      if (retry === undefined) return proveCode(floor, call, id, submission.encryptedOtpBundle)
      return loginByCode(floor, call, id, retry)
    }
    case "PASSKEY":
      return loginByPasskey(floor, call, id, submission.assertion)
    case "OAUTH":
      return loginByToken(floor, id, submission.oidcToken, submission.clientPublicKey)
  }
}

const proveCode = async (floor: Floor, call: Call, id: string, bundle: string): Promise<Answer> => {
  const [terms] = await floor.store.ask(sql.codeTerms, id)
  const request = freshRequest(call.text)
  const { at, digest, requestId, until } = request
  if (terms === undefined || terms.until <= at) return refused(401, "code")
  const { code, publicKey } = unsealed(openedAtRest(floor.vaultKey, terms.target), bundle)
  const isCorrect = timingSafeEqual(Buffer.from(digestOf(floor, id, code), "hex"), Buffer.from(terms.code, "hex"))
  if (!isCorrect) return refused(401, "Invalid OTP code")
  const { account, type } = terms
  const bound = { ...request, account, operation: "VerifyCredential", path: call.path }
  const verificationToken = tokenOf(floor, terms, publicKey, until)
  const payload = payloadOf("ACTIVITY_TYPE_OTP_LOGIN_V2", { publicKey, verificationToken }, bound)
  const values = [requestId, id, digest, publicKey, at, until, payload, terms.code] as const
  const [isPending] = await floor.store.ask(sql.pendLogin, ...values)
  if (isPending === undefined) return refused(401, "code used")
  return json(202, { type, payloadToSign: payload, requestId, expiresAt: iso(until) })
}

const unsealed = (scalar: Buffer, bundle: string) => {
  const sealed: { readonly ciphertext: string; readonly encappedPublic: string } = JSON.parse(bundle)
  const enc = Buffer.from(sealed.encappedPublic, "hex")
  const plaintext = open(scalar, { enc, ciphertext: Buffer.from(sealed.ciphertext, "hex") }).toString()
  const { otp_code, public_key }: { readonly otp_code: string; readonly public_key: string } = JSON.parse(plaintext)
  return { code: otp_code, publicKey: native.compressed(public_key) }
}

/** The token (RFC 7515) in the payload that proves the code was correct. */
const tokenOf = ({ serviceKey }: Floor, { account, nickname }: Account, publicKey: string, until: number) => {
  const proven = { id: freshId("Lookup"), verification_type: "OTP_TYPE_EMAIL", contact: nickname }
  const claims = { ...proven, organization_id: account, public_key: publicKey, exp: String(until) }
  const unsigned = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`
  const signature = sign("sha256", Buffer.from(unsigned), { key: serviceKey, dsaEncoding: "ieee-p1363" })
  return `${unsigned}.${signature.toString("base64url")}`
}

const HEADER = Buffer.from(JSON.stringify({ alg: "ES256", typ: "JWT", kid: "0123456789abcdef" })).toString("base64url")

const loginByCode = async (floor: Floor, call: Call, id: string, retry: Retry): Promise<Answer> => {
  const { requestId, stamp } = retry
  const [found] = await floor.store.ask(sql.loginTerms, requestId, id)
  if (found === undefined) return refused(401, "request")
  const { clientKey: key, payload, ...terms } = { ...found, requestId, operation: "VerifyCredential", path: call.path }
  const point = native.pointOf(native.expanded(key))
  if (!isSigned(terms, call, retry, { key, payload, point })) return refused(401, "stamp")
  const signed = { payload, proof: { type: "STAMP", stamp } }
  return concluded(floor, terms, signed, { session: sessionOf(key, point, Date.now()) }, (...values) =>
    floor.store.ask(sql.openByCode, requestId, id, ...values)
  )
}

const loginByPasskey = async (floor: Floor, call: Call, id: string, assertion: Assertion): Promise<Answer> => {
  const requestId = String(call.headers["request-id"])
  const [found] = await floor.store.ask(sql.assertionTerms, requestId, id)
  const at = Date.now()
  if (found === undefined || found.until <= at) return refused(401, "request")
  const { clientKey, counter: _, passkey: __, x: ___, y: ____, ...terms } = { ...found, ...asserted(id), requestId }
  const payload = sessionPayload(clientKey, terms)
  const counter = verified(found, payload, assertion)
  if (counter === undefined) return refused(401, "assertion")
  const signed = { payload, proof: { type: "ASSERTION", ...assertion } }
  return concluded(floor, terms, signed, sealedSession(clientKey, at), (...values) =>
    floor.store.ask(sql.openByPasskey, requestId, id, ...values, counter)
  )
}

/** WebAuthn Level 3, section 7.2, as far as it applies. Returns the counter of a valid assertion. */
const verified = (terms: sql.AssertionTerms, payload: string, assertion: Assertion): number | undefined => {
  const clientData = Buffer.from(assertion.clientDataJson, "base64url")
  const client: Readonly<Record<"challenge" | "origin" | "type", string>> = JSON.parse(clientData.toString())
  const data = Buffer.from(assertion.authenticatorData, "base64url")
  const counter = data.length < 37 ? 0 : data.readUInt32BE(33)
  const signed = Buffer.concat([data, native.sha256(clientData)])
  const isValid =
    assertion.credentialId === terms.passkey &&
    client.type === "webauthn.get" &&
    client.challenge === native.sha256(Buffer.from(payload)).toString("base64url") &&
    client.origin === RELYING_PARTY.origin &&
    data.subarray(0, 32).equals(RP_ID_HASH) &&
    (data.readUInt8(32) & PRESENT_AND_VERIFIED) === PRESENT_AND_VERIFIED &&
    counter > terms.counter &&
    verify("sha256", signed, native.publicKeyOf(terms), Buffer.from(assertion.signature, "base64url"))
  return isValid ? counter : undefined
}

const RP_ID_HASH = native.sha256(Buffer.from(RELYING_PARTY.rpId))
const PRESENT_AND_VERIFIED = 0b101

/** A login by an identity token, which is single-use. */
const loginByToken = async (floor: Floor, id: string, token: string, clientKey: string): Promise<Answer> => {
  const at = Date.now()
  const claims = claimsOf(floor, token)
  if (claims === undefined || claims.nonce !== native.sha256Hex(clientKey)) return refused(401, "token")
  const { aud, exp, iat, iss, sub } = claims
  if (Math.abs(at - iat * 1000) > MAX_AGE || exp * 1000 <= at) return refused(401, "token")
  const { sealedKey, session } = sealedSession(clientKey, at)
  const values = [JSON.stringify([iss, aud, sub]), iat * 1000 + MAX_AGE] as const
  const [owner] = await floor.store.ask(sql.openByToken, native.sha256Hex(token), id, ...session, ...values)
  if (owner === undefined) return refused(401, "identity, or token used")
  const [sessionId, , , , openedAt, until] = session
  return json(200, sessionBody({ ...owner, id: sessionId, at: openedAt, until }, sealedKey))
}

type Claims = Readonly<Record<"aud" | "iss" | "nonce" | "sub", string> & Record<"exp" | "iat", number>>

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

const MAX_AGE = 65_000
