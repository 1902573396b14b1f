import {
  encodeBase64Url,
  type Json,
  SESSION_PROOF_HEADER,
  type SessionProof,
  sessionProofTextAsync,
  writeSessionProof
} from "@countersign/wire"
import { isSignedRequestChallenge, type StepUp } from "../answers/credentials.ts"
import { bodyOf, readAs } from "../answers/readAnswer.ts"
import type { Answer, HeaderValues, Send } from "../connection.ts"
import { UnexpectedAnswerError } from "../errors.ts"
import { type ActiveSession, type Signer, stampOf } from "../keyPair.ts"
import { basePathOf } from "./path.ts"
import { type Agreed, type RequestedAction, requireAgreed, requireSameAction } from "./requireSameAction.ts"

/** An operation that may require a signature. */
export interface SignedOperation {
  readonly method: string
  /**
   * The path below the client's `baseUrl`. For an endpoint of your own beside it, pass the whole address:
   * `new URL("/payouts", location.href)`. The client's `headers` are sent there too.
   */
  readonly path: string | URL
  readonly body?: Json
  readonly signer: Signer
  /**
   * The call that the signature is for, if it differs from this one: your own endpoint may run an operation of the
   * server with another method, path and body. The client signs nothing else.
   */
  readonly signs?: { readonly method: string; readonly path: string; readonly body?: Json }
}

/**
 * Runs an operation to completion. When the first call returns 202, signs the exact `payloadToSign` and repeats the
 * request with the same body bytes, the stamp and the request id. Otherwise returns the first response.
 *
 * A payload for another request id, method, path or body is not signed, and nothing more is sent: throws
 * `UnexpectedAnswerError`, whose message names the difference.
 *
 * Returns the JSON of the final 2xx, or `undefined` when it has no body; `read` converts it and should throw on
 * unexpected values. Throws `CountersignError`, `UnexpectedAnswerError` or `NetworkError`.
 */
export interface SignedRetry {
  <T>(operation: SignedOperation & { readonly read: (body: unknown) => T }): Promise<T>
  (operation: SignedOperation): Promise<unknown>
}

/** Runs an operation and returns its final response without validating it. Without a signer, a 202 is an error. */
export type Perform = (
  operation: Omit<SignedOperation, "signer"> & { readonly signer: Signer | undefined; readonly agreed?: Agreed }
) => Promise<Answer>

/**
 * Called before the client signs a call for which the platform's policy has a rule, with the session that was passed.
 * Returns the session to sign with: the same one if it satisfies the rule, or one of a new login.
 */
export type OnStepUp = (stepUp: StepUp, signer: Signer) => Signer | Promise<Signer>

/** Returns the session to sign with. */
export const steppedUp = async (signer: Signer, stepUp: StepUp | undefined, onStepUp: OnStepUp | undefined) =>
  stepUp === undefined || onStepUp === undefined ? signer : onStepUp(stepUp, signer)

interface Signing {
  readonly baseUrl: string
  readonly signatureHeader: string
  readonly onStepUp: OnStepUp | undefined
}

export const performOn =
  (send: Send, { baseUrl, onStepUp, signatureHeader }: Signing): Perform =>
  async ({ agreed, body, method, path, signer, signs }) => {
    const text = textOf(body)
    const call = { method, path, ...(text === undefined ? {} : { body: text }) }
    const action: RequestedAction =
      signs === undefined
        ? { method, text, ...(typeof path === "string" ? { path, basePath: basePathOf(baseUrl) } : ownPath(path)) }
        : { ...signs, text: textOf(signs.body), basePath: "" }
    const first = await send(call)
    if (first.status !== 202) return first
    const challenge = readAs(first, isSignedRequestChallenge, "a SignedRequestChallenge")
    if (signer === undefined) throw new TypeError(`${first.call} requires a signature: pass the signer`)
    await requireSameAction(first, challenge, action)
    if (agreed !== undefined) requireAgreed(first, challenge, agreed)
    const { payloadToSign, requestId, stepUp } = challenge
    const stamp = await stampOf(await steppedUp(signer, stepUp, onStepUp), payloadToSign)
    const last = await send({ ...call, headers: { [signatureHeader]: stamp, "Request-Id": requestId } })
    // A challenge is not a success: the operation has not been executed.
    if (last.status === 202)
      throw new UnexpectedAnswerError(last, "the retry was challenged again; did a proxy drop its headers?")
    return last
  }

const ownPath = ({ pathname, search }: URL) => ({ path: `${pathname}${search}`, basePath: "" })

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
      throw new UnexpectedAnswerError(answer, "the body does not have the expected type", cause)
    }
  }
  return signedRetry
}

/** A call to an endpoint of the platform. */
export interface OwnCall {
  readonly method: string
  /** The requested address. The server must see the same path and query. */
  readonly url: string | URL
  /** The value to send as JSON; omit it for a call without a body. */
  readonly body?: Json
}

/**
 * Returns the headers that prove possession of a session key to an endpoint behind `requireSession` (compare DPoP, RFC
 * 9449): a proof for this one call and the session's stamp over it. They are valid once, for about one minute by the
 * local clock.
 */
export type Prove = (session: ActiveSession, call: OwnCall) => Promise<HeaderValues>

export const proveBy =
  (signatureHeader: string): Prove =>
  async (session, { body = null, method, url }) => {
    const nonce = encodeBase64Url(crypto.getRandomValues(new Uint8Array(16)))
    const proof: SessionProof = { sessionId: session.id, issuedAt: Date.now(), nonce }
    // The host name is ignored; the address may be only a path.
    const { pathname, search } = new URL(url, "http://path.invalid")
    const text = await sessionProofTextAsync(proof, { method, path: `${pathname}${search}`, body })
    const stamp = await session.signer.sign(text)
    return { [SESSION_PROOF_HEADER]: writeSessionProof(proof), [signatureHeader]: stamp }
  }
