import { describe, expect, it } from "vitest"
import {
  accountTypes,
  beneficiaryAddressFields,
  beneficiaryFields,
  formatOf,
  sampleBeneficiary,
  sampleFields,
  seeded
} from "../src/index.ts"

const kinds = [...accountTypes.values()]
const needed = (fields: ReadonlyArray<{ readonly name: string; readonly required: boolean }>) =>
  fields.filter(({ required }) => required).map(({ name }) => name)

describe("a form", () => {
  it.each(kinds)(
    "of $accountType has a label for the kind, each variant and each field, and no field twice",
    (kind) => {
      expect(kind.label).not.toBe("")
      expect(kind.source.asOf).toMatch(/^20[0-9]{2}-(0[1-9]|1[0-2])$/u)
      for (const { fields, identifier, label, name } of kind.variants) {
        expect([name, label].includes("")).toBe(false)
        expect(fields.every((field) => field.label !== "")).toBe(true)
        expect(new Set(fields.map((field) => field.name)).size).toBe(fields.length)
        expect(fields.find((field) => field.name === identifier)?.required).toBe(true)
      }
    }
  )

  it.each(kinds)("of $accountType can be filled with each of its variants", (kind) => {
    for (const variant of kind.variants) {
      const values = sampleFields(kind, variant, seeded(5))
      expect(Object.keys(values)).toEqual(expect.arrayContaining(needed(variant.fields)))
    }
  })

  it("marks the required fields of a beneficiary for its destination", () => {
    expect(needed(beneficiaryFields("GBP", "INDIVIDUAL"))).toEqual(["beneficiaryType", "fullName"])
    expect(needed(beneficiaryAddressFields("GBP", "INDIVIDUAL"))).toEqual(["line1", "city", "postalCode", "country"])
    expect(needed(beneficiaryAddressFields("PHP", "INDIVIDUAL"))).toEqual([])
    const business = ["beneficiaryType", "legalName", "registrationNumber", "taxId"]
    expect(needed(beneficiaryFields("KES", "BUSINESS"))).toEqual(business)
    expect(sampleBeneficiary("KES", "BUSINESS", seeded(5))).toHaveProperty("address.country")
  })

  it("determines the format of a Pix key by its type, and by no other field", () => {
    const pixKey = accountTypes.get("BRL_ACCOUNT")?.variants[0].fields.find(({ name }) => name === "pixKey")
    if (pixKey === undefined) throw new Error("pixKey is gone")
    expect(formatOf(pixKey, { pixKeyType: "CPF" })?.pattern).toBe("[0-9]{11}")
    for (const pixKeyType of ["__proto__", "constructor", "", 7]) {
      expect(formatOf(pixKey, { pixKeyType })).toBeUndefined()
    }
  })

  it("marks the bank names that come from the discoveries", () => {
    const listed = kinds.filter(({ variants }) =>
      variants.some(({ fields }) => fields.some((field) => field.type === "text" && field.fromDiscoveries === true))
    )
    expect(listed.map(({ accountType }) => accountType)).toEqual(["NGN_ACCOUNT", "PHP_ACCOUNT", "ZAR_ACCOUNT"])
  })
})
