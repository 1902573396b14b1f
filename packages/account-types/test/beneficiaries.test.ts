import { describe, expect, it } from "vitest"
import {
  businesses,
  checkBeneficiary,
  countries,
  flatBeneficiary,
  individuals,
  registeredOriginators,
  type Sent
} from "../src/index.ts"

// The two tables of the specification, copied from its text and not derived from the code.
const ADDRESS = "line1 city postalCode country"
const people: ReadonlyArray<readonly [destinations: string, fields: string, address: string]> = [
  ["USD", "fullName", ADDRESS],
  ["MXN BRL PHP", "fullName", ""],
  ["GBP", "fullName address", ADDRESS],
  ["EUR", "fullName address", ADDRESS],
  // Destinations that are not in the tables require only the name.
  ["COP CAD SLV INR NGN ZAR KES TZS ZMW RWF MWK UGX XOF", "fullName", ""]
]
const companies: ReadonlyArray<readonly [destinations: string, fields: string]> = [
  ["USD MXN", "legalName address"],
  ["EUR", "legalName address registrationNumber"],
  ["GBP INR BRL DKK PHP HKD IDR MYR SGD THB VND AED", "legalName address"],
  ["NGN ZAR KES TZS RWF ZMW UGX BWP MWK XOF XAF", "legalName address registrationNumber taxId"],
  ["COP CAD SLV", "legalName"]
]

const address = { line1: "1 Main Street", city: "Springfield", postalCode: "10115", country: "US" }
const info = { legalName: "Acme Ltd", registrationNumber: "RC-1", taxId: "20-1" }
const individual = { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace", address }
const flat = { beneficiaryType: "BUSINESS", ...info, address }
const nested = { beneficiaryType: "BUSINESS", businessInfo: info, address }

const without = (object: Sent, name: string): Sent =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))
const paths = (destination: string, beneficiary: unknown, today?: string) =>
  checkBeneficiary(destination, beneficiary, today === undefined ? {} : { today }).map(({ path }) => path)

const personCells = people.flatMap(([destinations, fields, parts]) =>
  destinations.split(" ").map((destination) => [destination, fields.split(" "), parts.split(" ")] as const)
)
const companyCells = companies.flatMap(([destinations, fields]) =>
  destinations.split(" ").map((destination) => [destination, fields.split(" ")] as const)
)

describe("an individual", () => {
  it.each(personCells)("in %s requires %j, and of an address %j", (destination, fields, parts) => {
    expect(paths(destination, individual)).toEqual([])
    for (const name of ["fullName", "address"]) {
      expect([name, paths(destination, without(individual, name))]).toEqual([name, fields.includes(name) ? [name] : []])
    }
    for (const name of ADDRESS.split(" ")) {
      const partial = { ...individual, address: without(address, name) }
      expect([name, paths(destination, partial)]).toEqual([name, parts.includes(name) ? [`address.${name}`] : []])
    }
  })

  it("has a row for each row of the specification", () => {
    expect(Object.keys(individuals)).toEqual(expect.arrayContaining(["USD", "MXN", "BRL", "PHP", "GBP", "EUR"]))
  })
})

describe("a business", () => {
  it.each(companyCells)("in %s requires %j, in either form", (destination, fields) => {
    expect(paths(destination, flat)).toEqual([])
    expect(paths(destination, nested)).toEqual([])
    for (const name of Object.keys(info)) {
      const isNeeded = fields.includes(name)
      expect([name, paths(destination, without(flat, name))]).toEqual([name, isNeeded ? [name] : []])
      const partial = { ...nested, businessInfo: without(info, name) }
      expect([name, paths(destination, partial)]).toEqual([name, isNeeded ? [`businessInfo.${name}`] : []])
    }
    const needsAddress = fields.includes("address")
    expect(paths(destination, without(nested, "address"))).toEqual(needsAddress ? ["address"] : [])
    for (const name of ADDRESS.split(" ")) {
      const partial = { ...nested, address: without(address, name) }
      expect([name, paths(destination, partial)]).toEqual([name, needsAddress ? [`address.${name}`] : []])
    }
  })

  it("GH8: has a postal code only in countries that have them", () => {
    for (const country of ["AE", "HK", "UG", "BW", "CI", "JM", "QA"]) {
      const local = without({ ...address, country }, "postalCode")
      expect(paths("AED", { ...nested, address: local })).toEqual([])
      expect(paths("AED", { ...individual, address: local })).toEqual([])
      expect(paths("JMD", { ...individual, phoneNumber: "+18761234567", address: local })).toEqual([])
      // The specification's table requires it of individuals.
      for (const destination of ["USD", "GBP", "EUR"]) {
        expect(paths(destination, { ...individual, address: local })).toEqual(["address.postalCode"])
        expect(paths(destination, { ...nested, address: local })).toEqual([])
      }
      expect(paths("USD", { ...nested, address: { ...local, postalCode: "00000" } })).toEqual([])
    }
    for (const country of ["US", "DE", "KE", "ZA", "SG"]) {
      const local = without({ ...address, country }, "postalCode")
      expect(paths("KES", { ...nested, address: local })).toEqual(["address.postalCode"])
    }
    const nowhere = without(without(address, "country"), "postalCode")
    expect(paths("USD", { ...nested, address: nowhere })).toEqual(["address.postalCode", "address.country"])
  })

  it("has a row for each row of the specification", () => {
    const listed = companyCells.map(([destination]) => destination).filter((name) => !/COP|CAD|SLV/u.test(name))
    expect(Object.keys(businesses)).toEqual(expect.arrayContaining(listed))
  })

  it("may repeat the same names in both forms, but not different ones", () => {
    expect(paths("USD", { ...flat, businessInfo: info })).toEqual([])
    expect(paths("USD", { ...flat, businessInfo: { ...info, legalName: "Other" } })).toEqual(["legalName"])
  })

  it("requires businessInfo when it has no names", () => {
    const silent = { beneficiaryType: "BUSINESS" }
    expect(paths("EUR", silent)).toEqual(["businessInfo.legalName", "address", "businessInfo.registrationNumber"])
  })
})

