import { brittleStore, roundsOn } from "@countersign/harness/stores"
import {
  basic,
  callers,
  keyPair,
  keys,
  makeWorld,
  pendingLogin,
  retryHeaders,
  session
} from "@countersign/harness/world"
import { makeMemoryStore, memoryStore } from "@countersign/memory"
import { sha256Hex, signStamp } from "@countersign/wire"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { Store, StoreUnavailable, Wallets } from "../src/effect.ts"
import { ConfigurationError, type CountersignOptions, createCountersign, secretDigest } from "../src/index.ts"

const live = { id: "live", secretSha256: secretDigest("s"), platformId: "p", mode: "production" as const }
const mailer = { sendCode: async () => {} }

describe("createCountersign", () => {
  it("without options it is a sandbox that reports its development defaults", async () => {
    const countersign = createCountersign()
    expect(countersign.developmentDefaults.map(({ option }) => option)).toEqual([
      "tokens",
      "keys",
      "store",
      "sandbox.passkeys.requireUserVerification"
    ])
    const { id, secret } = countersign.sandboxToken!
    const response = await countersign.handler(
      new Request("http://x/2025-10-13/customers", { headers: { authorization: basic({ token: id, secret }) } })
    )
    expect(response.status).toBe(200)
    await countersign.close()
  })

  const refused: ReadonlyArray<readonly [string, CountersignOptions, RegExp]> = [
    [
      "production with development defaults",
      { tokens: [live] },
      /^keys is required.*\nstore is required.*\nmailer is required/u
    ],
    ["production without a mailer", { tokens: [live], keys, store: memoryStore }, /mailer/u],
    ["production without a store", { tokens: [live], keys, mailer }, /store/u],
    [
      "a limit that never refills",
      { policy: { requestsPerAccount: { capacity: 5, refillEvery: 0 } } },
      /policy\.requestsPerAccount\.refillEvery must be a whole number from 1/u
    ],
    ["a short vault key", { keys: { ...keys, vault: "11" } }, /keys\.vault must be 32 random bytes/u],
    ["a vault key that is not hex", { keys: { ...keys, vault: "zz".repeat(32) } }, /keys\.vault/u],
    [
      "a service key that is not a scalar",
      { keys: { ...keys, service: "00".repeat(32) } },
      /keys\.service must be a P-256/u
    ]
  ]
  it.each(refused)("refuses %s, with a cure", (_, options, message) => {
    expect(() => createCountersign(options)).toThrow(ConfigurationError)
    expect(() => createCountersign(options)).toThrow(message)
  })

  it("B1: a service without a sandbox token has no sandbox", async () => {
    const countersign = createCountersign({ tokens: [live], keys, mailer, store: memoryStore })
    await expect(
      countersign.api.in({ platformId: "p", mode: "sandbox" }).credentials.list("InternalAccount:x")
    ).rejects.toThrow(/No token of mode sandbox/u)
    await countersign.close()
  })

  it("two instances in one process share nothing", async () => {
    const [one, two] = [makeWorld(), makeWorld()]
    const { accountId } = await one.customer(callers.a)
    expect((await one.call(callers.a, "GET", `/internal-accounts/${accountId}`)).status).toBe(200)
    expect((await two.call(callers.a, "GET", `/internal-accounts/${accountId}`)).status).toBe(404)
    await Promise.all([one.countersign.close(), two.countersign.close()])
  })

  it("reads the stamp under the header name and the aliases of the host, and refuses two at once", async () => {
    const world = makeWorld({ signatureHeader: { name: "Wallet-Signature", aliases: ["X-Stamp"] } })
    const attempt = async (
      headers: (
        challenge: { readonly requestId: string; readonly payloadToSign: string },
        stamp: string
      ) => Record<string, string>
    ) => {
      const { credentialId } = await world.customer(callers.a)
      const { body, challenge, keys: pair, path } = await pendingLogin(world, callers.a, credentialId)
      const stamp = signStamp(challenge.payloadToSign, pair.privateKey)
      return world.call(callers.a, "POST", path, {
        body,
        headers: { "request-id": challenge.requestId, ...headers(challenge, stamp) }
      })
    }
    expect((await attempt((_, stamp) => ({ "wallet-signature": stamp }))).status).toBe(200)
    expect((await attempt((_, stamp) => ({ "X-STAMP": stamp }))).status).toBe(200)
    expect((await attempt((_, stamp) => ({ "service-wallet-signature": stamp }))).body.reason).toBe(
      "Signature header missing"
    )
    expect((await attempt((_, stamp) => ({ "wallet-signature": stamp, "x-stamp": stamp }))).body.reason).toBe(
      "Duplicate header"
    )
    const document = await (await world.countersign.handler(new Request("http://x/openapi.json"))).text()
    expect(document).toContain('"name": "Wallet-Signature"')
    expect(document).not.toContain("Service-Wallet-Signature")
    await world.countersign.close()
  })

  it("serves under another base path", async () => {
    const countersign = createCountersign({ basePath: "/v/2025-10-13" })
    const status = async (path: string) => (await countersign.handler(new Request(`http://x${path}`))).status
    expect([await status("/v/2025-10-13/customers"), await status("/2025-10-13/customers")]).toEqual([401, 404])
    await countersign.close()
  })

  it("requires the scope of the operation from a token", async () => {
    const viewer = {
      id: "viewer",
      secretSha256: secretDigest("s"),
      platformId: "p",
      mode: "sandbox" as const,
      scopes: ["VIEW" as const]
    }
    const countersign = createCountersign({ tokens: [viewer], keys, store: memoryStore })
    const call = (method: string, body?: string) =>
      countersign.handler(
        new Request("http://x/2025-10-13/customers", {
          method,
          headers: { authorization: basic({ token: "viewer", secret: "s" }), "content-type": "application/json" },
          ...(body === undefined ? {} : { body })
        })
      )
    expect((await call("GET")).status).toBe(200)
    const refusal = await call("POST", '{"customerType":"INDIVIDUAL"}')
    expect(await refusal.json()).toMatchObject({ status: 403, code: "FORBIDDEN", details: { check: "MANAGE" } })
    await countersign.close()
  })
})

