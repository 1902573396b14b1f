import {
  business,
  created,
  faultsOf,
  gbp,
  PLATFORM,
  patch,
  person,
  read,
  usd,
  withInfo
} from "@countersign/harness/externalAccounts"
import { callers, makeWorld } from "@countersign/harness/world"
import { afterAll, beforeEach, describe, expect, it } from "vitest"

interface Asked {
  readonly id: string
  readonly revision: number
}
let requested: Array<Asked> = []
const world = makeWorld({
  externalAccounts: {
    verify: async ({ id, revision }) => {
      requested.push({ id, revision })
      return { standing: "CONFIRMED", nameMatch: "MATCHED" }
    }
  }
})
beforeEach(() => {
  requested = []
})
afterAll(() => world.countersign.close())

const live = callers.live
const make = async (body: unknown) => {
  const made = await created(world, body, live)
  requested = []
  return made
}
const change = (id: string, body: unknown) => patch(world, id, body, live)

describe("a change of an account", () => {
  it.each([
    [{ accountInfo: { sortCode: "123456" } }, true],
    [{ accountInfo: { accountNumber: "00000001" } }, true],
    [{ accountInfo: { beneficiary: { fullName: "Ada King" } } }, true],
    [{ accountInfo: { beneficiary: { birthDate: "1990-12-10" } } }, true],
    [{ accountInfo: { beneficiary: { phoneNumber: null } } }, true],
    [{ accountInfo: { beneficiary: { address: { city: "Leeds" } } } }, true],
    [{ accountInfo: { beneficiary: { address: { state: "West Yorkshire", line2: null } } } }, true],
    [{ platformAccountId: "mine" }, false],
    [{ platformAccountId: null }, false],
    [{ defaultUmaDepositAccount: true }, false],
    [{ status: "ACTIVE" }, false],
    [{}, false],
    [{ accountInfo: {} }, false],
    [{ accountInfo: { sortCode: "200000" } }, false],
    [{ accountInfo: { bankName: null, beneficiary: { address: { line2: null } } } }, false]
  ])("by %j is stored and verified again: %s", async (body, isNew) => {
    const before = await make(gbp())
    const { body: after, status } = await change(before.id, body)
    expect([status, after.status]).toEqual([200, "ACTIVE"])
    expect(after).toEqual(mergedBy(before, body))
    expect((await read(world, before.id, live)).body).toEqual(after)
    expect(requested.map(({ id, revision }) => [id, revision > 1])).toEqual(isNew ? [[before.id, true]] : [])
    await world.call(live, "DELETE", `${PLATFORM}/${before.id}`)
  })

  it("verifies each revision once, under an increasing number", async () => {
    const { id } = await make(gbp())
    for (const accountNumber of ["00000001", "00000002", "00000002", "00000001"]) {
      await change(id, { accountInfo: { accountNumber } })
    }
    const revisions = requested.map(({ revision }) => revision)
    expect(revisions.length).toBe(3)
    expect(revisions).toEqual(revisions.toSorted((one, other) => one - other))
    expect(new Set([1, ...revisions]).size).toBe(4)
  })

  it.each([
    ["its alias", usd(), { accountType: "US_ACCOUNT" }],
    ["the alias' own name", usd({ accountType: "US_ACCOUNT" }), { accountType: "USD_ACCOUNT" }],
    ["the older category", usd({ bankAccountType: "SAVINGS" }), { bankAccountType: null, accountCategory: "SAVINGS" }],
    ["both categories", usd({ accountCategory: "SAVINGS" }), { bankAccountType: "SAVINGS" }],
    [
      "a flat business",
      withInfo(gbp(), { beneficiary: business }),
      { beneficiary: { businessInfo: null, ...business.businessInfo } }
    ],
    ["a business in both shapes", withInfo(gbp(), { beneficiary: business }), { beneficiary: business.businessInfo }],
    [
      "the region derived from its phone number",
      {
        currency: "XOF",
        accountInfo: { accountType: "XOF_ACCOUNT", phoneNumber: "+22961234567", provider: "MTN", beneficiary: person }
      },
      { region: "BJ" }
    ]
  ])("to %s is equivalent: it is stored as sent, and needs no verification", async (_, body, accountInfo) => {
    const before = await make(body)
    const { body: after, status } = await change(before.id, { accountInfo })
    expect([status, after.status, requested]).toEqual([200, "ACTIVE", []])
    for (const [name, value] of Object.entries(accountInfo)) {
      if (typeof value === "string") expect(after.accountInfo[name]).toBe(value)
    }
  })

  it("stores the older spelling of the category next to the newer one", async () => {
    const { id } = await make(usd({ accountType: "US_ACCOUNT", accountCategory: "SAVINGS" }))
    const { body } = await change(id, { accountInfo: { bankAccountType: "CHECKING", accountCategory: "CHECKING" } })
    expect(body.accountInfo).toMatchObject({
      accountType: "US_ACCOUNT",
      accountCategory: "CHECKING",
      bankAccountType: "CHECKING"
    })
    expect(requested.length).toBe(1)
  })

  it("does not change its type", async () => {
    const before = await make(gbp())
    for (const accountType of ["USD_ACCOUNT", "SPARK_WALLET", "CAD_ACCOUNT"]) {
      const { body, status } = await change(before.id, { accountInfo: { accountType } })
      expect([status, body.details.errors]).toEqual([
        400,
        [
          {
            field: "accountInfo.accountType",
            message: "It must be GBP_ACCOUNT: create another account for another type"
          }
        ]
      ])
    }
    for (const accountType of [null, "", "NONE", { toString: 1 }]) {
      const answer = await change(before.id, { accountInfo: { accountType } })
      expect([answer.status, faultsOf(answer)]).toEqual([400, ["accountInfo.accountType"]])
    }
    for (const fields of [
      { currency: "USD" },
      { customerId: null },
      { id: "x" },
      { beneficiaryVerificationStatus: "MATCHED" }
    ]) {
      const answer = await change(before.id, fields)
      expect([answer.status, faultsOf(answer)]).toEqual([400, Object.keys(fields)])
    }
    expect((await read(world, before.id, live)).body).toEqual(before)
  })
})

