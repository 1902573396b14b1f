import { seeded } from "@countersign/account-types"
import { addOauth, clientKey, oauthVerify, signed } from "@countersign/harness/fixtures"
import { testDatabase } from "@countersign/harness/postgres"
import { figure, rounds } from "@countersign/harness/rounds"
import { seed } from "@countersign/harness/seed"
import { expireLeases } from "@countersign/harness/tables"
import { endpoint, hookWorld, receiver } from "@countersign/harness/webhooks/receiver"
import { type Answer, callers, session } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { postgres } from "@countersign/postgres"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { Store } from "../../src/effect.ts"
import { balanced, twoBuilds } from "./newerBuild.ts"

const USERS = 6
const ROUNDS = rounds(60, 4)

const database = testDatabase()
const LEASE = 30_000

/** The stores of two nodes, and a function that lets the leases of a stopped node expire. */
const stores = {
  memory: async () => {
    const store = await Effect.runPromise(makeMemoryStore)
    return { nodes: [store, store] as const, expireLeases: async () => {} }
  },
  PostgreSQL: async () => {
    const node = () =>
      Effect.runPromise(Effect.provide(Store, postgres({ pool: database.pool({ max: 8 }), timeout: 300_000 })))
    return { nodes: [await node(), await node()] as const, expireLeases: () => expireLeases(database.pool({ max: 1 })) }
  }
}

describe.each(Object.entries(stores))("two builds on one database: %s", (name, open) => {
  it("GO4, GO5: loses nothing, stops nothing and answers no 500 under mixed load", async () => {
    figure(`two builds on ${name}: SEED=${seed}`)
    const { expireLeases, nodes } = await open()
    const builds = twoBuilds(...nodes)
    const node = (store: Store["Service"]) => hookWorld({ store: Layer.succeed(Store, store) })
    const [older, newer] = [node(builds.older), node(builds.newer)]
    const hook = await receiver()
    expect((await endpoint(newer, hook.url)).status).toBe(200)

    const user = async (nth: number) => {
      const random = seeded(seed + nth)
      const { seen, world } = balanced(older, newer, () => random() < 0.5)
      const get = (path: string) => world.call(callers.a, "GET", path)
      const customer = await world.customer(callers.a)
      const { accountId, credentialId, customerId } = customer
      let { keys } = await session(world, callers.a, credentialId)
      const { added, credentialId: faceId } = await addOauth(world, callers.a, accountId, keys, `sub-${name}-${nth}`)
      expect(added.status).toBe(201)
      const expected = { name: "", isPrivate: false, sessions: 1, balance: 0 }
      const acts: ReadonlyArray<() => Promise<void>> = [
        async () => {
          expected.name = `Ada ${nth} ${Math.floor(random() * 1e9)}`
          const renamed = { body: { fullName: expected.name } }
          expect((await world.call(callers.a, "PATCH", `/customers/${customerId}`, renamed)).status).toBe(200)
        },
        async () => {
          const opened = await session(world, callers.a, credentialId)
          expect(opened.done.status).toBe(200)
          keys = opened.keys
          expected.sessions += 1
        },
        async () => {
          const sub = `sub-${name}-${nth}`
          const opened = await oauthVerify(world, callers.a, faceId, clientKey(), { sub })
          expect([opened.status, opened.body.reason]).toEqual([200, undefined])
          expected.sessions += 1
        },
        async () => {
          const isPrivate = !expected.isPrivate
          const call = { method: "PATCH", path: `/internal-accounts/${accountId}`, body: { privateEnabled: isPrivate } }
          expect((await signed(world, callers.a, keys, call)).status).toBe(200)
          expected.isPrivate = isPrivate
        },
        async () => {
          const funded = { body: { amount: 100 } }
          const path = `/sandbox/internal-accounts/${accountId}/fund`
          expect((await world.call(callers.a, "POST", path, funded)).status).toBe(200)
          expected.balance += 100
        },
        async () => {
          const call = { method: "POST", path: "/auth/sessions/revoke-others", body: { accountId } }
          expect((await signed(world, callers.a, keys, call)).status).toBe(204)
          expected.sessions = 1
        }
      ]
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const act of acts) if (random() < 0.8) await act()
        const [found, credentials, sessions, history] = await Promise.all([
          get(`/customers/${customerId}`),
          get(`/auth/credentials?accountId=${accountId}`),
          get(`/auth/sessions?accountId=${accountId}`),
          get(`/activity?accountId=${accountId}&limit=100`)
        ])
        const ids = credentials.body.data.map(({ id }: { readonly id: string }) => id)
        expect([found.status, found.body.fullName ?? ""]).toEqual([200, expected.name])
        expect([credentials.status, ids.toSorted()]).toEqual([200, [credentialId, faceId].toSorted()])
        expect([sessions.status, sessions.body.data.length]).toEqual([200, expected.sessions])
        expect(history.status).toBe(200)
      }
      return { accountId, customerId, expected, seen }
    }
    const users = await Promise.all(Array.from({ length: USERS }, (_, nth) => user(nth)))

    // Both builds return the same of every wallet, before the older one stops.
    const idsOf = ({ body }: Answer) => body.data.map(({ id }: { readonly id: string }) => id)
    for (const { accountId, customerId, expected } of users) {
      const histories = [older, newer].map((each) =>
        each.call(callers.a, "GET", `/activity?accountId=${accountId}&limit=100`)
      )
      const [seenByOlder, seenByNewer] = (await Promise.all(histories)).map(idsOf)
      expect(seenByOlder).toEqual(seenByNewer)
      for (const each of [older, newer]) {
        const customer = await each.call(callers.a, "GET", `/customers/${customerId}`)
        const account = await each.call(callers.a, "GET", `/internal-accounts/${accountId}`)
        expect([
          customer.body.fullName ?? "",
          account.body.privateEnabled === true,
          account.body.balance.amount
        ]).toEqual([expected.name, expected.isPrivate, expected.balance])
      }
    }
    const inState = async (status: string) =>
      idsOf(await newer.call(callers.a, "GET", `/webhooks/deliveries?limit=100&status=${status}`)).length
    await older.countersign.close()
    builds.pass(LEASE)
    await expireLeases()
    await expect.poll(() => inState("PENDING")).toBe(0)

    const sum = (of: (seen: (typeof users)[number]["seen"]) => number) =>
      users.reduce((all, { seen }) => all + of(seen), 0)
    expect([users.flatMap(({ seen }) => seen.odd), [...builds.lost], await inState("GIVEN_UP")]).toEqual([[], [], 0])
    const [calls, named] = [sum((seen) => seen.calls), sum((seen) => seen.named)]
    expect([named > 0, builds.unknown() > USERS]).toEqual([true, true])
    const types = new Set(hook.received.map(({ event }) => event.type))
    expect(types.size).toBeGreaterThan(1)
    figure(
      `two builds on ${name}: ${calls} calls, ${builds.unknown()} unknown values, ${named} calls served by the newer node, ` +
        `${hook.events().length} events delivered`
    )
  })
})
