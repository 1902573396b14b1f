import { encodeUtf8 } from "@countersign/wire"
import { Effect } from "effect"
import { refuseBody } from "../errors/answer.ts"
import type { ErrorBody } from "../errors/Entry.ts"
import { readJson } from "../message/body.ts"
import type { CallHeaders } from "../message/Call.ts"
import type { Reply } from "../message/Reply.ts"
import { Grounds, type Needs } from "../Ports.ts"
import type { AnyEndpoint, Endpoint } from "../resources/endpoint.ts"
import { once } from "./decode.ts"
import { idempotently } from "./idempotency.ts"
import { programOf } from "./run.ts"

/** What a call in this process brings to an endpoint. */
export interface Brought {
  /** What the path names. */
  readonly id?: string
  /** Its fields are written as a query has them; of a list, each item. */
  readonly query?: object
  readonly body?: unknown
  /** The two headers of a retry; neither on the first call. */
  readonly stamp?: string | null | undefined
  readonly requestId?: string | null | undefined
  readonly idempotencyKey?: string | undefined
}

/** What a call in this process came to: the answer of the endpoint, or the body of its refusal. */
export type Answered<A> =
  | { readonly answer: A; readonly refusal: undefined }
  | { readonly answer: undefined; readonly refusal: typeof ErrorBody.Type }

/** What an endpoint answers as JSON has it. The codec that the contract puts around a schema forgets its fields. */
type Written<Success> = Success extends { readonly schema: { readonly Encoded: infer Fields } }
  ? Fields
  : Success extends { readonly Encoded: infer Whole }
    ? Whole
    : never

/**
 * Answers a call of an endpoint as its HTTP call is answered, with the same decoders, handler, encoders and refusals, for
 * a host that acts on its own behalf: without token, scope and limit of calls.
 */
export const inProcess = <Shape extends AnyEndpoint["shape"] & { readonly "~Success": unknown }, R extends Needs>(
  endpoint: Endpoint<Shape, R>,
  brought: Brought
): Effect.Effect<Answered<Written<Shape["~Success"]>>, never, Needs> =>
  Effect.map(replyTo(endpoint, brought), ({ body, status }) =>
    status < 400
      ? { answer: body === "" ? undefined : JSON.parse(body), refusal: undefined }
      : { answer: undefined, refusal: JSON.parse(body) }
  )

const replyTo = Effect.fnUntraced(function* (
  endpoint: AnyEndpoint,
  { body: sent, id, query = {}, ...headers }: Brought
): Effect.fn.Return<Reply, never, Needs> {
  const { ground } = endpoint
  if (ground !== undefined && !(yield* Grounds).includes(ground)) return yield* Effect.die(new Error(REMEDIES[ground]))
  const read = endpoint.body === "none" ? undefined : yield* Effect.promise(() => readJson(bodyOf(sent), Infinity))
  if (read !== undefined && "tag" in read) return refuseBody(read)
  const search = searchOf(query)
  const received = {
    endpoint,
    headers: headersOf(headers),
    params: id === undefined ? {} : { id },
    target: `${endpoint.shape.path.replace(":id", encodeURIComponent(id ?? ""))}${search}`,
    search,
    body: read
  }
  const program = programFor(endpoint)(received)
  const key = endpoint.isRepeatable ? headers.idempotencyKey : undefined
  return yield* key === undefined ? program : idempotently(program, received, key, HOST)
})

/** What a host does that calls an endpoint which its environment does not have. */
const REMEDIES = {
  rails: "No money moves in this environment: give createCountersign paymentRails.",
  sandbox: "Only a sandbox does that, and this environment is production."
} as const

/** The place of an API token's id in the scope of an Idempotency-Key: no token has an id with a colon. */
const HOST = ":host"

const programs = new WeakMap<AnyEndpoint, () => ReturnType<typeof programOf>>()
const programFor = (endpoint: AnyEndpoint) => {
  const known = programs.get(endpoint) ?? once(() => programOf(endpoint))
  programs.set(endpoint, known)
  return known()
}

const bodyOf = (sent: unknown = {}) => ({
  headers: { "content-type": "application/json" },
  body: async () => encodeUtf8(JSON.stringify(sent))
})

const headersOf = ({ idempotencyKey, requestId, stamp }: Brought): CallHeaders => ({
  ...(typeof stamp === "string" ? { "service-wallet-signature": stamp } : {}),
  ...(typeof requestId === "string" ? { "request-id": requestId } : {}),
  ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey })
})

const searchOf = (query: object): string => {
  const pairs = Object.entries<unknown>({ ...query }).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => (each === undefined ? [] : [[name, String(each)]]))
  )
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`
}
