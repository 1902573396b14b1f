import { Store } from "@countersign/core"
import { created, gbp, PLATFORM, patch, read } from "@countersign/harness/externalAccounts"
import { watchedStore } from "@countersign/harness/watchedStore"
import { callers, keys, makeWorld } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { sha256Hex } from "@countersign/wire"
import { Effect, Layer } from "effect"
import { expect, it } from "vitest"

const live = callers.live
const HERE = "production/alpha"
const apiOf = (world: ReturnType<typeof makeWorld>) =>
  world.countersign.api.in({ platformId: "alpha", mode: "production" }).externalAccounts

/** The status of a call that can be refused. */
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "done",
    (error) => `${error.status} ${error.reason}`
  )

it("refuses a finding for an earlier revision, and confirms nothing", async () => {
  const store = watchedStore()
  const world = makeWorld({ store: store.layer })
  const { id } = await created(world, gbp(), live)
  await patch(world, id, { accountInfo: { accountNumber: "87654321" } }, live)
  const { reportVerification } = apiOf(world)
  const [{ revision: now = 0 } = {}] = await store.accounts(HERE)
  expect(now).toBeGreaterThan(1)
  for (const revision of [1, 0, -1, now - 1, now + 1]) {
    expect(await outcome(reportVerification(id, { standing: "CONFIRMED" }, revision))).toBe("409 Account was changed")
  }
  expect((await read(world, id, live)).body.status).toBe("PENDING")
  expect((await reportVerification(id, { standing: "CONFIRMED" }, now)).status).toBe("ACTIVE")
  await world.call(live, "DELETE", `${PLATFORM}/${id}`)
  expect(await outcome(reportVerification(id, { standing: "CONFIRMED" }))).toMatch(/^404/u)
  await world.countersign.close()
})

it("a finding that races a change never confirms the changed account: 100 rounds", async () => {
  const store = watchedStore({ jitter: 3 })
  const world = makeWorld({ store: store.layer })
  const { reportVerification } = apiOf(world)
  const seen = new Map<string, number>()
  await Promise.all(
    Array.from({ length: 100 }, async (_, nth) => {
      const { id } = await created(world, gbp(), live)
      /** Behind the change by some round trips, from round to round. On a busy machine the jitter alone moves neither. */
      const finding = async () => {
        for (let trip = 0; trip < nth % 4; trip += 1) await read(world, id, live)
        return outcome(reportVerification(id, { standing: "CONFIRMED", nameMatch: "MATCHED" }, 1))
      }
      const [settled, changed] = await Promise.all([
        finding(),
        patch(world, id, { accountInfo: { accountNumber: "87654321" } }, live)
      ])
      const { body } = await read(world, id, live)
      expect([changed.status, body.accountInfo.accountNumber]).toEqual([200, "87654321"])
      // If the finding came first, the account was ACTIVE and is verified again. Otherwise it is still pending.
      expect([settled, body.status]).toEqual(
        settled === "done" ? ["done", "UNDER_REVIEW"] : ["409 Account was changed", "PENDING"]
      )
      expect(Object.hasOwn(body, "beneficiaryVerificationStatus")).toBe(false)
      const reported = (await store.events(HERE)).filter(({ subject }) => JSON.stringify(subject).includes(id))
      expect(reported.length).toBe(settled === "done" ? 2 : 0)
      seen.set(settled, (seen.get(settled) ?? 0) + 1)
    })
  )
  // Both orders must occur, or the test proves nothing.
  expect(seen.size).toBe(2)
  await world.countersign.close()
})

