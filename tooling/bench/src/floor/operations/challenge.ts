import { createHmac, randomInt, sign } from "node:crypto"
import { sha256, sha256Hex } from "../../native/digest.ts"
import { pairOf } from "../../native/points.ts"
import type { CredentialRow } from "../FloorStore.ts"
import { freshId } from "../freshId.ts"
import { type Answer, type Call, type Floor, iso, json, REQUEST_LIFETIME, refused } from "../Operation.ts"
import { payloadOf, REFRESH } from "../payload.ts"
import { sealedAtRest } from "../vault.ts"

/** POST /auth/credentials/{id}/challenge: of a passkey where a client key comes with it, of a code otherwise. */
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

/** A code is short: without the key of the vault nobody finds it from its digest. */
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

/** What an assertion is over: the session that it opens. */
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
