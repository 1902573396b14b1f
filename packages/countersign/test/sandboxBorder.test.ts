import {
  ClockControl,
  commit,
  DueWork,
  Environment,
  environmentKey,
  insert,
  outcomeOrders,
  Store
} from "@countersign/core/internal"
import { clientKey } from "@countersign/harness/fixtures"
import { change, endpoint, hookWorld, receiver } from "@countersign/harness/webhooks/receiver"
import {
  answerOf,
  type Caller,
  callers,
  customerOf,
  keyPair,
  keys,
  makeWorld,
  pendingLogin,
  requestOf,
  retryHeaders,
  START,
  sealed,
  session,
  tokenOptions,
  UNLIMITED,
  type World
} from "@countersign/harness/world"
import { memoryStore } from "@countersign/memory"
import { FAULTS } from "@countersign/sandbox"
import { Context, Effect, Exit, Fiber, Layer, ManagedRuntime, Schema } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { layer, Modes, makeWebHandler, openApiDocument } from "../src/effect.ts"
import { type Countersign, type CountersignOptions, createCountersign } from "../src/index.ts"
import { dueWork } from "../src/workers.ts"

const YEAR = 31_536_000
const closing: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** The service without its background workers, so only a moved clock does work. Counts the store's operations. */
const quiet = async (options: CountersignOptions = {}) => {
  const letters: Array<string> = []
  const count = { calls: 0 }
  const counted = Layer.effect(
    Store,
    Effect.map(Store, (store) => {
      const one = <Asked extends ReadonlyArray<unknown>, Answer>(method: (...requested: Asked) => Answer) => {
        return (...requested: Asked): Answer => {
          count.calls += 1
          return method(...requested)
        }
      }
      return Store.of({
        ...store,
        load: one(store.load),
        find: one(store.find),
        commit: one(store.commit),
        claimDue: one(store.claimDue)
      })
    })
  ).pipe(Layer.provide(memoryStore))
  const runtime = ManagedRuntime.make(
    layer({
      tokens: tokenOptions,
      keys,
      logs: "none",
      store: counted,
      mailer: { sendCode: async ({ to }) => void letters.push(to) },
      policy: { challengesPerCredential: UNLIMITED, challengesPerAddress: UNLIMITED, callsPerToken: UNLIMITED },
      now: () => START,
      ...options
    })
  )
  const services = await runtime.context()
  const context = Context.add(services, DueWork, dueWork(services))
  const web = makeWebHandler(context)
  closing.push(async () => {
    await web.close(0)
    await runtime.dispose()
  })
  const call: World["call"] = async (...requested) =>
    answerOf(await web.handler(requestOf("http://service.test", ...requested)))
  const advance = (caller: Caller, seconds: number, headers = {}) =>
    call(caller, "POST", "/sandbox/clock/advance", { body: { seconds }, headers })
  return { advance, call, context, count, letters }
}

const sandbox = (platformId: string) => Schema.decodeUnknownSync(Environment)({ platformId, mode: "sandbox" })

/** Orders of an environment, each due one millisecond after another, starting at `first`. They have no effect. */
const waiting = (context: Context.Context<Store>, platformId: string, size: number, first: number) => {
  const environment = sandbox(platformId)
  const order = (nth: number) =>
    outcomeOrders.decode({
      transactionId: `Transaction:019ca945-0a00-7e7e-9254-${String(nth).padStart(12, "0")}`,
      environment,
      steps: [],
      dueAt: START + first + nth * 1000,
      attempts: 0
    })
  const changes = Array.from({ length: size }, (_, nth) =>
    insert(outcomeOrders, environmentKey(environment), order(nth), START)
  )
  return Effect.runPromise(Effect.provideContext(commit({ changes, guards: [] }), context))
}

