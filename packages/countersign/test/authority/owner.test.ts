import { byId, commit, freshId, insert, internalAccounts, loadOne } from "@countersign/core/internal"
import {
  addOauth,
  addPasskey,
  moveEmail,
  oauthAddition,
  oauthSession,
  passkeySession,
  signed
} from "@countersign/harness/fixtures"
import { callers, keyPair, makeWorld, session } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { parsePublicKey } from "@countersign/wire"
import { Effect, Layer, Schema } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { nodeSecrets, Receipt, receiptAudit, Store } from "../../src/effect.ts"

const HERE = "sandbox/alpha"
const shared = Layer.succeed(Store, Effect.runSync(makeMemoryStore))
const world = makeWorld({ store: shared, logs: "none" })
afterAll(() => world.countersign.close())

const call = (method: string, path: string, body?: object) =>
  world.call(callers.a, method, path, body === undefined ? {} : { body })
const parametersOf = (payload: string) => JSON.parse(payload).parameters

/** A customer without an address, whose first credential has the given type. EMAIL_OTP is not among the types. */
const withoutEmail = async (kind: "OAUTH" | "PASSKEY") => {
  const { body } = await call("POST", "/customers", { customerType: "INDIVIDUAL" })
  const accounts = await call("GET", `/internal-accounts?customerId=${body.id}&type=EMBEDDED_WALLET`)
  const accountId = String(accounts.body.data[0].id)
  if (kind === "OAUTH") {
    const added = await call("POST", "/auth/credentials", oauthAddition(world, accountId, "sub-1"))
    return { customerId: String(body.id), accountId, ...(await oauthSession(world, callers.a, added.body.id)) }
  }
  const { authenticator, credentialId } = await addPasskey(world, callers.a, accountId, keyPair())
  return {
    customerId: String(body.id),
    accountId,
    ...(await passkeySession(world, callers.a, credentialId, authenticator))
  }
}

/** A second wallet of a customer, as a host's import can create one, with its own credential. */
const secondWallet = async (first: string) => {
  const accountId = await Effect.runPromise(
    Effect.gen(function* () {
      const wallet = yield* loadOne(byId(internalAccounts, HERE, first))
      const id = yield* freshId("InternalAccount")
      const at = world.at() + 1
      if (wallet === undefined) throw new Error("there is no first wallet")
      yield* commit({
        changes: [
          insert(internalAccounts, HERE, internalAccounts.decode({ ...wallet.value, accountId: id, createdAt: at }), at)
        ],
        guards: []
      })
      return id
    }).pipe(Effect.provide(Layer.mergeAll(shared, nodeSecrets)))
  )
  const added = await call("POST", "/auth/credentials", oauthAddition(world, accountId, "second"))
  return { accountId, ...(await oauthSession(world, callers.a, added.body.id, "second")) }
}

