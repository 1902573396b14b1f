import { randomUUID } from "node:crypto"
import { callers, type Keys, makeWorld, retryHeaders, session } from "@countersign/harness/world"
import { canonicalJson, type Json, parseStrictJson, sha256Hex } from "@countersign/wire"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { endpoints, type JsonSchema, referred } from "../inputs/contract.ts"
import { respelled } from "./respelled.ts"

// An address that is changed at once is changed at most 20 times (AD8).
const world = makeWorld({ policy: { emailChange: "proven" } })
afterAll(() => world.countersign.close())

let accountId = ""
let customerId = ""
let keys: Keys
beforeAll(async () => {
  const customer = await world.customer(callers.a)
  accountId = customer.accountId
  customerId = customer.customerId
  keys = (await session(world, callers.a, customer.credentialId)).keys
})

/** Names in any script, without characters that are rejected or trimmed. */
const names = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).filter((text) => /^[^\s\p{C}]+$/u.test(text))

describe("a single interpretation of a body", () => {
  it("R3 R10 H5: is validated, digested and stored for every spelling of its text", async () => {
    const body = (line1: string) => ({ address: { line1, postalCode: "1", country: "US" } })
    await fc.assert(
      fc.asyncProperty(names, fc.integer(), fc.integer(), async (name, one, other) => {
        const email = newEmail()
        const value = { ...body(name), email }
        const path = `/customers/${customerId}`
        const first = await world.call(callers.a, "PATCH", path, {
          raw: respelled(value, one)
        })
        expect(first.status).toBe(202)
        const digest: string = JSON.parse(first.body.payloadToSign).parameters.context.bodyDigest
        expect(digest).toBe(sha256Hex(canonicalJson(value)))
        // The second leg has another spelling of the same value, and takes effect as the first one described.
        const done = await world.call(callers.a, "PATCH", path, {
          raw: respelled(value, other),
          headers: retryHeaders(first.body, keys)
        })
        const stored = name.normalize("NFC")
        expect([done.status, done.body.pendingEmail.email, done.body.address.line1]).toEqual([200, email, stored])
      }),
      { numRuns: 40 }
    )
  })

  it("is the same for every spelling of a value, and for its canonical text", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: "grapheme" }), fc.integer(), (text, seed) => {
        const value: Json = JSON.parse(text)
        fc.pre(!text.includes("__proto__") && !/\\u0000/u.test(text))
        const read = parseStrictJson(respelled(value, seed))
        expect(canonicalJson(read)).toBe(canonicalJson(value))
        expect(parseStrictJson(canonicalJson(read))).toEqual(read)
      })
    )
  })

  it.each([
    ["1000", "1e3", "1000.0", "10000e-1", "1000.00000000000000000001"],
    ["0", "-0", "0e5", "1e-400"],
    ["0.1", "1e-1", "0.1000000000000000055511151231257827"]
  ])("numbers: the spellings of %s are one number with one digest", (...spellings) => {
    expect(new Set(spellings.map((text) => canonicalJson(parseStrictJson(text)))).size).toBe(1)
  })

  it("numbers: no field of the contract accepts an integer that is not exact as a double", async () => {
    const numeric = endpoints.flatMap(({ body, method, path }) =>
      body === undefined ? [] : numbersOf(body).map((field) => ({ ...field, endpoint: `${method} ${path}` }))
    )
    expect(numeric.length).toBeGreaterThan(10)
    for (const { maximum, minimum } of numeric) {
      expect(maximum).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER)
      expect(minimum).toBeGreaterThanOrEqual(Number.MIN_SAFE_INTEGER)
    }
    // The only amount that is parsed with a sign rejects negative numbers with its own code (FC20).
    const signed = numeric.filter(({ minimum = Number.NEGATIVE_INFINITY }) => minimum < 0)
    expect(signed.map(({ endpoint }) => endpoint)).toEqual(["POST /sandbox/internal-accounts/{id}/fund"])
    for (const amount of [
      "9007199254740992",
      "9007199254740993",
      "-9007199254740993",
      "1e400",
      "0",
      "-1",
      "1.5",
      '"1"'
    ]) {
      const raw = `{"amount":${amount}}`
      const { status } = await world.call(callers.a, "POST", `/sandbox/internal-accounts/${accountId}/fund`, { raw })
      expect([amount, status]).toEqual([amount, 400])
    }
  })
})

/** A new address for the customer, because an unchanged address requires no signature. */
const newEmail = (): string => `new.${randomUUID()}@example.com`

const numbersOf = (schema: JsonSchema): ReadonlyArray<JsonSchema> => {
  if (schema.$ref !== undefined) return numbersOf(referred(schema.$ref))
  const inner = [
    ...(schema.anyOf ?? []),
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : [])
  ]
  const own = schema.type === "integer" || schema.type === "number" ? [schema] : []
  return [...own, ...inner.flatMap(numbersOf)]
}
