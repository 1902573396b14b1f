import { gbp } from "@countersign/harness/externalAccounts"
import {
  addOauth,
  addPasskey,
  clientKey,
  oauthVerify,
  passkeySession,
  pendingAssertion
} from "@countersign/harness/fixtures"
import { testDatabase } from "@countersign/harness/postgres"
import {
  answerTo,
  type Caller,
  callers,
  type Keys,
  makeWorld,
  pendingLogin,
  retryHeaders,
  sealed,
  session,
  type World
} from "@countersign/harness/world"
import { migrate, postgres } from "@countersign/postgres"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { defaultPolicy } from "../src/effect.ts"
import { countedPool, countedStore } from "./counted.ts"

/**
 * Cached rows and the clock of a sandbox do not age for the rest of the test: on a loaded machine a second passes between
 * two calls, and a node reads the clock again after 250 ms (GT12).
 */
const stopAging = () => {
  const still = vi.spyOn(performance, "now").mockReturnValue(performance.now())
  const moment = vi.spyOn(Date, "now").mockReturnValue(Date.now())
  onTestFinished(() => {
    still.mockRestore()
    moment.mockRestore()
  })
  return { age: (ms: number) => void still.mockReturnValue(performance.now() + ms) }
}

const server = testDatabase()

const stores: ReadonlyArray<
  readonly [string, () => Promise<{ readonly world: ReturnType<typeof makeWorld>; readonly take: () => Array<string> }>]
> = [
  [
    "calls of the store",
    async () => {
      const { store, take } = countedStore()
      return { world: makeWorld({ store }), take }
    }
  ],
  [
    "statements of PostgreSQL",
    async () => {
      // The clock of this database stands still, and on a loaded machine tokens would be issued later than it shows (GT12).
      const still = vi.spyOn(Date, "now").mockReturnValue(Date.now())
      onTestFinished(() => still.mockRestore())
      const pool = server.pool()
      const counted = countedPool(pool)
      // The limits of a real service and not those of tests: they add no round trip either.
      const { challengesPerAddress, challengesPerCredential, requestsPerAccount } = defaultPolicy
      const world = makeWorld({
        clock: "real",
        store: postgres({ pool: counted.pool, timeout: 300_000 }),
        policy: { challengesPerAddress, challengesPerCredential, requestsPerAccount }
      })
      // Its rows would be cached, and its statement counted, at any time of a test (GT12).
      await counted.started
      return { world, take: counted.take }
    }
  ]
]

describe.each(stores)("round trips to the store, counted as %s", (counted, open) => {
  it("every signed call on sessions and credentials, and every login in one call, is one load and one commit", async () => {
    const { take, world } = await open()
    const { accountId, credentialId } = await world.customer(callers.a)
    const login = await pendingLogin(world, callers.a, credentialId)
    take()
    await world.call(callers.a, "POST", login.path, {
      body: login.body,
      headers: retryHeaders(login.challenge, login.keys)
    })
    expect(["verify EMAIL_OTP", take()]).toEqual(["verify EMAIL_OTP", ["load", "commit"]])

    const { keys, session: opened } = await session(world, callers.a, credentialId)
    const second = await session(world, callers.a, credentialId)
    const oauth = await addOauth(world, callers.a, accountId, keys)
    const passkey = await addPasskey(world, callers.a, accountId, keys)
    take()
    await oauthVerify(world, callers.a, oauth.credentialId, clientKey())
    expect(["verify OAUTH", take()]).toEqual(["verify OAUTH", ["load", "commit"]])
    const pending = await pendingAssertion(world, callers.a, passkey.credentialId, passkey.authenticator)
    take()
    await pending.verify()
    expect(["verify PASSKEY", take()]).toEqual(["verify PASSKEY", ["load", "commit"]])

    const calls: ReadonlyArray<readonly [string, string, object?]> = [
      ["POST", `/auth/sessions/${opened.id}/refresh`, { clientPublicKey: clientKey().hex }],
      ["POST", `/internal-accounts/${accountId}/export`, { clientPublicKey: clientKey().hex }],
      ["PATCH", `/internal-accounts/${accountId}`, { privateEnabled: true }],
      ["DELETE", `/auth/sessions/${second.session.id}`],
      ["PATCH", `/auth/credentials/${passkey.credentialId}`, { nickname: "Work phone" }],
      ["DELETE", `/auth/credentials/${oauth.credentialId}`]
    ]
    const legs = async (method: string, path: string, by: Keys, body?: object) => {
      const more = body === undefined ? {} : { body }
      take()
      const first = await world.call(callers.a, method, path, more)
      const firstTrips = take()
      const done = await world.call(callers.a, method, path, { ...more, headers: retryHeaders(first.body, by) })
      return { status: done.status, firstTrips, secondTrips: take() }
    }
    for (const [method, path, body] of calls) {
      const { firstTrips, secondTrips, status } = await legs(method, path, keys, body)
      // A refresh reads the active sessions as those that may sign, and as those whose number is limited.
      const isTwice = counted === "calls of the store" && path.endsWith("/refresh")
      expect([path, status < 300, firstTrips, secondTrips]).toEqual([
        path,
        true,
        ["load", "commit"],
        [isTwice ? "load, a record twice" : "load", "commit"]
      ])
    }
    await world.countersign.close()
  })
})

