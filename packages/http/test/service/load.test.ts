import { clientKey } from "@countersign/harness/fixtures"
import { rounds } from "@countersign/harness/rounds"
import {
  callers,
  type Keys,
  type LocalWorld,
  makeWorld,
  requestOf,
  retryHeaders,
  session
} from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"

const REQUESTS = "signed_requests"
const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/** A store behind a network: each call takes a turn of the event loop, or waits until the test releases it. */
const remoteStore = () => {
  const inner = Effect.runSync(makeMemoryStore)
  const state = { loads: 0, commits: 0, conflicts: 0, held: 0, inProgress: 0, most: 0 }
  let gate: Promise<void> | undefined
  const away = Effect.suspend(() => {
    if (gate === undefined) return turn
    state.held += 1
    const opens = gate
    return Effect.andThen(
      Effect.promise(() => opens),
      turn
    )
  })
  const store = Store.of({
    ...inner,
    load: (refs) => {
      const isLeg = refs.some(({ collection }) => collection.name === REQUESTS)
      if (!isLeg) return Effect.andThen(away, inner.load(refs))
      state.loads += 1
      state.inProgress += 1
      state.most = Math.max(state.most, state.inProgress)
      return Effect.ensuring(
        Effect.andThen(away, inner.load(refs)),
        Effect.sync(() => {
          state.inProgress -= 1
        })
      )
    },
    find: (query) => Effect.andThen(away, inner.find(query)),
    commit: (changes, guards) =>
      Effect.andThen(away, inner.commit(changes, guards)).pipe(
        Effect.tap(() =>
          Effect.sync(() => {
            const isLeg = changes.some(({ collection, op }) => collection.name === REQUESTS && op === "replace")
            if (isLeg) state.commits += 1
          })
        ),
        Effect.tapError(() =>
          Effect.sync(() => {
            state.conflicts += 1
          })
        )
      )
  })
  return {
    state,
    layer: Layer.succeed(Store, store),
    /** Blocks every call of the store until the returned function is called. */
    hold: (): (() => void) => {
      let open = () => {}
      gate = new Promise((resolve) => {
        open = resolve
      })
      state.held = 0
      return () => {
        gate = undefined
        open()
      }
    }
  }
}

const nodeOn = (layer: Layer.Layer<Store>, policy: Parameters<typeof makeWorld>[0] = {}): LocalWorld => {
  const world = makeWorld({ store: layer, logs: "none", ...policy })
  onTestFinished(() => world.countersign.close())
  return world
}

/** A signed-in account, and first legs that its owner has signed. `signIn` is the same account on another device. */
const account = async (world: LocalWorld) => {
  const { accountId, credentialId } = await world.customer(callers.a)
  const signIn = async () => signedIn(world, accountId, (await session(world, callers.a, credentialId)).keys)
  return { ...(await signIn()), accountId, signIn }
}

const signedIn = (world: LocalWorld, accountId: string, keys: Keys) => {
  const path = `/internal-accounts/${accountId}/export`
  const leg = async () => {
    const body = { clientPublicKey: clientKey().hex }
    const first = await world.call(callers.a, "POST", path, { body })
    if (first.status !== 202) throw new Error(`the first leg returned ${first.status}`)
    const more = { body, headers: retryHeaders(first.body, keys) }
    return {
      send: (through: LocalWorld = world) => through.call(callers.a, "POST", path, more),
      request: (signal: AbortSignal) =>
        new Request(requestOf("http://countersign.test", callers.a, "POST", path, more), { signal })
    }
  }
  const legs = async (count: number) => {
    const all: Array<Awaited<ReturnType<typeof leg>>> = []
    for (let nth = 0; nth < count; nth += 1) all.push(await leg())
    return all
  }
  return { legs }
}

const tally = (answers: ReadonlyArray<{ readonly status: number }>) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const LEGS = rounds(150, 60)