/** JSON Merge Patch as printed in RFC 7396, for fields that no rule derives. */
const mergedBy = (target: unknown, merge: unknown): unknown => {
  if (typeof merge !== "object" || merge === null || Array.isArray(merge)) return merge
  const result: Record<string, unknown> = { ...(typeof target === "object" ? target : {}) }
  for (const [name, value] of Object.entries(merge)) {
    if (value === null) delete result[name]
    else result[name] = mergedBy(result[name], value)
  }
  return result
}

describe("a change that is refused", () => {
  const secret = "SECRET4929"

  it("lists every fault, and changes nothing", async () => {
    const before = await make(gbp())
    const answer = await change(before.id, {
      platformAccountId: "",
      defaultUmaDepositAccount: secret,
      status: secret,
      nothing: secret,
      accountInfo: {
        sortCode: secret,
        accountNumber: null,
        iban: secret,
        beneficiary: { fullName: "", birthDate: secret, businessInfo: secret, address: { country: secret, city: null } }
      }
    })
    expect(answer.status).toBe(400)
    expect([...faultsOf(answer)].toSorted()).toEqual([
      "accountInfo.accountNumber",
      "accountInfo.beneficiary.address.city",
      "accountInfo.beneficiary.address.country",
      "accountInfo.beneficiary.birthDate",
      "accountInfo.beneficiary.businessInfo",
      "accountInfo.beneficiary.fullName",
      "accountInfo.iban",
      "accountInfo.sortCode",
      "defaultUmaDepositAccount",
      "nothing",
      "platformAccountId",
      "status"
    ])
    expect(JSON.stringify(answer.body)).not.toContain("SECRET")
    expect((await read(world, before.id, live)).body).toEqual(before)
  })

  it("reports a field of another type by the account's own type", async () => {
    const { id } = await make(gbp())
    const answer = await change(id, {
      status: "ON",
      accountInfo: { accountType: "USD_ACCOUNT", sortCode: "1", routingNumber: "1" }
    })
    expect([...faultsOf(answer)].toSorted()).toEqual([
      "accountInfo.accountType",
      "accountInfo.routingNumber",
      "accountInfo.sortCode",
      "status"
    ])
  })

  it.each([null, [], "x", 7, true])("has the accountInfo %j", async (accountInfo) => {
    const { id } = await make(gbp())
    const answer = await change(id, { accountInfo })
    expect([answer.status, faultsOf(answer)]).toEqual([400, ["accountInfo"]])
  })

  it("has wrong check digits, which are reported as such", async () => {
    const { id } = await make(usd())
    const answer = await change(id, { accountInfo: { routingNumber: "021000022" } })
    expect([answer.status, answer.body.code, faultsOf(answer)]).toEqual([
      ...[400, "INVALID_BANK_ACCOUNT", ["accountInfo.routingNumber"]]
    ])
  })
})
