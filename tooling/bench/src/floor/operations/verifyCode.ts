import { sign, timingSafeEqual } from "node:crypto"
import { open } from "../../native/hpke.ts"
import { compressed, expanded, holds, pointOf, publicKeyOf, sha256Hex, stampOf } from "../../native/native.ts"
import type { CodeTerms } from "../FloorStore.ts"
import {
  type Answer,
  type Call,
  type Floor,
  freshId,
  iso,
  json,
  OTP_LOGIN,
  payloadOf,
  REQUEST_LIFETIME,
  refused
} from "../Operation.ts"
import { sessionBody, sessionOf } from "../sessions.ts"
import { openedAtRest } from "../vault.ts"
import { digestOf } from "./login.ts"

/** Both legs of a login by code. */
export const verifyCode = (floor: Floor, call: Call, credentialId: string, bundle: string): Promise<Answer> => {
  const requestId = call.headers["request-id"]
  const stamp = call.headers["service-wallet-signature"]
  return typeof requestId === "string" && typeof stamp === "string"
    ? second(floor, call, credentialId, requestId, stamp)
    : first(floor, call, credentialId, bundle)
}

const first = async (floor: Floor, call: Call, credentialId: string, bundle: string): Promise<Answer> => {
  const terms = await floor.store.codeTerms(credentialId)
  const at = Date.now()
  if (terms === undefined || terms.codeExpiresAt <= at) return refused(401, "code")
  const { code, publicKey } = opened(floor, terms, bundle)
  if (!isSame(digestOf(floor, credentialId, code), terms.codeDigest)) {
    await floor.store.countFailure(credentialId)
    return refused(401, "Invalid OTP code")
  }
  const request = { id: freshId("Request"), digest: sha256Hex(call.text), at, expiresAt: at + REQUEST_LIFETIME }
  const payload = payloadOf(
    OTP_LOGIN,
    { publicKey, verificationToken: tokenOf(floor, terms, publicKey, request.expiresAt) },
    { ...request, accountId: terms.accountId, requestId: request.id, operation: "VerifyCredential", path: call.path }
  )
  const { codeDigest } = terms
  const isPending = await floor.store.pendLogin({ ...request, credentialId, codeDigest, publicKey, payload })
  if (!isPending) return refused(401, "code used")
  return json(202, {
    type: terms.type,
    payloadToSign: payload,
    requestId: request.id,
    expiresAt: iso(request.expiresAt)
  })
}

const opened = (floor: Floor, { sealedTargetKey }: CodeTerms, bundle: string) => {
  const { ciphertext, encappedPublic }: { readonly ciphertext: string; readonly encappedPublic: string } =
    JSON.parse(bundle)
  const plaintext = open(openedAtRest(floor.vaultKey, sealedTargetKey), {
    enc: Buffer.from(encappedPublic, "hex"),
    ciphertext: Buffer.from(ciphertext, "hex")
  })
  const { otp_code, public_key }: { readonly otp_code: string; readonly public_key: string } = JSON.parse(
    plaintext.toString()
  )
  return { code: otp_code, publicKey: compressed(public_key) }
}

const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a, "hex"), Buffer.from(b, "hex"))

/** The token (RFC 7515) in the payload that proves the code was correct. */
const tokenOf = ({ serviceKey }: Floor, { accountId, nickname }: CodeTerms, publicKey: string, expiresAt: number) => {
  const claims = {
    id: freshId("Lookup"),
    verification_type: "OTP_TYPE_EMAIL",
    contact: nickname,
    organization_id: accountId,
    public_key: publicKey,
    exp: String(expiresAt)
  }
  const unsigned = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`
  const signature = sign("sha256", Buffer.from(unsigned), { key: serviceKey, dsaEncoding: "ieee-p1363" })
  return `${unsigned}.${signature.toString("base64url")}`
}

const HEADER = Buffer.from(JSON.stringify({ alg: "ES256", typ: "JWT", kid: "0123456789abcdef" })).toString("base64url")

const second = async (
  { store }: Floor,
  call: Call,
  credentialId: string,
  requestId: string,
  header: string
): Promise<Answer> => {
  const terms = await store.loginTerms(requestId, credentialId)
  const stamp = stampOf(header)
  const at = Date.now()
  if (terms === undefined || stamp === undefined) return refused(401, "request or stamp")
  if (terms.expiresAt <= at || terms.digest !== sha256Hex(call.text)) return refused(401, "request")
  const point = pointOf(expanded(terms.publicKey))
  if (stamp.publicKey !== terms.publicKey || !holds(stamp, terms.payload, publicKeyOf(point))) {
    return refused(401, "stamp")
  }
  const session = sessionOf(terms.publicKey, point, at)
  const isOpen = await store.openByCode(requestId, credentialId, session)
  return isOpen ? json(200, sessionBody(terms, session)) : refused(401, "request used")
}
