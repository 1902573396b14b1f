import type { Declaration } from "@countersign/core"
import { codeMails, collections, dailyCounts } from "@countersign/core/internal"
import { testDatabase } from "@countersign/harness/postgres"
import { changedStore } from "@countersign/harness/stores"
import {
  basic,
  type Caller,
  callers,
  keys,
  makeWorld,
  requestOf,
  tokenOptions,
  withoutLimits,
  worldOver
} from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { postgres } from "@countersign/postgres"
import { sha256Hex } from "@countersign/wire"
import { it as effectIt } from "@effect/vitest"
import { type Context, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { type Change, type EnvironmentKey, layer, makeWebHandler, runDueWork, Store, Wallets } from "../src/effect.ts"
import { type CountersignError, examineOptions, secretDigest } from "../src/index.ts"

type Options = NonNullable<Parameters<typeof makeWorld>[0]>
type World = ReturnType<typeof makeWorld>

const cron: Caller = { token: "cron", secret: "cron-secret" }
const tokens = [
  ...tokenOptions,
  {
    id: cron.token,
    secretSha256: secretDigest(cron.secret),
    platformId: "alpha",
    mode: "production",
    scopes: ["WORK"]
  } as const
]

/** A node that works in `runDueWork` alone. */
const nodeOn = (store: Layer.Layer<Store>, more: Options = {}) => {
  const world = makeWorld({ tokens, store, workers: "none", logs: "none", ...more })
  onTestFinished(() => world.countersign.close())
  return { ...world, run: world.countersign.runDueWork }
}

const memory = (collection: Declaration = codeMails) => {
  const inner = Effect.runSync(makeMemoryStore)
  const orders = (environment: EnvironmentKey = "production/alpha") =>
    Effect.runPromise(inner.find({ collection, environment, index: { name: "all", values: [] }, limit: 100 }))
  /** Another node removes the only order, and one that has `more` follows under its id, whose versions begin again. */
  const followed = async (more: object) => {
    const [row] = await orders()
    if (row === undefined) throw new Error("no order")
    const { body, environment, id, version } = row
    const change = { collection, environment, id }
    const content = { body: { ...Object(body), ...more, dueAt: Number.MAX_SAFE_INTEGER }, at: row.createdAt }
    await Effect.runPromise(inner.commit([{ op: "remove", ...change, version }], []))
    await Effect.runPromise(inner.commit([{ op: "insert", ...change, ...content }], []))
    for (let nth = 1; nth < version; nth += 1)
      await Effect.runPromise(inner.commit([{ op: "replace", ...change, ...content, version: nth }], []))
  }
  return { inner, orders, followed, store: Layer.succeed(Store, inner) }
}

/** Requests a code, whose mail waits for a run. */
const requestCode = async (world: Pick<World, "call" | "customer">, caller = callers.live, to = "ada@example.com") => {
  const { credentialId } = await world.customer(caller, to)
  expect((await world.call(caller, "POST", `/auth/credentials/${credentialId}/challenge`)).status).toBe(200)
}

const requestCodes = async (world: Pick<World, "call" | "customer">, count: number, caller = callers.live) => {
  for (let nth = 0; nth < count; nth += 1) await requestCode(world, caller, `${caller.token}-${nth}@example.com`)
}

/** A port that answers when the test says so. */
const held = () => {
  let begun = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return {
    release: () => release(),
    begun: (count: number) => expect.poll(() => begun).toBe(count),
    wait: async () => {
      begun += 1
      await released
    }
  }
}

const NOTHING = { done: {}, left: false }

it("I19: a mail does not take the mail of a newer code out of the queue", async () => {
  const { followed, orders, store } = memory(codeMails)
  const late = nodeOn(store, { mailer: { sendCode: () => followed({ issueId: "Lookup:newer" }) } })
  await requestCode(late)
  await late.run()
  expect(await orders()).toMatchObject([{ body: { issueId: "Lookup:newer" } }])
})

it("I19: a slow notification of a wallet does not take that of a newer setting out of the queue", async () => {
  const privacyOrders = collections.find(({ name }) => name === "privacy_orders")
  if (privacyOrders === undefined) throw new Error("no queue")
  const { followed, inner, orders, store } = memory(privacyOrders)
  const setPrivacy = () => Effect.promise(() => followed({ privateEnabled: false }))
  const wallets = Layer.succeed(Wallets, Wallets.of({ mnemonic: () => Effect.die("not called"), setPrivacy }))
  const late = nodeOn(store, { wallets })
  const id = `InternalAccount:${crypto.randomUUID()}`
  const environment = { platformId: "alpha", mode: "production" }
  const body = { accountId: id, environment, privateEnabled: true, dueAt: 0, attempts: 0 }
  const insert = { op: "insert", collection: privacyOrders, environment: "production/alpha", id, body, at: 0 } as const
  await Effect.runPromise(inner.commit([insert], []))
  await late.run()
  expect(await orders()).toMatchObject([{ body: { privateEnabled: false } }])
})

describe.each(["memory", "PostgreSQL"])("processes that are frozen or end after a call, on %s", (engine) => {
  const database = engine === "memory" ? undefined : testDatabase()
  const storeOf = () =>
    database === undefined ? memory().store : postgres({ pool: database.pool({ max: 8 }), timeout: 300_000 })

  /** One instance for all events, frozen between them: it has no timer that could run. */
  const lambda = (store: Layer.Layer<Store>, letters: Array<string>) => {
    const world = nodeOn(store, { clock: "real", mailer: { sendCode: async ({ to }) => void letters.push(to) } })
    return <A>(event: (world: World) => Promise<A>) => event(world)
  }
  /** An instance for each event. */
  const worker =
    (store: Layer.Layer<Store>, letters: Array<string>) =>
    async <A>(event: (world: World) => Promise<A>) => {
      const mailer = { sendCode: async ({ to }: { readonly to: string }) => void letters.push(to) }
      const world = makeWorld({ tokens, store, workers: "none", logs: "none", clock: "real", mailer })
      try {
        return await event(world)
      } finally {
        await world.countersign.close()
      }
    }

  it.each([
    ["Lambda", lambda],
    ["Workers", worker]
  ])("GO12: in the shape of %s, a trigger mails each code of the calls before it, and none twice", async (_, shape) => {
    const letters: Array<string> = []
    const on = shape(storeOf(), letters)
    const trigger = () => on(({ countersign }) => countersign.runDueWork())
    for (let minute = 1; minute <= 2; minute += 1) {
      for (let nth = 1; nth <= 2; nth += 1)
        await on((world) => requestCode(world, callers.live, `${minute}-${nth}@a.example`))
      expect(letters).toHaveLength(2 * (minute - 1))
      expect(await trigger()).toEqual({ done: { mail: 2 }, left: false })
      expect(letters).toHaveLength(2 * minute)
      expect(await trigger()).toEqual(NOTHING)
    }
    expect(new Set(letters).size).toBe(4)
  })

  it("I23: triggers of two nodes at the same time mail the codes of two platforms once each", async () => {
    const store = storeOf()
    const [one, other] = [nodeOn(store, { clock: "real" }), nodeOn(store, { clock: "real" })]
    await requestCodes(one, 12)
    await requestCodes(one, 12, callers.liveB)
    const reports = await Promise.all([one.run(), other.run(), one.run(), other.run()])
    expect(reports.reduce((sum, { done: { mail = 0 } }) => sum + mail, 0)).toBe(24)
    const letters = [...one.letters, ...other.letters].map(({ to }) => to)
    expect([letters.length, new Set(letters).size]).toEqual([24, 24])
    expect(await one.run()).toEqual(NOTHING)
  })

  it("a token with the scope WORK has the work of its environment done, and of no other one (I19)", async () => {
    const world = nodeOn(storeOf(), { clock: "real" })
    await requestCodes(world, 2)
    await requestCodes(world, 3, callers.liveB)
    const answer = await world.call(cron, "POST", "/due-work")
    expect([answer.status, answer.body]).toEqual([200, { done: { mail: 2 }, left: false }])
    expect(world.letters.map(({ to }) => to).toSorted()).toEqual(["live-0@example.com", "live-1@example.com"])
    expect(await world.run()).toEqual({ done: { mail: 3 }, left: false })
  })

  it("a count of calls is stored before the answer of the call", async () => {
    const store = storeOf()
    const committed: Array<Change> = []
    const noting = changedStore(
      ({ commit }) => ({
        commit: (changes, guards) => {
          committed.push(...changes.filter(({ collection }) => collection.name === dailyCounts.name))
          return commit(changes, guards)
        }
      }),
      store
    )
    const world = nodeOn(noting, { clock: "real" })
    await world.call(callers.a, "GET", "/auth/keys")
    await world.call(callers.a, "GET", "/auth/keys")
    expect(committed.map(({ op }) => op)).toEqual(["insert", "replace"])
    await world.run()
    await world.countersign.close()
    expect(committed).toHaveLength(2)
  })
})

describe("GO12: a frozen process", () => {
  /** Two nodes whose clocks the test moves together. The first one has the given mailer. */
  const pair = (sendCode: () => Promise<void>, other: Options = {}) => {
    const { inner, orders, store } = memory()
    const [frozen, next] = [nodeOn(store, { mailer: { sendCode } }), nodeOn(store, other)]
    const pass = (millis: number) => [frozen, next].map((world) => world.pass(millis))
    return { frozen, inner, next, orders, pass }
  }

  it("GO7: has its lease to the last millisecond, and records nothing after another node sent its mail", async () => {
    const port = held()
    const { frozen, next, orders, pass } = pair(port.wait)
    await requestCode(frozen)
    const run = frozen.run()
    await port.begun(1)
    pass(29_999)
    const { done, left } = await next.run()
    expect({ done, left }).toEqual(NOTHING)
    expect(next.letters).toHaveLength(0)
    pass(1)
    expect(await next.run()).toEqual({ done: { mail: 1 }, left: false })
    port.release()
    expect(await run).toEqual(NOTHING)
    expect([await orders(), next.letters.length]).toEqual([[], 1])
    expect(await frozen.run()).toEqual(NOTHING)
    await port.begun(1)
  })

  it("does not overwrite the attempt that the next node recorded", async () => {
    const port = held()
    const refusing = { sendCode: () => Promise.reject(new Error("the mail server is down")) }
    const { frozen, next, orders, pass } = pair(port.wait, { mailer: refusing })
    await requestCode(frozen)
    const run = frozen.run()
    await port.begun(1)
    pass(30_000)
    // The mail is due again one second after the attempt.
    const nextDueAt = new Date(next.at() + 1000).toISOString()
    expect(await next.run()).toEqual({ ...NOTHING, nextDueAt })
    const recorded = await orders()
    expect(recorded.map(({ body }) => Object(body).attempts)).toEqual([1])
    port.release()
    expect((await run).done).toEqual({})
    expect(await orders()).toEqual(recorded)
  })

  it.each([
    [10_000, 1],
    [10_001, 0]
  ])(
    "that was frozen between claim and send for %i of 30,000 ms mails %i codes: an attempt of 20 s has to end within the lease",
    async (millis, sent) => {
      const { inner } = memory()
      const reads = held()
      let isHeld = false
      const slow = changedStore(
        ({ load }) => ({
          load: (refs) =>
            isHeld && refs.some(({ collection }) => collection.name === "platform_settings")
              ? Effect.andThen(Effect.promise(reads.wait), load(refs))
              : load(refs)
        }),
        Layer.succeed(Store, inner)
      )
      const world = nodeOn(slow)
      await world.run()
      await requestCode(world)
      isHeld = true
      const run = world.run()
      await reads.begun(1)
      world.pass(millis)
      reads.release()
      const { done, nextDueAt } = await run
      expect([done, world.letters.length]).toEqual([sent === 1 ? { mail: 1 } : {}, sent])
      // It counts no attempt, and is due again after two seconds for any node.
      if (sent === 1) return
      expect(nextDueAt).toBe(new Date(world.at() + 2000).toISOString())
      world.pass(2000)
      expect(await world.run()).toEqual({ done: { mail: 1 }, left: false })
    }
  )
})

describe("runDueWork", () => {
  const codeOf = (run: Promise<unknown>) =>
    run.then(
      () => undefined,
      ({ code, details }: CountersignError) => [code, details?.reason]
    )

  it.each([
    [21_999, false],
    [22_000, true],
    [29_000, true],
    [29_001, false],
    [22_000.5, false]
  ])("with a budget of %d ms resolves: %s", async (budget, isAccepted) => {
    const { run } = nodeOn(memory().store)
    const refused = ["INVALID_INPUT", "Budget out of range: 22000 to 29000 milliseconds"]
    expect(await codeOf(run({ budget }))).toEqual(isAccepted ? undefined : refused)
  })

  it("derives the least budget from the timeouts of the policy", async () => {
    const { run } = nodeOn(memory().store, { policy: { mailTimeout: 3000, webhookTimeout: 4000 } })
    expect(await codeOf(run({ budget: 7000 }))).toBeUndefined()
    expect(await codeOf(run({ budget: 6999 }))).toEqual([
      "INVALID_INPUT",
      "Budget out of range: 7000 to 29000 milliseconds"
    ])
  })

  effectIt.effect.each([
    [0, { done: { mail: 17 }, left: false }],
    [1, { done: { mail: 16 }, left: true }]
  ] as const)(
    "begins work whose longest attempt ends with the budget, and none a millisecond later",
    ([late, report]) =>
      Effect.gen(function* () {
        const port = held()
        const options = { tokens, keys, logs: "none", policy: withoutLimits, workers: "none" } as const
        const context = yield* Layer.build(
          layer({ ...options, mailer: { sendCode: port.wait }, store: memory().store })
        )
        const { handler } = makeWebHandler(context)
        const world = worldOver((...given) => handler(requestOf("http://service.test", ...given)))
        yield* Effect.promise(() => requestCodes(world, 17))
        const run = Effect.updateContext(runDueWork({ budget: 22_000 }), (_: Context.Context<never>) => context)
        const fiber = yield* Effect.forkChild(run)
        // As many as one claim of one environment.
        yield* Effect.promise(() => port.begun(16))
        yield* TestClock.adjust(late)
        port.release()
        expect(yield* Fiber.join(fiber)).toMatchObject(report)
      })
  )

  it("deletes expired records", async () => {
    const QUARTER = 92 * 86_400_000
    const left = async (isRun: boolean) => {
      const { inner, store } = memory()
      const world = nodeOn(store)
      await requestCode(world)
      world.pass(QUARTER)
      if (isRun) await world.run()
      return Effect.runPromise(inner.sweep(collections, world.at(), 500))
    }
    expect(await left(false)).toBeGreaterThan(0)
    expect(await left(true)).toBe(0)
  })

  it("GO3: claims nothing without the key of the other nodes, and rejects with the key that the node lacks", async () => {
    const { orders, store } = memory()
    const world = nodeOn(store)
    await world.run()
    await requestCode(world)
    const waiting = await orders()
    const wrong = nodeOn(store, { keys: { ...keys, vault: sha256Hex("of another service") } })
    const [code, reason] = (await codeOf(wrong.run())) ?? []
    expect([code, reason]).toEqual(["SERVICE_UNAVAILABLE", expect.stringContaining("keys.vault")])
    expect(await orders()).toEqual(waiting)
  })

  it("completes what it began, and begins no more, when the instance closes", async () => {
    const port = held()
    const { orders, store } = memory()
    const world = nodeOn(store, { mailer: { sendCode: port.wait } })
    // As many as one claim of one environment, and one more.
    await requestCodes(world, 17)
    const run = codeOf(world.run())
    await port.begun(16)
    const closed = world.countersign.close()
    port.release()
    await Promise.all([closed, run])
    expect(await orders()).toHaveLength(1)
    await expect(world.run()).rejects.toThrow("closed")
  })

  it("works on a store that cannot tell what is due", async () => {
    const { inner } = memory()
    const { depths: _, ...without } = inner
    const world = nodeOn(Layer.succeed(Store, without))
    await requestCodes(world, 20)
    expect(await world.run()).toEqual({ done: { mail: 20 }, left: false })
    expect(world.letters).toHaveLength(20)
  })
})

describe("the option workers", () => {
  it("rejects an unknown kind and lists the kinds", () => {
    const workers = { mails: true }
    const kinds = "mail, payments, privacy, verifications, webhooks"
    const unknown: object = { workers }
    expect(examineOptions(unknown).map(({ message }) => message)).toEqual([
      expect.stringContaining(`must not name mails. Due work is: ${kinds}`)
    ])
    for (const wrong of ["some", 1, { mail: "yes" }, null]) {
      const options: object = { workers: wrong }
      expect(examineOptions(options)).toHaveLength(1)
    }
    for (const right of ["all", "none", {}, { mail: false }] as const)
      expect(examineOptions({ workers: right })).toEqual([])
  })

  it("leaves a kind that is false to other nodes, between calls and in runs", async () => {
    const { orders, store } = memory()
    const without = nodeOn(store, { workers: { mail: false } })
    await requestCode(without)
    expect(await without.run()).toEqual(NOTHING)
    expect(await orders()).toHaveLength(1)
    expect(await nodeOn(store).run()).toEqual({ done: { mail: 1 }, left: false })
  })
})

describe("POST /due-work", () => {
  it("requires the scope WORK, which a token has only from the configuration", async () => {
    const world = nodeOn(memory().store)
    for (const caller of [callers.live, callers.chief]) {
      const { body, status } = await world.call(caller, "POST", "/due-work")
      expect([status, body.details?.check]).toEqual([403, "WORK"])
    }
    const { status } = await world.call(callers.live, "POST", "/tokens", {
      body: { name: "cron", permissions: ["WORK"] }
    })
    expect(status).toBe(403)
    expect((await world.call(cron, "GET", "/customers")).status).toBe(403)
  })

  it("refuses a budget out of range, and reads an absent body as no budget", async () => {
    const world = nodeOn(memory().store)
    const { body, status } = await world.call(cron, "POST", "/due-work", { body: { budget: 1000 } })
    expect([status, body.details.reason]).toEqual([400, "Budget out of range: 22000 to 29000 milliseconds"])
    expect((await world.call(cron, "POST", "/due-work")).body).toEqual(NOTHING)
  })

  it("takes no more slots with a second call, which does nothing while the first runs (I23)", async () => {
    const port = held()
    const world = nodeOn(memory().store, { mailer: { sendCode: port.wait } })
    await requestCodes(world, 20)
    const first = world.call(cron, "POST", "/due-work")
    await port.begun(16)
    expect((await world.call(cron, "POST", "/due-work")).body).toEqual(NOTHING)
    await port.begun(16)
    port.release()
    expect((await first).body).toEqual({ done: { mail: 20 }, left: false })
  })

  it("commits no record of an Idempotency-Key with the work, and repeats no work for it", async () => {
    const world = nodeOn(memory().store)
    await requestCode(world)
    const trigger = () =>
      world.countersign.handler(
        new Request("http://countersign.test/2025-10-13/due-work", {
          method: "POST",
          headers: { authorization: basic(cron), "idempotency-key": "minute-1" }
        })
      )
    expect(await (await trigger()).json()).toEqual({ done: { mail: 1 }, left: false })
    await requestCode(world, callers.live, "eve@example.com")
    const again = await trigger()
    expect([again.status, world.letters.length]).toEqual([200, 1])
  })
})