describe("moving the clock of a sandbox", () => {
  it.each(["none", ...FAULTS])(
    "does no work of another environment, with the fault %s (FA2, I9, I19)",
    async (fault) => {
      const { advance, call, context, letters } = await quiet()
      const { credentialId } = await customerOf(call, callers.live, "ada@example.com")
      await call(callers.live, "POST", `/auth/credentials/${credentialId}/challenge`)
      // Its own mail is due too, so that there is work to do.
      const own = await customerOf(call, callers.b, "bob@example.com")
      await call(callers.b, "POST", `/auth/credentials/${own.credentialId}/challenge`)
      await advance(callers.b, 60, fault === "none" ? {} : { "sandbox-fault": fault })
      expect(letters).toEqual([])
      // The service's workers find the other environment's mail due and unclaimed, and send it once.
      const rounds = [...dueWork(context), ...dueWork(context, "production")]
      for (const { run } of [...rounds, ...rounds]) await Effect.runPromise(run(Context.empty()))
      expect(letters).toEqual(["ada@example.com"])
    }
  )

  it("does all of its own work, also when its caller requests a webhook fault (FA2)", async () => {
    const { advance, context, count } = await quiet()
    await waiting(context, "beta", 3, 1000)
    await waiting(context, "alpha", 3, 1000)
    expect((await advance(callers.b, 60, { "sandbox-fault": "webhook-late" })).status).toBe(200)
    const left = async (platformId: string) => {
      const query = { collection: outcomeOrders, environment: environmentKey(sandbox(platformId)), limit: 10 }
      const rows = Effect.flatMap(Store, (store) => store.find({ ...query, index: { name: "all", values: [] } }))
      return (await Effect.runPromise(Effect.provideContext(rows, context))).length
    }
    expect([await left("beta"), await left("alpha")]).toEqual([0, 3])
    expect(count.calls).toBeGreaterThan(0)
  })

  it("completes its work when its caller disconnects, without the caller's references (FA2)", async () => {
    const { context } = await quiet()
    await waiting(context, "alpha", 1, 1000)
    const seen: Array<string> = []
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const inherited = Context.Reference<string>("test/inherited", { defaultValue: () => "nothing" })
    const slow = {
      of: [outcomeOrders],
      run: (over: Context.Context<never>) =>
        Effect.gen(function* () {
          const store = yield* Store
          const claimed = yield* store.claimDue(outcomeOrders, START, 30_000, 20)
          for (const { environment, id, version } of claimed) {
            seen.push(`${id.slice(-1)} ${yield* inherited}`)
            yield* Effect.promise(() => released)
            const change = { op: "remove", collection: outcomeOrders, environment, id, version } as const
            yield* Effect.orDie(store.commit([change], []))
          }
          return claimed.length
        }).pipe(
          Effect.updateContext((given: Context.Context<never>) => Context.merge(Context.merge(context, given), over))
        )
    }
    const modes = Context.get(context, Modes)
    if (modes.sandbox === undefined) throw new Error("no sandbox is wired")
    const control = Context.get(modes.sandbox, ClockControl)
    const advance = control
      .advance(sandbox("alpha"), 2000)
      .pipe(Effect.provideService(DueWork, [slow]), Effect.provideService(inherited, "a fault of the request"))
    const caller = Effect.runFork(advance)
    await expect.poll(() => seen.length).toBe(1)
    const interrupted = Effect.runPromise(Fiber.interrupt(caller))
    release()
    await interrupted
    expect(Exit.hasInterrupts(await Effect.runPromise(Fiber.await(caller)))).toBe(true)
    // A second call waits for the first, and finds its work done and the time advanced.
    const now = await Effect.runPromise(Effect.provideService(control.advance(sandbox("alpha"), 1000), DueWork, [slow]))
    expect([seen, now]).toEqual([["0 nothing"], START + 3000])
  })

  it("is limited to ten years ahead, refused by name beyond, and never fails with 500 (FL2)", async () => {
    const { advance, call } = await quiet()
    for (let year = 0; year < 10; year++) expect((await advance(callers.a, YEAR)).status).toBe(200)
    const refused = await advance(callers.a, 1)
    expect([refused.status, refused.body.reason]).toEqual([400, "Sandbox clock limit reached"])
    expect((await call(callers.a, "POST", "/customers", { body: { customerType: "INDIVIDUAL" } })).status).toBe(201)
    const { now } = (await call(callers.a, "GET", "/sandbox/clock")).body
    expect(Date.parse(now)).toBe(START + 10 * YEAR * 1000)
    expect((await advance(callers.b, 1)).status).toBe(200)
  })

  it.each([
    ["falls due on the way", 1000],
    ["waits for longer", 86_400_000]
  ])("has a cost linear in the work that %s: twice the work, twice the store calls (FL2)", async (_, first) => {
    const callsFor = async (size: number) => {
      const { advance, context, count } = await quiet()
      await waiting(context, "alpha", size, first)
      count.calls = 0
      expect((await advance(callers.a, 3600)).status).toBe(200)
      return count.calls
    }
    const [few, many] = [await callsFor(200), await callsFor(400)]
    expect(many).toBeLessThan(2.2 * few)
    expect(many).toBeLessThan(8 * 400)
  })

  it("leaves pending work pending, each item until its own time", async () => {
    const { advance, context } = await quiet()
    await waiting(context, "alpha", 250, 3_600_000)
    const left = async () => {
      const query = { collection: outcomeOrders, environment: environmentKey(sandbox("alpha")), limit: 1000 }
      const rows = Effect.flatMap(Store, (store) => store.find({ ...query, index: { name: "all", values: [] } }))
      return (await Effect.runPromise(Effect.provideContext(rows, context))).length
    }
    await advance(callers.a, 3599)
    expect(await left()).toBe(250)
    await advance(callers.a, 1)
    expect(await left()).toBe(249)
    await advance(callers.a, 99)
    expect(await left()).toBe(150)
    await advance(callers.a, 3600)
    expect(await left()).toBe(0)
  })
})

