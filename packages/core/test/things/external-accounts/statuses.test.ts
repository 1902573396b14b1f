import { registeredOriginators } from "@countersign/account-types"
import { beneficiary } from "@countersign/harness/accounts/beneficiary"
import { vectors } from "@countersign/harness/accounts/vectorsOf"
import {
  CUSTOMERS,
  created,
  customerId,
  gbp,
  PLATFORM,
  patch,
  person,
  read
} from "@countersign/harness/externalAccounts"
import { watchedStore } from "@countersign/harness/watchedStore"
import { callers, makeWorld } from "@countersign/harness/world"
import { CountersignError } from "countersign"
import { afterAll, describe, expect, it } from "vitest"
import { isWallet, table } from "./table.ts"

const store = watchedStore()
// This verifier is undecided, so the test sets each account's status.
const world = makeWorld({ store: store.layer })
afterAll(() => world.countersign.close())

const live = callers.live
const { externalAccounts: accounts } = world.countersign.api.in({ platformId: "alpha", mode: "production" })
const findings = ["CONFIRMED", "DOUBTED", "REJECTED", "UNDECIDED"] as const

/** How an account reaches each status. */
const reached = { PENDING: "UNDECIDED", ACTIVE: "CONFIRMED", UNDER_REVIEW: "DOUBTED", INACTIVE: "REJECTED" } as const
type Name = keyof typeof reached
const statuses: ReadonlyArray<Name> = ["PENDING", "ACTIVE", "UNDER_REVIEW", "INACTIVE"]

const standing = async (status: Name, more: object = {}): Promise<string> => {
  const { id } = await created(world, { ...gbp(), ...more }, live, CUSTOMERS)
  expect((await accounts.reportVerification(id, { standing: reached[status] })).status).toBe(status)
  return id
}
const reported = async () => (await store.events("production/alpha")).length

/** The status code of a refusal, or the status of the account. */
const outcomeOf = async (call: () => Promise<{ readonly status: string }>): Promise<string> => {
  try {
    return (await call()).status
  } catch (error) {
    if (error instanceof CountersignError) return String(error.status)
    throw error
  }
}

/** The expected result of every transition, by its initiator, from each status in the order of `statuses`. */
const moves: ReadonlyArray<readonly [asked: object, to: readonly [string, string, string, string]]> = [
  [{ status: "ACTIVE" }, ["409", "ACTIVE", "409", "UNDER_REVIEW"]],
  [{ status: "INACTIVE" }, ["409", "INACTIVE", "INACTIVE", "INACTIVE"]],
  [{ accountInfo: { sortCode: "123456" } }, ["PENDING", "UNDER_REVIEW", "UNDER_REVIEW", "INACTIVE"]],
  [
    { status: "ACTIVE", accountInfo: { sortCode: "123456" } },
    ["PENDING", "UNDER_REVIEW", "UNDER_REVIEW", "UNDER_REVIEW"]
  ],
  [{ status: "INACTIVE", accountInfo: { sortCode: "123456" } }, ["409", "INACTIVE", "INACTIVE", "INACTIVE"]],
  [{ platformAccountId: "another" }, ["PENDING", "ACTIVE", "UNDER_REVIEW", "INACTIVE"]]
]

describe.each(moves)("a platform that sets %j", (requested, to) => {
  it.each(statuses.map((from, nth) => [from, to[nth] ?? ""] as const))(
    "on an account in %s: %s, with an event for each change",
    async (from, wanted) => {
      const id = await standing(from)
      const before = (await read(world, id, live, PLATFORM)).body
      const events = await reported()
      const { body, status } = await patch(world, id, requested, live, PLATFORM)
      if (wanted === "409") {
        expect([status, body.code, body.reason]).toEqual([409, "CONFLICT", "Status transition not allowed"])
        expect((await read(world, id, live, PLATFORM)).body).toEqual(before)
      } else {
        expect([status, body.status]).toEqual([200, wanted])
      }
      const isOther = wanted !== "409" && wanted !== from
      expect((await reported()) - events).toBe(isOther ? 1 : 0)
      await world.call(live, "DELETE", `${PLATFORM}/${id}`)
    }
  )
})

describe.each(findings)("a finding %s", (finding) => {
  const to = {
    CONFIRMED: ["ACTIVE", "ACTIVE", "ACTIVE", "409"],
    DOUBTED: ["UNDER_REVIEW", "UNDER_REVIEW", "UNDER_REVIEW", "409"],
    REJECTED: ["INACTIVE", "INACTIVE", "INACTIVE", "409"],
    UNDECIDED: statuses
  }[finding]

  it.each(statuses.map((from, nth) => [from, to[nth] ?? ""] as const))(
    "changes an account from %s to %s, with an event",
    async (from, wanted) => {
      const id = await standing(from)
      const events = await reported()
      expect(await outcomeOf(() => accounts.reportVerification(id, { standing: finding }))).toBe(wanted)
      expect((await reported()) - events).toBe(wanted === from || wanted === "409" ? 0 : 1)
    }
  )
})

