import { compiled, REFUSED } from "@countersign/core/internal"
import { Result, Schema } from "effect"
import { HttpApi, HttpApiSchema } from "effect/http-api"
import { json, Reply } from "../message/Reply.ts"
import { Api } from "../resources/Api.ts"
import type { AnyEndpoint } from "../resources/endpoint.ts"
import { isOfItself } from "./decode.ts"

/** Returns an encoder that uses the first response schema of an endpoint that matches. It throws when none matches. */
export const encoderOf = ({ shape }: AnyEndpoint): ((answer: unknown) => Reply) => {
  const writers = [...(successes.get(shape.identifier) ?? [])].flatMap(([status, schemas]) =>
    schemas.filter(isOfItself).map((schema) => writerOf(status, schema))
  )
  return (answer) => {
    for (const { plain, write } of writers) {
      const body = plain(answer)
      if (body !== REFUSED) return write(body)
    }
    const failures: Array<Schema.SchemaError> = []
    for (const { encode, write } of writers) {
      const encoded = encode(answer)
      if (Result.isSuccess(encoded)) return write(encoded.success)
      failures.push(encoded.failure)
    }
    // A response that does not match the contract is a defect of the server.
    throw new AggregateError(failures, "http: the response matches no schema of its endpoint")
  }
}

const successes = new Map<string, ReadonlyMap<number, ReadonlyArray<Schema.Top>>>()
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint, successes: each }) => void successes.set(endpoint.identifier, each)
})

const writerOf = (status: number, schema: Schema.Codec<unknown, unknown>) => {
  const encode = Schema.encodeUnknownResult(schema)
  const isEmpty = HttpApiSchema.isNoContent(schema.ast)
  return {
    encode,
    plain:
      compiled(Schema.flip(schema), { isStrict: false }) ??
      ((answer) => Result.getOrElse(encode(answer), () => REFUSED)),
    write: (body: unknown) => (isEmpty || body === undefined ? new Reply(status, "", {}) : json(status, body))
  }
}
