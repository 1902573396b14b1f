import { CUSTOMERS, gbp } from "@countersign/harness/externalAccounts"
import { addOauth, clientKey, signed } from "@countersign/harness/fixtures"
import { type KmsState, memoryKms } from "@countersign/harness/memoryKms"
import { figure, rounds } from "@countersign/harness/rounds"
import { callers, keys, type LocalWorld, makeWorld, session, tokenOptions } from "@countersign/harness/world"
import { makeSerializedMemoryStore } from "@countersign/memory"
import { openWalletExport, parsePublicKey, sha256Hex } from "@countersign/wire"
import { Effect, Layer } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { Store } from "../src/effect.ts"
import {
  ConfigurationError,
  type CountersignOptions,
  createCountersign,
  examineKeys,
  examineOptions,
  resealVault,
  unwrapKeys,
  type VaultOptions,
  wrapKeys
} from "../src/index.ts"

type Kms = ReturnType<typeof memoryKms>

/** Nodes of one database. */
const database = async () => {
  const inner = await Effect.runPromise(makeSerializedMemoryStore)
  const store = Layer.succeed(Store, inner)
  const node = (vault?: VaultOptions, more: Pick<CountersignOptions, "keys"> = {}) => {
    const world = makeWorld({ store, logs: "none", ...(vault && { vault }), ...more })
    onTestFinished(() => world.countersign.close())
    return world
  }
  return { store, node }
}

const idempotent = (key: string) => ({ "idempotency-key": key })
let calls = 0

