import { plainOf, REFUSED } from "@countersign/core"
import { Result, Schema } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { PARSE, PARSE_PAYLOAD } from "../contract/parse.ts"
import type { Asked } from "../web/edge.ts"
import { queryOf } from "./queryOf.ts"

/** A part of a call that the contract gives a shape. */
type Slot = "params" | "headers" | "query" | "payload"

/** What was asked, less what did not decode. */
export type Decoded = Result.Result<Readonly<Partial<Record<Slot, unknown>>>, Schema.SchemaError>

/** Reads the parts of a call, each by a decoder made once; the first part that is wrong tells all that is wrong in it. */
export const decoderOf = (endpoint: HttpApiEndpoint.Top): ((asked: Asked) => Decoded) => {
  const readers = readersOf(endpoint)
  return (asked) => {
    const read: Partial<Record<Slot, unknown>> = {}
    for (const { decode, pick, slot } of readers) {
      const decoded = decode(pick(asked))
      if (Result.isFailure(decoded)) return Result.fail(decoded.failure)
      read[slot] = decoded.success
    }
    return Result.succeed(read)
  }
}

interface Reader {
  readonly slot: Slot
  readonly pick: (asked: Asked) => unknown
  readonly decode: (input: unknown) => Result.Result<unknown, Schema.SchemaError>
}

const readersOf = ({ headers, method, params, payload, query }: HttpApiEndpoint.Top): ReadonlyArray<Reader> => [
  ...reader("params", params, (asked) => asked.params),
  ...reader("headers", headers, (asked) => asked.headers),
  ...reader("query", queryShapeOf(method, query), (asked) => queryOf(asked.search), PARSE_PAYLOAD),
  ...reader("payload", payloadOf(payload), (asked) => asked.body?.value, PARSE_PAYLOAD)
]

const reader = (
  slot: Slot,
  schema: Schema.Top | undefined,
  pick: Reader["pick"],
  options: typeof PARSE | typeof PARSE_PAYLOAD = PARSE
): ReadonlyArray<Reader> =>
  schema === undefined || !isOfItself(schema) ? [] : [{ slot, pick, decode: looked(schema, options) }]

/** Most of what is asked is right; what is wrong with the rest, the schema tells. */
const looked = (schema: Schema.Codec<unknown, unknown>, options: typeof PARSE | typeof PARSE_PAYLOAD) => {
  const plain = plainOf(schema, { isStrict: "onExcessProperty" in options })
  const decode = Schema.decodeUnknownResult(schema, options)
  return (input: unknown) => {
    const value = plain === undefined ? REFUSED : plain(input)
    return value === REFUSED ? decode(input) : Result.succeed(value)
  }
}

/** A schema that needs no service to decode. The contract has no other, and an endpoint with one would not compile. */
export const isOfItself = (schema: Schema.Top): schema is Schema.Codec<unknown, unknown> => Schema.isSchema(schema)

/** Of a GET, a parameter that its endpoint does not have is refused: a filter that is ignored returns too much. */
const queryShapeOf = (method: string, query: Schema.Top | undefined): Schema.Top | undefined => {
  if (query === undefined) return method === "GET" ? NO_QUERY : undefined
  return Schema.toCodecArrayFromSingle(query)
}

const NO_QUERY = Schema.Record(Schema.String, Schema.Never)

/** Bodies are JSON, and of nothing else. */
const payloadOf = (payload: HttpApiEndpoint.PayloadMap): Schema.Top | undefined => {
  const schemas = [...payload.values()].flatMap((each) => [...each.schemas])
  return schemas.length === 0 ? undefined : Schema.Union(schemas)
}
