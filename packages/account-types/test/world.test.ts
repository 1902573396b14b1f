import { describe, expect, it } from "vitest"
import { accountTypes, type Source, withoutPostalCodes } from "../src/index.ts"
import { worldTables } from "../src/worldTables.ts"

const tables: ReadonlyArray<readonly [string, Source]> = [
  ...Object.entries(worldTables),
  ...[...accountTypes].map(([name, { source }]) => [name, source] as const)
]

const YEAR = 12

/** Whole months from the month of the source to the day. */
const ageOf = ({ asOf }: Source, today: Date): number => {
  const [year = 0, month = 0] = asOf.split("-").map(Number)
  return (today.getUTCFullYear() - year) * YEAR + today.getUTCMonth() + 1 - month
}

describe("GH6 GH8 GH11: a table of the world", () => {
  it("has its source", () => {
    expect(Object.keys(worldTables)).toEqual(["countries", "countries without postal codes", "SEPA countries"])
    for (const [name, { asOf, note }] of tables) {
      expect([name, asOf]).toEqual([name, expect.stringMatching(/^20[0-9]{2}-(?:0[1-9]|1[0-2])$/u)])
      expect(note.length).toBeGreaterThan(0)
    }
  })

  it.each(tables)("of %s is less than a year old: read its source again, then change its date", (_, source) => {
    const age = ageOf(source, new Date())
    expect(age).toBeLessThan(YEAR)
    expect(age).toBeGreaterThanOrEqual(0)
  })

  it("is a year old in the month of its date", () => {
    const source: Source = { asOf: "2026-11", note: "" }
    expect(ageOf(source, new Date("2027-10-31T23:59:59.999Z"))).toBe(11)
    expect(ageOf(source, new Date("2027-11-01T00:00:00Z"))).toBe(12)
  })

  it("lists countries, and none that numbers its addresses", () => {
    for (const code of "DE US GB KE ZA NG SN IN JP BR SG VN TH MY ID PH DK IE SA TZ ZM".split(" ")) {
      expect([code, withoutPostalCodes.has(code)]).toEqual([code, false])
    }
  })
})