/** The same world, and the round trips of each of its calls. */
const byCall = (world: World, take: () => Array<string>, pause: () => void) => {
  const calls: Array<ReadonlyArray<string>> = []
  const call: World["call"] = async (...terms) => {
    pause()
    take()
    const answer = await world.call(...terms)
    calls.push(take())
    return answer
  }
  return { world: { ...world, call }, calls: () => calls.splice(0) }
}

const [TWO, ONE] = [["load", "commit"], ["commit"]]

describe("round trips of a whole login, by call", () => {
  it.each([
    ["calls of the store", { code: [TWO, TWO, TWO], passkey: [TWO, TWO], passkeyAgain: [TWO, TWO] }],
    ["statements of PostgreSQL", { code: [TWO, ONE, TWO], passkey: [TWO, TWO], passkeyAgain: [ONE, TWO] }]
  ])(
    "%s: a login with a code and one with a passkey, the first and the second on this node, and with a person's pauses",
    async (name, expected) => {
      const [, open] = stores.find(([each]) => each === name) ?? []
      const { take, world: plain } = (await open?.()) ?? {}
      if (plain === undefined || take === undefined) throw new Error("the store is missing")
      const { age } = stopAging()
      const { accountId, credentialId } = await plain.customer(callers.b)
      let pause = 0
      const { calls, world } = byCall(plain, take, () => age(pause))
      const first = await session(world, callers.b, credentialId)
      expect([first.done.status, calls()]).toEqual([200, expected.code])
      expect([(await session(world, callers.b, credentialId)).done.status, calls()]).toEqual([200, expected.code])

      const passkey = await addPasskey(plain, callers.b, accountId, first.keys)
      const login = () => passkeySession(world, callers.b, passkey.credentialId, passkey.authenticator)
      expect([(await login()).answer.status, calls()]).toEqual([200, expected.passkey])
      expect([(await login()).answer.status, calls()]).toEqual([200, expected.passkeyAgain])

      // Settings are cached for a second, and no person types a code in that time.
      pause = 3000
      const paused = await session(world, callers.b, credentialId)
      expect([paused.done.status, calls()]).toEqual([200, [TWO, TWO, TWO]])
      expect([(await login()).answer.status, calls()]).toEqual([200, [TWO, TWO]])
      await plain.countersign.close()
    }
  )
})

it("a first leg and an account of a customer, repeated on one node of PostgreSQL, are one commit each", async () => {
  stopAging()
  const counted = countedPool(server.pool())
  const world = makeWorld({ clock: "real", store: postgres({ pool: counted.pool, timeout: 300_000 }) })
  await counted.started
  const { credentialId, customerId } = await world.customer(callers.a)
  const { session: opened } = await session(world, callers.a, credentialId)
  const calls = [
    () =>
      world.call(callers.a, "POST", `/auth/sessions/${opened.id}/refresh`, {
        body: { clientPublicKey: clientKey().hex }
      }),
    () => world.call(callers.a, "POST", "/customers/external-accounts", { body: { customerId, ...gbp() } })
  ]
  for (const call of calls) {
    await call()
    counted.take()
    const { status } = await call()
    expect([status < 300, counted.take()]).toEqual([true, ["commit"]])
  }
  await world.countersign.close()
})

