import {
  encodeBase64Url,
  type Json,
  SESSION_PROOF_HEADER,
  type SessionProof,
  sessionProofTextAsync,
  writeSessionProof
} from "@countersign/wire"
import { isSignedRequestChallenge, type StepUp } from "../answers/credentials.ts"
import { isErrorBody } from "../answers/ErrorBody.ts"
import type { Expected } from "../answers/expected.ts"
import { bodyOf, readAs } from "../answers/readAnswer.ts"
import type { Answer, HeaderValues, Send } from "../connection.ts"
import { NotConfirmedError, UnexpectedAnswerError } from "../errors.ts"
import { type ActiveSession, type Signer, stampOf } from "../keyPair.ts"
import type { ServerClock } from "../serverClock.ts"
import { basePathOf, pathAndQueryOf } from "./path.ts"
import {
  type Means,
  type RequestedAction,
  requireMeant,
  requireSameAction,
  type SignedTerms
} from "./requireSameAction.ts"

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
  /** The activity that `expects` is for, if an operation of the API has one of its own: `ACTIVITY_TYPE_UPDATE_USER_EMAIL`. */
  readonly activity?: string
}

/**
 * Called before anything is signed, with the terms decoded from the payload. Show the end user these values only, and
 * return whether they agree. Only `true` signs.
 */
export type Confirm<Terms = SignedTerms> = (terms: Terms) => boolean | Promise<boolean>

/** Who signs an operation that the client itself compares with its payload, and who reviews it. */
export interface SignedBy {
  /** A session of the account. */
  readonly signer: Signer
  /** Shows what is signed before it is. */
  readonly confirm?: Confirm | undefined
}

/**
 * The terms that the caller means to sign: `expects`, which must equal the `values` of the decoded terms, or `confirm`, which
 * decides on them. With both, `confirm` is called with terms that are as expected.
 */
export type Reviewed =
  | { readonly expects: Expected; readonly confirm?: Confirm | undefined }
  | { readonly expects?: Expected | undefined; readonly confirm: Confirm }

/**
 * Runs an operation to completion. When the first call returns 202, decodes the terms of `payloadToSign`, compares them
 * with `expects`, calls `confirm`, signs the exact payload and repeats the request with the same body bytes, the stamp
 * and the request id. Otherwise returns the first response.
 *
 * A payload for another request id, method, path, body or wallet, or with other terms, is not signed, and nothing more is
 * sent: throws `UnexpectedAnswerError` or, for terms, `TermsDifferError`, whose message names the difference. Throws
 * `NotConfirmedError` when `confirm` does not return true.
 *
 * Returns the JSON of the final 2xx, or `undefined` when it has no body; `read` converts it and should throw on
 * unexpected values. Throws `CountersignError`, `UnexpectedAnswerError` or `NetworkError`.
 */
export type SignedRetry = Retry<Reviewed>

/** Runs an operation as `SignedRetry` does, and signs any terms that the server writes into its payload. */
export type SignedRetryWithoutReview = Retry<unknown>

interface Retry<Review> {
  <T>(operation: SignedOperation & Review & { readonly read: (body: unknown) => T }): Promise<T>
  (operation: SignedOperation & Review): Promise<unknown>
}

/** Runs an operation and returns its final response without validating it. Without a signer, a 202 is an error. */
export type Perform = (
  operation: Omit<SignedOperation, "activity" | "signer"> & {
    readonly signer: Signer | undefined
    /** The terms that the operation means to sign. Only terms that the caller confirms may be undefined here. */
    readonly means: Means | undefined
    readonly confirm: Confirm | undefined
  }
) => Promise<Answer>

/**
 * Called before the client signs a call for which the platform's policy has a rule, with the session that was passed.
 * Returns the session to sign with: the same one if it satisfies the rule, or one of a new login.
 */
export type OnStepUp = (stepUp: StepUp, signer: Signer) => Signer | Promise<Signer>

/** Signs a payload after a review of its terms. No other function of this client signs what a server wrote (GA23). */
export const reviewedStamp = async <Terms>({
  confirm,
  notConfirmed,
  onStepUp,
  payload,
  signer,
  stepUp,
  terms
}: {
  readonly payload: string
  readonly terms: Terms
  readonly confirm: Confirm<Terms> | undefined
  readonly notConfirmed: () => Error
  readonly signer: Signer
  readonly stepUp: StepUp | undefined
  readonly onStepUp: OnStepUp | undefined
}): Promise<string> => {
  if (confirm !== undefined && (await confirm(terms)) !== true) throw notConfirmed()
  return stampOf(stepUp === undefined || onStepUp === undefined ? signer : await onStepUp(stepUp, signer), payload)
}

