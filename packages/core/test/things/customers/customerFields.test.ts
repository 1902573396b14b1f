import { countries } from "@countersign/account-types"
import { businessInfo } from "@countersign/harness/fixtures"
import { callers, makeWorld } from "@countersign/harness/world"
import { afterAll, describe, expect, it } from "vitest"

const usd = { code: "USD", name: "United States dollar", symbol: "$", decimals: 2 }
const mxn = { code: "MXN", name: "Mexican peso", symbol: "$", decimals: 2 }
const world = makeWorld({ policy: { accountCurrencies: [usd, mxn] } })
afterAll(() => world.countersign.close())

const create = (body: object) => world.call(callers.a, "POST", "/customers", { body })
const change = (id: string, body: object) => world.call(callers.a, "PATCH", `/customers/${id}`, { body })
const read = (id: string) => world.call(callers.a, "GET", `/customers/${id}`)
const accountsOf = async (id: string) => {
  const { body } = await world.call(callers.a, "GET", `/customers/internal-accounts?customerId=${id}`)
  return body.data
    .map(({ balance, type }: { balance: { currency: { code: string } }; type: string }) => [
      type,
      balance.currency.code
    ])
    .toSorted()
}

describe("address", () => {
  const address = { line1: "1 Queen's Road", city: "Central", country: "HK" }

  it("GH8: has no postal code in a country without them, for a person and a business", async () => {
    for (const body of [{ customerType: "INDIVIDUAL" }, { customerType: "BUSINESS", businessInfo }]) {
      const created = await create({ ...body, address })
      expect([created.status, created.body.address]).toEqual([201, address])
      expect((await read(created.body.id)).body.address).toEqual(address)
      const next = { ...address, country: "AE" }
      expect((await change(created.body.id, { address: next })).body.address).toEqual(next)
      const refused = await change(created.body.id, { address: { ...address, country: "GB" } })
      expect([refused.status, refused.body.details.errors]).toEqual([
        400,
        [
          {
            field: "address.postalCode",
            message: "This field is missing. Send the postal code; only countries that have none may omit it."
          }
        ]
      ])
    }
  })
})

describe("businessInfo", () => {
  it("FC2: each field is accepted, stored and returned, on create and on PATCH", async () => {
    const created = await create({ customerType: "BUSINESS", businessInfo })
    expect([created.status, created.body.businessInfo]).toEqual([201, businessInfo])
    expect((await read(created.body.id)).body.businessInfo).toEqual(businessInfo)
    const next = { ...businessInfo, doingBusinessAs: "Acme Farms", countriesOfOperation: ["FR"] }
    expect((await change(created.body.id, { businessInfo: next })).body.businessInfo).toEqual(next)
    expect((await read(created.body.id)).body.businessInfo).toEqual(next)
  })

  it.each([
    ["countriesOfOperation", ["ZZ"], "businessInfo.countriesOfOperation.0"],
    ["expectedRecipientJurisdictions", "US", "businessInfo.expectedRecipientJurisdictions"],
    ["doingBusinessAs", "", "businessInfo.doingBusinessAs"],
    ["incorporatedOn", "2015-02-29", "businessInfo.incorporatedOn"]
  ])("FC2: refuses %s = %j at its field", async (name, value, field) => {
    const answer = await create({ customerType: "BUSINESS", businessInfo: { ...businessInfo, [name]: value } })
    expect([answer.status, answer.body.details.errors[0].field]).toEqual([400, field])
  })
})

describe("currencies", () => {
  it("FC2: select the accounts that a customer gets in addition to the wallet", async () => {
    const all = await create({ customerType: "INDIVIDUAL" })
    expect([all.status, all.body.currencies]).toEqual([201, ["USD", "MXN", "USDC"]])
    expect(await accountsOf(all.body.id)).toEqual([
      ["EMBEDDED_WALLET", "USDC"],
      ["INTERNAL_FIAT", "MXN"],
      ["INTERNAL_FIAT", "USD"]
    ])
    const one = await create({ customerType: "INDIVIDUAL", currencies: ["MXN"] })
    expect([one.status, one.body.currencies]).toEqual([201, ["MXN", "USDC"]])
    expect(await accountsOf(one.body.id)).toEqual([
      ["EMBEDDED_WALLET", "USDC"],
      ["INTERNAL_FIAT", "MXN"]
    ])
    const none = await create({ customerType: "INDIVIDUAL", currencies: ["USDC"] })
    expect(await accountsOf(none.body.id)).toEqual([["EMBEDDED_WALLET", "USDC"]])
  })

  it("FC2: a PATCH opens the added accounts, once", async () => {
    const { body } = await create({ customerType: "INDIVIDUAL", currencies: ["MXN"] })
    for (const _ of [1, 2]) {
      const changed = await change(body.id, { currencies: ["USD", "MXN"] })
      expect([changed.status, changed.body.currencies]).toEqual([200, ["MXN", "USDC", "USD"]])
      expect(await accountsOf(body.id)).toEqual([
        ["EMBEDDED_WALLET", "USDC"],
        ["INTERNAL_FIAT", "MXN"],
        ["INTERNAL_FIAT", "USD"]
      ])
    }
    const left = await change(body.id, { currencies: ["USD"] })
    expect([left.status, left.body.code, left.body.reason]).toEqual([409, "CONFLICT", "Currency in use"])
  })

  it("FC2: two concurrent PATCHes open one account per currency", async () => {
    const { body } = await create({ customerType: "INDIVIDUAL", currencies: [] })
    const answers = await Promise.all(Array.from({ length: 8 }, () => change(body.id, { currencies: ["USD"] })))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await accountsOf(body.id)).toEqual([
      ["EMBEDDED_WALLET", "USDC"],
      ["INTERNAL_FIAT", "USD"]
    ])
  })

  it("FC2: refuses a currency that the platform does not offer", async () => {
    const created = await create({ customerType: "INDIVIDUAL", currencies: ["EUR"] })
    expect([created.status, created.body.code]).toEqual([400, "INVALID_CURRENCY"])
    const { body } = await create({ customerType: "INDIVIDUAL" })
    const changed = await change(body.id, { currencies: ["USD", "MXN", "EUR"] })
    expect([changed.status, changed.body.code]).toEqual([400, "INVALID_CURRENCY"])
  })
})

