import { faultsOf, type Json, RequestId, type RetryHeaders } from "@countersign/core/internal"
import { Schema } from "effect"
import { refusal, refuseBody } from "../errors/answer.ts"
import { BODY_LIMIT, type ReadJson, readJson } from "../message/body.ts"
import { bodyOf, headersOf } from "../message/Call.ts"
import { canonicalStamps, type SignatureHeader } from "../message/headers.ts"
import type { Reply } from "../message/Reply.ts"
import { splitTarget } from "../message/target.ts"

/** A call to an endpoint of the host's own, read as strictly as one to an endpoint of ours. */
export interface HostCall {
  readonly method: string
  /** As it was called, with its query. */
  readonly path: string
  /** As it was sent; null where there was none. */
  readonly body: Json
  readonly headers: Headers
}

export interface HostCallOptions {
  readonly signatureHeader: SignatureHeader
  /** What a proxy in front takes off the path, `/api`: what is signed is the path as its caller spells it. */
  readonly strippedPrefix?: string | undefined
  /** The largest body that a guard reads, in bytes; 65,536 when absent. */
  readonly bodyLimit?: number | undefined
}

/**
 * Reads a call and what it is signed with, or the refusal to answer. The request keeps its body for whoever comes next.
 */
export const hostCalls = ({ bodyLimit = BODY_LIMIT, signatureHeader, strippedPrefix = "" }: HostCallOptions) => {
  const stamps = canonicalStamps(signatureHeader)
  return async (request: Request): Promise<{ readonly call: HostCall; readonly retry: RetryHeaders } | Reply> => {
    // A used body cannot be cloned.
    if (request.bodyUsed) return refusal("BodyTaken")
    const url = new URL(request.url)
    // A router that decodes or resolves what this path still has reads another path than the one that is signed (FA6).
    const target = splitTarget(url.pathname + url.search)
    if (target === undefined) return refusal("TargetNotNormal")
    const headers = stamps(headersOf(request.headers))
    if (headers === undefined) return refusal("HeaderRepeated")
    const body = (limit: number) => bodyOf(request.clone(), limit)
    const read = await readJson({ headers, body }, bodyLimit, NO_BODY)
    if ("tag" in read) return refuseBody(read)
    const requestId = headers["request-id"]
    if (requestId !== undefined && !isRequestId(requestId)) {
      return refusal("InputInvalid", { details: { errors: requestIdFaults({ "request-id": requestId }).errors } })
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
