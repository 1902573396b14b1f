import { Buffer, isUtf8 } from "node:buffer"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Handler, Mount } from "@countersign/testkit"
import { mountedUnder } from "countersign"
import { type Host, joining, listening } from "./Host.ts"

/** The part of an event of payload version 2.0 that is a request. Function URLs and HTTP APIs of API Gateway send it. */
export interface FunctionUrlEvent {
  readonly rawPath: string
  readonly rawQueryString: string
  readonly cookies?: ReadonlyArray<string>
  /** By lower-case name. Repeated headers are joined with commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly requestContext: { readonly http: { readonly method: string } }
  readonly body?: string
  readonly isBase64Encoded: boolean
}

export interface FunctionUrlResult {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: ReadonlyArray<string>
  readonly body: string
  readonly isBase64Encoded: boolean
}

/**
 * Serves a web handler as a Lambda function: `export const handler = functionUrl(countersign.handler)`. An HTTP API puts
 * the name of a stage other than `$default` in front of the path: `functionUrl(countersign.handler, "/prod")`.
 */
export const functionUrl = (handler: Handler, prefix = "/") => {
  const serve = mountedUnder(prefix, handler)
  return async (event: FunctionUrlEvent): Promise<FunctionUrlResult> => {
    const response = await serve(requestOf(event))
    const { "set-cookie": _, ...headers } = Object.fromEntries(response.headers)
    return {
      statusCode: response.status,
      headers,
      cookies: response.headers.getSetCookie(),
      body: Buffer.from(await response.arrayBuffer()).toString("base64"),
      isBase64Encoded: true
    }
  }
}

const requestOf = ({ body, cookies, headers: named, isBase64Encoded, requestContext, ...event }: FunctionUrlEvent) => {
  const { method } = requestContext.http
  const headers = new Headers(Object.entries(named))
  if (cookies !== undefined) headers.set("cookie", cookies.join("; "))
  // The host name is never trusted. It only completes the URL.
  const url = new URL("http://localhost")
  url.pathname = event.rawPath
  // A web Request has a path in normal form. The service has to see, and reject, a path that was not.
  const isNormal = url.pathname === event.rawPath && !event.rawQueryString.includes("#")
  if (!isNormal) url.pathname = encodeURIComponent(event.rawPath)
  url.search = event.rawQueryString
  const isBare = body === undefined || method === "GET" || method === "HEAD"
  const content = isBare ? null : Buffer.from(body, isBase64Encoded ? "base64" : "utf8")
  if (!FORBIDDEN.test(method)) return new Request(url, { method, headers, body: content })
  return Object.defineProperty(new Request(url, { headers }), "method", { value: method })
}

/** The constructor of a web Request rejects these methods, and `mountedUnder` answers them. */
const FORBIDDEN = /^(?:CONNECT|TRACE|TRACK)$/iu

/** The front end of a function URL: converts each request into an event, and the result into the response. */
const listen = ({ handler, prefix }: Mount) => {
  const invoke = functionUrl(handler, prefix)
  return listening(async (incoming, outgoing) => {
    const chunks: Array<Uint8Array> = []
    try {
      for await (const chunk of incoming) chunks.push(chunk)
      answer(outgoing, await invoke(eventOf(incoming, Buffer.concat(chunks))))
    } catch {
      // What a caller receives when the function throws.
      outgoing.writeHead(502, { "content-type": "text/plain" }).end("Internal Server Error")
    }
  })
}

const eventOf = (incoming: IncomingMessage, body: Buffer): FunctionUrlEvent => {
  const { headers, headersDistinct, method = "GET", url = "/" } = incoming
  const [rawPath = "", ...query] = url.replace(/^https?:\/\/[^/?#]*/iu, "").split("?")
  const { cookie: _, ...others } = headersDistinct
  const isText = isUtf8(body)
  return {
    rawPath,
    rawQueryString: query.join("?"),
    ...(headers.cookie === undefined ? {} : { cookies: headers.cookie.split("; ") }),
    headers: Object.fromEntries(Object.entries(others).map(([name, values = []]) => [name, values.join(", ")])),
    requestContext: { http: { method } },
    ...(body.length === 0 ? {} : { body: body.toString(isText ? "utf8" : "base64") }),
    isBase64Encoded: body.length > 0 && !isText
  }
}

const answer = (
  outgoing: ServerResponse,
  { body, cookies, headers, isBase64Encoded, statusCode }: FunctionUrlResult
) => {
  outgoing.writeHead(statusCode, { ...headers, ...(cookies.length === 0 ? {} : { "set-cookie": [...cookies] }) })
  outgoing.end(Buffer.from(body, isBase64Encoded ? "base64" : "utf8"))
}

const joins = joining("Lambda joins repeated headers before any code can read them")
const thrown = {
  reason: "the service responds to its own failures; AWS responds with a 502 to an exception of the function",
  fails: "A failure is a 500 of the catalogue. Expected 500, found 502"
}
const unreported = {
  reason: "Lambda does not report the disconnect of a client",
  fails: "The signal of a disconnected client was not aborted"
}
const whole = {
  reason: "Lambda invokes the function when it has the whole body, of at most 6 MB",
  fails: "POST received no response within 1000 ms"
}

export const lambda: ReadonlyArray<Host> = [
  {
    name: "AWS Lambda",
    mounting: "`functionUrl`, with its prefix; behind a front end of this repository that sends function URL events",
    listen,
    parsers: [],
    exempt: {
      "F16 H11: a repeated Authorization header is rejected, whatever its values": joins.header,
      "F16 H11: a repeated Request-Id header is rejected, whatever its values": joins.header,
      "F16 H11: a repeated Service-Wallet-Signature header is rejected, whatever its values": joins.header,
      "F16 H11: a repeated Idempotency-Key header is rejected, whatever its values": joins.header,
      "F16 H11: a repeated Content-Type header is rejected, whatever its values": joins.header,
      "a connection serves the next request after a rejection, and does not parse the body as a request": joins.next,
      "I16: a handler that rejects results in a 500 with an error code and no details, and the process survives":
        thrown,
      "I16: a handler that throws results in a 500 with an error code and no details, and the process survives": thrown,
      "I16: a handler that rejects without an error results in a 500 with an error code and no details, and the process survives":
        thrown,
      "I16: a handler that rejects with undefined results in a 500 with an error code and no details, and the process survives":
        thrown,
      "I16: a handler that returns a response that cannot be sent results in a 500 with an error code and no details, and the process survives":
        thrown,
      "a response whose body fails is never received as complete": thrown,
      "D16: a client disconnect aborts the signal of GET, and the process survives": unreported,
      "D16: a client disconnect aborts the signal of POST, and the process survives": unreported,
      "D16: a late client disconnect aborts the signal, also after a garbage collection": unreported,
      "H8: a body without an end is rejected while it is being sent": whole,
      "FA5: a caller with no token receives a 401 before any of the body was sent": whole,
      "FA5: a caller with a wrong token receives a 401 before any of the body was sent": whole
    }
  }
]
