import { Store, StoreUnavailable, Vault } from "@countersign/core"
import { memoryKms } from "@countersign/harness/memoryKms"
import { makeSerializedMemoryStore } from "@countersign/memory"
import { decodeBase64Url, encodeBase64Url } from "@countersign/wire"
import { Cause, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { kmsVault, nodeVault, rewrapRoot, VaultBroken, type VaultOptions } from "../src/index.ts"

const local = new Uint8Array(32).fill(7)
const bytes = Uint8Array.of(1, 2, 3)

/** Nodes of one database under a clock of the test. */
const database = async () => {
  const store = await Effect.runPromise(makeSerializedMemoryStore)
  const scope = Effect.runSync(Scope.make())
  onTestFinished(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const clock = await Effect.runPromise(Layer.buildWithScope(TestClock.layer(), scope))
  const run = <A, E>(program: Effect.Effect<A, E>) => Effect.runPromiseExit(Effect.provideContext(program, clock))
  const node = async (options: VaultOptions, over: Store["Service"] = store) => {
    const layer = Layer.provide(kmsVault(options, local), Layer.succeed(Store, over))
    const context = await Effect.runPromise(Effect.provideContext(Layer.buildWithScope(layer, scope), clock))
    const vault = await Effect.runPromise(Effect.provideContext(Effect.service(Vault), context))
    return {
      vault,
      seal: () => run(vault.seal(bytes, "c")),
      open: (sealed: string, context = "c") => run(vault.open(sealed, context)),
      digest: () => run(vault.digests("123456", "c")),
      sealed: async () => valueOf(await run(vault.seal(bytes, "c")))
    }
  }
  return {
    store,
    node,
    run,
    pass: (millis: number) => run(TestClock.adjust(millis)),
    rewrap: (options: VaultOptions) => run(Effect.provideService(rewrapRoot(options), Store, store))
  }
}

const valueOf = <A, E>(exit: Exit.Exit<A, E>): A => {
  if (Exit.isSuccess(exit)) return exit.value
  throw new Error(String(Cause.squash(exit.cause)))
}
/** The failure in the error channel, or the name of a defect. */
const errorOf = (exit: Exit.Exit<unknown, unknown>) => {
  if (Exit.isSuccess(exit)) return "none"
  return Cause.hasDies(exit.cause) ? "defect" : Cause.squash(exit.cause)
}
const unavailable = (because: string) => expect.objectContaining({ _tag: "KeysUnavailable", because })

describe("values", () => {
  it("open on another node in their context, and in no other", async () => {
    const kms = memoryKms()
    const { node } = await database()
    const [one, other] = [await node({ kms: kms.port() }), await node({ kms: kms.port() })]
    const sealed = await one.sealed()
    expect(valueOf(await other.open(sealed))).toEqual(bytes)
    expect(errorOf(await other.open(sealed, "d"))).toBe("defect")
    expect(await one.sealed()).not.toBe(sealed)
  })

  it("name their key and contain their encrypted data key, so that no record of it can be lost", async () => {
    const kms = memoryKms()
    const sealed = await (await (await database()).node({ kms: kms.port() })).sealed()
    // A database without a single record opens it.
    expect(valueOf(await (await (await database()).node({ kms: kms.port() })).open(sealed))).toEqual(bytes)
    expect(Buffer.from(sealed, "base64url").subarray(0, 7)).toEqual(Buffer.from([3, 5, ...Buffer.from("key-1")]))
  })

  it("with any byte altered, cut or added, do not open: a defect of the record or a key that the service does not know", async () => {
    const kms = memoryKms()
    const { node } = await database()
    const one = await node({ kms: kms.port() })
    const sealed = decodeBase64Url(await one.sealed())
    const altered = [
      ...Array.from(sealed, (byte, at) => sealed.with(at, byte ^ 1)),
      ...Array.from(sealed, (_, end) => sealed.subarray(0, end)),
      Uint8Array.of(...sealed, 0)
    ]
    for (const each of altered) {
      const exit = await one.open(encodeBase64Url(each))
      expect(["defect", unavailable("unknownKey")]).toContainEqual(errorOf(exit))
    }
  })

  it("of the vault before, and their digests, are read after the change to a service", async () => {
    const kms = memoryKms()
    const before = Effect.runSync(Effect.provide(Effect.service(Vault), nodeVault(local)))
    const [old, digest] = Effect.runSync(Effect.all([before.seal(bytes, "c"), before.digest("123456", "c")]))
    const after = await (await database()).node({ kms: kms.port() })
    expect(valueOf(await after.open(old))).toEqual(bytes)
    expect(Effect.runSync(after.vault.isCurrent(old))).toBe(false)
    expect(Effect.runSync(after.vault.isCurrent(await after.sealed()))).toBe(true)
    expect(valueOf(await after.digest()).slice(1)).toEqual([digest])
  })

  it("of another vault die as before", async () => {
    const kms = memoryKms()
    const other = Effect.runSync(Effect.provide(Effect.service(Vault), nodeVault(new Uint8Array(32).fill(9))))
    const exit = await (await (await database()).node({ kms: kms.port() })).open(Effect.runSync(other.seal(bytes, "c")))
    expect(Exit.isFailure(exit) && Cause.squash(exit.cause)).toBeInstanceOf(VaultBroken)
  })
})

describe("digests", () => {
  it("are the same on two nodes that start at once, from the key that was stored first", async () => {
    const kms = memoryKms()
    const { node, store } = await database()
    const nodes = await Promise.all([1, 2, 3, 4].map(() => node({ kms: kms.port() })))
    const digests = await Promise.all(nodes.map(async ({ digest }) => valueOf(await digest())))
    expect(new Set(digests.map(([first]) => first)).size).toBe(1)
    expect(valueOf(await (await node({ kms: kms.port() }, store)).digest())).toEqual(digests[0])
  })

  it("fail as unavailable keys while the database does not answer, and work after", async () => {
    const kms = memoryKms()
    const { node, store } = await database()
    let isDown = true
    const load: typeof store.load = (refs) => (isDown ? Effect.fail(new StoreUnavailable({})) : store.load(refs))
    const one = await node({ kms: kms.port() }, { ...store, load })
    expect(errorOf(await one.digest())).toEqual(unavailable("unavailable"))
    isDown = false
    expect(Exit.isSuccess(await one.digest())).toBe(true)
  })
})

describe("rotation", () => {
  it("reads values of the key before, writes with the new one, and keeps the digests", async () => {
    const kms = memoryKms(["key-1", "key-2"])
    const { node, rewrap } = await database()
    const one = await node({ kms: kms.port("key-1") })
    const [old, digest] = [await one.sealed(), valueOf(await one.digest())]
    const two = await node({ kms: kms.port("key-2") })
    const fresh = await two.sealed()
    expect(valueOf(await two.open(old))).toEqual(bytes)
    expect(valueOf(await one.open(fresh))).toEqual(bytes)
    expect(valueOf(await two.digest())).toEqual(digest)
    expect([old, fresh].map((value) => Effect.runSync(two.vault.isCurrent(value)))).toEqual([false, true])
    // Encrypted again, the digests need the key before no longer.
    await rewrap({ kms: kms.port("key-2") })
    kms.remove("key-1")
    const three = await node({ kms: kms.port("key-2") })
    expect(valueOf(await three.digest())).toEqual(digest)
    expect(valueOf(await three.open(fresh))).toEqual(bytes)
    expect(errorOf(await three.open(old))).toEqual(unavailable("unknownKey"))
  })

  it("a running node reads the digests' key again when the key before is gone", async () => {
    const kms = memoryKms(["key-1", "key-2"])
    const { node, pass, rewrap } = await database()
    const one = await node({ kms: kms.port("key-2"), cache: { age: 1000 } })
    const old = await node({ kms: kms.port("key-1"), cache: { age: 1000 } })
    const digest = valueOf(await old.digest())
    expect(valueOf(await one.digest())).toEqual(digest)
    await rewrap({ kms: kms.port("key-2") })
    kms.remove("key-1")
    await pass(1000)
    expect(errorOf(await one.digest())).toEqual(unavailable("unknownKey"))
    expect(valueOf(await one.digest())).toEqual(digest)
  })

  it("a node without the key of the database writes nothing, and says which key it lacks", async () => {
    const [kms, foreign] = [memoryKms(), memoryKms(["arn:aws:kms:eu-west-1:111122223333:key/other"])]
    const { node, store } = await database()
    await (await node({ kms: kms.port() })).sealed()
    const stranger = await node({ kms: { ...foreign.port(), decrypt: kms.port().decrypt } })
    kms.remove("key-1")
    expect(errorOf(await stranger.seal())).toMatchObject({
      because: "unknownKey",
      check: expect.stringMatching(/ key-1$/u)
    })
    expect(foreign.calls).toEqual({ encrypt: 0, decrypt: 0, generateDataKey: 0 })
    expect(store).toBeDefined()
  })

  it("a key that the service does not know is requested again after 10 s, and no other key waits for it", async () => {
    const kms = memoryKms(["key-1", "key-2"])
    const { node, pass } = await database()
    const lost = await (await node({ kms: kms.port("key-1") })).sealed()
    const foreign = await (await (await database()).node({ kms: memoryKms(["key-3"]).port() })).sealed()
    const one = await node({ kms: kms.port("key-1") })
    await one.sealed()
    const { decrypt } = kms.calls
    expect(errorOf(await one.open(foreign))).toEqual(unavailable("unknownKey"))
    expect(errorOf(await one.open(foreign))).toEqual(unavailable("unknownKey"))
    expect(kms.calls.decrypt).toBe(decrypt + 1)
    expect(valueOf(await one.open(lost))).toEqual(bytes)
    await pass(9999)
    await one.open(foreign)
    expect(kms.calls.decrypt).toBe(decrypt + 2)
    await pass(1)
    await one.open(foreign)
    expect(kms.calls.decrypt).toBe(decrypt + 3)
  })
})

describe("data keys in memory", () => {
  it("serve a warm node without a call", async () => {
    const kms = memoryKms()
    const { node } = await database()
    const one = await node({ kms: kms.port() })
    const sealed = await one.sealed()
    await one.digest()
    const before = kms.total()
    for (let nth = 0; nth < 100; nth++) {
      valueOf(await one.open(sealed))
      await one.sealed()
      await one.digest()
    }
    expect(kms.total()).toBe(before)
  })

  it("concurrent misses of one key share a call, also when the first caller leaves", async () => {
    const kms = memoryKms()
    const { node } = await database()
    const sealed = await (await node({ kms: kms.port() })).sealed()
    let release = () => {}
    const held = new Promise<void>((done) => (release = done))
    const cold = await node({ kms: kms.port() })
    const { decrypt } = kms.calls
    kms.delay = () => held
    const first = Effect.runFork(cold.vault.open(sealed, "c"))
    const others = Array.from({ length: 16 }, () => cold.open(sealed))
    await Effect.runPromise(Fiber.interrupt(first))
    release()
    for (const exit of await Promise.all(others)) expect(valueOf(exit)).toEqual(bytes)
    expect(kms.calls.decrypt).toBe(decrypt + 1)
  })

  it("leave with their age, and a key in use is read before", async () => {
    const kms = memoryKms()
    const { node, pass } = await database()
    const one = await node({ kms: kms.port(), cache: { age: 1000 } })
    const sealed = await one.sealed()
    const { decrypt } = kms.calls
    await pass(749)
    valueOf(await one.open(sealed))
    expect(kms.calls.decrypt).toBe(decrypt)
    await pass(1)
    valueOf(await one.open(sealed))
    await expect.poll(() => kms.calls.decrypt).toBe(decrypt + 1)
    // Without a use, it leaves at the very millisecond of its age.
    await pass(1000)
    kms.state = "down"
    expect(errorOf(await one.open(sealed))).toEqual(unavailable("unavailable"))
  })

  it("without the service, a key is in use until its age", async () => {
    const kms = memoryKms()
    const { node, pass } = await database()
    const one = await node({ kms: kms.port(), cache: { age: 1000 } })
    const sealed = await one.sealed()
    kms.state = "down"
    await pass(999)
    for (let nth = 0; nth < 10; nth++) expect(valueOf(await one.open(sealed))).toEqual(bytes)
    await pass(1)
    expect(errorOf(await one.open(sealed))).toEqual(unavailable("unavailable"))
  })

  it("are as many as configured, and the least recently used leaves first", async () => {
    const kms = memoryKms()
    const { node } = await database()
    const values = await Promise.all(Array.from({ length: 17 }, async () => (await node({ kms: kms.port() })).sealed()))
    const one = await node({ kms: kms.port(), cache: { keys: 16 } })
    for (const value of values) valueOf(await one.open(value))
    const { decrypt } = kms.calls
    for (const value of values.slice(1)) valueOf(await one.open(value))
    expect(kms.calls.decrypt).toBe(decrypt)
    valueOf(await one.open(values[0] ?? ""))
    expect(kms.calls.decrypt).toBe(decrypt + 1)
  })

  it("encrypt as many values as configured", async () => {
    const kms = memoryKms()
    const { node } = await database()
    const one = await node({ kms: kms.port(), cache: { uses: 2 } })
    const heads = []
    for (let nth = 0; nth < 5; nth++) heads.push((await one.sealed()).slice(0, 80))
    expect(new Set(heads).size).toBe(3)
  })

  it("are overwritten in the hands of the host as well", async () => {
    const kms = memoryKms()
    const port = kms.port()
    const given: Array<Uint8Array> = []
    const kept = {
      ...port,
      generateDataKey: async (request: { readonly keyId: string; readonly signal: AbortSignal }) => {
        const made = await port.generateDataKey?.(request)
        if (made === undefined) throw new Error("the service has no data keys")
        given.push(made.plaintext)
        return made
      }
    }
    await (await (await database()).node({ kms: kept })).sealed()
    expect(given).toEqual([new Uint8Array(32), new Uint8Array(32)])
  })
})

describe("a service that fails", () => {
  it.each(["down", "throttled", "silent"] as const)(
    "%s: a cold node fails as unavailable with a time to wait, writes nothing, and serves when the service is back",
    async (state) => {
      const kms = memoryKms()
      const { node, pass, run } = await database()
      const sealed = await (await node({ kms: kms.port() })).sealed()
      const cold = await node({ kms: kms.port() })
      kms.state = state
      const work = [cold.seal(), cold.open(sealed), cold.digest()]
      await expect.poll(() => kms.total()).toBeGreaterThan(2)
      await run(TestClock.adjust(1500))
      for (const exit of await Promise.all(work)) {
        const error = errorOf(exit)
        expect(error).toMatchObject({ _tag: "KeysUnavailable" })
        const { at, until } = { at: 0, until: 0, ...Object(error) }
        expect(until - at).toBeGreaterThanOrEqual(1000)
      }
      kms.state = "up"
      await pass(state === "throttled" ? 5000 : 2000)
      expect(valueOf(await cold.open(sealed))).toEqual(bytes)
      await cold.sealed()
    }
  )

  it("of one second is slow, and no failure", async () => {
    const kms = memoryKms()
    const { node, pass } = await database()
    const cold = await node({ kms: kms.port() })
    let answer = () => {}
    kms.delay = () => new Promise((done) => (answer = done))
    const work = cold.seal()
    for (const calls of [1, 2]) {
      await expect.poll(() => kms.total()).toBe(calls)
      await pass(1000)
      answer()
    }
    expect(valueOf(await work)).toBeTypeOf("string")
  })

  it("is not called before its time: after 1 s, 2 s, 4 s, and at once for no more than one call", async () => {
    const kms = memoryKms()
    const { node, pass } = await database()
    const cold = await node({ kms: kms.port() })
    kms.state = "down"
    for (const [nth, wait] of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000].entries()) {
      await Promise.all(Array.from({ length: 20 }, () => Promise.all([cold.seal(), cold.digest()])))
      expect(kms.total()).toBe(nth + 1)
      await pass(wait - 1)
      await cold.digest()
      expect(kms.total()).toBe(nth + 1)
      await pass(1)
    }
  })

  it("that throttles is not called before the time that it says", async () => {
    const kms = memoryKms()
    const { node, pass } = await database()
    const cold = await node({ kms: kms.port() })
    kms.state = "throttled"
    expect(errorOf(await cold.digest())).toEqual(unavailable("throttled"))
    await pass(4999)
    await cold.digest()
    expect(kms.total()).toBe(1)
    await pass(1)
    await cold.digest()
    expect(kms.total()).toBe(2)
  })

  it.each([
    ["a data key of 16 bytes", { plaintext: new Uint8Array(16), ciphertext: new Uint8Array(40) }],
    ["no ciphertext", { plaintext: new Uint8Array(32), ciphertext: new Uint8Array() }],
    ["a ciphertext that is too long", { plaintext: new Uint8Array(32), ciphertext: new Uint8Array(6145) }]
  ])("that answers with %s is unavailable", async (_, answer) => {
    const { node } = await database()
    const one = await node({ kms: { ...memoryKms().port(), generateDataKey: async () => answer } })
    expect(errorOf(await one.seal())).toEqual(unavailable("unavailable"))
  })
})

it("a service without generateDataKey encrypts keys that the node drew", async () => {
  const { generateDataKey: _, ...port } = memoryKms().port()
  const { node } = await database()
  const one = await node({ kms: port })
  expect(valueOf(await (await node({ kms: port })).open(await one.sealed()))).toEqual(bytes)
})

it.each([
  ["a timeout of 9 ms", { timeout: 9 }],
  ["15 keys", { cache: { keys: 15 } }],
  ["an age of 999 ms", { cache: { age: 999 } }],
  ["no uses", { cache: { uses: 0 } }],
  ["half a key", { cache: { keys: 16.5 } }]
])("rejects %s", (_, options) => {
  expect(() => kmsVault({ kms: memoryKms().port(), ...options }, local)).toThrow(/Give an integer from/u)
})