interface Signing {
  readonly baseUrl: string
  readonly signatureHeader: string
  readonly onStepUp: OnStepUp | undefined
}

export const performOn =
  (send: Send, { baseUrl, onStepUp, signatureHeader }: Signing): Perform =>
  async ({ body, confirm, means, method, path, signer, signs }) => {
    if (means === undefined && confirm === undefined) throw new TypeError("State what to sign: pass expects or confirm")
    const text = textOf(body)
    const call = { method, path, ...(text === undefined ? {} : { body: text }) }
    const action: RequestedAction =
      signs === undefined
        ? {
            method,
            text,
            ...(typeof path === "string"
              ? { path, basePath: basePathOf(baseUrl) }
              : { path: pathAndQueryOf(path), basePath: "" })
          }
        : { ...signs, text: textOf(signs.body), basePath: "" }
    const first = await send(call)
    if (first.status !== 202) return first
    const challenge = readAs(first, isSignedRequestChallenge, "a SignedRequestChallenge")
    if (signer === undefined) throw new TypeError(`${first.call} requires a signature: pass the signer`)
    const terms = await requireSameAction(first, challenge, action)
    requireMeant(first, terms, means?.(terms.accountId), signer)
    const { payloadToSign: payload, requestId, stepUp } = challenge
    const notConfirmed = () => new NotConfirmedError()
    const stamp = await reviewedStamp({ payload, terms, confirm, notConfirmed, signer, stepUp, onStepUp })
    const last = await send({ ...call, headers: { [signatureHeader]: stamp, "Request-Id": requestId } })
    // A challenge is not a success: the operation has not been executed.
    if (last.status === 202)
      throw new UnexpectedAnswerError(last, "the retry was challenged again; did a proxy drop its headers?")
    return last
  }

const textOf = (body: Json | undefined): string | undefined => (body === undefined ? undefined : JSON.stringify(body))

/** Only an approval by `always` may take the place of a review. */
export const signedRetryOn = (perform: Perform, always?: Confirm) => {
  type Operation = SignedOperation & { readonly expects?: Expected | undefined; readonly confirm?: Confirm | undefined }
  function signedRetry<T>(operation: Operation & { readonly read: (body: unknown) => T }): Promise<T>
  function signedRetry(operation: Operation): Promise<unknown>
  async function signedRetry({
    activity,
    confirm = always,
    expects: values,
    read,
    ...operation
  }: Operation & { readonly read?: (body: unknown) => unknown }) {
    const means = values === undefined ? undefined : () => [{ activity, values }]
    const answer = await perform({ ...operation, confirm, means })
    const body = bodyOf(answer)
    if (read === undefined) return body
    try {
      return read(body)
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
 * server's clock.
 */
export type Prove = (session: ActiveSession, call: OwnCall) => Promise<HeaderValues>

export const proveBy =
  (signatureHeader: string, clock: Pick<ServerClock, "now">): Prove =>
  async (session, { body = null, method, url }) => {
    const nonce = encodeBase64Url(crypto.getRandomValues(new Uint8Array(16)))
    const proof: SessionProof = { sessionId: session.id, issuedAt: clock.now(), nonce }
    const text = await sessionProofTextAsync(proof, { method, path: pathAndQueryOf(url), body })
    const stamp = await session.signer.sign(text)
    return { [SESSION_PROOF_HEADER]: writeSessionProof(proof), [signatureHeader]: stamp }
  }

/**
 * Calls an endpoint behind `requireSession` with a new proof. If the server finds the proof stale, the client takes the time of
 * the refusal and repeats the call once: the clock of the device was wrong. `init` has further headers and options of `fetch`.
 */
export type FetchWithProof = (
  session: ActiveSession,
  call: OwnCall,
  init?: Omit<RequestInit, "body" | "method">
) => Promise<Response>

export const fetchWithProofOn =
  (prove: Prove, clock: ServerClock, send: typeof fetch = (url, init) => fetch(url, init)): FetchWithProof =>
  async (session, call, init = {}) => {
    const text = textOf(call.body)
    const once = async () => {
      const headers = new Headers(init.headers)
      if (text !== undefined) headers.set("content-type", "application/json")
      for (const [name, value] of Object.entries(await prove(session, call))) headers.set(name, value)
      const sent = Date.now()
      const body = text === undefined ? {} : { body: text }
      return { sent, response: await send(call.url, { ...init, method: call.method, headers, ...body }) }
    }
    const { response, sent } = await once()
    if (response.status !== 401) return response
    const refusal: unknown = await response
      .clone()
      .json()
      .catch(() => undefined)
    if (!isErrorBody(refusal) || refusal.details?.serverTime === undefined) return response
    clock.see(refusal.details.serverTime, sent)
    return (await once()).response
  }