it("a sending business requires a registration number for the destinations in the specification", () => {
  const listed = "GBP INR BRL DKK PHP HKD IDR MYR SGD THB VND AED".split(" ")
  expect([...registeredOriginators]).toEqual(listed)
})

describe("a birth date", () => {
  it.each(["2000-02-29", "2024-02-29", "1990-12-31", "0001-01-01", "2026-06-30"])("can be %s", (birthDate) => {
    expect(paths("USD", { ...individual, birthDate }, "2026-06-30")).toEqual([])
  })

  it.each([
    ..."2023-02-29 1900-02-29 2026-02-30 2025-04-31 2025-13-01 2025-00-10 2025-01-00 0000-01-01".split(" "),
    ..."2025-1-1 20250101 2025-01-01T00:00:00Z 2026-07-01 +2025-01-01 ２０２５-01-01".split(" "),
    "2025-01-01\n",
    20250101,
    null
  ])("X5: cannot be %j", (birthDate) => {
    expect(paths("USD", { ...individual, birthDate }, "2026-06-30")).toEqual(["birthDate"])
  })
})

describe("a country", () => {
  it("is one of 249 distinct codes of two letters", () => {
    expect([countries.length, new Set(countries).size]).toEqual([249, 249])
    expect(countries.every((code) => /^[A-Z]{2}$/u.test(code))).toBe(true)
  })

  it.each(["us", "USA", "XX", "UK", "", "U\u0000", "__proto__", 1])("X5: cannot be %j", (country) => {
    const beneficiary = { ...individual, nationality: country, address: { ...address, country } }
    expect(paths("USD", beneficiary)).toEqual(["nationality", "address.country"])
  })
})

describe("a document", () => {
  const documented = { ...individual, documentType: "CC", documentNumber: "1020304050" }

  it.each(["CC", "CE", "TI", "NIT", "PP"])("can have the type %s in COP", (documentType) => {
    expect(paths("COP", { ...documented, documentType })).toEqual([])
    expect(paths("COP", { ...flat, documentType, documentNumber: "9" })).toEqual([])
  })

  it("FC11: has a number everywhere, and a type only in COP", () => {
    expect(paths("COP", { ...documented, documentType: "DNI" })).toEqual(["documentType"])
    expect(paths("COP", { ...documented, documentNumber: "" })).toEqual(["documentNumber"])
    expect(paths("MXN", documented)).toEqual(["documentType"])
  })
})

describe("any other value", () => {
  it.each([undefined, null, "Ada", [], 1])("rejects %j as a beneficiary", (beneficiary) => {
    expect(paths("USD", beneficiary)).toEqual([""])
  })

  it.each(["individual", "", null, {}, undefined])("rejects %j as a beneficiary type", (beneficiaryType) => {
    expect(paths("USD", { ...individual, beneficiaryType })).toEqual(["beneficiaryType"])
  })

  it("is reported at its path", () => {
    expect(paths("USD", { ...individual, legalName: "Acme" })).toEqual(["legalName"])
    expect(paths("USD", { ...individual, businessInfo: info })).toEqual(["businessInfo"])
    expect(paths("USD", { ...flat, fullName: "Ada" })).toEqual(["fullName"])
    expect(paths("USD", { ...nested, businessInfo: { ...info, fullName: "Ada" } })).toEqual(["businessInfo.fullName"])
    expect(paths("USD", { ...nested, businessInfo: [] })).toEqual(["businessInfo", "businessInfo.legalName"])
    expect(paths("USD", { ...individual, address: "1 Main Street" })).toEqual(["address"])
    expect(paths("USD", { ...individual, address: { ...address, planet: "Earth" } })).toEqual(["address.planet"])
  })

  it("is stored in one form", () => {
    expect(flatBeneficiary(nested)).toEqual(flat)
    expect(flatBeneficiary(flat)).toEqual(flat)
  })
})
