import { compiled, type Faults, faultsOf, REFUSED } from "@countersign/core/internal"
import { Context, Result, Schema } from "effect"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"

import { type AnyEndpoint, PARSE, PARSE_PAYLOAD } from "../resources/endpoint.ts"
import type { Received } from "./route.ts"

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

/** A part of a call that the contract can declare a schema for. */
type Slot = "params" | "headers" | "query" | "payload"

/** The decoded parts of a call, or the errors of the first invalid part. */
type Decoded = Result.Result<Readonly<Partial<Record<Slot, unknown>>>, Faults>

/**
 * Returns a decoder for an endpoint's calls, compiled once. Reports the errors of the first part that fails to decode.
 */
export const decoderOf = ({ shape }: AnyEndpoint): ((received: Received) => Decoded) => {
  const readers = readersOf(shape)
  return (received) => {
    const read: Partial<Record<Slot, unknown>> = {}
    for (const { decode, slot } of readers) {
      const decoded = decode(partOf(slot, received))
      if (Result.isFailure(decoded)) return Result.fail(decoded.failure)
      read[slot] = decoded.success
    }
    return Result.succeed(read)
  }
}

interface Reader {
  readonly slot: Slot
  readonly decode: (input: unknown) => Result.Result<unknown, Faults>
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

const partOf = (slot: Slot, { body, headers, params, search }: Received): unknown => {
  switch (slot) {
    case "params":
      return params
    case "headers":
      return headers
    case "query":
      return queryOf(search)
    case "payload":
      return body?.value
  }
}

/** Returns whether an endpoint declares that unknown fields of its body are ignored (A12). */
const ignoresExcess = (annotations: AnyEndpoint["shape"]["annotations"]): boolean =>
  Context.getOrUndefined(annotations, HttpApi.PayloadParseOptions)?.onExcessProperty === "ignore"

const reader = (
  slot: Slot,
  schema: Schema.Top | undefined,
  options: typeof PARSE | typeof PARSE_PAYLOAD = PARSE
): ReadonlyArray<Reader> =>
  schema === undefined || !isOfItself(schema) ? [] : [{ slot, decode: decoding(schema, ROOT[slot], options) }]

/** The path under which an error of a whole part is reported. */
const ROOT = { params: "path", headers: "headers", query: "query", payload: "body" } as const

/**
 * Decides with the compiled decoder, or with the schema up to its first error. The detailed errors come from a second
 * decoder, which is compiled on demand and whose cost is bounded (I20). The schema itself would report every error of
 * any input.
 */
const decoding = (
  schema: Schema.Codec<unknown, unknown>,
  root: string,
  options: typeof PARSE | typeof PARSE_PAYLOAD
): Reader["decode"] => {
  const isStrict = "onExcessProperty" in options
  const plain = compiled(schema, { isStrict })
  const decode = Schema.decodeUnknownResult(schema, isStrict ? { onExcessProperty: "error" } : {})
  const explain = lazy(() => faultsOf(schema, { isStrict, root }))
  return (input) => {
    if (plain === undefined) return Result.mapError(decode(input), () => explain()(input))
    const value = plain(input)
    return value === REFUSED ? Result.fail(explain()(input)) : Result.succeed(value)
  }
}

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

/** Returns a function that computes an expensive value on its first call and caches it. */
export const lazy = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