describe("many calls at once on one account", () => {
  it(`GO6: ${LEGS} second legs take turns: each is done by one commit, and none conflicts`, async () => {
    const { layer, state } = remoteStore()
    const world = nodeOn(layer)
    const legs = await (await account(world)).legs(LEGS)
    Object.assign(state, { loads: 0, commits: 0, conflicts: 0 })
    expect(tally(await Promise.all(legs.map(({ send }) => send())))).toEqual({ 200: LEGS })
    expect([state.commits, state.conflicts]).toEqual([LEGS, 0])
    // One key signed them all, so that each waits before it loads anything.
    expect([state.loads, state.most]).toEqual([LEGS, 1])
  })

  it(`GO6: of ${LEGS} second legs of one key at most one is in the store, so that a call of another account waits for one`, async () => {
    const { layer, state } = remoteStore()
    const world = nodeOn(layer)
    const [hot, other] = [await account(world), await account(world)]
    const [legs, [theirs]] = [await hot.legs(LEGS), await other.legs(1)]
    if (theirs === undefined) throw new Error("no legs")
    const done: Array<string> = []
    Object.assign(state, { loads: 0, commits: 0, conflicts: 0, most: 0 })
    const all = legs.map(async ({ send }) => {
      expect((await send()).status).toBe(200)
      done.push("hot")
    })
    expect((await theirs.send()).status).toBe(200)
    done.push("other")
    await Promise.all(all)
    // It began after all of them, and a leg takes as many turns of the event loop as it does.
    expect(done.indexOf("other")).toBeLessThanOrEqual(2)
    expect(state.most).toBeLessThanOrEqual(2)
  })

  it("GO6: second legs of several keys of one account are each done by one commit", async () => {
    const { layer, state } = remoteStore()
    const world = nodeOn(layer)
    const { legs: first, signIn } = await account(world)
    const all = await first(LEGS / 5)
    for (let nth = 1; nth < 5; nth += 1) all.push(...(await (await signIn()).legs(LEGS / 5)))
    Object.assign(state, { loads: 0, commits: 0, conflicts: 0, most: 0 })
    expect(tally(await Promise.all(all.map(({ send }) => send())))).toEqual({ 200: LEGS })
    expect([state.commits, state.conflicts]).toEqual([LEGS, 0])
    expect(state.loads).toBeLessThanOrEqual(2 * LEGS)
    expect(state.most).toBeLessThanOrEqual(5)
  })

  it("GO6: two nodes conflict a few times for each call, and every caller succeeds", async () => {
    const { layer, state } = remoteStore()
    const [one, other] = [nodeOn(layer), nodeOn(layer)]
    const legs = await (await account(one)).legs(LEGS)
    Object.assign(state, { loads: 0, commits: 0, conflicts: 0 })
    const answers = await Promise.all(legs.map(({ send }, nth) => send(nth % 2 === 0 ? one : other)))
    expect(tally(answers)).toEqual({ 200: LEGS })
    expect(state.commits).toBe(LEGS)
    process.stdout.write(`${LEGS} second legs on two nodes: ${state.conflicts} conflicts, ${state.loads} loads\n`)
    expect(state.conflicts).toBeLessThanOrEqual(3 * LEGS)
  })

  it("GO6: a call whose caller has left while it waits for its turn commits nothing", async () => {
    const { hold, layer, state } = remoteStore()
    const world = nodeOn(layer)
    const [first, second] = await (await account(world)).legs(2)
    if (first === undefined || second === undefined) throw new Error("no legs")
    Object.assign(state, { loads: 0, commits: 0, conflicts: 0 })
    const open = hold()
    const answer = first.send()
    const leaving = new AbortController()
    const gone = world.countersign.handler(second.request(leaving.signal))
    await expect.poll(() => state.held, { interval: 1 }).toBe(1)
    leaving.abort()
    await gone
    open()
    expect((await answer).status).toBe(200)
    expect([state.loads, state.commits]).toEqual([1, 1])
    // Nothing was consumed, so the same leg is still good.
    expect((await second.send()).status).toBe(200)
  })
})

describe("the deadline of a call", () => {
  it("GO6: ends every call on a database that does not answer with 503, and its work before the commit", async () => {
    const { hold, layer, state } = remoteStore()
    const patient = nodeOn(layer)
    const legs = await (await account(patient)).legs(5)
    const hasty = nodeOn(layer, { policy: { callTimeout: 50 } })
    Object.assign(state, { loads: 0, commits: 0, conflicts: 0 })
    const open = hold()
    const answers = await Promise.all(legs.map(({ send }) => send(hasty)))
    for (const { body, headers, status } of answers) {
      expect([status, body.code, body.reason]).toEqual([503, "SERVICE_UNAVAILABLE", "Deadline passed"])
      expect(headers.get("retry-after")).toMatch(/^[1-5]$/u)
    }
    open()
    expect(tally(await Promise.all(legs.map(({ send }) => send(patient))))).toEqual({ 200: 5 })
    expect(state.commits).toBe(5)
  })

  it("GO6: ends a call of the host's own", async () => {
    const { hold, layer } = remoteStore()
    const { countersign } = nodeOn(layer, { policy: { callTimeout: 50 } })
    const open = hold()
    const api = countersign.api.in({ platformId: "alpha", mode: "production" })
    await expect(api.customers.list()).rejects.toMatchObject({ status: 503, reason: "Deadline passed" })
    open()
  })
})

describe("calls in progress", () => {
  it("GO6 I23: beyond half of the free slots the calls of an environment are refused at once, those of others not", async () => {
    const { hold, layer, state } = remoteStore()
    const world = nodeOn(layer, { policy: { callsInProgress: 8 } })
    const read = (caller = callers.live) => world.call(caller, "GET", "/customers")
    expect((await read()).status).toBe(200)
    const open = hold()
    const under = [read(), read(), read(), read()]
    await expect.poll(() => state.held, { interval: 1 }).toBeGreaterThanOrEqual(4)
    const refused = await read()
    expect([refused.status, refused.body.code, refused.body.reason]).toEqual([
      503,
      "SERVICE_UNAVAILABLE",
      "Too many calls in progress"
    ])
    expect(refused.headers.get("retry-after")).toMatch(/^[1-5]$/u)
    const others = [read(callers.liveB), read(callers.liveB)]
    expect((await read(callers.liveB)).status).toBe(503)
    open()
    expect(tally(await Promise.all([...under, ...others]))).toEqual({ 200: 6 })
    expect((await read()).status).toBe(200)
  })
})
