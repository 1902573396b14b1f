import { addOauth, addPasskey, clientKey, passkeySession, signed } from "@countersign/harness/fixtures"
import { testDatabase } from "@countersign/harness/postgres"
import {
  type Answer,
  callers,
  type Keys,
  type LocalWorld,
  makeWorld,
  pendingLogin,
  retryHeaders,
  session
} from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { postgres } from "@countersign/postgres"
import { parsePublicKey, sha256Hex, signStamp } from "@countersign/wire"
import { collections, Receipt, ReceiptHead, receiptAudit, Store } from "countersign/effect"
import { Effect, Layer, Schema } from "effect"
import { describe, expect, it } from "vitest"

const SANDBOX = { platformId: "alpha", mode: "sandbox" } as const

const chainOf = async ({ countersign }: LocalWorld, accountId: string, environment: Environment = SANDBOX) => {
  const { receipts } = countersign.api.in(environment)
  const all: Array<Receipt> = []
  for (let page = await receipts.list(accountId); ; page = await receipts.list(accountId, page.next)) {
    all.push(...page.items.map((item) => readReceipt(item)))
    if (page.next === undefined) return all
  }
}
type Environment = { readonly platformId: string; readonly mode: "sandbox" | "production" }

const headsOf = async ({ countersign }: LocalWorld) =>
  (await countersign.api.in(SANDBOX).receipts.heads()).items.map((head) => readHead(head))
const readReceipt = Schema.decodeUnknownSync(Receipt)
const readHead = Schema.decodeUnknownSync(ReceiptHead)

/** The result of an audit that trusts this service and its current heads. */
const faultsOf = async (world: LocalWorld, receipts: ReadonlyArray<Receipt>) => {
  const audit = receiptAudit({
    signers: world.countersign.receiptSigners.map(parsePublicKey),
    heads: await headsOf(world)
  })
  const found = receipts.flatMap((receipt) => audit.take(receipt))
  return [...found, ...audit.end().findings]
}

const owner = async (world: LocalWorld) => {
  const { accountId, credentialId, customerId } = await world.customer(callers.a)
  return { accountId, credentialId, customerId, ...(await session(world, callers.a, credentialId)) }
}

const privacy = (accountId: string, to = true) => ({
  method: "PATCH",
  path: `/internal-accounts/${accountId}`,
  body: { privateEnabled: to }
})