it("webhooks carry the system time in their headers, however far ahead the sandbox is (FC8)", async () => {
  const world = hookWorld()
  const hooks = await receiver()
  await endpoint(world, hooks.url)
  await world.call(callers.a, "POST", "/sandbox/clock/advance", { body: { seconds: 10 * 86_400 } })
  await change(world)
  expect((await world.call(callers.a, "POST", "/webhooks/test", { body: {} })).status).toBe(200)
  await hooks.until(1)
  expect(hooks.received.map(({ event }) => event.type)).toContain("TEST")
  for (const { headers } of hooks.received) {
    expect(Math.abs(Number(headers["webhook-timestamp"]) * 1000 - Date.now())).toBeLessThan(60_000)
  }
})

describe("the sandbox's legacy magic value as a stamp", () => {
  const WORD = "sandbox-valid-signature"
  const world = makeWorld()
  const word = (requestId: string) => ({ "request-id": requestId, "service-wallet-signature": WORD })

  /** The signed calls that have their own key handling: the retry to send, and its request id. */
  const legs = {
    "a login by a code": async (caller: Caller) => {
      const { credentialId } = await world.customer(caller, `fc10-${Math.random()}@example.com`)
      const { body, challenge, path } = await pendingLogin(world, caller, credentialId)
      return { path, body, id: String(challenge.requestId) }
    },
    "a refresh": async (caller: Caller) => {
      const { credentialId } = await world.customer(caller, `fc10-${Math.random()}@example.com`)
      const opened = await session(world, caller, credentialId)
      const path = `/auth/sessions/${opened.session.id}/refresh`
      const body = { clientPublicKey: clientKey().hex }
      return { path, body, id: String((await world.call(caller, "POST", path, { body })).body.requestId) }
    }
  }
  const send = (caller: Caller, path: string, body: object, id: string) =>
    world.call(caller, "POST", path, { body, headers: word(id) })

  it.each(Object.entries(legs))("signs %s, once (FC10, FS22, B6)", async (_, leg) => {
    const { body, id, path } = await leg(callers.a)
    const done = await send(callers.a, path, body, id)
    expect([done.status, typeof done.body.id]).toEqual([200, "string"])
    expect((await send(callers.a, path, body, id)).body.reason).toBe("Request id already used")
  })

  it.each(Object.entries(legs))(
    "does not sign %s of another id or body, nor an expired one (FC10, FS22, B6)",
    async (_, leg) => {
      const { body, id, path } = await leg(callers.a)
      const unknown = await send(callers.a, path, body, "Request:019ca945-0a00-7e7e-9254-70baa2fd4251")
      const other = await send(callers.a, path, { ...body, clientPublicKey: clientKey().hex }, id)
      expect(unknown.status).toBe(401)
      expect([400, 401]).toContain(other.status)
      world.pass(301_000)
      expect((await send(callers.a, path, body, id)).status).toBe(401)
    }
  )

  it("is a malformed stamp in production, on a refresh too (FC10, FS22, B6, I14)", async () => {
    const { credentialId } = await world.customer(callers.live, "word@example.com")
    const codeOf = () => world.letters.findLast(({ to }) => to === "word@example.com")?.code
    const challenged = await world.call(callers.live, "POST", `/auth/credentials/${credentialId}/challenge`)
    await expect.poll(codeOf).toBeDefined()
    const own = keyPair()
    const bundle = await sealed(world, challenged.body.otpEncryptionTargetBundle, codeOf() ?? "", own.publicKey)
    const body = { type: "EMAIL_OTP", encryptedOtpBundle: bundle }
    const path = `/auth/credentials/${credentialId}/verify`
    const first = await world.call(callers.live, "POST", path, { body })
    const refused = await send(callers.live, path, body, first.body.requestId)
    expect([refused.status, refused.body.reason]).toEqual([401, "Malformed stamp"])
    const opened = await world.call(callers.live, "POST", path, { body, headers: retryHeaders(first.body, own) })
    const refresh = `/auth/sessions/${opened.body.id}/refresh`
    const next = { clientPublicKey: clientKey().hex }
    const leg = await world.call(callers.live, "POST", refresh, { body: next })
    const repeated = await send(callers.live, refresh, next, leg.body.requestId)
    expect([repeated.status, repeated.body.reason]).toEqual([401, "Malformed stamp"])
  })
})

