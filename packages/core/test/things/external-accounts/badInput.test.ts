import { isJsonObject, type Json, type JsonObject } from "@countersign/account-types"
import { business, CUSTOMERS, created, customerId, gbp, PLATFORM, person } from "@countersign/harness/externalAccounts"
import { type Answer, callers, makeWorld } from "@countersign/harness/world"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const world = makeWorld()
afterAll(() => world.countersign.close())

const full = {
  ...person,
  birthDate: "1990-12-10",
  nationality: "GB",
  email: "ada@example.com",
  documentType: "CC",
  documentNumber: "1"
}
const bodies: ReadonlyArray<readonly [name: string, body: JsonObject]> = [
  [
    "a person",
    { ...account("COP", { bankName: "Nequi", phoneNumber: "+573001234567" }, full), defaultUmaDepositAccount: true }
  ],
  [
    "a business",
    { ...account("GBP", { sortCode: "200000", accountNumber: "12345678" }, business), platformAccountId: "p" }
  ],
  [
    "dollars",
    account(
      "USD",
      { accountNumber: "1234567890", routingNumber: "021000021", accountCategory: "SAVINGS", bankName: "Any" },
      person
    )
  ]
]
function account(currency: string, fields: JsonObject, beneficiary: JsonObject) {
  return { currency, accountInfo: { accountType: `${currency}_ACCOUNT`, ...fields, beneficiary } }
}

const targets: Array<readonly [method: string, path: string]> = [["POST", PLATFORM]]
beforeAll(async () => {
  const { id } = await created(world, gbp())
  targets.push(["PATCH", `${PLATFORM}/${id}`])
  const customer = await created(world, gbp("12345678", { customerId: await customerId(world) }), callers.a, CUSTOMERS)
  targets.push(["POST", CUSTOMERS], ["PATCH", `${CUSTOMERS}/${customer.id}`])
})

/** Replacements for any value, as JSON text. */
const bad: ReadonlyArray<readonly [name: string, text: string]> = [
  ["60 kB", `"${"a".repeat(60_000)}"`],
  ["64 KB", `"${"4929".repeat(16_000)}"`],
  ["NUL", '"a\\u0000b"'],
  ["a raw NUL", '"a\0b"'],
  ["a lone surrogate", '"4929\\ud800b"'],
  ["a lone low surrogate", '"\\udc00"'],
  ["an escape", '"4929\\u001b[2J"'],
  ["a line separator", '"4929\\u2028"'],
  ["a number out of range", "1e400"],
  ["a number", "49294929"],
  ["a list", '["4929"]'],
  ["a deep nest", `${"[".repeat(40)}${"]".repeat(40)}`],
  ["an object", '{"4929492949294929":"4929"}'],
  ["an object that is not text", '{"toString":1,"valueOf":2}'],
  ["a prototype", '{"__proto__":{"polluted":true}}'],
  ["a constructor", '{"constructor":{"prototype":{"polluted":true}}}']
]

