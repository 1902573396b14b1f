import { type DueWorkOf, type Mode, makeLanes, type Row } from "@countersign/core/internal"
import { makeMemoryStore } from "@countersign/memory"
import { type Change, type Declaration, type EnvironmentKey, Store } from "countersign/effect"
import { Effect, Exit, Scope } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"

const queue: Declaration = { name: "queue", unique: {}, indexes: {}, due: "dueAt" }

const orders = (environment: EnvironmentKey, size: number, dueAt = 0): ReadonlyArray<Change> =>
  Array.from({ length: size }, (_, nth) => ({
    op: "insert",
    collection: queue,
    environment,
    id: `${environment} ${dueAt} ${nth}`,
    body: { dueAt },
    at: 0
  }))

/** The batch queues of a node over a store, whose work of a slow environment never ends. */
const node = async (isSlow: (environment: EnvironmentKey) => boolean) => {
  const store = Effect.runSync(makeMemoryStore)
  const scope = Effect.runSync(Scope.make())
  const started: Array<EnvironmentKey> = []
  const work: DueWorkOf<Store> = {
    of: queue,
    perform: ({ environment, id, version }: Row) =>
      Effect.suspend(() => {
        started.push(environment)
        const done = store.commit([{ op: "remove", collection: queue, environment, id, version }], [])
        return isSlow(environment) ? Effect.interruptible(Effect.never) : done
      })
  }
  onTestFinished(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const run = <A, E>(program: Effect.Effect<A, E, Store | Scope.Scope>) =>
    Effect.runPromise(program.pipe(Effect.provideService(Store, store), Effect.provideService(Scope.Scope, scope)))
  const of = async (mode: Mode) => {
    const lanes = await run(makeLanes(work, mode))
    /** Rounds until one claims nothing. Returns what they started. */
    const rounds = async () => {
      started.length = 0
      while ((await run(lanes.round())) > 0) await run(Effect.yieldNow)
      return [...started]
    }
    return { ...lanes, rounds, round: () => run(lanes.round()) }
  }
  return { of, started, write: (changes: ReadonlyArray<Change>) => Effect.runPromise(store.commit(changes, [])) }
}

const flood: EnvironmentKey = "production/flood"
const quiet: EnvironmentKey = "production/quiet"

describe("I23: the lanes of one kind of work", () => {
  it("10,000 due mails of one environment leave a mail of another in the next claim (GA5)", async () => {
    const { of, started, write } = await node(() => false)
    await write(orders(flood, 10_000))
    await write(orders(quiet, 1, 1000))
    const lanes = await of("production")
    await lanes.round()
    await expect.poll(() => started.includes(quiet)).toBe(true)
    expect(started.length).toBeLessThanOrEqual(20)
  })

  it("an environment whose receivers never answer has at most a quarter of them, and delays no other (GA4)", async () => {
    const { of, write } = await node((environment) => environment === flood)
    await write(orders(flood, 1000))
    const lanes = await of("production")
    expect((await lanes.rounds()).length).toBe(16)
    expect(lanes.underWay()).toBe(16)
    await write(orders(quiet, 200))
    expect(await lanes.rounds()).toEqual(Array.from({ length: 200 }, () => quiet))
    expect(lanes.underWay()).toBe(16)
  })

  it("sixty environments whose receivers never answer leave a lane to the next one (GA4)", async () => {
    const { of, write } = await node((environment) => environment !== quiet)
    for (let nth = 0; nth < 60; nth++) await write(orders(`production/slow-${nth}`, 100))
    const lanes = await of("production")
    const first = await lanes.rounds()
    expect(new Set(first).size).toBe(60)
    await write(orders(quiet, 20))
    expect(await lanes.rounds()).toEqual(Array.from({ length: 20 }, () => quiet))
  })

  it("the sandbox takes no lane of production, and a node claims only work of its modes (GA4, GO1)", async () => {
    const { of, write } = await node((environment) => environment.startsWith("sandbox"))
    for (let nth = 0; nth < 100; nth++) await write(orders(`sandbox/slow-${nth}`, 10))
    await write(orders(quiet, 3))
    const [sandbox, production] = [await of("sandbox"), await of("production")]
    const occupied = await sandbox.rounds()
    expect([occupied.length, occupied.includes(quiet)]).toEqual([64, false])
    expect(await production.rounds()).toEqual([quiet, quiet, quiet])
  })

  it("wakes when half of the work in progress has ended, before the next poll", async () => {
    const { of, write } = await node(() => false)
    await write(orders(quiet, 100))
    const lanes = await of("production")
    await lanes.round()
    await Effect.runPromise(Effect.raceFirst(lanes.pause, Effect.never))
    expect(lanes.underWay()).toBeLessThanOrEqual(8)
  })
})
