import { compiled, REFUSED } from "@countersign/core/internal"
import { spoiled } from "@countersign/harness/spoiled"
import { Arbitrary, Effect, Result, Schema } from "effect"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { describe, expect, it } from "vitest"
import { PARSE, PARSE_PAYLOAD } from "../src/resources/endpoint.ts"
import { Api } from "../src/resources/groups.ts"
import { isOfItself } from "../src/server/program.ts"

type Codec = Schema.Codec<unknown, unknown>

interface Part {
  readonly name: string
  readonly schema: Codec
  readonly isStrict: boolean
}

/** Every schema of the contract, in the direction in which it is used. */
const parts: ReadonlyArray<Part> = (() => {
  const found: Array<Part> = []
  const add = (name: string, schema: Schema.Top | undefined, isStrict = false) => {
    if (schema !== undefined && isOfItself(schema)) found.push({ name, schema, isStrict })
  }
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, successes }) => {
      const { headers, identifier, params, query }: HttpApiEndpoint.Top = endpoint
      add(`the path of ${identifier}`, params)
      add(`the headers of ${identifier}`, headers)
      add(`the query of ${identifier}`, query === undefined ? undefined : Schema.toCodecArrayFromSingle(query))
      for (const { schemas } of endpoint.payload.values()) {
        for (const schema of schemas) add(`the body of ${identifier}`, schema, true)
      }
      for (const [status, schemas] of successes) {
        for (const schema of schemas) {
          if (isOfItself(schema)) add(`the answer ${status} of ${identifier}`, Schema.flip(schema))
        }
      }
    }
  })
  return found
})()

const isPlain = ({ isStrict, schema }: Part) => compiled(schema, { isStrict }) !== undefined

const drawn = (schema: Codec): ReadonlyArray<unknown> =>
  Effect.runSync(Arbitrary.sampleEffect(Arbitrary.schema(Schema.toEncoded(schema)), { count: 40, seed: "plain" }))

/** Bodies with an address, which no drawn text is. */
const ADDRESSED: Readonly<Record<string, object>> = {
  "the body of startSignIn": { email: "Ada@EXAMPLE.com" },
  "the body of proveSignIn": {
    email: "Ada@EXAMPLE.com",
    signInId: "Request:019ca945-0a00-7140-9cf0-a11fd103bd1d",
    encryptedOtpBundle: "{}"
  }
}

describe("compiled decoders agree with the schema", () => {
  it.each(parts.filter(isPlain))("$name", ({ isStrict, name, schema }) => {
    const plain = compiled(schema, { isStrict })
    const verify = Schema.decodeUnknownResult(schema, isStrict ? PARSE_PAYLOAD : PARSE)
    const values = [ADDRESSED[name] ?? [], drawn(schema)].flat()
    let occupied = 0
    for (const value of [...values, ...values.slice(0, 2).flatMap(spoiled)]) {
      const verified = verify(value)
      const read = plain?.(value)
      if (Result.isSuccess(verified)) {
        occupied += 1
        expect(read).toStrictEqual(verified.success)
        // The order of the fields matters too: responses are compared by their bytes.
        expect(JSON.stringify(read)).toBe(JSON.stringify(verified.success))
      } else expect(read).toBe(REFUSED)
    }
    expect(occupied).toBeGreaterThan(0)
  })

  it("covers most of the contract, and all of its most frequent calls", () => {
    expect(parts.filter(isPlain).length).toBeGreaterThan(parts.length / 2)
    const requested = parts.filter(({ name }) => /of (?:listSessions|listCredentials|refreshSession)$/u.test(name))
    expect(requested.filter((part) => !isPlain(part))).toEqual([])
  })
})
