import { cluster } from "@countersign/harness/postgres"
import { requireWhole } from "@countersign/harness/requireWhole"
import { figure, limit, rounds } from "@countersign/harness/rounds"
import { type LocalWorld, makeWorld } from "@countersign/harness/world"
import { migrate, postgres } from "@countersign/postgres"
import { Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { keepSigningIn } from "./keepSigningIn.ts"
import { keepSwitching } from "./keepSwitching.ts"
import { replicated } from "./replicated.ts"
import { askedSwitch } from "./switching.ts"

/** Calls acknowledged before the failover, and after it. */
const CALLS = rounds(300, 60)
const OWNERS = rounds(12, 4)
/** Signed calls and sign-ins that must succeed for the service to be whole. */
const WHOLE = 20
/** Milliseconds in which the service is whole after the address has moved. */
const DEADLINE = limit(5000)

const primary = cluster({ settings: ["max_connections=200"] })

beforeAll(async () => {
  await migrate(primary.pool())
})

/**
 * An observation of a caller or of the load balancer, in order. `begun` is the length of the list when the call began. Of readiness only
 * fresh checks are listed, because the endpoint repeats one for a second.
 */
type Seen =
  | { readonly of: "call"; readonly begun: number; readonly isRefused: boolean }
  | { readonly of: "ready"; readonly isReady: boolean }

const call = (begun: number, isRefused: boolean): Seen => ({ of: "call", begun, isRefused })
const ready = (isReady: boolean): Seen => ({ of: "ready", isReady })

/** Records every call of a world and polls its readiness, until it is stopped. */
const watched = (world: LocalWorld, checks: () => number) => {
  const seen: Array<Seen> = []
  const state = { isOver: false }
  const isReady = async () =>
    (await world.countersign.handler(new Request("http://countersign.test/health/ready"))).status === 200
  const polling = (async () => {
    let last = 0
    while (!state.isOver) {
      const found = await isReady()
      if (checks() > last) {
        last = checks()
        seen.push(ready(found))
      }
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
  const recorded: LocalWorld["call"] = async (...given) => {
    const begun = seen.length
    const answer = await world.call(...given)
    seen.push(call(begun, answer.status >= 500))
    return answer
  }
  return {
    seen,
    isReady,
    world: { ...world, call: recorded },
    stop: async () => {
      state.isOver = true
      await polling
    }
  }
}

/**
 * How often the node called itself ready while no call succeeded: the checks that said so, with calls between them and the next
 * check, all of which were refused. The moment of the failover itself is one.
 */
const lies = (seen: ReadonlyArray<Seen>): number => {
  const at = seen.flatMap(({ of }, index) => (of === "ready" ? [index] : []))
  return at.filter((index, nth) => {
    const check = seen[index]
    const until = at[nth + 1]
    if (check?.of !== "ready" || !check.isReady || until === undefined) return false
    const calls = seen.slice(index, until).flatMap((each) => (each.of === "call" && each.begun > index ? [each] : []))
    return calls.length > 0 && calls.every(({ isRefused }) => isRefused)
  }).length
}

it.each<[string, ReadonlyArray<Seen>, number]>([
  ["calls succeed after a check that says ready", [ready(true), call(0, true), call(1, false), ready(true)], 0],
  [
    "all calls are refused between two checks that say ready",
    [ready(true), call(1, true), call(1, true), ready(true)],
    1
  ],
  ["the check before the refused calls says not ready", [ready(false), call(1, true), ready(true)], 0],
  ["the refused calls began before the check", [ready(true), call(0, true), ready(true)], 0],
  ["it goes on", [ready(true), call(1, true), ready(true), call(3, true), ready(false)], 2]
])("counts the lies of readiness when %s", (_, seen, count) => {
  expect(lies(seen)).toBe(count)
})

/** A node on a replicated primary, under the load of sign-ins and signed calls. */
const service = async () => {
  const servers = await replicated(primary)
  let checks = 0
  const counted = (inner: Store["Service"]) => {
    const { state } = inner
    if (state === undefined) throw new Error("the store has no state")
    return Store.of({ ...inner, state: Effect.onExit(state, () => Effect.sync(() => void checks++)) })
  }
  const pool = primary.pool({ port: servers.address.port, max: 10 })
  const local = makeWorld({
    clock: "real",
    logs: "none",
    store: Layer.effect(Store, Effect.map(Store, counted)).pipe(Layer.provide(postgres({ pool, timeout: 3000 })))
  })
  const watch = watched(local, () => checks)
  const [switching, signing] = await Promise.all([
    keepSwitching(watch.world, OWNERS),
    keepSigningIn(watch.world, OWNERS)
  ])
  onTestFinished(async () => {
    await Promise.all([switching.stop(), signing.stop(), watch.stop()])
    await local.countersign.close()
  })
  const done = () => Math.min(switching.acknowledged.length, signing.opened.length)
  return {
    ...servers,
    pool,
    world: local,
    watch,
    switching,
    signing,
    /** Waits for that many more signed calls and sign-ins, in parts, because a loaded machine is slow and not stuck. */
    more: async (count: number): Promise<void> => {
      for (let left = count; left > 0; left -= WHOLE) {
        const part = Math.min(WHOLE, left)
        const [switches, sessions] = [switching.acknowledged.length + part, signing.opened.length + part]
        const isDone = () => switching.acknowledged.length >= switches && signing.opened.length >= sessions
        await expect.poll(isDone, { interval: 5 }).toBe(true)
      }
    },
    done,
    stop: async (): Promise<void> => {
      await Promise.all([switching.stop(), signing.stop()])
    }
  }
}
type Service = Awaited<ReturnType<typeof service>>

/** Waits until the node calls itself not ready in two fresh checks, while calls are refused. */
const isDown = async ({ seen }: Service["watch"]): Promise<void> => {
  const from = seen.length
  const since = () => seen.slice(from)
  await expect.poll(() => since().filter((each) => each.of === "ready" && !each.isReady).length).toBeGreaterThan(1)
  await expect.poll(() => since().some((each) => each.of === "call" && each.isRefused)).toBe(true)
}

/** Moves the address, and requires that the service is whole within the deadline and refuses nothing after that. */
const recovered = async ({ done, more, moved, watch }: Service): Promise<string> => {
  await moved()
  const began = performance.now()
  await more(WHOLE)
  const took = performance.now() - began
  const from = watch.seen.length
  await more(CALLS / 2)
  const after = watch.seen.slice(from)
  expect(after.filter((each) => each.of === "call" && each.begun >= from && each.isRefused)).toEqual([])
  await expect.poll(watch.isReady).toBe(true)
  expect(took).toBeLessThan(DEADLINE)
  return `whole ${took.toFixed(0)} ms after the address moved, ${done()} of each kind`
}

const requireNothingLost = async ({ promoted, signing, switching }: Service): Promise<void> => {
  expect([...switching.odd, ...signing.odd]).toEqual([])
  expect([await switching.missing(promoted), await signing.missing(promoted)]).toEqual([[], []])
  await requireWhole(promoted)
}

describe("a failover under the load of sign-ins and signed calls", { timeout: 600_000 }, () => {
  it("GH3, GO2: (a) the address moves and no connection is cut: the old primary is read-only, and nothing is lost", async () => {
    const node = await service()
    await node.configure("synchronous_standby_names", "'*'")
    await node.more(CALLS)
    await node.configure("default_transaction_read_only", "on")
    onTestFinished(() => node.configure("default_transaction_read_only", "default"))
    await isDown(node.watch)
    await node.followed()
    const took = await recovered(node)
    await node.stop()
    // No connection of the pool is to the old server, which still accepts them.
    const clients = await Promise.all(Array.from({ length: node.pool.totalCount }, () => node.pool.connect()))
    const ports = await Promise.all(clients.map((client) => client.query("select inet_server_port() as port")))
    for (const client of clients) client.release()
    expect(new Set(ports.map(({ rows }) => rows[0].port))).toEqual(new Set([node.standby.connection.port]))
    await requireNothingLost(node)
    expect(lies(node.watch.seen)).toBeLessThanOrEqual(1)
    figure(`failover (a): ${took}`)
  })

  it("GO2, GO8: (b) a synchronous standby is promoted after a crash: nothing acknowledged is lost", async () => {
    const node = await service()
    await node.configure("synchronous_standby_names", "'*'")
    await node.more(CALLS)
    await primary.crash()
    await isDown(node.watch)
    const took = await recovered(node)
    await node.stop()
    await requireNothingLost(node)
    expect(lies(node.watch.seen)).toBeLessThanOrEqual(1)
    figure(`failover (b): ${took}`)
  })

  it("GO2, GO9: (c) an asynchronous standby is promoted: nothing is authorised from a cache of the old primary", async () => {
    const node = await service()
    await node.more(CALLS)
    await node.followed()
    node.link.blackhole()
    await node.more(WHOLE)
    await primary.crash()
    await isDown(node.watch)
    const took = await recovered(node)
    await node.stop()
    expect([...node.switching.odd, ...node.signing.odd].filter((each) => each.startsWith("5"))).toEqual([])
    await requireWhole(node.promoted)
    // The sessions of the lost part were acknowledged and cached. The new primary never had them, so they sign nothing.
    const lost = await node.signing.missing(node.promoted)
    expect(lost.length).toBeGreaterThan(0)
    const answers = new Set<number>()
    for (const { owner } of lost) {
      const { leg, refused } = await askedSwitch(node.world, owner)
      answers.add((refused ?? (await leg?.()))?.status ?? 0)
    }
    expect([...answers]).toEqual([401])
    expect(lies(node.watch.seen)).toBeLessThanOrEqual(1)
    figure(`failover (c): ${took}; ${lost.length} acknowledged sessions were lost and signed nothing`)
  })
})