it("a finding with another verified name sends an event, and with the same name sends none", async () => {
  const id = await standing("ACTIVE")
  const events = await reported()
  await accounts.reportVerification(id, {
    standing: "CONFIRMED",
    nameMatch: "PARTIAL_MATCH",
    verifiedName: "A. Lovelace"
  })
  await accounts.reportVerification(id, { standing: "CONFIRMED", nameMatch: "PARTIAL_MATCH" })
  await accounts.reportVerification(id, { standing: "CONFIRMED" })
  const { body } = await read(world, id, live, PLATFORM)
  expect(body.beneficiaryVerificationStatus).toBe("PARTIAL_MATCH")
  expect(body.beneficiaryVerifiedData).toEqual({ fullName: "A. Lovelace" })
  expect((await reported()) - events).toBe(1)
})

describe("X7: a destination", () => {
  it.each(statuses)(
    "in the status %s is returned if it is ACTIVE, and is answered with 400 otherwise",
    async (status) => {
      const owner = await customerId(world, live)
      const { id } = await created(world, gbp("12345678", { customerId: owner }), live, CUSTOMERS)
      await accounts.reportVerification(id, { standing: reached[status] })
      for (const sender of [undefined, { customerId: owner }]) {
        const requested = accounts.destination(id, sender)
        if (status === "ACTIVE") expect((await requested).currency).toBe("GBP")
        else await expect(requested).rejects.toMatchObject({ status: 400, code: "INVALID_BANK_ACCOUNT" })
      }
    }
  )

  it.each(statuses)("of another customer is not found, whether it is %s or not", async (status) => {
    const [owner, other] = [await customerId(world, live), await customerId(world, live)]
    const { id } = await created(world, gbp("12345678", { customerId: owner }), live, CUSTOMERS)
    await accounts.reportVerification(id, { standing: reached[status] })
    const never = "ExternalAccount:01890000-0000-7000-8000-000000000000"
    const requested = (account: string) =>
      accounts
        .destination(account, { customerId: other })
        .catch((error) => ({ ...error, requestId: "one of each call" }))
    expect(await requested(id)).toEqual(await requested(never))
    expect(await requested(id)).toMatchObject({ status: 404, code: "REFERENCE_NOT_FOUND" })
  })

  it("of another platform or mode is not found, nor for a customer of theirs", async () => {
    const id = await standing("ACTIVE")
    for (const environment of [
      { platformId: "beta", mode: "production" },
      { platformId: "alpha", mode: "sandbox" }
    ] as const) {
      const elsewhere = world.countersign.api.in(environment).externalAccounts
      await expect(elsewhere.destination(id)).rejects.toMatchObject({ status: 404, code: "REFERENCE_NOT_FOUND" })
    }
    for (const caller of [callers.liveB, callers.a]) {
      const unrelated = { customerId: await customerId(world, caller) }
      await expect(accounts.destination(id, unrelated)).rejects.toMatchObject({ status: 404, code: "USER_NOT_FOUND" })
    }
  })

  it("is returned in normalized form, whatever was sent", async () => {
    const { id } = await created(
      world,
      {
        currency: "USD",
        accountInfo: {
          accountType: "US_ACCOUNT",
          accountNumber: "1234567890",
          routingNumber: "021000021",
          accountCategory: "SAVINGS",
          beneficiary: { beneficiaryType: "BUSINESS", businessInfo: { legalName: "Acme Ltd" }, address: person.address }
        }
      },
      live
    )
    await accounts.reportVerification(id, { standing: "CONFIRMED" })
    expect(await accounts.destination(id)).toEqual({
      currency: "USD",
      account: {
        accountType: "USD_ACCOUNT",
        accountNumber: "1234567890",
        routingNumber: "021000021",
        bankAccountType: "SAVINGS",
        beneficiary: { beneficiaryType: "BUSINESS", legalName: "Acme Ltd", address: person.address }
      }
    })
  })
})

// Copied from the interface.
const registered = "GBP INR BRL DKK PHP HKD IDR MYR SGD THB VND AED".split(" ")

describe("X7: a business that sends", async () => {
  const open = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" }).externalAccounts
  it("requires a registrationNumber for the destinations in the interface's list, and for no others", async () => {
    expect([...registeredOriginators].toSorted()).toEqual(registered.toSorted())
    const businessInfo = { legalName: "Acme Ltd" }
    const firm = (info: object) => customerId(world, callers.a, { customerType: "BUSINESS", businessInfo: info })
    const [bare, whole] = [await firm(businessInfo), await firm({ ...businessInfo, registrationNumber: "RC-1" })]
    const person = await customerId(world)
    for (const [accountType, currencies] of table) {
      const [currency = ""] = currencies.split(" ")
      const fields = vectors.get(accountType)?.accepted[0] ?? {}
      const accountInfo = { accountType, ...(isWallet(accountType) ? {} : { beneficiary }), ...fields }
      const { id } = await created(world, { currency, accountInfo })
      for (const [sender, isBare] of [
        [bare, true],
        [whole, false],
        [person, false]
      ] as const) {
        const isRefused = isBare && registered.includes(currency)
        const outcome = await open.destination(id, { customerId: sender }).then(
          () => "sent",
          (error) => error.code
        )
        expect([accountType, outcome]).toEqual([accountType, isRefused ? "MISSING_MANDATORY_USER_INFO" : "sent"])
      }
    }
  })
})