it("GU1: a payment over a bank has the round trips of a simulated one, and one row more: its order", async () => {
  const { rows, store, take } = countedStore()
  const bank = { price: async () => ({ rate: "1" }), send: () => new Promise<never>(() => {}) }
  const world = makeWorld({ store, logs: "none", paymentRails: bank })
  const execute = async (by: Caller, mode: "production" | "sandbox") => {
    const { customerId } = await world.customer(by)
    const api = world.countersign.api.in({ platformId: "alpha", mode })
    const { data } = await api.internalAccounts.list({ customerId, type: "INTERNAL_FIAT" })
    const { id: accountId = "" } = data.find(({ balance }) => balance.currency.code === "USD") ?? {}
    if (mode === "production") await api.deposits.report({ event: "1", accountId, amount: 100_000, currency: "USD" })
    else await world.call(by, "POST", `/sandbox/internal-accounts/${accountId}/fund`, { body: { amount: 100_000 } })
    const payee = await api.externalAccounts.create({
      customerId,
      currency: "USD",
      accountInfo: {
        accountType: "USD_ACCOUNT",
        // In the sandbox, a payment that is sent and arrives later.
        accountNumber: "123456003",
        routingNumber: "021000021",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada" }
      }
    })
    if (mode === "production") await api.externalAccounts.reportVerification(payee.id, { standing: "CONFIRMED" })
    const quote = await api.quotes.create({
      source: { sourceType: "ACCOUNT", accountId },
      destination: { destinationType: "ACCOUNT", accountId: payee.id },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 1000
    })
    take()
    const before = rows()
    const { body } = await world.call(by, "POST", `/quotes/${quote.id}/execute`)
    return { status: body.status, trips: take(), rows: rows() - before }
  }
  const simulated = await execute(callers.a, "sandbox")
  expect(simulated).toEqual({ status: "PROCESSING", trips: ["load", "load", "commit"], rows: 8 })
  expect(await execute(callers.live, "production")).toEqual({ ...simulated, rows: 9 })
  await world.countersign.close()
})

it("S2: a node that has a session in memory refuses it as soon as another node has revoked it", async () => {
  const [one, other] = [0, 1].map(() =>
    makeWorld({ clock: "real", store: postgres({ pool: server.pool(), timeout: 300_000 }) })
  )
  if (one === undefined || other === undefined) throw new Error("a node is missing")
  const { credentialId } = await one.customer(callers.a)
  const { keys, session: opened } = await session(one, callers.a, credentialId)
  const path = `/auth/sessions/${opened.id}`
  const refresh = () => one.call(callers.a, "POST", `${path}/refresh`, { body: { clientPublicKey: clientKey().hex } })
  expect([(await refresh()).status, (await refresh()).status]).toEqual([202, 202])
  const requested = await other.call(callers.a, "DELETE", path)
  const revoked = await other.call(callers.a, "DELETE", path, { headers: retryHeaders(requested.body, keys) })
  expect(revoked.status).toBe(204)
  expect((await refresh()).status).toBe(404)
  await Promise.all([one.countersign.close(), other.countersign.close()])
})

/** Two nodes of one database. */
const twoNodes = () => {
  const [one, other] = [0, 1].map(() =>
    makeWorld({
      clock: "real",
      store: postgres({ pool: server.pool(), timeout: 300_000 }),
      policy: { challengesPerAddress: MANY }
    })
  )
  if (one === undefined || other === undefined) throw new Error("a node is missing")
  return { one, other, close: () => Promise.all([one.countersign.close(), other.countersign.close()]) }
}
const MANY = { capacity: 1000, refillEvery: 1 }