describe("the promise API", () => {
  it("runs the whole login, and rejects refusals with the code and reason of the HTTP API", async () => {
    const world = makeWorld()
    const wallet = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })
    const customer = await wallet.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
    expect(await wallet.customers.read(customer.id)).toEqual(customer)
    const {
      data: [account]
    } = await wallet.internalAccounts.list({ customerId: customer.id, type: "EMBEDDED_WALLET" })
    const [credential] = await wallet.credentials.list(account!.id)
    const { keys: pair, session: opened } = await session(world, callers.a, credential!.id)
    expect(await wallet.sessions.list(account!.id)).toEqual([{ ...opened, lastUsedAt: opened.createdAt }])
    const retryOf = ({ payloadToSign, requestId }: { readonly payloadToSign: string; readonly requestId: string }) => ({
      requestId,
      stamp: signStamp(payloadToSign, pair.privateKey)
    })
    const others = await wallet.sessions.revokeOthers(opened.accountId)
    expect(await wallet.sessions.revokeOthers(opened.accountId, retryOf(others!))).toBeUndefined()
    const challenge = await wallet.sessions.revoke(opened.id)
    const retry = retryOf(challenge!)
    expect(await wallet.sessions.revoke(opened.id, retry)).toBeUndefined()
    await expect(wallet.sessions.revoke(opened.id, retry)).rejects.toMatchObject({
      status: 401,
      code: "UNAUTHORIZED",
      reason: "Request id already used"
    })
    await world.countersign.close()
  })

  it("signs a host's call once, for its name, body and account", async () => {
    const world = makeWorld()
    const { accountId, credentialId } = await world.customer(callers.a)
    const { keys: pair } = await session(world, callers.a, credentialId)
    const wallet = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })
    const call = { name: "Approve", method: "POST", path: "/payouts/1", body: { amount: 5 }, accountId }
    const { challenge } = await wallet.signedCall(call)
    const { context } = JSON.parse(challenge!.payloadToSign).parameters
    const bodyDigest = sha256Hex('{"amount":5}')
    expect(context).toMatchObject({ operation: "Host/Approve", method: "POST", path: "/payouts/1", bodyDigest })
    const retry = { requestId: challenge!.requestId, stamp: signStamp(challenge!.payloadToSign, pair.privateKey) }
    const reasons = []
    for (const other of [
      { ...call, name: "Reject" },
      { ...call, path: "/payouts/2" },
      { ...call, body: { amount: 6 } }
    ]) {
      reasons.push(await wallet.signedCall(other, retry).catch(({ reason }) => reason))
    }
    expect(reasons).toEqual([
      "Request id belongs to another call",
      "Request id belongs to another call",
      "Retry body differs"
    ])
    expect(await wallet.signedCall(call, retry)).toEqual({
      isSigned: true,
      requestId: challenge!.requestId,
      payload: { amount: 5 }
    })
    await expect(wallet.signedCall(call, retry)).rejects.toMatchObject({ reason: "Request id already used" })
    await world.countersign.close()
  })
})

