import { sha256Hex } from "../../native/digest.ts"
import { publicKeyOf } from "../../native/points.ts"
import { holds, stampOf } from "../../native/stamp.ts"
import { freshId } from "../freshId.ts"
import { type Answer, type Call, type Floor, iso, json, REQUEST_LIFETIME, refused } from "../Operation.ts"
import { type Bound, payloadOf, REFRESH } from "../payload.ts"
import { sealedSession, sessionBody } from "../sessions.ts"

/** POST /auth/sessions/{id}/refresh: both legs. */
export const refresh = (floor: Floor, call: Call, sessionId: string): Promise<Answer> => {
  const { clientPublicKey }: { readonly clientPublicKey: string } = JSON.parse(call.text)
  const requestId = call.headers["request-id"]
  const stamp = call.headers["service-wallet-signature"]
  return typeof requestId === "string" && typeof stamp === "string"
    ? second(floor, call, { sessionId, clientPublicKey, requestId, stamp })
    : first(floor, call, sessionId, clientPublicKey)
}

const first = async ({ store }: Floor, call: Call, sessionId: string, clientPublicKey: string): Promise<Answer> => {
  const at = Date.now()
  const request = { id: freshId("Request"), digest: sha256Hex(call.text), at, expiresAt: at + REQUEST_LIFETIME }
  const session = await store.pendRefresh({ ...request, sessionId })
  if (session === undefined) return refused(404, "no active session")
  const { accountId, type } = session
  const bound = { ...request, accountId, requestId: request.id, operation: "RefreshSession", path: call.path }
  return json(202, {
    type,
    payloadToSign: toSign(clientPublicKey, bound),
    requestId: request.id,
    expiresAt: iso(request.expiresAt)
  })
}

const second = async (
  { store }: Floor,
  call: Call,
  sent: {
    readonly sessionId: string
    readonly clientPublicKey: string
    readonly requestId: string
    readonly stamp: string
  }
): Promise<Answer> => {
  const { clientPublicKey, requestId, sessionId } = sent
  const terms = await store.refreshTerms(requestId, sessionId)
  const stamp = stampOf(sent.stamp)
  const at = Date.now()
  if (terms === undefined || stamp === undefined) return refused(401, "request or stamp")
  if (terms.expiresAt <= at || terms.digest !== sha256Hex(call.text)) return refused(401, "request")
  const bound = { ...terms, requestId, operation: "RefreshSession", path: call.path }
  const isSigned =
    stamp.publicKey === terms.publicKey && holds(stamp, toSign(clientPublicKey, bound), publicKeyOf(terms.point))
  if (!isSigned) return refused(401, "stamp")
  const { encryptedSessionSigningKey, session } = sealedSession(clientPublicKey, at)
  const isOpen = await store.openRefreshed(requestId, sessionId, session)
  return isOpen ? json(200, sessionBody(terms, session, encryptedSessionSigningKey)) : refused(401, "request used")
}

const toSign = (clientPublicKey: string, bound: Bound): string =>
  payloadOf(REFRESH, { targetPublicKey: clientPublicKey }, bound)