describe("logins on a node whose cached rows another node has changed", () => {
  it("I15: refuses the code that another node has replaced, and accepts the new one", async () => {
    const { close, one, other } = twoNodes()
    const { credentialId } = await one.customer(callers.a)
    const path = `/auth/credentials/${credentialId}/verify`
    const [first, second] = [clientKey(), clientKey()]
    const old = await answerTo(one, callers.a, credentialId, "000000", first)
    const next = await answerTo(other, callers.a, credentialId, "000000", second)
    const refused = await one.call(callers.a, "POST", path, { body: old.body })
    expect([refused.status, refused.body.reason]).toEqual([401, "OTP bundle cannot be decrypted"])
    const accepted = await one.call(callers.a, "POST", path, { body: next.body })
    expect(accepted.status).toBe(202)
    await close()
  })

  it("O1 I15: counts wrong codes of both nodes, and locks with the fifth", async () => {
    const { close, one, other } = twoNodes()
    const { credentialId } = await one.customer(callers.a)
    const path = `/auth/credentials/${credentialId}/verify`
    const keys = clientKey()
    const { body, bundle } = await answerTo(one, callers.a, credentialId, "000000", keys)
    const wrong = { ...body, encryptedOtpBundle: await sealed(one, bundle, "000001", keys.publicKey) }
    const answers = []
    for (const node of [one, other, one, one, other])
      answers.push(await node.call(callers.a, "POST", path, { body: wrong }))
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
    for (const node of [one, other]) {
      const locked = await node.call(callers.a, "POST", path, { body })
      expect([locked.status, locked.body.reason]).toEqual([401, "Too many wrong OTP codes"])
    }
    await close()
  })

  it("I15: of 16 concurrent answers to one code on two nodes, one continues the login", async () => {
    const { close, one, other } = twoNodes()
    const { credentialId } = await one.customer(callers.a)
    const path = `/auth/credentials/${credentialId}/verify`
    const { body } = await answerTo(one, callers.a, credentialId, "000000", clientKey())
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, nth) => (nth % 2 === 0 ? one : other).call(callers.a, "POST", path, { body }))
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, ...Array.from({ length: 15 }, () => 401)])
    await close()
  })

  it("I5: challenges no passkey that another node has removed", async () => {
    const { close, one, other } = twoNodes()
    const { accountId, credentialId } = await one.customer(callers.a)
    const { keys } = await session(one, callers.a, credentialId)
    const passkey = await addPasskey(one, callers.a, accountId, keys)
    const path = `/auth/credentials/${passkey.credentialId}`
    const challenge = () =>
      one.call(callers.a, "POST", `${path}/challenge`, { body: { clientPublicKey: clientKey().hex } })
    expect([(await challenge()).status, (await challenge()).status]).toEqual([200, 200])
    const requested = await other.call(callers.a, "DELETE", path)
    expect((await other.call(callers.a, "DELETE", path, { headers: retryHeaders(requested.body, keys) })).status).toBe(
      204
    )
    expect((await challenge()).status).toBe(404)
    await close()
  })
})

it("64 concurrent signed calls share statements, and each gets its own request", async () => {
  const pool = server.pool()
  await migrate(pool, { schema: "shared" })
  const counted = countedPool(pool)
  const world = makeWorld({
    clock: "real",
    store: postgres({ pool: counted.pool, schema: "shared", timeout: 300_000 })
  })
  await counted.started
  const { credentialId } = await world.customer(callers.a)
  const { session: opened } = await session(world, callers.a, credentialId)
  counted.take()
  const legs = await Promise.all(
    Array.from({ length: 64 }, () =>
      world.call(callers.a, "POST", `/auth/sessions/${opened.id}/refresh`, {
        body: { clientPublicKey: clientKey().hex }
      })
    )
  )
  expect(legs.map(({ status }) => status)).toEqual(legs.map(() => 202))
  expect(new Set(legs.map(({ body }) => body.requestId)).size).toBe(64)
  expect(counted.take().length).toBeLessThanOrEqual(32)
  await world.countersign.close()
})
