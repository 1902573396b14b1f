import { sha256Hex } from "../../native/digest.ts"
import { publicKeyOf } from "../../native/points.ts"
import { holds, stampOf } from "../../native/stamp.ts"
import { type Answer, type Call, type Floor, refused } from "../Operation.ts"

/** The host's own endpoint: lets through what an active session has signed, once. */
export const ownRoute = async ({ store }: Floor, { headers, path, text }: Call): Promise<Answer> => {
  const proof = String(headers["service-wallet-session"])
  const [sessionId = "", issuedAt = "", nonce = ""] = proof.split(";")
  const at = Date.now()
  const stamp = stampOf(String(headers["service-wallet-signature"]))
  if (stamp === undefined || Math.abs(at - Number(issuedAt)) > PROOF_LIFETIME) return refused(401, "proof")
  const signer = await store.signerOf(sessionId, at)
  if (signer === undefined || signer.publicKey !== stamp.publicKey) return refused(401, "session")
  const bodyDigest = sha256Hex(text)
  const payload = JSON.stringify({
    bodyDigest,
    issuedAt,
    method: "POST",
    nonce,
    path,
    sessionId,
    type: "SESSION_PROOF"
  })
  if (!holds(stamp, payload, publicKeyOf(signer.point))) return refused(401, "stamp")
  const isFresh = await store.spendProof(nonce, at + PROOF_LIFETIME)
  return isFresh ? { status: 200, body: sessionId } : refused(401, "proof used")
}

const PROOF_LIFETIME = 60_000
