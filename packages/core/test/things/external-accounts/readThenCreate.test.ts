import { accountTypes, type Kind, sample, seeded } from "@countersign/account-types"
import {
  CUSTOMERS,
  created,
  customerId,
  faultsOf,
  gbp,
  PLATFORM,
  patch,
  read,
  usd,
  withInfo
} from "@countersign/harness/externalAccounts"
import { callers, makeWorld } from "@countersign/harness/world"
import { SANDBOX_DISCOVERIES } from "@countersign/sandbox"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const world = makeWorld({ externalAccounts: { discoveries: SANDBOX_DISCOVERIES } })
afterAll(() => world.countersign.close())
let owner = ""
beforeAll(async () => {
  owner = await customerId(world, callers.live)
})

/** A sample whose bank is on the list, for types that read it from the list. */
const sampleOf = (kind: Kind, seed: number) => {
  const info = sample(kind, seeded(seed))
  const listed = SANDBOX_DISCOVERIES.find(({ currency }) => kind.currencies.includes(currency))
  const isListed = kind.variants.some(({ fields }) =>
    fields.some((field) => field.type === "text" && field.fromDiscoveries === true)
  )
  return isListed && listed !== undefined ? { ...info, bankName: listed.bankName } : info
}

describe.each([...accountTypes.values()])("$accountType", (kind) => {
  it("FC1: is created from what a read of another account returns", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const body = { currency: kind.currencies[0], customerId: owner, accountInfo: sampleOf(kind, seed) }
        const first = await created(world, body, callers.live, CUSTOMERS)
        const { accountInfo, currency, defaultUmaDepositAccount } = (
          await read(world, first.id, callers.live, CUSTOMERS)
        ).body
        const copy = { accountInfo, currency, customerId: owner, defaultUmaDepositAccount }
        const second = await created(world, copy, callers.live, CUSTOMERS)
        expect(second.accountInfo).toEqual(accountInfo)
        // Patching the account with its own values leaves it unchanged.
        const patched = await patch(world, first.id, { accountInfo }, callers.live, CUSTOMERS)
        expect([patched.status, patched.body.accountInfo]).toEqual([200, accountInfo])
      }),
      { numRuns: 6 }
    )
  })
})

describe("paymentRails", () => {
  it("FC1: stores the rails that were sent, in the order of the type", async () => {
    const { accountInfo, id } = await created(world, usd({ paymentRails: ["WIRE", "ACH"] }))
    expect(accountInfo.paymentRails).toEqual(["ACH", "WIRE"])
    expect((await read(world, id)).body.accountInfo.paymentRails).toEqual(["ACH", "WIRE"])
    const patched = await patch(world, id, { accountInfo: { paymentRails: null } })
    expect(patched.body.accountInfo.paymentRails).toEqual(["ACH", "WIRE", "RTP", "FEDNOW"])
  })

  it.each([
    ["a rail of another type", ["SPEI"]],
    ["a rail of the type and one of another type", ["ACH", "SPEI"]],
    ["no rail", []],
    ["more entries than the type has rails", ["ACH", "ACH", "ACH", "ACH", "ACH"]],
    ["a text", "ACH"],
    ["null", null]
  ])("FC1: refuses %s by name", async (_, paymentRails) => {
    const answer = await world.call(callers.a, "POST", PLATFORM, { body: usd({ paymentRails }) })
    expect([answer.status, answer.body.code, faultsOf(answer)]).toEqual([
      400,
      "INVALID_INPUT",
      ["accountInfo.paymentRails"]
    ])
  })

  it("FC1: refuses a rail for a wallet, and accepts the empty list of a response", async () => {
    const wallet = (paymentRails: ReadonlyArray<string>) => ({
      currency: "BTC",
      accountInfo: { accountType: "LIGHTNING", lightningAddress: "ada@example.com", paymentRails }
    })
    expect((await world.call(callers.a, "POST", PLATFORM, { body: wallet(["ACH"]) })).status).toBe(400)
    expect((await created(world, wallet([]))).accountInfo.paymentRails).toEqual([])
  })
})

describe("accountInfo.platformAccountId", () => {
  it("FC1: is stored as the platformAccountId of the account", async () => {
    const inside = await created(world, withInfo(gbp(), { platformAccountId: "inside" }))
    expect(inside.platformAccountId).toBe("inside")
    const both = await created(
      world,
      withInfo(gbp("12345679", { platformAccountId: "both" }), { platformAccountId: "both" })
    )
    expect(both.platformAccountId).toBe("both")
    const twin = await world.call(callers.a, "POST", PLATFORM, {
      body: withInfo(gbp(), { platformAccountId: "inside" })
    })
    expect([twin.status, twin.body.code]).toEqual([409, "CONFLICT"])
    const moved = await patch(world, inside.id, { accountInfo: { platformAccountId: "moved" } })
    expect([moved.status, moved.body.platformAccountId]).toEqual([200, "moved"])
  })

  it("FC1: is refused by name when it differs from the top-level one, and when it is malformed", async () => {
    const differing = withInfo(gbp("12345678", { platformAccountId: "outside" }), { platformAccountId: "another" })
    const answer = await world.call(callers.a, "POST", PLATFORM, { body: differing })
    expect([answer.status, faultsOf(answer)]).toEqual([400, ["accountInfo.platformAccountId"]])
    const long = await world.call(callers.a, "POST", PLATFORM, {
      body: withInfo(gbp(), { platformAccountId: "x".repeat(256) })
    })
    expect([long.status, faultsOf(long)]).toEqual([400, ["platformAccountId"]])
  })
})

describe("beneficiaries", () => {
  it.each(["USD", "MXN", "BRL"])("FC11: a person in %s has a documentNumber", async (currency) => {
    const kind = accountTypes.get(`${currency}_ACCOUNT`)
    if (kind === undefined) throw new Error("the test names a type that does not exist")
    const info = sampleOf(kind, 7)
    const person = { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace", documentNumber: "AB123456" }
    const { accountInfo } = await created(
      world,
      { currency, accountInfo: { ...info, beneficiary: person } },
      callers.live
    )
    expect(accountInfo.beneficiary).toMatchObject(person)
    const typed = { ...person, documentType: "CC" }
    const answer = await world.call(callers.live, "POST", PLATFORM, {
      body: { currency, accountInfo: { ...info, beneficiary: typed } }
    })
    expect([answer.status, faultsOf(answer)]).toEqual([400, ["accountInfo.beneficiary.documentType"]])
  })

  it("FC11: a person in CAD has a registrationNumber", async () => {
    const beneficiary = { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace", registrationNumber: "RC-204117" }
    const { accountInfo } = await created(world, {
      currency: "CAD",
      accountInfo: {
        accountType: "CAD_ACCOUNT",
        bankCode: "001",
        branchCode: "00012",
        accountNumber: "1234567",
        beneficiary
      }
    })
    expect(accountInfo.beneficiary).toMatchObject(beneficiary)
  })
})
