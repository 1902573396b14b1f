import { sha256Hex } from "./digests.ts"
import { isId } from "./ids.ts"
import { canonicalJson, type Json } from "./json.ts"
import { sha256HexAsync } from "./webCrypto.ts"

/** The header that carries a proof of possession. */
export const SESSION_PROOF_HEADER = "Service-Wallet-Session"

/** The fields that make each proof unique. */
export interface SessionProof {
  readonly sessionId: string
  /** Milliseconds since the epoch, by the caller's clock. */
  readonly issuedAt: number
  /** 22 characters of base64url: 16 random bytes. */
  readonly nonce: string
}

/** Writes the header: session id, time and nonce, separated by semicolons. */
export const writeSessionProof = ({ issuedAt, nonce, sessionId }: SessionProof): string =>
  `${sessionId};${issuedAt};${nonce}`

/** Parses the header. Returns `undefined` when it is malformed. */
export const readSessionProof = (header: string): SessionProof | undefined => {
  const [, sessionId = "", issuedAt = "", nonce = ""] = PROOF.exec(header) ?? []
  return isId("Session", sessionId) ? { sessionId, issuedAt: Number(issuedAt), nonce } : undefined
}

/** The call that a proof is for. `path` includes its query; `body` is `null` when absent. */
type ProvenCall = { readonly method: string; readonly path: string; readonly body: Json }

/**
 * Returns the text that the session's key signs: JSON with sorted keys, of the proof and the whole call. The body is
 * covered by its JSON value, so that its formatting does not matter.
 */
export const sessionProofText = (proof: SessionProof, call: ProvenCall): string =>
  textOf(proof, call, sha256Hex(canonicalJson(call.body)))

/** Returns {@link sessionProofText}, and hashes with WebCrypto. */
export const sessionProofTextAsync = async (proof: SessionProof, call: ProvenCall): Promise<string> =>
  textOf(proof, call, await sha256HexAsync(canonicalJson(call.body)))

const textOf = (
  { issuedAt, nonce, sessionId }: SessionProof,
  { method, path }: ProvenCall,
  bodyDigest: string
): string =>
  canonicalJson({
    type: "SESSION_PROOF",
    sessionId,
    issuedAt: String(issuedAt),
    nonce,
    method: method.toUpperCase(),
    path,
    bodyDigest
  })

// Thirteen digits of milliseconds last until the year 2286 and are a safe integer.
const PROOF = /^(Session:[0-9a-f-]{36});([0-9]{13});([A-Za-z0-9_-]{22})$/u
