import { Context, Effect, Function as Fn, Result, Schema } from "@countersign/core/effect"
import { HttpApi, type HttpApiEndpoint, HttpApiSchema } from "@countersign/core/effect/http-api"
import { decoderOf, type Faults, faultsOf, REFUSED } from "@countersign/core/internal"
import { answered, type Refusal, refuse } from "../errors/answer.ts"
import { json, Reply } from "../message/Reply.ts"
import type { Needs } from "../Ports.ts"
import { type AnyEndpoint, PARSE, PARSE_PAYLOAD } from "../resources/endpoint.ts"
import { Api } from "../resources/groups.ts"
import type { Received } from "./route.ts"

/**
 * Decodes a call, handles it and encodes the answer. A refusal of any of these is the reply. `requireAllowed` runs
 * between the first two, so that a call that does not decode costs no read of the store.
 */
export type Program = (
  received: Received,
  requireAllowed?: Effect.Effect<void, Refusal, Needs>
) => Effect.Effect<Reply, never, Needs>

/** Returns the program of an endpoint. Compiles it on its first call, because few processes serve all endpoints. */
export const programOf = Fn.memoize((endpoint: AnyEndpoint): Program => {
  const readers = readersOf(endpoint.shape)
  const encode = encoderOf(endpoint.shape)
  return ({ body, headers, params, query }, requireAllowed) => {
    const sent = { params, headers, query, payload: body?.value }
    const call: Partial<Record<Slot | "sent", unknown>> = { sent: body?.value ?? null }
    for (const { explain, plain, slot } of readers) {
      const value = plain(sent[slot])
      // Reports the errors of the first part that fails to decode.
      if (value === REFUSED) return Effect.succeed(refuse({ _tag: "InputInvalid", ...explain(sent[slot]) }))
      call[slot] = value
    }
    const handled = endpoint.handle(call)
    return answered(
      Effect.map(requireAllowed === undefined ? handled : Effect.andThen(requireAllowed, handled), encode)
    )
  }
})

/** A part of a call that the contract can declare a schema for. */
type Slot = "params" | "headers" | "query" | "payload"

interface Reader {
  readonly slot: Slot
  /** Returns the decoded part, or `REFUSED`. */
  readonly plain: (input: unknown) => unknown
  /** Returns the errors of a rejected part. */
  readonly explain: (input: unknown) => Faults
}

const readersOf = ({
  annotations,
  headers,
  method,
  params,
  payload,
  query
}: AnyEndpoint["shape"]): ReadonlyArray<Reader> => [
  ...reader("params", params),
  ...reader("headers", headers),
  ...reader("query", queryShapeOf(method, query), PARSE_PAYLOAD),
  ...reader("payload", payloadOf(payload), ignoresExcess(annotations) ? PARSE : PARSE_PAYLOAD)
]

/** The path under which an error of a whole part is reported. */
const ROOT = { params: "path", headers: "headers", query: "query", payload: "body" } as const

/**
 * Decides with the compiled decoder, or with the schema up to its first error. The detailed errors come from a second
 * decoder, which is compiled on demand and whose cost is bounded (I20). The schema itself would report every error of
 * any input.
 */
const reader = (
  slot: Slot,
  schema: Schema.Top | undefined,
  options: typeof PARSE | typeof PARSE_PAYLOAD = PARSE
): ReadonlyArray<Reader> => {
  if (schema === undefined || !isOfItself(schema)) return []
  const isStrict = "onExcessProperty" in options
  const bounds = { isStrict, root: ROOT[slot], ...(slot === "payload" ? {} : OF_HEAD) }
  let faults: ReturnType<typeof faultsOf> | undefined
  const explain = (input: unknown): Faults => {
    faults ??= faultsOf(schema, bounds)
    return faults(input)
  }
  return [{ slot, plain: decoderOf(schema, { isStrict }), explain }]
}

/** A refusal of a target or a header is at most 1 KiB long. */
const OF_HEAD = { listed: 3 } as const

/** Returns whether an endpoint declares that unknown fields of its body are ignored (A12). */
const ignoresExcess = (annotations: AnyEndpoint["shape"]["annotations"]): boolean =>
  Context.getOrUndefined(annotations, HttpApi.PayloadParseOptions)?.onExcessProperty === "ignore"

/** Narrows to schemas that decode without services. An endpoint with any other schema does not compile. */
export const isOfItself = (schema: Schema.Top): schema is Schema.Codec<unknown, unknown> => Schema.isSchema(schema)

/** A GET endpoint without a query rejects every parameter: an ignored filter would return too many records. */
const queryShapeOf = (method: string, query: Schema.Top | undefined): Schema.Top | undefined =>
  query === undefined && method === "GET" ? NO_QUERY : query && Schema.toCodecArrayFromSingle(query)

const NO_QUERY = Schema.Record(Schema.String, Schema.Never)

/** The schema of a JSON body; no other content type is declared. */
const payloadOf = (payload: HttpApiEndpoint.PayloadMap): Schema.Top | undefined => {
  const schemas = [...payload.values()].flatMap((each) => [...each.schemas])
  return schemas.length === 0 ? undefined : Schema.Union(schemas)
}

/** Returns an encoder that uses the first response schema of an endpoint that matches. It throws when none matches. */
const encoderOf = ({ identifier }: AnyEndpoint["shape"]): ((answer: unknown) => Reply) => {
  const writers = [...(successes.get(identifier) ?? [])].flatMap(([status, schemas]) =>
    schemas.filter(isOfItself).map((schema) => ({
      status,
      isEmpty: HttpApiSchema.isNoContent(schema.ast),
      plain: decoderOf(Schema.flip(schema), { isStrict: false }),
      encode: Schema.encodeUnknownResult(schema)
    }))
  )
  return (answer) => {
    for (const { isEmpty, plain, status } of writers) {
      const body = plain(answer)
      if (body !== REFUSED) return isEmpty || body === undefined ? new Reply(status, "", {}) : json(status, body)
    }
    // A response that does not match the contract is a defect of the server.
    const failures = writers.map(({ encode }) => Result.merge(encode(answer)))
    throw new AggregateError(failures, "http: the response matches no schema of its endpoint")
  }
}

const successes = new Map<string, ReadonlyMap<number, ReadonlyArray<Schema.Top>>>()
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint, successes: each }) => void successes.set(endpoint.identifier, each)
})
