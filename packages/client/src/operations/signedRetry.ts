import {
  encodeBase64Url,
  type Json,
  SESSION_PROOF_HEADER,
  type SessionProof,
  sessionProofText,
  writeSessionProof
} from "@countersign/wire"
import { isSignedRequestChallenge } from "../answers/credentials.ts"
import { bodyOf, readAs } from "../answers/readAnswer.ts"
import type { Answer, HeaderValues, Send } from "../connection.ts"
import { UnexpectedAnswerError } from "../errors.ts"
import { type ActiveSession, type Signer, signingKeyOf } from "../keyPair.ts"
import { basePathOf } from "./path.ts"
import { type Agreed, type Asked, requireAgreed, requireAsked } from "./requireAsked.ts"

/** An operation that may want a signature. `path` is relative to the client's `baseUrl`. */
export interface SignedOperation {
  readonly method: string
  readonly path: string
  readonly body?: Json
  readonly signer: Signer
  /**
   * The call that the signature is for, where it is not this one: an endpoint of yours may run an operation of the
   * service that has a method, a path and a body of its own. Nothing else is signed.
   */
  readonly signs?: { readonly method: string; readonly path: string; readonly body?: Json }
}

/**
 * Runs an operation to its end: where the first call answers 202, signs `payloadToSign` to the byte and repeats the
 * request, its body to the byte too, with the stamp and the request id. Where no signature is wanted, the first answer
 * is the last.
 *
 * A payload that is for another request id, method, path or body is not signed, and nothing more is sent: that is an
 * `UnexpectedAnswerError` that says which of them differs.
 *
 * Answers the JSON of the final 2xx, `undefined` where it has no body; `read` turns that into a type, and should throw
 * on anything else. Throws `CountersignError`, `UnexpectedAnswerError` or `NetworkError`.
 */
export interface SignedRetry {
  <T>(operation: SignedOperation & { readonly read: (body: unknown) => T }): Promise<T>
  (operation: SignedOperation): Promise<unknown>
}

/** Runs an operation to its final answer, not judged yet. Without a signer it must not want a signature. */
export type Perform = (
  operation: Omit<SignedOperation, "signer"> & { readonly signer: Signer | undefined; readonly agreed?: Agreed }
) => Promise<Answer>

export const performOn =
  (send: Send, { baseUrl, signatureHeader }: { readonly baseUrl: string; readonly signatureHeader: string }): Perform =>
  async ({ agreed, body, method, path, signer, signs }) => {
    const text = textOf(body)
    const call = { method, path, ...(text === undefined ? {} : { body: text }) }
    const asked: Asked =
      signs === undefined
        ? { method, path, text, basePath: basePathOf(baseUrl) }
        : { ...signs, text: textOf(signs.body), basePath: "" }
    const first = await send(call)
    if (first.status !== 202) return first
    const challenge = readAs(first, isSignedRequestChallenge, "a SignedRequestChallenge")
    if (signer === undefined) throw new TypeError(`${first.call} wants a signature: give the signer`)
    requireAsked(first, challenge, asked)
    if (agreed !== undefined) requireAgreed(first, challenge, agreed)
    const { payloadToSign, requestId } = challenge
    const stamp = await signingKeyOf(signer).sign(payloadToSign)
    const last = await send({ ...call, headers: { [signatureHeader]: stamp, "Request-Id": requestId } })
    // A challenge is no success: whoever took it for one would believe the operation done.
    if (last.status === 202)
      throw new UnexpectedAnswerError(last, "the retry was challenged again; were its headers lost?")
    return last
  }

const textOf = (body: Json | undefined): string | undefined => (body === undefined ? undefined : JSON.stringify(body))

export const signedRetryOn = (perform: Perform): SignedRetry => {
  function signedRetry<T>(operation: SignedOperation & { readonly read: (body: unknown) => T }): Promise<T>
  function signedRetry(operation: SignedOperation): Promise<unknown>
  async function signedRetry(operation: SignedOperation & { readonly read?: (body: unknown) => unknown }) {
    const answer = await perform(operation)
    const body = bodyOf(answer)
    if (operation.read === undefined) return body
    try {
      return operation.read(body)
    } catch (cause) {
      throw new UnexpectedAnswerError(answer, "the body is not what the caller reads", cause)
    }
  }
  return signedRetry
}

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
