import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { accountTypes, check, checkAccount, formatOf, type Kind, sample, seeded, variantOf } from "../src/index.ts"

const seeds = fc.integer()
const kinds = [...accountTypes.values()]
const runs = { numRuns: 100 }

/** The fields of a sample whose check detects any single wrong digit. */
const checkedFields = (kind: Kind, info: Readonly<Record<string, unknown>>) =>
  variantOf(kind, info).fields.flatMap((field) => {
    const value = info[field.name]
    const isChecked = formatOf(field, info)?.production?.findsEveryDigit === true
    return isChecked && typeof value === "string" ? [{ name: field.name, value }] : []
  })

const withOtherDigits = (value: string): ReadonlyArray<string> =>
  [...value].flatMap((character, index) =>
    /[0-9]/u.test(character)
      ? [..."0123456789"]
          .filter((digit) => digit !== character)
          .map((digit) => value.slice(0, index) + digit + value.slice(index + 1))
      : []
  )

// A remainder of 0 and one of 1 give the same digit 0, and the first digit of a CPF has weight 11 in its second check
// digit, which therefore ignores it. When the first check digit is 0, the scheme itself may miss one wrong digit.
const mayHide = (kind: Kind, value: string): boolean => kind.accountType === "BRL_ACCOUNT" && value.at(-2) === "0"

describe.each(kinds)("a sample of $accountType", (kind) => {
  it("is accepted in production and in the sandbox", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const info = sample(kind, seeded(seed))
        expect(check(kind, info, "production", { today: "2026-06-30" })).toEqual([])
        expect(check(kind, info, "sandbox", { today: "2026-06-30" })).toEqual([])
      }),
      runs
    )
  })

  it("is the same for the same seed", () => {
    expect(sample(kind, seeded(11))).toEqual(sample(kind, seeded(11)))
  })
})

describe("check digits", () => {
  const checked = kinds.filter((kind) => checkedSomewhere(kind))

  it("are in the kinds that have them", () => {
    const names = checked.map(({ accountType }) => accountType)
    expect(names).toEqual(
      expect.arrayContaining(["BRL_ACCOUNT", "EUR_ACCOUNT", "MXN_ACCOUNT", "SPARK_WALLET", "USD_ACCOUNT", "US_ACCOUNT"])
    )
  })

  it.each(checked)(
    "X2: $accountType with any single wrong digit is rejected in production, not in the sandbox",
    (kind) => {
      let wrong = 0
      fc.assert(
        fc.property(seeds, (seed) => {
          const info = sample(kind, seeded(seed))
          for (const { name, value } of checkedFields(kind, info)) {
            if (mayHide(kind, value)) continue
            for (const mutant of withOtherDigits(value)) {
              const mutated = { ...info, [name]: mutant }
              // A wrong digit that breaks the format, such as a 1 inside bech32, is rejected in either mode.
              if (check(kind, mutated, "sandbox").length > 0) continue
              wrong += 1
              expect(check(kind, mutated, "production").map(({ path }) => path)).toEqual([name])
            }
          }
        }),
        // Occasionally none of ten samples of LIGHTNING has a check digit.
        { numRuns: 30 }
      )
      expect(wrong).toBeGreaterThan(50)
    }
  )
})

describe("any JSON", () => {
  const names = fc.constantFrom(...accountTypes.keys(), "__proto__", "constructor", "")
  const fields = kinds.flatMap(({ variants }) => variants.flatMap((variant) => variant.fields.map(({ name }) => name)))
  const keys = fc.oneof(fc.constantFrom(...fields, "beneficiary", "accountType", "__proto__"), fc.string())
  const info = fc.dictionary(keys, fc.jsonValue())

  it("never throws, for any kind", () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.oneof(fc.jsonValue(), info), (kind, value) => {
        expect(check(kind, value, "production").length).toBeGreaterThan(0)
      }),
      { numRuns: 2000 }
    )
  })

  it("never throws as an account, with the name of a kind or without", () => {
    fc.assert(
      fc.property(names, info, fc.jsonValue(), (accountType, value, beneficiary) => {
        const account = { currency: "USD", accountInfo: { ...value, accountType, beneficiary } }
        expect(checkAccount(JSON.parse(JSON.stringify(account)), "production").length).toBeGreaterThan(0)
      }),
      { numRuns: 1000 }
    )
    expect(Object.keys({})).toEqual([])
  })
})

function checkedSomewhere(kind: Kind): boolean {
  return [1, 2, 3, 4, 5, 6, 7, 8].some((seed) => checkedFields(kind, sample(kind, seeded(seed))).length > 0)
}
