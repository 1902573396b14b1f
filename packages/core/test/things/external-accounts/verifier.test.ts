import type { Finding } from "@countersign/core"
import { created, gbp, idsOf, PLATFORM, patch, read } from "@countersign/harness/externalAccounts"
import { watchedStore } from "@countersign/harness/watchedStore"
import { callers, makeWorld } from "@countersign/harness/world"
import type { CountersignOptions } from "countersign"
import { afterAll, describe, expect, it } from "vitest"

type Verify = NonNullable<NonNullable<CountersignOptions["externalAccounts"]>["verify"]>
type Asked = Parameters<Verify>[0]

const live = callers.live
const HERE = "production/alpha"
const closing: Array<() => Promise<void>> = []
afterAll(() => Promise.all(closing.map((close) => close())))

/** A platform with a verifier that the test controls. A host without types can return any value. */
const verifiedBy = (answer: (request: Asked) => unknown, jitter = 0) => {
  const store = watchedStore({ jitter })
  const requested: Array<Asked> = []
  const verify = (request: Asked) => {
    requested.push(request)
    return answer(request)
  }
  const world = makeWorld({
    store: store.layer,
    logs: "none",
    externalAccounts: { verify: verify as Verify },
    policy: { verificationTimeout: 50, mailTimeout: 200 }
  })
  closing.push(() => world.countersign.close(1000))
  const { externalAccounts } = world.countersign.api.in({ platformId: "alpha", mode: "production" })
  return { world, store, asked: requested, settle: externalAccounts.reportVerification }
}

const finding = (standing: Finding["standing"]): Finding => ({ standing })

describe("a verifier that returns", () => {
  it.each([
    ["CONFIRMED", "ACTIVE", "ACTIVE"],
    ["DOUBTED", "UNDER_REVIEW", "UNDER_REVIEW"],
    ["UNDECIDED", "PENDING", "UNDER_REVIEW"]
  ] as const)("%s makes a new account %s, and a changed one %s", async (standing, isNew, isChanged) => {
    let says: Finding["standing"] = standing
    const { asked: requested, store, world } = verifiedBy(async () => finding(says))
    const { id, status } = await created(world, gbp("12345678", { platformAccountId: "one" }), live)
    expect([status, (await store.events(HERE)).length]).toEqual([isNew, isNew === "PENDING" ? 0 : 1])
    expect(requested).toEqual([{ id, revision: 1, platformId: "alpha", account: gbp().accountInfo }])
    says = "CONFIRMED"
    const other = await created(world, gbp(), live)
    says = standing
    const events = (await store.events(HERE)).length
    const { body } = await patch(world, other.id, { accountInfo: { accountNumber: "87654321" } }, live)
    expect([body.status, (await store.events(HERE)).length - events]).toEqual([
      isChanged,
      isChanged === "ACTIVE" ? 0 : 1
    ])
    expect(await store.waiting(HERE)).toBe(0)
  })

  it("its result synchronously, and not in a promise, is supported", async () => {
    const { world } = verifiedBy(() => finding("CONFIRMED"))
    expect((await created(world, gbp(), live)).status).toBe("ACTIVE")
  })

  it("REJECTED stores nothing, changes nothing and sends no event", async () => {
    let says: Finding["standing"] = "REJECTED"
    const { store, world } = verifiedBy(async () => finding(says))
    const refused = await world.call(live, "POST", PLATFORM, { body: gbp() })
    expect([refused.status, refused.body.code]).toEqual([400, "INVALID_BANK_ACCOUNT"])
    expect([await idsOf(world, PLATFORM, live), await store.events(HERE)]).toEqual([[], []])
    says = "CONFIRMED"
    const { id } = await created(world, gbp(), live)
    says = "REJECTED"
    const [before] = await store.accounts(HERE)
    const change = await patch(world, id, { accountInfo: { accountNumber: "87654321" } }, live)
    expect([change.status, change.body.code]).toEqual([400, "INVALID_BANK_ACCOUNT"])
    expect([await store.accounts(HERE), (await store.events(HERE)).length]).toEqual([[before], 1])
  })

  it("I14: runs for production accounts only, and receives the platform's id", async () => {
    const { asked: requested, world } = verifiedBy(async () => finding("DOUBTED"))
    for (const caller of [callers.a, callers.b]) expect((await created(world, gbp(), caller)).status).toBe("ACTIVE")
    for (const caller of [callers.live, callers.liveB]) await created(world, gbp(), caller)
    expect(requested.map(({ platformId }) => platformId)).toEqual(["alpha", "beta"])
  })

  it("and mutates its argument changes no stored record", async () => {
    const { world } = verifiedBy(async ({ account }) => {
      for (const part of [account, Object(account.beneficiary), Object(account.beneficiary).address]) {
        for (const name of Object.keys(part)) if (typeof part[name] === "string") part[name] = "****"
      }
      return finding("CONFIRMED")
    })
    const { accountInfo, id } = await created(world, gbp(), live)
    expect(accountInfo).toEqual({ ...gbp().accountInfo, paymentRails: ["FASTER_PAYMENTS"] })
    const { body } = await patch(world, id, { accountInfo: { accountNumber: "87654321" } }, live)
    expect(body.accountInfo).toEqual({ ...accountInfo, accountNumber: "87654321" })
  })

  it("stores the name result, and discards it when the account's name changes", async () => {
    let says: Finding = { standing: "CONFIRMED", nameMatch: "PARTIAL_MATCH", verifiedName: "A. Lovelace" }
    const { store, world } = verifiedBy(async () => says)
    const { id } = await created(world, gbp(), live)
    const { body } = await read(world, id, live)
    expect([body.beneficiaryVerificationStatus, body.beneficiaryVerifiedData]).toEqual([
      ...["PARTIAL_MATCH", { fullName: "A. Lovelace" }]
    ])
    says = { standing: "CONFIRMED" }
    const changed = await patch(world, id, { accountInfo: { accountNumber: "87654321" } }, live)
    expect(Object.keys(changed.body).filter((field) => field.startsWith("beneficiaryV"))).toEqual([])
    // The account stays ACTIVE, and a different name result is announced.
    expect((await store.events(HERE)).length).toBe(2)
  })
})