describe("umaAddress", () => {
  it("FC2: can be changed by PATCH, and the former address stays reserved for its customer", async () => {
    const first = await create({ customerType: "INDIVIDUAL", umaAddress: "$first@pay.example.com" })
    const other = await create({ customerType: "INDIVIDUAL" })
    const moved = await change(first.body.id, { umaAddress: "$second@pay.example.com" })
    expect([moved.status, moved.body.umaAddress]).toEqual([200, "$second@pay.example.com"])
    expect((await read(first.body.id)).body.umaAddress).toBe("$second@pay.example.com")
    for (const umaAddress of ["$first@pay.example.com", "$second@pay.example.com"]) {
      const occupied = await change(other.body.id, { umaAddress })
      expect([occupied.status, occupied.body.reason]).toEqual([409, "umaAddress in use"])
      const repeated = await create({ customerType: "INDIVIDUAL", umaAddress })
      expect([repeated.status, repeated.body.reason]).toEqual([409, "umaAddress in use"])
    }
    const back = await change(first.body.id, { umaAddress: "$first@pay.example.com" })
    expect([back.status, back.body.umaAddress]).toEqual([200, "$first@pay.example.com"])
    const still = await change(other.body.id, { umaAddress: "$second@pay.example.com" })
    expect([still.status, still.body.reason]).toEqual([409, "umaAddress in use"])
  })

  it("FC2: is assigned to one of many customers that request it concurrently", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => create({ customerType: "INDIVIDUAL" })))
    const answers = await Promise.all(all.map(({ body }) => change(body.id, { umaAddress: "$race@pay.example.com" })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
  })
})

describe("dates and countries", () => {
  it.each([
    ["birthDate", "1990-02-30"],
    ["birthDate", "2023-02-29"],
    ["birthDate", "1900-02-29"],
    ["birthDate", "0000-01-01"],
    ["birthDate", "1990-01-01T00:00:00Z"],
    ["nationality", "ZZ"],
    ["nationality", "us"],
    ["region", "XX"],
    ["phoneNumber", "020 7946 0000"],
    ["phoneNumber", "+0442079460000"]
  ])("FC18: refuses %s = %s at its field (X5)", async (name, value) => {
    const created = await create({ customerType: "INDIVIDUAL", [name]: value })
    expect([created.status, created.body.code, created.body.details.errors[0].field]).toEqual([
      400,
      "INVALID_INPUT",
      name
    ])
    const { body } = await create({ customerType: "INDIVIDUAL" })
    const changed = await change(body.id, { [name]: value })
    expect([changed.status, changed.body.details.errors[0].field]).toEqual([400, name])
  })

  it("a phone number is stored and returned for a person and a business, and a patch replaces it", async () => {
    for (const kind of [
      { customerType: "INDIVIDUAL" },
      { customerType: "BUSINESS", businessInfo: { legalName: "Acme" } }
    ]) {
      const created = await create({ ...kind, phoneNumber: "+442079460000" })
      expect([created.status, created.body.phoneNumber]).toEqual([201, "+442079460000"])
      const changed = await change(created.body.id, { phoneNumber: "+442079460001" })
      expect([changed.status, changed.body.phoneNumber]).toEqual([200, "+442079460001"])
      expect((await change(created.body.id, { region: "GB" })).body.phoneNumber).toBe("+442079460001")
    }
  })

  it("FC18: accepts a leap day and every country of the list", async () => {
    for (const nationality of countries) {
      const created = await create({ customerType: "INDIVIDUAL", birthDate: "2000-02-29", nationality })
      expect([nationality, created.status]).toEqual([nationality, 201])
    }
  })
})
