import { RequestId, type RetryHeaders } from "@countersign/core"
import { parseStrictJson } from "@countersign/wire"
import { Schema } from "effect"
import { refusal } from "../web/edge.ts"
import { readJson } from "../web/readJson.ts"
import { type SignatureHeader, withCanonicalStamp } from "../web/signatureHeader.ts"

/** A call to an endpoint of the host's own, read as strictly as one to an endpoint of ours. */
export interface HostCall {
  readonly method: string
  /** As it was called, with its query. */
  readonly path: string
  /** As it was sent; null where there was none. */
  readonly body: Schema.Json
  readonly headers: Headers
}

export interface HostCallOptions {
  readonly signatureHeader: SignatureHeader
  /** What a proxy in front takes off the path, `/api`: what is signed is the path as its caller spells it. */
  readonly strippedPrefix?: string | undefined
}

/** The call and what it is signed with, or the refusal to answer. The request keeps its body for whoever comes next. */
export const readHostCall = async (
  request: Request,
  { signatureHeader, strippedPrefix = "" }: HostCallOptions
): Promise<{ readonly call: HostCall; readonly retry: RetryHeaders } | Response> => {
  // Nobody could clone it.
  if (request.bodyUsed) return refusal("BodyTaken")
  const headers = withCanonicalStamp(request.headers, signatureHeader)
  if (headers === undefined) return refusal("HeaderRepeated")
  const text = await readJson(request.clone(), "null")
  if (typeof text !== "string") return refusal(text.tag, text.details === undefined ? {} : { details: text.details })
  const requestId = headers.get("request-id") ?? undefined
  if (requestId !== undefined && !isRequestId(requestId)) {
    return refusal("InputInvalid", { details: { errors: [{ field: "request-id", message: "Expected a request id" }] } })
  }
  const { pathname, search } = new URL(request.url)
  return {
    call: {
      method: request.method,
      path: `${strippedPrefix}${pathname}${search}`,
      body: readBody(parseStrictJson(text)),
      headers: request.headers
    },
    retry: { requestId, stamp: headers.get("service-wallet-signature") ?? undefined }
  }
}

const readBody = Schema.decodeUnknownSync(Schema.Json)
const isRequestId = Schema.is(RequestId)