describe("every authorised action writes a receipt", () => {
  it("for each signed action, in a chain that an auditor verifies as complete", async () => {
    const world = makeWorld()
    const { call } = world
    const { accountId, customerId, keys, session: first } = await owner(world)
    const by = (more: { readonly method: string; readonly path: string; readonly body?: unknown }) =>
      signed(world, callers.a, keys, more)
    const done: Array<Answer> = []
    const oauth = await addOauth(world, callers.a, accountId, keys)
    const passkey = await addPasskey(world, callers.a, accountId, keys)
    const strong = await passkeySession(world, callers.a, passkey.credentialId, passkey.authenticator)
    done.push(oauth.added, passkey.added)
    done.push(
      await by({
        method: "POST",
        path: `/auth/sessions/${first.id}/refresh`,
        body: { clientPublicKey: clientKey().hex }
      })
    )
    done.push(await by(privacy(accountId)))
    done.push(
      await by({
        method: "POST",
        path: `/internal-accounts/${accountId}/export`,
        body: { clientPublicKey: clientKey().hex }
      })
    )
    done.push(
      await by({
        method: "PATCH",
        path: `/customers/${customerId}`,
        body: { customerType: "INDIVIDUAL", email: "other@example.com" }
      })
    )
    done.push(await by({ method: "DELETE", path: `/auth/credentials/${oauth.credentialId}` }))
    done.push(await by({ method: "DELETE", path: `/auth/sessions/${strong.session.id}` }))
    expect(
      done.filter(({ status }) => status >= 300 || status === 202).map(({ body, status }) => [status, body])
    ).toEqual([])
    const own = await ownCall(world, accountId, keys)
    expect(own.isSigned).toBe(true)

    const chain = await chainOf(world, accountId)
    expect(chain.map(({ operation, proof }) => `${operation} ${proof.type}`)).toEqual([
      "VerifyCredential STAMP",
      "AddCredential STAMP",
      "AddCredential STAMP",
      "LoginWithPasskey ASSERTION",
      "RefreshSession STAMP",
      "UpdateAccount STAMP",
      "ExportWallet STAMP",
      "UpdateCustomer STAMP",
      "RevokeCredential STAMP",
      "RevokeSession STAMP",
      "Host/Settle STAMP"
    ])
    expect(await faultsOf(world, chain)).toEqual([])
    expect(await headsOf(world)).toMatchObject([{ accountId, sequence: chain.length, hash: chain.at(-1)?.hash }])
    // I8: the receipt contains a digest of the signed payload, and none of its text.
    expect(JSON.stringify(chain)).not.toContain("other@example.com")
    expect((await call(callers.a, "GET", `/auth/sessions?accountId=${accountId}`)).status).toBe(200)
  })

  it("names the session and the credential of the signature, and the versions of the written records", async () => {
    const world = makeWorld()
    const { accountId, credentialId, keys, session: opened } = await owner(world)
    const first = await world.call(callers.a, "PATCH", `/internal-accounts/${accountId}`, {
      body: { privateEnabled: true }
    })
    const headers = retryHeaders(first.body, keys)
    await world.call(callers.a, "PATCH", `/internal-accounts/${accountId}`, { body: { privateEnabled: true }, headers })
    const [login, update] = await chainOf(world, accountId)
    expect([login?.credentialId, login?.sessionId]).toEqual([credentialId, null])
    expect(update).toMatchObject({
      accountId,
      consumed: first.body.requestId,
      credentialId,
      sessionId: opened.id,
      payloadSha256: sha256Hex(first.body.payloadToSign),
      proof: { type: "STAMP", stamp: headers["service-wallet-signature"] },
      previous: login?.hash,
      platformId: "alpha",
      mode: "sandbox"
    })
    expect(update?.changes).toContainEqual({ collection: "signed_requests", id: first.body.requestId, from: 1, to: 2 })
    expect(update?.changes).toContainEqual({ collection: "internal_accounts", id: accountId, from: 1, to: 2 })
  })

  it("for a payment from a wallet, and marks the sandbox's magic stamp as unsigned", async () => {
    const world = makeWorld()
    const { accountId, customerId, keys } = await owner(world)
    await world.call(callers.a, "POST", `/sandbox/internal-accounts/${accountId}/fund`, { body: { amount: 1_000_000 } })
    const accounts = await world.call(
      callers.a,
      "GET",
      `/internal-accounts?customerId=${customerId}&type=INTERNAL_FIAT`
    )
    for (const stampOf of [(text: string) => signStamp(text, keys.privateKey), () => "sandbox-valid-signature"]) {
      const quote = await world.call(callers.a, "POST", "/quotes", {
        body: {
          source: { sourceType: "ACCOUNT", accountId },
          destination: { destinationType: "ACCOUNT", accountId: accounts.body.data[0].id },
          lockedCurrencySide: "SENDING",
          lockedCurrencyAmount: 100_000
        }
      })
      const payload = String(quote.body.paymentInstructions[0].accountOrWalletInfo.payloadToSign)
      const headers = { "service-wallet-signature": stampOf(payload) }
      const paid = await world.call(callers.a, "POST", `/quotes/${quote.body.id}/execute`, { headers })
      expect(paid.status).toBe(200)
    }
    const chain = await chainOf(world, accountId)
    expect(chain.slice(1).map(({ operation, proof }) => `${operation} ${proof.type}`)).toEqual([
      "ExecuteQuote STAMP",
      "ExecuteQuote WAIVED"
    ])
    expect(chain[1]?.consumed).toMatch(/^Quote:/u)
    expect(await faultsOf(world, chain)).toEqual([])
  })

  it("for no refused call, and in no other environment (I9)", async () => {
    const world = makeWorld()
    const { accountId, keys } = await owner(world)
    const before = await chainOf(world, accountId)
    const { body, path } = privacy(accountId)
    const first = await world.call(callers.a, "PATCH", path, { body })
    const other = clientKey()
    const refused = await world.call(callers.a, "PATCH", path, { body, headers: retryHeaders(first.body, other) })
    expect(refused.status).toBe(401)
    expect(await chainOf(world, accountId)).toEqual(before)
    await world.call(callers.a, "PATCH", path, { body, headers: retryHeaders(first.body, keys) })
    const repeated = await world.call(callers.a, "PATCH", path, { body, headers: retryHeaders(first.body, keys) })
    expect(repeated.status).toBe(401)
    expect((await chainOf(world, accountId)).length).toBe(before.length + 1)
    for (const platformId of ["alpha", "beta"]) {
      expect(await chainOf(world, accountId, { platformId, mode: "production" })).toEqual([])
    }
  })

  it("and stores it for 400 days to the millisecond, and the chain continues afterwards", async () => {
    const stored = await Effect.runPromise(makeMemoryStore)
    const world = makeWorld({ store: Layer.succeed(Store, stored) })
    const { accountId, credentialId } = await owner(world)
    const sweep = () => Effect.runPromise(stored.sweep(collections, world.at(), 500))
    const [first] = await chainOf(world, accountId)
    world.pass((first?.at ?? 0) + 400 * 86_400_000 - world.at() - 1)
    await sweep()
    expect(await chainOf(world, accountId)).toEqual([first])
    world.pass(1)
    await sweep()
    expect(await chainOf(world, accountId)).toEqual([])
    await session(world, callers.a, credentialId)
    const rest = await chainOf(world, accountId)
    expect(rest.map(({ previous, sequence }) => [sequence, previous])).toEqual([[2, first?.hash]])
    expect(await faultsOf(world, rest)).toEqual([])
  })
})

