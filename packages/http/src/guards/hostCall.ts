import { faultsOf, type Json, RequestId, type RetryHeaders } from "@countersign/core/internal"
import { Schema } from "effect"
import { refusal, refuseBody } from "../errors/answer.ts"
import {
  BODY_LIMIT,
  canonicalStamps,
  type ReadJson,
  readJson,
  type SignatureHeader,
  splitTarget
} from "../message/Call.ts"
import type { Reply } from "../message/Reply.ts"
import { bodyOf, headersOf } from "../message/webCall.ts"

/** A call to an endpoint of the host, read with the same strict rules as a call to the API. */
export interface HostCall {
  readonly method: string
  /** The path as the client requested it, with its query. */
  readonly path: string
  /** The parsed body; `null` when the request has none. */
  readonly body: Json
  readonly headers: Headers
}

export interface HostCallOptions {
  readonly signatureHeader: SignatureHeader
  /** The prefix that a proxy strips from the path, such as `/api`. Clients sign the path as they request it. */
  readonly strippedPrefix?: string | undefined
  /** The largest body that a guard reads, in bytes; default 65,536. */
  readonly bodyLimit?: number | undefined
}

/**
 * Reads a call and its signature headers, or returns the refusal to send. Reads a clone, so the request's body stays
 * available to the host.
 */
export const hostCalls = ({ bodyLimit = BODY_LIMIT, signatureHeader, strippedPrefix = "" }: HostCallOptions) => {
  const stamps = canonicalStamps(signatureHeader)
  return async (request: Request): Promise<{ readonly call: HostCall; readonly retry: RetryHeaders } | Reply> => {
    // A consumed body cannot be cloned.
    if (request.bodyUsed) return refusal("BodyAlreadyRead")
    const url = new URL(request.url)
    // A router that decodes or resolves this path again would match a different path than the signed one (FA6).
    const target = splitTarget(url.pathname + url.search)
    if (target === undefined) return refusal("TargetNotNormal")
    const sent = headersOf(request.headers)
    const headers = stamps === undefined ? sent : stamps(sent)
    if (headers === undefined) return refusal("HeaderRepeated")
    const body = (limit: number) => bodyOf(request.clone(), limit)
    const read = await readJson({ headers, body }, bodyLimit, NO_BODY)
    if ("tag" in read) return refuseBody(read)
    const requestId = headers["request-id"]
    if (requestId !== undefined && !isRequestId(requestId)) {
      return refusal("InputInvalid", { errors: requestIdFaults({ "request-id": requestId }).errors })
    }
    const { pathname, search } = target
    return {
      call: {
        method: request.method,
        path: `${strippedPrefix}${pathname}${search}`,
        body: read.value,
        headers: request.headers
      },
      retry: { requestId, stamp: headers["service-wallet-signature"] }
    }
  }
}

const NO_BODY: ReadJson = { text: "null", value: null }
const isRequestId = Schema.is(RequestId)
const requestIdFaults = faultsOf(Schema.Struct({ "request-id": RequestId }), { isStrict: false, root: "headers" })
