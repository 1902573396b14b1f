import { type DueWorkOf, makeLanes, makeOutbox, PAUSE, type Row } from "@countersign/core/internal"
import { roundsOn } from "@countersign/harness/stores"
import { change, endpoint, hookWorld, receiver } from "@countersign/harness/webhooks/receiver"
import { callers, makeWorld } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { it } from "@effect/vitest"
import {
  type Change,
  Conflict,
  type Declaration,
  type EnvironmentKey,
  Store,
  StoreUnavailable
} from "countersign/effect"
import { Clock, Effect, Exit, Layer, Schedule, Scope } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, onTestFinished } from "vitest"

const queue: Declaration = { name: "queue", unique: {}, indexes: {}, due: "dueAt" }
const flood: EnvironmentKey = "production/flood"
const quiet: EnvironmentKey = "production/quiet"
const order = (environment: EnvironmentKey, id: string, dueAt = 0): Change => ({
  op: "insert",
  collection: queue,
  environment,
  id,
  body: { dueAt },
  at: 0
})

/** The queues and the outbox of a node at time 0. Its orders end when the test says so. */
const node = async (store = Effect.runSync(makeMemoryStore)) => {
  const scope = Effect.runSync(Scope.make())
  onTestFinished(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const begun: Array<string> = []
  const ends: Array<() => void> = []
  const work: DueWorkOf<never> = {
    of: queue,
    isSentAtOnce: true,
    perform: ({ environment, id, version }: Row) => {
      begun.push(`${id}@${version}`)
      const removed = store.commit([{ op: "remove", collection: queue, environment, id, version }], [])
      const end = Effect.promise(() => new Promise<void>((resolve) => ends.push(resolve)))
      return Effect.interruptible(Effect.andThen(end, removed))
    }
  }
  const run = <A, E>(program: Effect.Effect<A, E, Store | Scope.Scope>) =>
    Effect.runPromise(program.pipe(Effect.provideService(Store, store), Effect.provideService(Scope.Scope, scope)))
  const lanes = await run(makeLanes(work, "production"))
  const outbox = makeOutbox(() => 0)
  return {
    begun,
    store,
    outbox,
    stop: outbox.serve(queue, "production", lanes.slots),
    underWay: lanes.underWay,
    round: () => run(lanes.round()),
    pause: () => run(lanes.pause),
    insert: (...changes: ReadonlyArray<Change>) =>
      Effect.runPromise(
        Effect.exit(outbox.commit({ changes, guards: [] }, ({ changes, guards }) => store.commit(changes, guards)))
      ),
    /** Ends the orders under way, which are that many. */
    end: async (count: number) => {
      await expect.poll(() => ends.length).toBe(count)
      for (const resolve of ends.splice(0)) resolve()
      await expect.poll(() => lanes.underWay() === 0).toBe(true)
    }
  }
}

/** A store whose second claim answers when the test says so. */
const slowSecondClaim = () => {
  const inner = Effect.runSync(makeMemoryStore)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  let claims = 0
  const claimDue: typeof inner.claimDue = (...given) => {
    claims += 1
    const rows = inner.claimDue(...given)
    return claims === 2 ? Effect.tap(rows, () => Effect.promise(() => answered)) : rows
  }
  return { answer: () => answer(), store: Store.of({ ...inner, claimDue }) }
}

describe("an order that a node inserts", () => {
  it("begins after its commit without a claim, and no other node claims it until its lease expires", async () => {
    const { begun, insert, round, store } = await node()
    await round()
    await insert(order(quiet, "a"))
    await expect.poll(() => begun).toEqual(["a@1"])
    const claimed = (at: number) => Effect.runPromise(store.claimDue(queue, at, 1000, 10))
    expect(await claimed(34_999)).toEqual([])
    // The node died: its order never ended.
    expect((await claimed(35_000)).map(({ id, version }) => [id, version])).toEqual([["a", 2]])
  })

  it("waits for a claim before the first claim of the node, after its stop, and until it is due", async () => {
    const { begun, insert, round, stop } = await node()
    await insert(order(quiet, "a"))
    expect(begun).toEqual([])
    expect(await round()).toBe(1)
    await expect.poll(() => begun).toEqual(["a@2"])
    expect(await round()).toBe(0)
    await insert(order(quiet, "later", Date.now() + 3_600_000))
    stop()
    await insert(order(quiet, "b"))
    expect(await round()).toBe(1)
    await expect.poll(() => begun).toEqual(["a@2", "b@2"])
  })

  it("I23: of a flood has at most a quarter of the lanes, and leaves the others to other environments", async () => {
    const { begun, end, insert, round, underWay } = await node()
    await round()
    for (let nth = 0; nth < 40; nth += 1) await insert(order(flood, `f${nth}`))
    expect(underWay()).toBe(16)
    // The flood waits, so that no order overtakes another: a claim begins the next ones, of all environments in turn.
    await insert(order(quiet, "q"))
    expect(underWay()).toBe(16)
    expect(await round()).toBe(1)
    await expect.poll(() => begun.at(-1)).toBe("q@2")
    await end(17)
    await insert(order(flood, "last"))
    for (let claimed = await round(); claimed > 0; claimed = await round()) await end(claimed)
    expect(begun.slice(-3)).toEqual(["f38@2", "f39@2", "last@2"])
    await insert(order(flood, "again"))
    await expect.poll(() => begun.at(-1)).toBe("again@1")
  })

  it("waits for the next claim while one is under way, which may take every free lane", async () => {
    const { answer, store } = slowSecondClaim()
    const { begun, insert, round } = await node(store)
    await round()
    const second = round()
    await insert(order(quiet, "a"))
    answer()
    expect([await second, await round()]).toEqual([0, 1])
    await expect.poll(() => begun).toEqual(["a@2"])
  })

  it("that was committed during a claim which missed it is claimed next, before any look (I23, GA5)", async () => {
    const { answer, store } = slowSecondClaim()
    const { begun, insert, pause, round } = await node(store)
    await round()
    const second = round()
    await insert(order(quiet, "a"))
    answer()
    await second
    await pause()
    expect(await round()).toBe(1)
    await expect.poll(() => begun).toEqual(["a@2"])
  })

  it("beside slow work of another environment is claimed after its commit, and more of that work is not (I23, GA4)", async () => {
    const { begun, end, insert, pause, round } = await node()
    await round()
    for (let nth = 0; nth < 40; nth += 1) await insert(order(flood, `f${nth}`))
    await round()
    let isOver = false
    const paused = pause().then(() => {
      isOver = true
    })
    await insert(order(flood, "more"))
    expect(isOver).toBe(false)
    await insert(order(quiet, "q"))
    await paused
    expect(await round()).toBe(1)
    await expect.poll(() => begun.at(-1)).toBe("q@2")
    await end(17)
  })

  it("begins nothing and takes no lane if its commit fails", async () => {
    const { begun, insert, outbox, round, underWay } = await node()
    await round()
    await insert(order(quiet, "a"))
    await expect.poll(() => begun).toEqual(["a@1"])
    const taken = await insert(order(quiet, "a"), order(quiet, "b"))
    expect(Exit.isFailure(taken)).toBe(true)
    const refused = outbox.commit({ changes: [order(quiet, "c")], guards: [] }, () =>
      Effect.fail(new Conflict({ because: "version", collection: "" }))
    )
    await Effect.runPromise(Effect.exit(refused))
    const cut = Effect.runFork(outbox.commit({ changes: [order(quiet, "d")], guards: [] }, () => Effect.never))
    cut.interruptUnsafe()
    await expect.poll(underWay).toBe(1)
    expect(begun).toEqual(["a@1"])
  })

  it("I12: begins after a commit with an unknown outcome if it was written, and never otherwise", async () => {
    const { begun, outbox, round, store, underWay } = await node()
    await round()
    const silent = new StoreUnavailable({})
    for (const isWritten of [true, false]) {
      const changes = [order(quiet, `${isWritten}`)]
      const lost = outbox.commit({ changes, guards: [] }, ({ changes, guards }) =>
        Effect.andThen(isWritten ? store.commit(changes, guards) : Effect.void, Effect.fail(silent))
      )
      expect(Exit.isFailure(await Effect.runPromise(Effect.exit(lost)))).toBe(true)
    }
    // A record of the same id that another call inserted is the other's.
    const other = outbox.commit({ changes: [order(quiet, "other", -1)], guards: [] }, () =>
      Effect.andThen(store.commit([order(quiet, "other", -2)], []), Effect.fail(silent))
    )
    await Effect.runPromise(Effect.exit(other))
    await expect.poll(() => begun).toEqual(["true@1"])
    await expect.poll(underWay).toBe(1)
    expect(begun).toHaveLength(1)
  })
})

describe("GO14: the queue of a node", () => {
  /** A queue over a store, whose rounds and looks run in the time of the test. Its orders end at once. */
  const idleNode = Effect.fnUntraced(function* (store: Store["Service"]) {
    const clock = yield* Clock.Clock
    const now = () => clock.currentTimeMillisUnsafe()
    const begun: Array<readonly [id: string, at: number]> = []
    const perform = ({ environment, id, version }: Row) =>
      Effect.suspend(() => {
        begun.push([id, now()])
        return store.commit([{ op: "remove", collection: queue, environment, id, version }], [])
      })
    const outbox = makeOutbox(now)
    const lanes = yield* makeLanes({ of: queue, perform }, "production")
    outbox.serve(queue, "production", lanes.slots)
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(lanes.round(), lanes.pause)))
    yield* Effect.forkScoped(Effect.repeat(outbox.look, Schedule.spaced(PAUSE)))
    return { begun, now, outbox }
  })
  const nodeOn = (store: Store["Service"]) => Effect.provideService(idleNode(store), Store, store)

  it.effect("begins at its time what is due later, whichever node wrote it", () =>
    Effect.gen(function* () {
      const store = yield* makeMemoryStore
      const { begun, now, outbox } = yield* nodeOn(store)
      yield* TestClock.adjust("1 hour")
      const due = { own: now() + 700, next: now() + 900, other: now() + 5300 }
      const changes = [order(quiet, "own", due.own), order(quiet, "next", due.next)]
      yield* outbox.commit({ changes, guards: [] }, ({ changes, guards }) => store.commit(changes, guards))
      yield* store.commit([order(quiet, "other", due.other)], [])
      yield* TestClock.adjust("10 seconds")
      const late = begun.map(([id, at]) => [id, at - Object(due)[id]] as const)
      expect(late.map(([id]) => id)).toEqual(["own", "next", "other"])
      expect(late.filter(([, by]) => by < 0 || by > 250)).toEqual([])
    })
  )

  it.effect(
    "looks ever more rarely while another node has an order in progress, and takes it when that node died",
    () =>
      Effect.gen(function* () {
        const inner = yield* makeMemoryStore
        let claims = 0
        const store = Store.of({
          ...inner,
          claimDue: (...given) => {
            claims += 1
            return inner.claimDue(...given)
          }
        })
        const { begun, now } = yield* nodeOn(store)
        yield* inner.commit(
          [{ ...order(quiet, "left"), op: "insert", body: { dueAt: 0 }, at: 0, leasedUntil: now() + 30_000 }],
          []
        )
        yield* TestClock.adjust("29 seconds")
        expect(claims).toBeLessThan(20)
        yield* TestClock.adjust("3 seconds")
        expect(begun.map(([id]) => id)).toEqual(["left"])
      })
  )

  it.effect("claims every other second where the store has no depths", () =>
    Effect.gen(function* () {
      const { depths: _, ...store } = yield* makeMemoryStore
      const { begun } = yield* nodeOn(Store.of(store))
      yield* TestClock.adjust("1 hour")
      yield* store.commit([order(quiet, "a")], [])
      yield* TestClock.adjust("2 seconds")
      expect(begun.map(([id]) => id)).toEqual(["a"])
    })
  )
})

