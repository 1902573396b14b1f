import {
  encodeBase64Url,
  type Json,
  SESSION_PROOF_HEADER,
  type SessionProof,
  sessionProofText,
  writeSessionProof
} from "@countersign/wire"
import type { HeaderValues } from "../headers.ts"
import type { ActiveSession } from "../signer.ts"

/** A call to an endpoint of the platform's own. */
export interface OwnCall {
  readonly method: string
  /** The address as it is called. The server has to see the same path and query. */
  readonly url: string | URL
  /** The value that is sent as JSON; left out where there is no body. */
  readonly body?: Json
}

/**
 * The headers that prove a session to an endpoint behind `requireSession`: a fresh proof for this one call, and the
 * session's stamp over it. They work once, and for about a minute by this machine's clock.
 */
export type Prove = (session: ActiveSession, call: OwnCall) => Promise<HeaderValues>

export const proveBy =
  (signatureHeader: string): Prove =>
  async (session, { body = null, method, url }) => {
    const nonce = encodeBase64Url(crypto.getRandomValues(new Uint8Array(16)))
    const proof: SessionProof = { sessionId: session.id, issuedAt: Date.now(), nonce }
    // The host name counts for nothing: an address that is a path alone is one too.
    const { pathname, search } = new URL(url, "http://path.invalid")
    const stamp = await session.signer.sign(sessionProofText(proof, { method, path: `${pathname}${search}`, body }))
    return { [SESSION_PROOF_HEADER]: writeSessionProof(proof), [signatureHeader]: stamp }
  }
