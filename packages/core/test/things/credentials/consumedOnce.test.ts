import { createClient } from "@countersign/client"
import { collections, Store } from "@countersign/core"
import { oauthAddition, passkeyAddition, RP, registrationChallenge, signed } from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { testDatabase } from "@countersign/harness/postgres"
import { storeAhead } from "@countersign/harness/stores"
import {
  type Answer,
  basic,
  callers,
  type Keys,
  type LocalWorld,
  makeWorld,
  retryHeaders,
  session
} from "@countersign/harness/world"
import { makeMemoryStore, memoryStore } from "@countersign/memory"
import { postgres } from "@countersign/postgres"
import { readSessionProof, sessionProofText, writeSessionProof } from "@countersign/wire"
import { Effect, Layer } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"

type Options = NonNullable<Parameters<typeof makeWorld>[0]>
const opened = (options: Options) => {
  const world = makeWorld({ logs: "none", ...options })
  onTestFinished(() => world.countersign.close())
  return world
}

let wallets = 0
const wallet = async (world: LocalWorld) => {
  wallets += 1
  const { accountId, credentialId } = await world.customer(callers.a, `once${wallets}@example.com`)
  const { keys } = await session(world, callers.a, credentialId)
  return { accountId, keys }
}

/** The first call and the signed retry that add a credential with this token, separately. */
const addition = (world: LocalWorld, { accountId, keys }: { readonly accountId: string; readonly keys: Keys }) => {
  const post = (body: unknown, headers = {}) => world.call(callers.a, "POST", "/auth/credentials", { body, headers })
  return {
    first: (oidcToken: string) => post({ type: "OAUTH", accountId, oidcToken }),
    second: (oidcToken: string, challenge: Answer) =>
      post({ type: "OAUTH", accountId, oidcToken }, retryHeaders(challenge.body, keys))
  }
}
const refusal = ({ body, status }: Answer) => [status, body.reason]
const REPLAY = [401, "OIDC token refused: replay"]

const server = testDatabase()
const stores: ReadonlyArray<readonly [string, () => Promise<Layer.Layer<Store>>]> = [
  ["memory", async () => memoryStore],
  [
    "PostgreSQL",
    async () => {
      const pool = server.pool()
      return postgres({ pool, timeout: 300_000 })
    }
  ]
]

it("P15: a registration challenge registers no second passkey for a day, however often the sweep runs (FS14)", async () => {
  const store = Effect.runSync(makeMemoryStore)
  const world = opened({ store: Layer.succeed(Store, store) })
  const { accountId, credentialId } = await world.customer(callers.a)
  const challenge = registrationChallenge()
  const add = async () => {
    const { keys } = await session(world, callers.a, credentialId)
    const body = passkeyAddition(accountId, makeAuthenticator(RP), challenge)
    const { body: answer, status } = await signed(world, callers.a, keys, {
      method: "POST",
      path: "/auth/credentials",
      body
    })
    return [status, answer.reason]
  }
  expect(await add()).toEqual([201, undefined])
  for (const later of [1_000, 86_300_000]) {
    world.pass(later)
    await Effect.runPromise(store.sweep(collections, world.at(), 1000))
    expect(await add()).toEqual([401, "Passkey refused: challenge"])
  }
})

