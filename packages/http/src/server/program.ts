import { compiled, type Faults, faultsOf, REFUSED } from "@countersign/core/internal"
import { Context, Effect, Result, Schema } from "effect"
import { HttpApi, type HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { answered, refuse } from "../errors/answer.ts"
import { json, Reply } from "../message/Reply.ts"
import type { Needs } from "../Ports.ts"
import { Api } from "../resources/Api.ts"
import { type AnyEndpoint, PARSE, PARSE_PAYLOAD } from "../resources/endpoint.ts"
import type { Received } from "./route.ts"

/** Decodes a call, handles it and encodes the answer. A refusal of any of these is the reply. */
export type Program = (received: Received) => Effect.Effect<Reply, never, Needs>

/** Returns the program of an endpoint. Compiles it on its first call, because few processes serve all endpoints. */
export const programOf = (endpoint: AnyEndpoint): Program => {
  const known = programs.get(endpoint)
  if (known !== undefined) return known
  const readers = readersOf(endpoint.shape)
  const encode = encoderOf(endpoint.shape)
  const hasQuery = readers.some(({ slot }) => slot === "query")
  const program: Program = ({ body, headers, params, search }) => {
    const sent = { params, headers, query: hasQuery ? queryOf(search) : undefined, payload: body?.value }
    const call: Partial<Record<Slot | "sent", unknown>> = { sent: body?.value ?? null }
    for (const { explain, plain, slot } of readers) {
      const value = plain(sent[slot])
      // Reports the errors of the first part that fails to decode.
      if (value === REFUSED) return Effect.succeed(refuse({ _tag: "InputInvalid", ...explain(sent[slot]) }))
      call[slot] = value
    }
    return answered(Effect.map(endpoint.handle(call), encode))
  }
  programs.set(endpoint, program)
  return program
}

const programs = new WeakMap<AnyEndpoint, Program>()

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
  const explain = lazy(() => faultsOf(schema, { isStrict, root: ROOT[slot] }))
  return [{ slot, plain: plainOf(schema, isStrict), explain: (input) => explain()(input) }]
}

/** Returns the compiled decoder of a schema, or the schema's own where it cannot be compiled. */
const plainOf = (schema: Schema.Codec<unknown, unknown>, isStrict: boolean): ((input: unknown) => unknown) => {
  const decode = Schema.decodeUnknownResult(schema, isStrict ? { onExcessProperty: "error" } : {})
  return compiled(schema, { isStrict }) ?? ((input) => Result.getOrElse(decode(input), () => REFUSED))
}

/** Parses a query, which includes its question mark. A repeated parameter becomes a list. */
export const queryOf = (search: string): Readonly<Record<string, string | Array<string>>> => {
  // Without a prototype, so that a parameter may have any name.
  const read: Record<string, string | Array<string>> = Object.create(null)
  for (const [name, value] of ESCAPE.test(search) ? new URLSearchParams(search) : pairsOf(search)) {
    const before = read[name]
    read[name] = before === undefined ? value : [...(typeof before === "string" ? [before] : before), value]
  }
  return read
}

const ESCAPE = /[%+]/u

/** Fast path: splits a query without escapes at its separators. */
const pairsOf = (search: string): ReadonlyArray<readonly [string, string]> =>
  search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const sign = pair.indexOf("=")
      return sign < 0 ? [pair, ""] : [pair.slice(0, sign), pair.slice(sign + 1)]
    })

/** Returns whether an endpoint declares that unknown fields of its body are ignored (A12). */
const ignoresExcess = (annotations: AnyEndpoint["shape"]["annotations"]): boolean =>
  Context.getOrUndefined(annotations, HttpApi.PayloadParseOptions)?.onExcessProperty === "ignore"

/** Narrows to schemas that decode without services. An endpoint with any other schema does not compile. */
export const isOfItself = (schema: Schema.Top): schema is Schema.Codec<unknown, unknown> => Schema.isSchema(schema)

/** Rejects unknown query parameters of a GET: an ignored filter would return too many records. */
const queryShapeOf = (method: string, query: Schema.Top | undefined): Schema.Top | undefined => {
  if (query === undefined) return method === "GET" ? NO_QUERY : undefined
  return Schema.toCodecArrayFromSingle(query)
}

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
      plain: plainOf(Schema.flip(schema), false),
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

/** Returns a function that computes an expensive value on its first call and caches it. */
export const lazy = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