it("a finding about a change that was not stored does not apply to another change", async () => {
  const requested: Array<{ readonly id: string; readonly revision: number; readonly number: unknown }> = []
  const world = makeWorld({
    store: watchedStore({ jitter: 3 }).layer,
    externalAccounts: {
      verify: async ({ account, id, revision }) => {
        requested.push({ id, revision, number: account.accountNumber })
        return { standing: "UNDECIDED" }
      }
    }
  })
  const { reportVerification } = apiOf(world)
  await created(world, gbp("12345678", { platformAccountId: "taken" }), live)
  const { id } = await created(world, gbp(), live)
  // The verifier sees the change, and another part of the call is then refused.
  const refused = await patch(
    world,
    id,
    { platformAccountId: "taken", accountInfo: { accountNumber: "11111111" } },
    live
  )
  expect(refused.status).toBe(409)
  const numbers = Array.from({ length: 12 }, (_, nth) => String(22_222_222 + nth))
  await patch(world, id, { accountInfo: { accountNumber: numbers[0] } }, live)
  const elsewhere = requested.filter((each) => each.number === "11111111")
  expect(elsewhere.length).toBe(1)
  for (const { revision } of elsewhere) {
    expect(await outcome(reportVerification(id, { standing: "CONFIRMED" }, revision))).toBe("409 Account was changed")
  }
  expect((await read(world, id, live)).body.status).toBe("PENDING")
  // Two concurrent changes must not be verified under one revision.
  await Promise.all(numbers.map((accountNumber) => patch(world, id, { accountInfo: { accountNumber } }, live)))
  const own = requested.filter((each) => each.id === id)
  expect(own.length).toBeGreaterThan(14)
  const byRevision = new Map(own.map(({ number, revision }) => [revision, number]))
  for (const { number, revision } of own) expect(byRevision.get(revision)).toBe(number)
  await world.countersign.close()
})

it("a late result for an account that has changed confirms nothing", async () => {
  const store = watchedStore()
  const late: Array<(answer: { readonly standing: "CONFIRMED" }) => void> = []
  let requested = 0
  const world = makeWorld({
    store: store.layer,
    logs: "none",
    policy: { mailTimeout: 20_000 },
    externalAccounts: {
      verify: ({ revision }) => {
        requested += 1
        if (requested === 1) return Promise.reject(new Error("down"))
        return revision === 1
          ? new Promise((resolve) => late.push(resolve))
          : Promise.resolve({ standing: "UNDECIDED" })
      }
    }
  })
  const { id } = await created(world, gbp(), live)
  await expect.poll(() => late.length).toBe(1)
  const changed = await patch(world, id, { accountInfo: { accountNumber: "87654321" } }, live)
  expect(changed.body.status).toBe("PENDING")
  for (const answer of late) answer({ standing: "CONFIRMED" })
  await world.countersign.close()
  const [account] = await store.accounts(HERE)
  expect([account?.status, await store.events(HERE), await store.waiting(HERE)]).toEqual(["Pending", [], 0])
})

it("a verification of a removed or disabled account is dropped", async () => {
  const store = watchedStore()
  let requested = 0
  const world = makeWorld({
    store: store.layer,
    logs: "none",
    externalAccounts: {
      verify: () => {
        requested += 1
        return requested === 2 ? Promise.resolve({ standing: "DOUBTED" }) : Promise.reject(new Error("down"))
      }
    }
  })
  const removed = await created(world, gbp(), live)
  expect(await store.waiting(HERE)).toBe(1)
  await world.call(live, "DELETE", `${PLATFORM}/${removed.id}`)
  expect(await store.waiting(HERE)).toBe(0)
  const disabled = await created(world, gbp(), live)
  await patch(world, disabled.id, { accountInfo: { accountNumber: "87654321" } }, live)
  expect(await store.waiting(HERE)).toBe(1)
  await patch(world, disabled.id, { status: "INACTIVE" }, live)
  await expect.poll(() => store.waiting(HERE)).toBe(0)
  expect([(await read(world, disabled.id, live)).body.status, requested]).toEqual(["INACTIVE", 3])
  await world.countersign.close()
})

it("an account that cannot be decrypted does not delay the verification of others", async () => {
  const shared = Layer.succeed(Store, await Effect.runPromise(makeMemoryStore))
  const worldOf = (vault: string, verify: () => Promise<{ readonly standing: "CONFIRMED" }>) =>
    makeWorld({ store: shared, logs: "none", keys: { ...keys, vault }, externalAccounts: { verify } })
  const down = () => Promise.reject(new Error("down"))
  const before = worldOf(sha256Hex("another vault key"), down)
  await created(before, gbp(), live)
  await before.countersign.close()

  let isDown = true
  const world = worldOf(keys.vault, async () => {
    if (isDown) return down()
    // No result arrives at once, and meanwhile the other account's verification has failed.
    await new Promise((resolve) => setTimeout(resolve, 50))
    return { standing: "CONFIRMED" }
  })
  const { id } = await created(world, gbp(), live)
  isDown = false
  await expect
    .poll(
      async () => {
        world.pass(60_000)
        return (await read(world, id, live)).body.status
      },
      { interval: 500 }
    )
    .toBe("ACTIVE")
  await world.countersign.close()
})
