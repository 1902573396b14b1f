import { type Json, RequestId, type RetryHeaders } from "@countersign/core"
import { Schema } from "effect"
import type { Reply } from "../serve/Reply.ts"
import { bodyOf, headersOf } from "../serve/webCall.ts"
import { refusal } from "../web/edge.ts"
import { type ReadJson, readJson } from "../web/readJson.ts"
import { canonicalStamps, type SignatureHeader } from "../web/signatureHeader.ts"

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
}

/**
 * Reads a call and what it is signed with, or the refusal to answer. The request keeps its body for whoever comes next.
 */
export const hostCalls = ({ signatureHeader, strippedPrefix = "" }: HostCallOptions) => {
  const stamps = canonicalStamps(signatureHeader)
  return async (request: Request): Promise<{ readonly call: HostCall; readonly retry: RetryHeaders } | Reply> => {
    // Nobody could clone it.
    if (request.bodyUsed) return refusal("BodyTaken")
    const headers = stamps(headersOf(request.headers))
    if (headers === undefined) return refusal("HeaderRepeated")
    const read = await readJson({ headers, body: () => bodyOf(request.clone()) }, NO_BODY)
    if ("tag" in read) return refusal(read.tag, read.details === undefined ? {} : { details: read.details })
    const requestId = headers["request-id"]
    if (requestId !== undefined && !isRequestId(requestId)) {
      return refusal("InputInvalid", {
        details: { errors: [{ field: "request-id", message: "Expected a request id" }] }
      })
    }
    const { pathname, search } = new URL(request.url)
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
