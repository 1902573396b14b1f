import { ALL } from "@countersign/core"
import { Effect, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import type { Pool, PoolClient } from "../src/Pool.ts"
import { here, insert, opened, things } from "./things.ts"

/** A store whose pool lends its connection when the test says so, and a record of the statements it received. */
const waiting = async () => {
  const sent: Array<string> = []
  const lends: Array<() => void> = []
  let lent = 0
  const client: PoolClient = {
    query: async (requested) => {
      sent.push(typeof requested === "string" ? requested : requested.text)
      return { rows: [] }
    },
    release: () => {
      lent -= 1
    },
    on: () => {},
    removeListener: () => {}
  }
  const pool: Pool = {
    connect: () =>
      new Promise((resolve) => {
        lends.push(() => {
          lent += 1
          resolve(client)
        })
      })
  }
  const lend = async () => {
    for (const give of lends.splice(0)) give()
    await turns()
  }
  const { store } = await opened({ pool })
  return { store, sent, lend, wanted: () => lends.length, lent: () => lent }
}

const turns = async (): Promise<void> => {
  for (let nth = 0; nth < 5; nth += 1) await new Promise((resolve) => setImmediate(resolve))
}

const until = (isSo: () => boolean) => expect.poll(isSo, { interval: 1 }).toBe(true)

type Opened = Awaited<ReturnType<typeof waiting>>["store"]

const page = { ...here, index: ALL, limit: 9 }
const calls: ReadonlyArray<readonly [string, (store: Opened) => Effect.Effect<unknown, unknown>]> = [
  ["find", (store) => store.find(page)],
  ["load", (store) => store.load([{ ...here, by: "id", id: "a" }])],
  ["commit", (store) => store.commit([insert("a")], [])],
  ["a commit without changes", (store) => store.commit([], [{ guard: "before", at: 1 }])],
  ["claimDue", (store) => store.claimDue(things, 0, 1, 1)],
  ["sweep", (store) => store.sweep([things], 0, 1)],
  ["depths", (store) => store.depths?.([things], 0) ?? Effect.die("the store has no depths")]
]

describe("GO6: a call whose caller leaves before a connection of the pool is free", () => {
  it.each(calls)("%s sends no statement, and the connection is released", async (_, call) => {
    const { lend, lent, sent, store, wanted } = await waiting()
    const fiber = Effect.runFork(call(store))
    await until(() => wanted() === 1)
    await Effect.runPromise(Fiber.interrupt(fiber))
    await lend()
    expect([sent, lent()]).toEqual([[], 0])
    // The store is as good as before.
    const next = Effect.runFork(call(store))
    await until(() => wanted() === 1)
    // A commit also stores the name of the environment, which is a statement of its own.
    await expect
      .poll(async () => {
        await lend()
        return fiberEnded(next)
      })
      .toBe(true)
    expect(sent.length).toBeGreaterThan(0)
    expect(lent()).toBe(0)
  })

  it.each([
    ["load", (store: Opened, id: string) => store.load([{ ...here, by: "id", id } as const])],
    ["commit", (store: Opened, id: string) => store.commit([insert(id)], [])]
  ] as const)("%s sends its statement while one caller of the batch is left", async (_, call) => {
    const { lend, sent, store, wanted } = await waiting()
    // Stores the name of the environment, which is a statement of its own.
    Effect.runFork(store.commit([insert("first")], []))
    for (const _ of ["its name", "the commit"]) {
      await until(() => wanted() === 1)
      await lend()
    }
    await until(() => sent.length === 2)
    sent.length = 0
    const [one, other] = [
      Effect.runFork<unknown, unknown>(call(store, "a")),
      Effect.runFork<unknown, unknown>(call(store, "b"))
    ]
    await until(() => wanted() === 1)
    await Effect.runPromise(Fiber.interrupt(one))
    await lend()
    await until(() => fiberEnded(other))
    expect(sent).toHaveLength(1)
  })
})

const fiberEnded = (fiber: Fiber.Fiber<unknown, unknown>): boolean => fiber.pollUnsafe() !== undefined
