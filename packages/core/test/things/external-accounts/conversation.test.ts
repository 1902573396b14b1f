import { accountTypes, check, type JsonObject, storedSpelling } from "@countersign/account-types"
import { beneficiary } from "@countersign/harness/accounts/beneficiary"
import { vectors } from "@countersign/harness/accounts/vectorsOf"
import {
  business,
  CUSTOMERS,
  created,
  customerId,
  faultsOf,
  PLATFORM,
  read
} from "@countersign/harness/externalAccounts"
import { type Caller, callers, makeWorld } from "@countersign/harness/world"
import { SANDBOX_DISCOVERIES } from "@countersign/sandbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWallet, table } from "./table.ts"

const world = makeWorld({ externalAccounts: { discoveries: SANDBOX_DISCOVERIES } })
afterAll(() => world.countersign.close())

/** The caller, and the status of an account before its verification. */
const modes = [
  { mode: "sandbox", caller: callers.a, status: "ACTIVE" },
  { mode: "production", caller: callers.live, status: "PENDING" }
] as const
const owners = new Map<Caller, string>()
beforeAll(async () => {
  for (const { caller } of modes) owners.set(caller, await customerId(world, caller))
})

it("every account type has a row here, and test vectors", () => {
  expect(table.map(([accountType]) => accountType)).toEqual([...vectors.keys()].toSorted())
})

describe.each(table)("%s", (accountType, currencies, railsBy) => {
  const { accepted, refused } = vectors.get(accountType) ?? { accepted: [], refused: [] }
  const infoOf = (fields: object): JsonObject => ({
    accountType,
    ...(isWallet(accountType) ? {} : { beneficiary }),
    ...fields
  })
  const [currency = ""] = currencies.split(" ")
  const kind = accountTypes.get(accountType)
  const stored = (info: JsonObject) => (kind === undefined ? info : storedSpelling(kind, info))

  it("is created, read and listed as it was sent, in its stored spelling (GH13), with its rails", async () => {
    for (const { caller, status } of modes) {
      for (const [path, owner] of [
        [PLATFORM, undefined],
        [CUSTOMERS, owners.get(caller)]
      ] as const) {
        for (const fields of accepted) {
          world.pass(1)
          const sent = infoOf(fields)
          const accountInfo = stored(sent)
          const body = await created(
            world,
            { currency, accountInfo: sent, ...(owner === undefined ? {} : { customerId: owner }) },
            caller,
            path
          )
          const name = Object.keys(railsBy).find((field) => Object.hasOwn(accountInfo, field)) ?? ""
          expect(body).toMatchObject({ status, currency, accountInfo, defaultUmaDepositAccount: false })
          expect(body.accountInfo.paymentRails).toEqual(railsBy[name])
          expect([Object.hasOwn(body, "platformAccountId"), body.customerId]).toEqual([false, owner])
          expect((await read(world, body.id, caller, path)).body).toEqual(body)
          const listed = await world.call(caller, "GET", `${path}?limit=1`)
          expect(listed.body.data).toEqual([body])
        }
      }
    }
  })

  it("is accepted in each of its currencies", async () => {
    for (const each of currencies.split(" ")) {
      const { currency } = await created(world, { currency: each, accountInfo: infoOf(accepted[0] ?? {}) })
      expect(currency).toBe(each)
    }
  })

  it("is refused at the path of each invalid field; only production verifies check digits", async () => {
    for (const [path, fields, only] of refused) {
      for (const { caller, mode } of modes) {
        const body = { currency, accountInfo: infoOf(fields) }
        const answer = await world.call(caller, "POST", PLATFORM, { body })
        const name = [path, mode, answer.status]
        if (/\\u0000|\\ud[89a-f]/u.test(JSON.stringify(fields))) {
          expect([...name, answer.body.code]).toEqual([path, mode, 400, "INVALID_REQUEST_FORMAT"])
        } else if (only === "production" && mode === "sandbox") {
          expect(name).toEqual([path, mode, 201])
        } else if (kind !== undefined && check(kind, stored(infoOf(fields)), mode).length === 0) {
          // FU3 GH13: the service changes the spelling that the rules refuse.
          expect(name).toEqual([path, mode, 201])
          expect(answer.body.accountInfo).toMatchObject(stored(infoOf(fields)))
        } else {
          expect(name).toEqual([path, mode, 400])
          expect(faultsOf(answer)).toContain(`accountInfo.${path}`)
          expect(answer.body.code).toBe(only === undefined ? "INVALID_INPUT" : "INVALID_BANK_ACCOUNT")
        }
      }
    }
  })
})

describe("a response adds derived fields", () => {
  const sent = async (currency: string, accountInfo: object) =>
    (await created(world, { currency, accountInfo })).accountInfo

  it.each([
    ["+221701234567", "SN"],
    ["+2250701234567", "CI"],
    ["+22961234567", "BJ"],
    // GH11: ten digits since November 2024.
    ["+2290161234567", "BJ"]
  ])("XOF %s: the region %s", async (phoneNumber, region) => {
    const info = await sent("XOF", { accountType: "XOF_ACCOUNT", phoneNumber, provider: "MTN", beneficiary })
    expect(info.region).toBe(region)
  })

  it("the euro: the beneficiary's country, when the address has one and the sender sent none", async () => {
    const euro = (person: object) =>
      sent("EUR", { accountType: "EUR_ACCOUNT", iban: "DE89370400440532013000", ...person })
    const { countryOfResidence: _, ...silent } = beneficiary
    expect((await euro({ beneficiary: silent })).beneficiary.countryOfResidence).toBe("GB")
    expect((await euro({ beneficiary: { ...beneficiary, countryOfResidence: "DE" } })).beneficiary).toMatchObject({
      countryOfResidence: "DE",
      address: { country: "GB" }
    })
    const firm = await euro({ beneficiary: { ...business, countryOfResidence: undefined } })
    expect(Object.hasOwn(firm.beneficiary, "countryOfResidence")).toBe(false)
  })

  it("FU3: an IBAN without the spaces that people write in it", async () => {
    const iban = "DE89 3704 0044 0532 0130 00"
    const info = await sent("EUR", { accountType: "EUR_ACCOUNT", iban, beneficiary })
    expect(info.iban).toBe("DE89370400440532013000")
  })

  it("a business: both representations", async () => {
    const gbp = { accountType: "GBP_ACCOUNT", sortCode: "200000", accountNumber: "12345678" }
    const { businessInfo, ...others } = business
    expect((await sent("GBP", { ...gbp, beneficiary: business })).beneficiary).toEqual({ ...business, ...businessInfo })
    const flat = { ...others, ...businessInfo }
    expect((await sent("GBP", { ...gbp, beneficiary: flat })).beneficiary).toEqual(flat)
  })

  it("US_ACCOUNT: the name and the category as sent, and the category's new spelling", async () => {
    const account = { accountType: "US_ACCOUNT", accountNumber: "1234567890", routingNumber: "021000021", beneficiary }
    expect(await sent("USD", { ...account, accountCategory: "SAVINGS" })).toEqual({
      ...account,
      accountCategory: "SAVINGS",
      bankAccountType: "SAVINGS",
      paymentRails: ["ACH", "WIRE", "RTP", "FEDNOW"]
    })
  })
})