/** Runs the calls of a platform and an end user, each even if the one before failed. Returns the answers. */
const business = async (world: LocalWorld, { accountId, credentialId, customerId }: Customer, login: Login) => {
  calls += 1
  const body = { customerType: "INDIVIDUAL", email: `user${calls}@example.com` }
  const customer = await world.call(callers.a, "POST", "/customers", { body, headers: idempotent(`create ${calls}`) })
  const again = await world.call(callers.a, "POST", "/customers", { body, headers: idempotent(`create ${calls}`) })
  return [
    customer,
    again,
    await world.call(callers.a, "GET", `/customers/${customerId}`),
    await world.call(callers.a, "GET", "/customers"),
    await world.call(callers.a, "POST", CUSTOMERS, { body: { ...gbp(String(10_000_000 + calls)), customerId } }),
    await world.call(callers.a, "GET", `${CUSTOMERS}?customerId=${customerId}`),
    await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`),
    await signed(world, callers.a, login.keys, {
      method: "POST",
      path: `/internal-accounts/${accountId}/export`,
      body: { clientPublicKey: clientKey().hex }
    }),
    (await addOauth(world, callers.a, accountId, login.keys, `sub-${calls}`)).added,
    await world.call(callers.a, "GET", `/auth/sessions?accountId=${accountId}`)
  ]
}

type Customer = Awaited<ReturnType<LocalWorld["customer"]>>
type Login = Awaited<ReturnType<typeof session>>

/** A database with a customer and a session, written with the keys of the service. */
const written = async (vault: VaultOptions) => {
  const { node, ...others } = await database()
  const world = node(vault)
  const customer = await world.customer(callers.a)
  return { ...others, node, world, customer, login: await session(world, callers.a, customer.credentialId) }
}

const statusesOf = (answers: ReadonlyArray<{ readonly status: number }>) => answers.map(({ status }) => status)
const SERVED = [201, 201, 200, 200, 201, 200, 200, 200, 201, 200]

/** Reads all that is stored, on a node that has nothing in memory. */
const readsAll = async (world: LocalWorld) => {
  const { body } = await world.call(callers.a, "GET", "/customers?limit=100")
  const ids: ReadonlyArray<string> = body.data.map(({ id }: { readonly id: string }) => id)
  const read = await Promise.all(ids.map((id) => world.call(callers.a, "GET", `/customers/${id}`)))
  const accounts = await Promise.all(ids.map((id) => world.call(callers.a, "GET", `${CUSTOMERS}?customerId=${id}`)))
  expect(new Set(statusesOf([...read, ...accounts]))).toEqual(new Set([200]))
  return ids.length
}

const requireServedOrUnavailable = (answers: Awaited<ReturnType<typeof business>>) => {
  for (const [nth, { body, headers, status }] of answers.entries()) {
    if (status === SERVED[nth]) continue
    expect([nth, status, body.code]).toEqual([nth, 503, "SERVICE_UNAVAILABLE"])
    expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1)
  }
}

describe("GU8: a vault over a key management service", () => {
  it("serves every call, and calls the service for none of them once it is warm", async () => {
    const kms = memoryKms()
    const { customer, login, world } = await written({ kms: kms.port() })
    const answers = await business(world, customer, login)
    expect(statusesOf(answers)).toEqual(SERVED)
    const { total } = kms
    const before = total()
    for (let nth = 0; nth < 20; nth++) {
      expect((await session(world, callers.a, customer.credentialId)).done.status).toBe(200)
    }
    expect(total() - before).toBe(0)
    // One data key of the digests and one of the values, for everything that the node wrote.
    expect(kms.calls).toEqual({ encrypt: 0, decrypt: 0, generateDataKey: 2 })
  })

  it("a warm login calls no service, and prints its time beside that with keys of the node", async () => {
    const kms = memoryKms()
    const { customer, world } = await written({ kms: kms.port() })
    const local = (await database()).node()
    const nodes = [
      { world, id: customer.credentialId, times: [] as Array<number> },
      { world: local, id: (await local.customer(callers.a)).credentialId, times: [] as Array<number> }
    ]
    const before = kms.total()
    for (let nth = 0; nth < rounds(400, 30); nth++) {
      for (const { id, times, world } of nodes) {
        const began = performance.now()
        expect((await session(world, callers.a, id)).done.status).toBe(200)
        // The first calls compile code.
        if (nth >= 10) times.push(performance.now() - began)
      }
    }
    expect(kms.total() - before).toBe(0)
    const at = (share: number) =>
      nodes.map(({ times }) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0)
    for (const share of [0.5, 0.99]) {
      const [own = 0, other = 1] = at(share)
      figure(`login with a warm KMS beside keys of the node, p${share * 100}: ${(own / other).toFixed(2)}`)
    }
  })

  it.each<KmsState>(["down", "throttled", "silent"])(
    "%s: a cold node serves or answers 503 with Retry-After, and all that it wrote is readable",
    async (state) => {
      const kms = memoryKms()
      const { customer, login, node } = await written({ kms: kms.port() })
      const cold = node({ kms: kms.port(), timeout: 50 })
      kms.state = state
      const answers = await business(cold, customer, login)
      requireServedOrUnavailable(answers)
      expect(statusesOf(answers)).toContain(503)
      const ready = await cold.countersign.handler(new Request("http://countersign.test/health/ready"))
      expect(ready.status).toBe(503)
      expect(await ready.text()).toMatch(/Keys unavailable: the key management service /u)
      kms.state = "up"
      await readsAll(node({ kms: kms.port() }))
    }
  )

  it.each([1, 2, 3])(
    "failing at call %i of a cold node, every call is served or answered with 503, and all that was written is readable",
    async (nth) => {
      const kms = memoryKms()
      const { customer, login, node } = await written({ kms: kms.port() })
      const before = kms.total()
      const cold = node({ kms: kms.port() })
      kms.delay = async () => {
        kms.state = kms.total() - before === nth ? "down" : "up"
      }
      requireServedOrUnavailable(await business(cold, customer, login))
      expect(kms.total() - before).toBeGreaterThanOrEqual(nth)
      kms.delay = async () => {}
      kms.state = "up"
      await readsAll(node({ kms: kms.port() }))
    }
  )

  it("slow: calls wait for the service, share one call of a key, and are served", async () => {
    const kms = memoryKms()
    const { customer, login, node } = await written({ kms: kms.port() })
    const cold = node({ kms: kms.port(), timeout: 10_000 })
    const waiting: Array<() => void> = []
    const { decrypt } = kms.calls
    kms.delay = () => new Promise((answer) => void waiting.push(answer))
    const reads = Array.from({ length: 8 }, () => cold.call(callers.a, "GET", `/customers/${customer.customerId}`))
    // One for the key of the values, and one for that of the digests, which the node reads at its start.
    await expect.poll(() => waiting.length).toBe(2)
    for (const answer of waiting) answer()
    expect(new Set(statusesOf(await Promise.all(reads)))).toEqual(new Set([200]))
    expect(kms.calls.decrypt).toBe(decrypt + 2)
    kms.delay = async () => {}
    expect(statusesOf(await business(cold, customer, login))).toEqual(SERVED)
  })

  it("with the keys of another installation, answers 503, writes nothing, and readiness names the key", async () => {
    const kms = memoryKms()
    const { customer, login, node } = await written({ kms: kms.port() })
    const wrong = node({ kms: memoryKms(["key-9"]).port() })
    const before = await readsAll(node({ kms: kms.port() }))
    const answers = await business(wrong, customer, login)
    requireServedOrUnavailable(answers)
    const ready = await wrong.countersign.handler(new Request("http://countersign.test/health/ready"))
    expect(ready.status).toBe(503)
    expect(JSON.parse(await ready.text()).reason).toBe(
      "Keys unavailable: the key management service does not give the key key-1"
    )
    expect(await readsAll(node({ kms: kms.port() }))).toBe(before)
  })

  it("rotated: nodes with the key before and the new one serve each other's data, and the key before can go", async () => {
    const kms = memoryKms(["key-1", "key-2"])
    const { customer, login, node, store, world } = await written({ kms: kms.port("key-1") })
    const next = node({ kms: kms.port("key-2") })
    for (const each of [next, world, next]) expect(statusesOf(await business(each, customer, login))).toEqual(SERVED)
    const options = {
      tokens: tokenOptions,
      keys,
      store,
      mailer: { sendCode: async () => {} },
      vault: { kms: kms.port("key-2") }
    }
    expect((await resealVault(options)).some(({ resealed }) => resealed > 0)).toBe(true)
    expect((await resealVault(options)).every(({ resealed }) => resealed === 0)).toBe(true)
    kms.remove("key-1")
    const alone = node({ kms: kms.port("key-2") })
    expect(statusesOf(await business(alone, customer, login))).toEqual(SERVED)
    await readsAll(alone)
  })

  it("examineKeys reports a key of another database, and a service that does not give the key", async () => {
    const kms = memoryKms()
    const { store, world } = await written({ kms: kms.port() })
    // The first check of readiness stores the fingerprints of the keys in use.
    await world.countersign.handler(new Request("http://countersign.test/health/ready"))
    const options = { tokens: tokenOptions, keys, store, mailer: { sendCode: async () => {} } }
    expect(await examineKeys({ ...options, vault: { kms: kms.port() } })).toEqual([])
    expect(await examineKeys({ ...options, vault: { kms: memoryKms(["key-9"]).port() } })).toEqual([
      {
        option: "vault",
        message: "vault cannot be used: the key management service does not give the key key-1"
      }
    ])
    const other = { ...keys, service: sha256Hex("another service key") }
    expect(await examineKeys({ ...options, keys: other, vault: { kms: kms.port() } })).toEqual([
      { option: "keys", message: expect.stringMatching(/^keys\.service has [0-9a-f]{16}, and lacks [0-9a-f]{16} /u) }
    ])
    expect(await examineKeys({ vault: { kms: kms.port() } })).toEqual([])
  })

  it("taken into use step by step: at each step, old and new nodes serve each other's data and are ready", async () => {
    const kms = memoryKms()
    const { node } = await database()
    const more = { keys: { ...keys, wallets: keys.vault } }
    const steps = [undefined, { kms: kms.port(), encrypts: false }, { kms: kms.port() }]
    const worlds = steps.map((vault) => node(vault, more))
    const [first] = worlds
    if (first === undefined) throw new Error("there is no first step")
    const customer = await first.customer(callers.a)
    const login = await session(first, callers.a, customer.credentialId)
    for (const [nth, world] of worlds.entries()) {
      for (const each of [world, worlds[nth - 1] ?? world]) {
        expect([nth, statusesOf(await business(each, customer, login))]).toEqual([nth, SERVED])
        expect((await each.countersign.handler(new Request("http://countersign.test/health/ready"))).status).toBe(200)
      }
    }
    // A node that missed the steps is not ready.
    const ready = await node(undefined, more).countersign.handler(new Request("http://countersign.test/health/ready"))
    expect(ready.status).toBe(503)
  })

  it("without keys.wallets, the words of a wallet come from the service's key, the same on every node", async () => {
    const kms = memoryKms()
    const { customer, node, world } = await written({ kms: kms.port() })
    const words = []
    for (const each of [world, node({ kms: kms.port() })]) {
      const client = clientKey()
      const { keys } = await session(each, callers.a, customer.credentialId)
      const path = `/internal-accounts/${customer.accountId}/export`
      const call = { method: "POST", path, body: { clientPublicKey: client.hex } }
      const { body } = await signed(each, callers.a, keys, call)
      words.push(
        await openWalletExport({
          text: body.encryptedWalletCredentials,
          trustedSigner: each.countersign.bundleSigners.map((key) => parsePublicKey(key)),
          organizationId: customer.accountId,
          recipientPrivateKey: client.privateKey
        })
      )
    }
    expect(words[0]).toMatch(/^(?:[a-z]+ ){11}[a-z]+$/u)
    expect(words[1]).toBe(words[0])
  })
})

describe("keys of the configuration that a service encrypted", () => {
  const all = {
    vault: [keys.vault, sha256Hex("older")],
    service: keys.service,
    wallets: sha256Hex("root"),
    webhooks: [sha256Hex("seed")]
  }

  it("are decrypted to the same keys, also after a rotation of the service", async () => {
    const kms = memoryKms(["key-1", "key-2"])
    const wrapped = await wrapKeys(kms.port("key-1"), all)
    const texts = Object.values(wrapped).flat()
    expect(texts).toHaveLength(5)
    for (const key of Object.values(all).flat()) expect(texts.join(" ")).not.toContain(key)
    expect(await unwrapKeys(kms.port("key-2"), wrapped)).toEqual(all)
    const { service, vault } = all
    expect(await unwrapKeys(kms.port(), await wrapKeys(kms.port(), { service, vault }))).toEqual({ service, vault })
  })

  it("are not decrypted by another service, nor while it is down, and the node does not start", async () => {
    const kms = memoryKms()
    const wrapped = await wrapKeys(kms.port(), all)
    await expect(unwrapKeys(memoryKms(["key-9"]).port(), wrapped)).rejects.toMatchObject({ because: "unknownKey" })
    kms.state = "down"
    await expect(unwrapKeys(kms.port(), wrapped)).rejects.toMatchObject({ code: "ECONNREFUSED" })
  })

  it("are refused when a key is malformed", async () => {
    await expect(wrapKeys(memoryKms().port(), { ...all, service: "no key" })).rejects.toMatchObject({
      name: "WireError"
    })
  })
})

describe("the option vault", () => {
  const kms: Kms = memoryKms()
  it.each([
    ["a kms without a name of its key", { kms: { ...kms.port(), keyId: undefined } }],
    ["a kms without decrypt", { kms: { ...kms.port(), decrypt: undefined } }],
    ["a deadline of one minute", { kms: kms.port(), timeout: 60_000 }],
    ["a name of 256 bytes", { kms: { ...kms.port(), keyId: "k".repeat(256) } }],
    ["a cache that is no object", { kms: kms.port(), cache: 3 }]
  ])("rejects %s", (_, vault) => {
    // A host without types.
    const options: CountersignOptions = JSON.parse("{}")
    const given = Object.assign(options, { vault })
    expect(examineOptions(given).map(({ option }) => option)).toEqual(["vault"])
    expect(() => createCountersign(given)).toThrow(ConfigurationError)
  })
})