const pathsOf = (value: Json, prefix: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> =>
  isJsonObject(value)
    ? [
        ...(prefix.length === 0 ? [] : [prefix]),
        ...Object.entries(value).flatMap(([key, field]) => pathsOf(field, [...prefix, key]))
      ]
    : [prefix]

/** The body as JSON text with the value at a path replaced by other JSON text. */
const withText = (body: object, [head, ...rest]: ReadonlyArray<string>, text: string): string =>
  `{${Object.entries(body)
    .map(([key, field]) => {
      const json = key !== head ? JSON.stringify(field) : rest.length === 0 ? text : withText(field, rest, text)
      return `${JSON.stringify(key)}:${json}`
    })
    .join(",")}}`

const named = (answer: Answer, what: ReadonlyArray<unknown>) => {
  expect([...what, answer.status]).toEqual([...what, 400])
  expect(answer.body.code).toMatch(/^INVALID_(?:INPUT|REQUEST_FORMAT)$/u)
  expect(answer.body.details.errors.length).toBeGreaterThan(0)
  expect(JSON.stringify(answer.body)).not.toMatch(/4929|aaaaaaaaaa/u)
}

describe.each(bodies)("the account of %s", (_, body) => {
  it("I16 X6: with any bad value in any field is answered by a named 400 that repeats nothing of it", async () => {
    const { currency: _, ...change } = body
    for (const path of pathsOf(body)) {
      for (const [name, text] of bad) {
        // platformAccountId is opaque, so it accepts characters that a person's name does not.
        if (path[0] === "platformAccountId" && name === "a line separator") continue
        const what = [path.join("."), name]
        named(await world.call(callers.a, "POST", PLATFORM, { raw: withText(body, path, text) }), what)
        const [, target = ""] = targets[1] ?? []
        if (path[0] === "currency") continue
        named(await world.call(callers.a, "PATCH", target, { raw: withText(change, path, text) }), what)
      }
    }
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false)
  })

  it("H6 H7: with an unknown key in any object is answered by a named 400", async () => {
    const objects = [[], ...pathsOf(body)].filter((path) => isJsonObject(at(body, path)))
    for (const key of [
      "__proto__",
      "constructor",
      "hasOwnProperty",
      "id",
      "status",
      "paymentRails",
      "4929492949294929",
      "é"
    ]) {
      for (const path of objects) {
        const inner = JSON.stringify(at(body, path))
        const text = `${inner.slice(0, -1)},${JSON.stringify(key)}:{"polluted":true}}`
        const raw = path.length === 0 ? text : withText(body, path, text)
        named(await world.call(callers.a, "POST", PLATFORM, { raw }), [path.join("."), key])
      }
    }
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false)
  })
})

const at = (value: Json, path: ReadonlyArray<string>): Json =>
  path.reduce<Json>((inner, key) => (isJsonObject(inner) ? (inner[key] ?? null) : null), value)

describe("a body", () => {
  it.each(["[]", "null", "7", '"x"', "[{}]", "true"])("that is %s is answered by a named 400", async (raw) => {
    for (const [method, path] of targets) named(await world.call(callers.a, method, path, { raw }), [method, path])
  })

  it.each([
    "",
    " ",
    "{",
    '{"currency":"GBP","currency":"USD"}',
    `${"[".repeat(33)}${"]".repeat(33)}`,
    '{"accountInfo":{"a":1,"\\u0061":2}}'
  ])("%j is not accepted as JSON", async (raw) => {
    for (const [method, path] of targets) {
      const { body, status } = await world.call(callers.a, method, path, { raw })
      expect([status, body.code]).toEqual([400, "INVALID_REQUEST_FORMAT"])
    }
  })

  it("H8: over 64 KiB is answered with 413, and exactly 64 KiB is accepted", async () => {
    const text = JSON.stringify(gbp())
    const padded = (length: number) => world.call(callers.a, "POST", PLATFORM, { raw: text.padEnd(length, " ") })
    expect([(await padded(65_536)).status, (await padded(65_537)).status]).toEqual([201, 413])
  })

  it("I16: of any JSON is answered by name, and never with 5xx", async () => {
    const kinds = fc.constantFrom("GBP_ACCOUNT", "USD_ACCOUNT", "COP_ACCOUNT", "LIGHTNING", "toString", "__proto__")
    const wild = fc.record({ currency: fc.jsonValue(), accountInfo: fc.jsonValue() }, { requiredKeys: [] })
    const near = fc.record({
      currency: fc.constantFrom("GBP", "USD", "BTC"),
      accountInfo: fc
        .tuple(kinds, fc.dictionary(fc.string(), fc.jsonValue()))
        .map(([accountType, rest]) => ({ ...rest, accountType }))
    })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(0, 1, 2, 3), fc.oneof(wild, near), async (nth, body) => {
        const [method, path] = targets[nth]!
        const answer = await world.call(callers.a, method, path, { raw: JSON.stringify(body) })
        return answer.status < 500 && (answer.status < 400 || /^[A-Z_]+$/u.test(answer.body.code))
      }),
      { numRuns: 400 }
    )
  })
})