describe("when the store fails", () => {
  /** A memory store whose `method` fails with `failure` while the fault is enabled. */
  it.each(["load", "commit"] as const)(
    "R14: an unknown outcome of %s is a 503 with Retry-After, never a 2xx or a 401",
    async (method) => {
      const { state, store } = brittleStore(method, () => Effect.fail(new StoreUnavailable({})))
      const world = makeWorld({ store })
      const { credentialId } = await world.customer(callers.a)
      const { body, challenge, keys: pair, path } = await pendingLogin(world, callers.a, credentialId)
      state.isArmed = true
      const answer = await world.call(callers.a, "POST", path, { body, headers: retryHeaders(challenge, pair) })
      expect([answer.status, answer.body.code, answer.headers.get("retry-after")]).toEqual([
        503,
        "SERVICE_UNAVAILABLE",
        "1"
      ])
      state.isArmed = false
      expect((await world.call(callers.a, "POST", path, { body, headers: retryHeaders(challenge, pair) })).status).toBe(
        200
      )
      await world.countersign.close()
    }
  )

  it("answers a defect with 500 and an incident id, without its text, and continues to serve (D11, FS25)", async () => {
    const { state, store } = brittleStore("load", () => Effect.die(new Error("secret-in-a-stack")))
    const world = makeWorld({ store })
    const { credentialId } = await world.customer(callers.a)
    state.isArmed = true
    const answer = await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`)
    expect([answer.status, answer.body.code]).toEqual([500, "INTERNAL_ERROR"])
    expect(answer.body.details.incident).toMatch(/^[0-9a-f-]{16,}$/u)
    // Compares the whole response, so no field of the defect can be in it.
    expect(answer.body).toEqual({
      ...{ status: 500, code: "INTERNAL_ERROR", reason: answer.body.reason, message: answer.body.message },
      docs: answer.body.docs,
      details: { incident: answer.body.details.incident }
    })
    expect(JSON.stringify([answer.body, ...answer.headers])).not.toContain("secret-in-a-stack")
    const unreadable = await world.countersign.serve({
      method: "POST",
      target: `/2025-10-13/auth/credentials/${credentialId}/challenge`,
      headers: { authorization: basic(callers.a), "content-type": "application/json", "content-length": "2" },
      body: () => Promise.reject(new Error("secret-in-a-stack")),
      onDisconnect: () => () => {}
    })
    expect([unreadable.status, String(unreadable.body).includes("secret-in-a-stack")]).toEqual([500, false])
    state.isArmed = false
    expect((await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`)).status).toBe(200)
    await world.countersign.close()
  })
})

