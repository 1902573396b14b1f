import { beneficiary } from "@countersign/harness/accounts/beneficiary"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  accountTypes,
  canonical,
  check,
  type JsonObject,
  type Kind,
  sample,
  seeded,
  storedSpelling,
  variantOf
} from "../src/index.ts"

const kinds = [...accountTypes.values()]
const kindOf = (accountType: string): Kind => accountTypes.get(accountType) ?? expect.unreachable()
const jsonOf = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value))

/** The ways in which people and programs write the same text. */
const respellings: ReadonlyArray<readonly [name: string, (text: string) => string]> = [
  ["in lower case", (text) => text.toLowerCase()],
  ["in upper case", (text) => text.toUpperCase()],
  ["in groups of four", (text) => text.replace(/.{4}/gu, "$& ").trim()],
  ["in groups with no-break spaces", (text) => text.replace(/.{4}/gu, "$&\u00a0").trim()],
  ["in groups with narrow spaces", (text) => text.replace(/.{4}/gu, "$&\u202f").trim()],
  ["decomposed", (text) => text.normalize("NFD")],
  ["with a space at each end", (text) => ` ${text} `]
]

describe("GH13: one stored spelling", () => {
  it.each([
    ["EUR_ACCOUNT", { iban: "de89 3704 0044 0532 0130 00" }, { iban: "DE89370400440532013000" }],
    ["EUR_ACCOUNT", { iban: "FR1420041010050500013m02606" }, { iban: "FR1420041010050500013M02606" }],
    ["EUR_ACCOUNT", { iban: "nl91abna0417164300" }, { iban: "NL91ABNA0417164300" }],
    ["AED_ACCOUNT", { iban: "ae07 0331 2345 6789 0123 456" }, { iban: "AE070331234567890123456" }],
    ["HKD_ACCOUNT", { swiftCode: "hsbc hk hh xxx" }, { swiftCode: "HSBCHKHHXXX" }],
    ["HKD_ACCOUNT", { accountNumber: "ab-12" }, { accountNumber: "AB-12" }],
    ["MXN_ACCOUNT", { clabeNumber: "032 180 00011835971 9" }, { clabeNumber: "032180000118359719" }],
    ["INR_ACCOUNT", { vpa: "Asha@OkBank" }, { vpa: "asha@okbank" }],
    ["INR_ACCOUNT", { accountNumber: "123456789", ifsc: "hdfc0123456" }, { ifsc: "HDFC0123456" }],
    ["BRL_ACCOUNT", { pixKeyType: "EMAIL", pixKey: "Ada@Example.com" }, { pixKey: "ada@example.com" }],
    [
      "BRL_ACCOUNT",
      { pixKeyType: "RANDOM", pixKey: "123E4567-E89B-12D3-A456-426614174000" },
      { pixKey: "123e4567-e89b-12d3-a456-426614174000" }
    ],
    ["BRL_ACCOUNT", { taxId: "12abc34501de35" }, { taxId: "12ABC34501DE35" }],
    [
      "BASE_WALLET",
      { address: "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed" },
      { address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" }
    ],
    // Without a valid checksum, the case cannot be told from a mistake.
    [
      "BASE_WALLET",
      { address: "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" },
      { address: "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" }
    ],
    ["SPARK_WALLET", { address: "SPARK1PGSS9" }, { address: "spark1pgss9" }],
    ["SPARK_WALLET", { address: "Spark1pgss9" }, { address: "Spark1pgss9" }],
    ["LIGHTNING", { invoice: "LNBC1PGSS9" }, { invoice: "lnbc1pgss9" }],
    ["LIGHTNING", { lightningAddress: "Ada@Example.com" }, { lightningAddress: "ada@example.com" }],
    ["MXN_ACCOUNT", { bankName: " Banco de Me\u0301xico" }, { bankName: "Banco de México" }],
    // A bank name of the discoveries is compared to the letter (X3).
    ["PHP_ACCOUNT", { bankName: " Banco de Me\u0301xico" }, { bankName: " Banco de México" }],
    // A phone number has one spelling, E.164 (X4).
    ["KES_ACCOUNT", { phoneNumber: "+254 712345678" }, { phoneNumber: "+254 712345678" }]
  ])("of %s turns %j into %j", (accountType, sent, stored) => {
    expect(storedSpelling(kindOf(accountType), sent)).toEqual({ ...sent, ...stored })
  })

  it("covers the beneficiary", () => {
    const sent = {
      beneficiaryType: "BUSINESS",
      legalName: " Mu\u0308ller GmbH",
      email: "Ada@Example.COM",
      businessInfo: { legalName: "Mu\u0308ller GmbH ", taxId: " 1" },
      address: { line1: "1 Main Street ", postalCode: " sw1a  1aa", country: "GB" },
      phoneNumber: "+1 2"
    }
    expect(storedSpelling(kindOf("GBP_ACCOUNT"), { beneficiary: sent }).beneficiary).toEqual({
      ...sent,
      legalName: "Müller GmbH",
      email: "Ada@example.com",
      businessInfo: { legalName: "Müller GmbH", taxId: "1" },
      address: { line1: "1 Main Street", postalCode: "SW1A 1AA", country: "GB" }
    })
  })

  it.each([null, 7, "x", [], {}, { address: 7 }, { businessInfo: [] }, { __proto__: null, address: null }])(
    "leaves the beneficiary %j alone",
    (beneficiary) => {
      expect(storedSpelling(kindOf("GBP_ACCOUNT"), jsonOf({ beneficiary }))).toEqual(jsonOf({ beneficiary }))
    }
  )

  describe.each(kinds)("of $accountType", (kind) => {
    const fields = (info: JsonObject) => variantOf(kind, info).fields.map(({ name }) => name)

    it("is what every other accepted spelling becomes", () => {
      fc.assert(
        fc.property(fc.integer(), fc.constantFrom(...respellings), (seed, [how, respelled]) => {
          const info = storedSpelling(kind, jsonOf(sample(kind, seeded(seed))))
          for (const name of fields(info)) {
            const value = info[name]
            if (typeof value !== "string") continue
            const other = storedSpelling(kind, { ...info, [name]: respelled(value) })
            // A spelling that is rejected is never stored.
            if (check(kind, other, "production").length > 0 || isAnother(kind, name, how)) continue
            expect(canonical(kind, other)).toEqual(canonical(kind, info))
          }
        }),
        { numRuns: 50 }
      )
    })

    it("stays the same when it is spelled again, and is as valid as what was sent", () => {
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          const sent = jsonOf(sample(kind, seeded(seed)))
          const stored = storedSpelling(kind, sent)
          expect(storedSpelling(kind, stored)).toEqual(stored)
          expect(check(kind, stored, "production")).toEqual(check(kind, sent, "production"))
        }),
        { numRuns: 30 }
      )
    })

    it("never throws on JSON, and keeps every other field", () => {
      const sent = fc.dictionary(fc.constantFrom(...fields({}), "beneficiary", "x", "__proto__"), fc.jsonValue())
      fc.assert(
        fc.property(sent, (info) => {
          const stored = storedSpelling(kind, jsonOf(info))
          expect(Object.keys(stored).toSorted()).toEqual(Object.keys(jsonOf(info)).toSorted())
        }),
        { numRuns: 100 }
      )
    })
  })
})

/** Names in other words or another case are other names, and so is base58. A listed name has no outer spaces either. */
const isAnother = (kind: Kind, name: string, how: string): boolean => {
  if (kind.accountType === "SOLANA_WALLET") return name === "address" || how.startsWith("in ")
  if (!/^(?:bankName|vaspName|provider)$/u.test(name)) return false
  return how.startsWith("in ") || (how !== "decomposed" && /^(?:NGN|PHP|ZAR)_/u.test(kind.accountType))
}

it("GH13: the beneficiary of the harness is spelled as it is stored", () => {
  expect(storedSpelling(kindOf("GBP_ACCOUNT"), { beneficiary }).beneficiary).toEqual(beneficiary)
})