const ownCall = async ({ countersign }: LocalWorld, accountId: string, keys: Keys) => {
  const call = { name: "Settle", method: "POST", path: "/settle", body: { amount: 5 }, accountId }
  const api = countersign.api.in(SANDBOX)
  const first = await api.signedCall(call)
  if (first.challenge === undefined) throw new Error("the host's call was not answered with a challenge")
  const { payloadToSign, requestId } = first.challenge
  return api.signedCall(call, { requestId, stamp: signStamp(payloadToSign, keys.privateKey) })
}

const server = testDatabase()

describe.each(["memory", "postgres"] as const)("on %s", (kind) => {
  it("I1 R2: concurrent signed calls of one account get distinct positions in one chain", async () => {
    const world = await worldOn(kind)
    const { accountId, credentialId, keys } = await owner(world)
    const waiting = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const { body, path } = privacy(accountId, at % 2 === 0)
        return { body, path, leg: await world.call(callers.a, "PATCH", path, { body }) }
      })
    )
    const logins = await Promise.all(Array.from({ length: 2 }, () => pendingLogin(world, callers.a, credentialId)))
    // Each is sent three times concurrently, and must be applied once.
    const answers = await Promise.all(
      [...waiting, ...waiting, ...waiting].map(({ body, leg, path }) =>
        world.call(callers.a, "PATCH", path, { body, headers: retryHeaders(leg.body, keys) })
      )
    )
    const opened = await Promise.all(
      logins.map(({ body, challenge, keys: own, path }) =>
        world.call(callers.a, "POST", path, { body, headers: retryHeaders(challenge, own) })
      )
    )
    const won = [...answers, ...opened].filter(({ status }) => status === 200).length
    const chain = await chainOf(world, accountId)
    expect(chain.length).toBe(won + 1)
    expect(answers.filter(({ status }) => status === 200).length).toBe(12)
    expect(new Set(chain.map(({ consumed }) => consumed)).size).toBe(chain.length)
    expect(await faultsOf(world, chain)).toEqual([])
  })
})

const worldOn = async (kind: "memory" | "postgres"): Promise<LocalWorld> => {
  if (kind === "memory") return makeWorld()
  const pool = server.pool()
  return makeWorld({ clock: "real", logs: "none", store: postgres({ pool, timeout: 300_000 }) })
}
