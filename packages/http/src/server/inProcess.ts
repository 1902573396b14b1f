import { Effect } from "@countersign/core/effect"
import { encodeUtf8 } from "@countersign/wire"
import { bodyOf as bodyOfRefusal, refuseBody } from "../errors/answer.ts"
import type { ErrorBody } from "../errors/Entry.ts"
import { readJson } from "../message/Call.ts"
import type { CallHeaders } from "../message/hostTypes.ts"
import { json, type Reply } from "../message/Reply.ts"
import { Grounds, type Needs } from "../Ports.ts"
import type { AnyEndpoint, Endpoint } from "../resources/endpoint.ts"
import { idempotently } from "./idempotency.ts"
import { programOf } from "./program.ts"

/** The input of an in-process call. */
export interface Brought {
  readonly id?: string
  /** The query parameters, written as strings; for a list, each item. */
  readonly query?: object
  readonly body?: unknown
  /** The two headers of a signed retry; absent on the first call. */
  readonly stamp?: string | null | undefined
  readonly requestId?: string | null | undefined
  readonly idempotencyKey?: string | undefined
  /** The device of the end user, for a call that opens a session. */
  readonly userAgent?: string | null | undefined
  readonly address?: string | null | undefined
}

/** The JSON form of a response. The codec that the contract wraps around a schema loses the field types. */
type Written<Success> = Success extends { readonly schema: { readonly Encoded: infer Fields } }
  ? Fields
  : Success extends { readonly Encoded: infer Whole }
    ? Whole
    : never

/** Calls an endpoint in process, and resolves to its response. */
export type CallInProcess = <Shape extends AnyEndpoint["shape"]>(
  endpoint: Endpoint<Shape>,
  brought: Brought
) => Promise<Written<Shape["~Success"]>>

/**
 * Calls an endpoint in process, with the same decoders, handler, encoders and refusals as over HTTP. It is for hosts
 * that act on their own behalf, so it skips the token, scope and rate limit checks. A refusal is its reply.
 */
export const inProcess = <Shape extends AnyEndpoint["shape"]>(
  endpoint: Endpoint<Shape>,
  brought: Brought
): Effect.Effect<Written<Shape["~Success"]> | Reply, never, Needs> =>
  Effect.map(replyTo(endpoint, brought), (reply) => {
    if (reply.status >= 400) return reply
    return reply.body === "" ? undefined : JSON.parse(reply.body)
  })

const replyTo = Effect.fnUntraced(function* (
  endpoint: AnyEndpoint,
  { body, id, query = {}, ...headers }: Brought
): Effect.fn.Return<Reply, never, Needs> {
  const { ground } = endpoint
  if (ground !== undefined && !(yield* Grounds).includes(ground)) {
    return json(404, { ...bodyOfRefusal({ _tag: "EndpointNotFound" }), message: REMEDIES[ground] })
  }
  const read = endpoint.body === "none" ? undefined : yield* Effect.promise(() => readJson(bodyOf(body), Infinity))
  if (read !== undefined && "tag" in read) return refuseBody(read)
  const named = Object.entries<unknown>({ ...query }).filter(([, value]) => value !== undefined)
  const sent = named.map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)] as const)
  const pairs = sent.flatMap(([name, values]) => [values].flat().map((value) => [name, value]))
  const search = pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`
  const received = {
    endpoint,
    headers: headersOf(headers),
    params: id === undefined ? {} : { id },
    target: `${endpoint.shape.path.replace(":id", encodeURIComponent(id ?? ""))}${search}`,
    query: Object.fromEntries(sent),
    body: read
  }
  const program = programOf(endpoint)(received)
  const key = endpoint.isRepeatable ? headers.idempotencyKey : undefined
  return yield* key === undefined ? program : idempotently(program, received, key, HOST)
})

/** The messages of errors for a host that calls an endpoint its environment does not support. */
const REMEDIES = {
  rails: "No money moves in this environment. Configure paymentRails in createCountersign.",
  sandbox: "This operation is available only in the sandbox, and this environment is production."
} as const

/** Takes the place of the token id in the scope of an Idempotency-Key. Token ids contain no colon, so it is unique. */
const HOST = ":host"

const bodyOf = (sent: unknown = {}) => ({
  headers: { "content-type": "application/json" },
  body: async () => encodeUtf8(JSON.stringify(sent))
})

const headersOf = ({ address, idempotencyKey, requestId, stamp, userAgent }: Brought): CallHeaders => ({
  ...(typeof stamp === "string" ? { "service-wallet-signature": stamp } : {}),
  ...(typeof userAgent === "string" ? { "service-client-user-agent": userAgent } : {}),
  ...(typeof address === "string" ? { "service-client-address": address } : {}),
  ...(typeof requestId === "string" ? { "request-id": requestId } : {}),
  ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey })
})

/** Returns the body of a refused call. */
export const refusalIn = ({ body }: Reply): typeof ErrorBody.Type => JSON.parse(body)