/** Invalid results of a host's verifier. */
const noAnswers: ReadonlyArray<readonly [name: string, answer: () => unknown]> = [
  [
    "throws",
    () => {
      throw new Error("no")
    }
  ],
  ["rejects", () => Promise.reject(new Error("no"))],
  ["rejects with nothing", () => Promise.reject(undefined)],
  ["hangs", () => new Promise(() => {})],
  ["answers nothing", async () => undefined],
  ["answers null", async () => null],
  ["returns a string", async () => "CONFIRMED"],
  ["returns a list", async () => ["CONFIRMED"]],
  ["returns an empty object", async () => ({})],
  ["returns another spelling", async () => ({ standing: "confirmed" })],
  ["returns an extra field", async () => ({ standing: "CONFIRMED", status: "ACTIVE" })],
  ["returns an unknown name match", async () => ({ standing: "CONFIRMED", nameMatch: "YES" })],
  ["returns a number as the name", async () => ({ standing: "CONFIRMED", verifiedName: 7 })],
  [
    "returns an object with a throwing getter",
    async () => ({
      get standing() {
        throw new Error("no")
      }
    })
  ],
  [
    "returns an unreadable value",
    async () =>
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error("no")
          },
          get: (_, name) => (name === "then" ? undefined : "CONFIRMED")
        }
      )
  ]
]

describe("a verifier without a result", () => {
  it.concurrent.for(noAnswers)(
    "%s: the account stays pending, and is verified again until there is a result",
    async ([, noAnswer], { expect }) => {
      let isWell = false
      const {
        asked: requested,
        store,
        world
      } = verifiedBy(() => (isWell ? Promise.resolve(finding("CONFIRMED")) : noAnswer()))
      const { id, status } = await created(world, gbp(), live)
      expect([status, await store.waiting(HERE), await store.events(HERE)]).toEqual(["PENDING", 1, []])
      await expect.poll(() => requested.length).toBeGreaterThan(1)
      expect((await read(world, id, live)).body.status).toBe("PENDING")
      isWell = true
      await expect
        .poll(async () => {
          // The next attempt is due some seconds later, by the world's clock.
          world.pass(60_000)
          return (await read(world, id, live)).body.status
        })
        .toBe("ACTIVE")
      await expect.poll(() => store.waiting(HERE)).toBe(0)
      expect(requested.every(({ revision }) => revision === 1)).toBe(true)
      expect((await store.events(HERE)).length).toBe(1)
    }
  )
})
