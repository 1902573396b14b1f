import { callers, makeWorld } from "@countersign/harness/world"
import { afterAll, describe, expect, it } from "vitest"

// The largest value of the option.
const MIB = 1_048_576
const world = makeWorld({ bodyLimit: MIB })
afterAll(() => world.countersign.close())

const customer = (value: string) => `{"customerType":"INDIVIDUAL","fullName":${value}}`

/** Worst-case bodies of up to one mebibyte. */
const worst: ReadonlyArray<readonly [string, string]> = [
  ["half a million nested arrays", `${"[".repeat(MIB / 2)}${"]".repeat(MIB / 2)}`],
  ["a million unclosed arrays", "[".repeat(MIB)],
  ["unclosed objects", '{"a":'.repeat(MIB / 5)],
  ["a number of a million digits", customer("9".repeat(MIB - 50))],
  ["a fraction of a million digits", customer(`0.${"9".repeat(MIB - 50)}`)],
  ["an exponent out of range", customer("1e400")],
  ["an exponent of a million digits", customer(`1e${"9".repeat(MIB - 50)}`)],
  ["a string of a million characters", customer(`"${"a".repeat(MIB - 50)}"`)],
  ["a million escapes", customer(`"${"\\u0061".repeat(170_000)}"`)],
  ["a hundred thousand keys", `{${Array.from({ length: 100_000 }, (_, at) => `"${at}":0`).join()}}`],
  ["one key a hundred thousand times", `{${'"a":0,'.repeat(100_000)}"a":0}`],
  ["a list of half a million", customer(`[${"0,".repeat(500_000)}0]`)]
]

describe("H8: a worst-case body of one mebibyte", () => {
  it.each(worst)("of %s is answered by a named 400, and the next call is served", async (_, raw) => {
    expect(raw.length).toBeLessThanOrEqual(MIB)
    const { body, status } = await world.call(callers.a, "POST", "/customers", { raw })
    expect([status, body.status]).toEqual([400, 400])
    expect(body.code).toMatch(/^INVALID_(?:INPUT|REQUEST_FORMAT)$/u)
    // A refusal that repeats its input would be as large as the input.
    expect(JSON.stringify(body).length).toBeLessThan(MIB)
    const made = await world.call(callers.a, "POST", "/customers", { body: { customerType: "INDIVIDUAL" } })
    expect(made.status).toBe(201)
  })
})
