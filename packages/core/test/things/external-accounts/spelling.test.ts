import { created, PLATFORM, patch, person, read } from "@countersign/harness/externalAccounts"
import { callers, makeWorld } from "@countersign/harness/world"
import { afterAll, beforeEach, describe, expect, it } from "vitest"

let verified: Array<object> = []
const world = makeWorld({
  externalAccounts: {
    verify: async ({ account }) => {
      verified.push(account)
      return { standing: "CONFIRMED", nameMatch: "MATCHED" }
    }
  }
})
beforeEach(() => {
  verified = []
})
afterAll(() => world.countersign.close())

const live = callers.live
const { externalAccounts } = world.countersign.api.in({ platformId: "alpha", mode: "production" })

/** As a person types it, and as it is stored. */
const accounts = [
  [
    "EUR",
    { iban: "de89 3704 0044 0532 0130 00", swiftCode: "cobadeff" },
    { iban: "DE89370400440532013000", swiftCode: "COBADEFF" }
  ],
  ["EUR", { iban: "rs35 2600 0560 1001 6113 79" }, { iban: "RS35260005601001611379" }],
  ["MXN", { clabeNumber: "032 180 00011835971 9" }, { clabeNumber: "032180000118359719" }],
  ["INR", { vpa: "Asha@OkBank" }, { vpa: "asha@okbank" }],
  [
    "BRL",
    { pixKeyType: "EMAIL", pixKey: "Ada@Example.com", taxId: "52998224725" },
    { pixKeyType: "EMAIL", pixKey: "ada@example.com", taxId: "52998224725" }
  ]
] as const

describe.each(accounts)("GH13: an account in %s that is written as %j", (currency, typed, stored) => {
  const beneficiary = { ...person, fullName: "Jose\u0301 Nu\u0301n\u0303ez ", email: "jose@Example.com" }
  const address = { ...person.address, postalCode: "sw1a  1aa" }
  const kept = { ...person, fullName: "José Núñez", email: "jose@example.com" }
  const body = {
    currency,
    accountInfo: { accountType: `${currency}_ACCOUNT`, ...typed, beneficiary: { ...beneficiary, address } }
  }

  it("is stored, shown, verified and paid in one spelling, and is the same in another", async () => {
    const account = await created(world, body, live)
    expect(account.accountInfo).toMatchObject({ ...stored, beneficiary: kept })
    expect(verified).toEqual([{ accountType: `${currency}_ACCOUNT`, ...stored, beneficiary: kept }])
    expect((await read(world, account.id, live)).body).toEqual(account)
    expect((await externalAccounts.destination(account.id)).account).toMatchObject(stored)

    for (const accountInfo of [typed, stored, { beneficiary: { fullName: " José Nu\u0301ñez" } }]) {
      const { body: after, status } = await patch(world, account.id, { accountInfo }, live)
      expect([status, after]).toEqual([200, account])
    }
    expect(verified.length).toBe(1)
    await world.call(live, "DELETE", `${PLATFORM}/${account.id}`)
  })
})

it.each([
  ["SA03 8000 0000 6080 1016 7519", "It must be an IBAN of a SEPA country"],
  ["de89 3704 0044 0532 0130 0", "It must be an IBAN with the length of its country"],
  ["de89 3704 0044 0532 0130 01", "It must be an IBAN with its check digits"]
])("GH6: the IBAN %s is refused with the rule that it breaks", async (iban, message) => {
  const body = { currency: "EUR", accountInfo: { accountType: "EUR_ACCOUNT", iban, beneficiary: person } }
  const { body: answer } = await world.call(live, "POST", PLATFORM, { body })
  expect([answer.code, answer.details.errors]).toEqual([
    "INVALID_BANK_ACCOUNT",
    [{ field: "accountInfo.iban", message }]
  ])
})