describe("mail", () => {
  it("O15: is retried until it succeeds, and a newer code replaces one that was not sent", async () => {
    let isDown = true
    let tries = 0
    const mails: Array<string> = []
    const { rounds, store } = roundsOn()
    const world = makeWorld({
      store,
      mailer: {
        sendCode: async ({ code }) => {
          tries += 1
          if (isDown) throw new Error("down")
          mails.push(code)
        }
      }
    })
    const { credentialId } = await world.customer(callers.live)
    const challenge = () => world.call(callers.live, "POST", `/auth/credentials/${credentialId}/challenge`)
    const tried = (times: number) => expect.poll(() => tries).toBe(times)
    expect((await challenge()).status).toBe(200)
    await tried(1)
    isDown = false
    world.pass(60_000)
    await expect.poll(() => mails.length).toBe(1)

    isDown = true
    expect((await challenge()).status).toBe(200)
    await tried(3)
    expect((await challenge()).status).toBe(200)
    isDown = false
    world.pass(60_000)
    await expect.poll(() => mails.length).toBe(2)
    // A copy of the replaced code would be mailed meanwhile.
    await rounds("code_mails")
    expect(mails).toHaveLength(2)
    await world.countersign.close()
  })

  it("has one id over all attempts, different from any other mail's", async () => {
    const attempts: Array<{ readonly id: string; readonly code: string }> = []
    const world = makeWorld({
      mailer: {
        sendCode: async (mail) => {
          attempts.push(mail)
          if (attempts.length < 3) throw new Error("down")
        }
      }
    })
    const { credentialId } = await world.customer(callers.live)
    const challenge = () => world.call(callers.live, "POST", `/auth/credentials/${credentialId}/challenge`)
    await challenge()
    for (const tried of [1, 2, 3]) {
      await expect.poll(() => attempts.length).toBe(tried)
      world.pass(4000)
    }
    await challenge()
    await expect.poll(() => attempts.length).toBe(4)
    const [first, second, third, fourth] = attempts
    expect([second, third]).toEqual([first, first])
    expect(fourth?.id).not.toBe(first?.id)
    await world.countersign.close()
  })

  it("O15: a mailer that hangs for one address does not delay other mail for long", async () => {
    const mails: Array<string> = []
    let hanging = 0
    const world = makeWorld({
      policy: { mailTimeout: 200 },
      mailer: {
        sendCode: async ({ to }) => {
          if (!to.startsWith("stuck")) return void mails.push(to)
          hanging += 1
          return new Promise(() => {})
        }
      }
    })
    const challenge = async (email: string) => {
      const { credentialId } = await world.customer(callers.live, email)
      return world.call(callers.live, "POST", `/auth/credentials/${credentialId}/challenge`)
    }
    for (let stuck = 0; stuck < 6; stuck += 1) await challenge(`stuck${stuck}@example.com`)
    await expect.poll(() => hanging).toBeGreaterThan(5)
    await challenge("ada@example.com")
    await expect.poll(() => mails).toEqual(["ada@example.com"])
    await world.countersign.close()
  })

  it("O15: a worker starts every mail that it claims at once, so no lease expires and no mail is sent twice", async () => {
    const store = Layer.succeed(Store, Effect.runSync(makeMemoryStore))
    const down = makeWorld({ store, mailer: { sendCode: () => Promise.reject(new Error("down")) } })
    for (let at = 0; at < 12; at += 1) {
      const { credentialId } = await down.customer(callers.live, `user${at}@example.com`)
      await down.call(callers.live, "POST", `/auth/credentials/${credentialId}/challenge`)
    }
    await down.countersign.close()
    let underWay = 0
    const stuck = makeWorld({
      store,
      mailer: {
        sendCode: () => {
          underWay += 1
          return new Promise(() => {})
        }
      }
    })
    await stuck.call(callers.live, "GET", "/customers")
    stuck.pass(60_000)
    await expect.poll(() => underWay).toBe(12)
    await stuck.countersign.close()
  })

  it("a wallet is notified of committed changes, with retries, and never of others", async () => {
    const reported: Array<readonly [string, boolean]> = []
    let isAway = true
    let tries = 0
    const wallets = Layer.succeed(
      Wallets,
      Wallets.of({
        mnemonic: () => Effect.die("nobody asks"),
        setPrivacy: ({ accountId }, isPrivate) => {
          tries += 1
          return isAway
            ? Effect.fail(new StoreUnavailable({}))
            : Effect.sync(() => void reported.push([accountId, isPrivate]))
        }
      })
    )
    const { rounds, store } = roundsOn()
    const world = makeWorld({ logs: "none", store, wallets })
    const { accountId, credentialId } = await world.customer(callers.a)
    const { keys: signer } = await session(world, callers.a, credentialId)
    const path = `/internal-accounts/${accountId}`
    const patch = async (privateEnabled: boolean, by = signer) => {
      const body = { privateEnabled }
      const leg = await world.call(callers.a, "PATCH", path, { body })
      return (await world.call(callers.a, "PATCH", path, { body, headers: retryHeaders(leg.body, by) })).status
    }
    expect(await patch(true)).toBe(200)
    expect(await patch(true, keyPair())).toBe(401)
    await expect.poll(() => tries).toBe(1)
    expect(reported).toEqual([])
    isAway = false
    world.pass(60_000)
    await expect.poll(() => reported).toEqual([[accountId, true]])
    // The last privacy setting counts, even if the wallet was not notified of those in between.
    isAway = true
    expect([await patch(false), await patch(true), await patch(false)]).toEqual([200, 200, 200])
    isAway = false
    world.pass(60_000)
    await expect.poll(() => reported.at(-1)).toEqual([accountId, false])
    await rounds("privacy_orders")
    expect(reported).toHaveLength(2)
    await world.countersign.close()
  })

  it("D14: a log line is one line of JSON, whatever it contains", async () => {
    const lines: Array<string> = []
    const original = console.log
    console.log = (line: unknown) => void lines.push(String(line))
    try {
      const failing = Layer.effect(
        Store,
        Effect.map(makeMemoryStore, (inner) =>
          Store.of({ ...inner, load: () => Effect.die(new Error('first\nlevel":"FATAL\r\n\u2028second')) })
        )
      )
      const world = makeWorld({ store: failing })
      expect((await world.call(callers.live, "GET", "/auth/credentials?accountId=InternalAccount:x")).status).toBe(400)
      const path = "/auth/credentials?accountId=InternalAccount:0191a1b2-0000-7000-8000-000000000000"
      expect((await world.call(callers.live, "GET", path)).status).toBe(500)
      expect(lines.length).toBeGreaterThan(0)
      for (const line of lines) {
        expect(line).not.toMatch(/[\n\r]/u)
        expect(["ERROR", "WARN", "INFO"]).toContain(JSON.parse(line).level)
      }
      await world.countersign.close()
    } finally {
      console.log = original
    }
  })

  it("I8 O12: no code, key or secret reaches a response or the log", async () => {
    const lines: Array<string> = []
    const original = console.log
    console.log = (...parts: ReadonlyArray<unknown>) => void lines.push(parts.map(String).join(" "))
    try {
      const world = makeWorld()
      const { credentialId } = await world.customer(callers.live)
      const answer = await world.call(callers.live, "POST", `/auth/credentials/${credentialId}/challenge`)
      await expect.poll(() => world.letters.length).toBe(1)
      const { code } = world.letters[0]!
      const bundle = JSON.parse(answer.body.otpEncryptionTargetBundle)
      expect(Buffer.from(bundle.data, "hex").toString()).not.toContain(code)
      expect(lines.join("\n")).not.toMatch(new RegExp(`${code}|${keys.vault}|${keys.service}`, "u"))
      await world.countersign.close()
    } finally {
      console.log = original
    }
  })
})