describe("user verification of passkeys (FC19)", () => {
  const options = (sandboxed: boolean | undefined, production: boolean | undefined): CountersignOptions => {
    const policy = (requireUserVerification: boolean | undefined) => ({
      rpIds: ["example.com"],
      origins: ["https://example.com"],
      ...(requireUserVerification === undefined ? {} : { requireUserVerification })
    })
    return {
      tokens: tokenOptions,
      keys,
      store: memoryStore,
      logs: "none",
      mailer: { sendCode: async () => {} },
      sandbox: { passkeys: policy(sandboxed) },
      production: { passkeys: policy(production) }
    }
  }
  const reported = async (given: CountersignOptions): Promise<ReadonlyArray<string>> => {
    const countersign: Countersign = createCountersign(given)
    closing.push(() => countersign.close(0))
    return countersign.developmentDefaults.map(({ option }) => option)
  }
  const OPTION = "sandbox.passkeys.requireUserVerification"

  it("GC3: is off by default in the sandbox and on in production, and the difference is reported at start (FC19)", async () => {
    expect(await reported(options(undefined, undefined))).toEqual([OPTION])
    expect(await reported(options(true, undefined))).toEqual([])
    expect(await reported(options(false, false))).toEqual([])
    expect(await reported(options(false, undefined))).toEqual([OPTION])
    expect(await reported(options(undefined, false))).toEqual([])
    expect(await reported(options(true, false))).toEqual([OPTION])
    expect(await reported({ logs: "none" })).toContain(OPTION)
    const live = tokenOptions.filter(({ mode }) => mode === "production")
    expect(await reported({ ...options(false, undefined), tokens: live })).toEqual([])
  })
})

it("no operation of production documents a refusal of the sandbox (FA2, FT1)", () => {
  const listing = Object.entries(openApiDocument().paths).filter(([, item]) =>
    /FaultUnknown|ClockLimitReached/u.test(JSON.stringify(item))
  )
  expect(listing.length).toBeGreaterThan(3)
  expect(listing.filter(([path]) => !path.includes("/sandbox/"))).toEqual([])
})