describe("the orders of a service", () => {
  /** A store that counts the records that were claimed. */
  const counted = () => {
    const claimed: Array<string> = []
    const inner = Effect.runSync(makeMemoryStore)
    const store = Store.of({
      ...inner,
      claimDue: (collection, ...rest) =>
        Effect.tap(inner.claimDue(collection, ...rest), (rows) =>
          Effect.sync(() => void claimed.push(...rows.map(() => collection.name)))
        )
    })
    return { claimed, ...roundsOn(Layer.succeed(Store, store)) }
  }

  it("mail: a code is sent without a claim", async () => {
    const { claimed, rounds, store } = counted()
    const world = makeWorld({ store })
    onTestFinished(() => world.countersign.close())
    await rounds("code_mails")
    const { credentialId } = await world.customer(callers.live)
    expect((await world.call(callers.live, "POST", `/auth/credentials/${credentialId}/challenge`)).status).toBe(200)
    await expect.poll(() => world.letters.map(({ to }) => to)).toEqual(["ada@example.com"])
    expect(claimed).not.toContain("code_mails")
  })

  it("W3: an event is delivered without a claim", async () => {
    const { claimed, rounds, store } = counted()
    const world = hookWorld({ store })
    const there = await receiver()
    await rounds("events")
    await endpoint(world, there.url)
    await change(world)
    await there.until(1)
    expect(claimed).not.toContain("events")
  })
})
