import { Result, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { isOfItself } from "./decode.ts"
import { plainOf, REFUSED } from "./plain.ts"
import { json, Reply } from "./Reply.ts"

/** Writes what a handler answers, by the first of an endpoint's bodies that it is; throws where it is none of them. */
export const encoderOf = (successes: ReadonlyMap<number, ReadonlyArray<Schema.Top>>): ((answer: unknown) => Reply) => {
  const writers = [...successes].flatMap(([status, schemas]) =>
    schemas.filter(isOfItself).map((schema) => writerOf(status, schema))
  )
  return (answer) => {
    const failures: Array<Schema.SchemaError> = []
    for (const write of writers) {
      const written = write(answer)
      if (Result.isSuccess(written)) return written.success
      failures.push(written.failure)
    }
    // An answer of ours that its own contract refuses is our mistake, not the caller's.
    throw new AggregateError(failures, "http: an answer is of no shape that its endpoint declares")
  }
}

const writerOf = (status: number, schema: Schema.Codec<unknown, unknown>) => {
  const plain = plainOf(Schema.flip(schema), { isStrict: false })
  const encode = Schema.encodeUnknownResult(schema)
  const isEmpty = HttpApiSchema.isNoContent(schema.ast)
  const write = (body: unknown) => (isEmpty || body === undefined ? new Reply(status, "", {}) : json(status, body))
  return (answer: unknown): Result.Result<Reply, Schema.SchemaError> => {
    const body = plain === undefined ? REFUSED : plain(answer)
    return body === REFUSED ? Result.map(encode(answer), write) : Result.succeed(write(body))
  }
}