describe("an API token without a signature", () => {
  it.each(["EMAIL_OTP", "OAUTH", "PASSKEY"] as const)(
    "FA3 I18: does not delete a customer whose wallet has a credential of type %s, and its owner's signature does",
    async (kind) => {
      const owner =
        kind === "EMAIL_OTP"
          ? await world
              .customer(callers.a)
              .then(async (made) => ({ ...made, ...(await session(world, callers.a, made.credentialId)) }))
          : await withoutEmail(kind)
      const path = `/customers/${owner.customerId}`
      const before = (await call("GET", `/auth/sessions?accountId=${owner.accountId}`)).body.data
      const leg = await call("DELETE", path)
      expect([leg.status, leg.body.type]).toEqual([202, kind])
      expect(JSON.parse(leg.body.payloadToSign)).toMatchObject({
        organizationId: owner.accountId,
        type: "ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION",
        parameters: { deleteWithoutExport: true, userId: owner.customerId, walletIds: [owner.accountId] }
      })
      expect((await call("GET", path)).body.isDeleted).toBe(false)
      expect((await call("GET", `/auth/sessions?accountId=${owner.accountId}`)).body.data).toEqual(before)
      const done = await signed(world, callers.a, owner.keys, { method: "DELETE", path })
      expect([done.status, done.body.isDeleted]).toEqual([200, true])
      expect((await call("GET", `/auth/sessions?accountId=${owner.accountId}`)).body.data).toEqual([])
    }
  )

  it("FA3: deletes a customer without credentials", async () => {
    const { body } = await call("POST", "/customers", { customerType: "INDIVIDUAL" })
    expect((await call("DELETE", `/customers/${body.id}`)).status).toBe(200)
  })

  it("FA3 I3: deletes a customer when an active session of any of its wallets signs, and no other customer", async () => {
    for (const which of ["first", "second"] as const) {
      const customer = await world.customer(callers.a)
      const first = await session(world, callers.a, customer.credentialId)
      const second = await secondWallet(customer.accountId)
      const call = { method: "DELETE", path: `/customers/${customer.customerId}` }
      const other = await withoutEmail("OAUTH")
      expect((await signed(world, callers.a, other.keys, call)).body.reason).toBe("Stamp key may not sign this request")
      const done = await signed(world, callers.a, which === "first" ? first.keys : second.keys, call)
      expect([which, done.status]).toEqual([which, 200])
      for (const id of [customer.accountId, second.accountId]) {
        const left = await world.call(callers.a, "GET", `/auth/sessions?accountId=${id}`)
        expect(left.body.data).toEqual([])
      }
    }
  })

  it.each(["OAUTH", "PASSKEY"] as const)(
    "FA4 I18: does not change the address of a customer whose only credential is of type %s, so an attacker gets no code",
    async (kind) => {
      const owner = await withoutEmail(kind)
      const path = `/customers/${owner.customerId}`
      const body = { email: "thief@example.com" }
      const leg = await call("PATCH", path, body)
      expect([leg.status, leg.body.type]).toEqual([202, kind])
      expect(parametersOf(leg.body.payloadToSign)).toMatchObject({
        userEmail: "thief@example.com",
        userId: owner.customerId
      })
      expect((await call("GET", path)).body.email).toBeUndefined()
      const addition = { type: "EMAIL_OTP", accountId: owner.accountId }
      expect((await call("POST", "/auth/credentials", addition)).body.code).toBe("INVALID_INPUT")
      const changed = await moveEmail(world, callers.a, owner.keys, owner.customerId, "owner@example.com")
      expect([changed.status, changed.body.email]).toEqual([200, "owner@example.com"])
    }
  )

  it("FA4: signs the address in the normalized form that is stored", async () => {
    const owner = await withoutEmail("OAUTH")
    const leg = await call("PATCH", `/customers/${owner.customerId}`, { email: " New.Owner@EXAMPLE.com " })
    expect(parametersOf(leg.body.payloadToSign).userEmail).toBe("New.Owner@example.com")
  })
})

describe("erasure required by law, without the end user", () => {
  const api = () => world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })

  it("FA3: revokes the customer's credentials and sessions, and records the reason in a receipt", async () => {
    const customer = await world.customer(callers.a)
    const owner = await session(world, callers.a, customer.credentialId)
    await addOauth(world, callers.a, customer.accountId, owner.keys)
    const reason = "Art. 17 GDPR, case 4711"
    const erased = await api().customers.erase(customer.customerId, { reason })
    expect(erased.isDeleted).toBe(true)
    for (const list of ["sessions", "credentials"]) {
      expect((await call("GET", `/auth/${list}?accountId=${customer.accountId}`)).body.data).toEqual([])
    }
    const { items } = await api().receipts.list(customer.accountId)
    expect(items.at(-1)).toMatchObject({
      operation: "EraseCustomer",
      consumed: customer.customerId,
      method: "",
      path: "",
      proof: { type: "ERASURE", reason },
      sessionId: null,
      credentialId: null
    })
    const audit = receiptAudit({ signers: [parsePublicKey(world.countersign.receiptSigners[0] ?? "")] })
    expect(items.flatMap((receipt) => audit.take(Schema.decodeUnknownSync(Receipt)(receipt)))).toEqual([])
    await expect(api().customers.erase(customer.customerId, { reason })).rejects.toMatchObject({
      code: "CUSTOMER_DELETED"
    })
  })

  it.each(["", "x".repeat(201), "a\nb"])("FA3: requires a reason of one line: %j", async (reason) => {
    const { customerId } = await world.customer(callers.a)
    await expect(api().customers.erase(customerId, { reason })).rejects.toMatchObject({ code: "INVALID_INPUT" })
    expect((await call("GET", `/customers/${customerId}`)).body.isDeleted).toBe(false)
  })

  it("FA3: has no HTTP endpoint", async () => {
    const { customerId } = await world.customer(callers.a)
    const answers = await Promise.all([
      call("POST", `/customers/${customerId}/erase`, { reason: "law" }),
      world.call(callers.a, "DELETE", `/customers/${customerId}`, { body: { reason: "law" } })
    ])
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toEqual([])
    expect((await call("GET", `/customers/${customerId}`)).body.isDeleted).toBe(false)
  })
})