describe("an identity token that adds a credential", () => {
  it("is accepted on one account only, even if it expires between the calls and its record is swept (FA13)", async () => {
    const store = Effect.runSync(makeMemoryStore)
    const world = opened({ store: Layer.succeed(Store, store) })
    const [one, other] = [await wallet(world), await wallet(world)].map((each) => addition(world, each))
    if (one === undefined || other === undefined) throw new Error("there are two wallets")
    const { oidcToken } = oauthAddition(world, "", "sub-1")
    const firsts = [await one.first(oidcToken), await other.first(oidcToken)]
    world.pass(65_002)
    const seconds: Array<Answer> = []
    for (const [nth, { second }] of [one, other].entries()) {
      const first = firsts[nth]
      if (first?.status === 202) seconds.push(await second(oidcToken, first))
      await Effect.runPromise(store.sweep(collections, world.at(), 1000))
    }
    expect(seconds.map(({ status }) => status)).toEqual([201])
    expect(firsts.map(({ status }) => status)).toEqual([202, 401])
  })

  it("completes with the same body until the request expires, and an abandoned first call needs a fresh token (FA13)", async () => {
    const world = opened({})
    const { first, second } = addition(world, await wallet(world))
    const { oidcToken } = oauthAddition(world, "", "sub-1")
    const challenge = await first(oidcToken)
    expect(challenge.status).toBe(202)
    expect(refusal(await first(oidcToken))).toEqual(REPLAY)
    expect((await first(oauthAddition(world, "", "sub-1").oidcToken)).status).toBe(202)
    world.pass(299_999)
    expect((await second(oidcToken, challenge)).status).toBe(201)
  })

  it("is rejected on its first call by the store's clock, even if the node's clock is behind (FA13)", async () => {
    const store = Effect.runSync(makeMemoryStore)
    const exact = opened({ store: Layer.succeed(Store, store) })
    const behind = opened({ store: storeAhead(store, 55_000) })
    behind.pass(-55_000)
    const { first } = addition(behind, await wallet(exact))
    // A token that is `age` milliseconds old by the store's clock, and 55 seconds younger by the node's clock.
    const tokenOf = (age: number) => oauthAddition({ ...exact, at: () => exact.at() - age }, "", "sub-1").oidcToken
    expect((await first(tokenOf(65_000))).status).toBe(202)
    expect(refusal(await first(tokenOf(66_000)))).toEqual([401, "OIDC token refused: expiry"])
  })

  it.each(stores)(
    "is accepted by one of sixteen first calls that race for two accounts, on %s (FA13)",
    async (_, store) => {
      const world = opened({ clock: "real", store: await store() })
      const both = [addition(world, await wallet(world)), addition(world, await wallet(world))]
      const { oidcToken } = oauthAddition(world, "", "sub-1")
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => both.map(({ first }) => first(oidcToken))).flat()
      )
      expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
      expect(answers.filter(({ status }) => status !== 202).map(refusal)).toEqual(new Array(15).fill(REPLAY))
    }
  )
})

describe("a proof of possession on PostgreSQL", () => {
  it("is rejected by a node 75 s behind when it is 60 s old by the database's clock (FA10)", async () => {
    const pool = server.pool()
    const store = postgres({ pool, timeout: 300_000 })
    const exact = opened({ clock: "real", store })
    const behind = opened({ clock: { behind: 75_000 }, store })
    const { credentialId } = await exact.customer(callers.a, "proof@example.com")
    const client = createClient({
      baseUrl: "http://countersign.test/2025-10-13",
      headers: { authorization: basic(callers.a) },
      bundleSigner: exact.countersign.bundleSigner,
      fetch: (url, init) => exact.countersign.handler(new Request(url, init))
    })
    const own = await client.emailOtp.login({ credentialId, code: () => "000000" })
    const url = "http://host.test/me"
    const outcome = async (node: LocalWorld, age: number) => {
      const { "Service-Wallet-Session": header = "" } = await client.prove(own, { method: "GET", url })
      const proof = readSessionProof(header)
      if (proof === undefined) throw new Error("the client made no proof")
      const aged = { ...proof, issuedAt: Date.now() - age }
      const stamp = await own.signer.sign(sessionProofText(aged, { method: "GET", path: "/me", body: null }))
      const headers = { "service-wallet-session": writeSessionProof(aged), "service-wallet-signature": stamp }
      const guard = node.countersign.api.in({ platformId: "alpha", mode: "sandbox" }).requireSession()
      const answer = await guard.handler(() => Response.json({}))(new Request(url, { headers }))
      return answer.status === 200 ? 200 : [answer.status, (await answer.json()).reason]
    }
    expect(await outcome(behind, 20_000)).toBe(200)
    expect(await outcome(behind, 60_000)).toEqual([401, "Session proof is stale"])
    expect(await outcome(exact, 60_000)).toEqual([401, "Session proof is stale"])
  })
})
