import { addOauth, clientKey, oauthVerify, signed } from "@countersign/harness/fixtures"
import { rounds } from "@countersign/harness/rounds"
import {
  type Answer,
  callers,
  type Keys,
  keyPair,
  makeWorld,
  pendingLogin,
  retryHeaders,
  session
} from "@countersign/harness/world"
import { afterAll, describe, expect, it } from "vitest"

const ROUNDS = rounds(50, 15)

const world = makeWorld()
afterAll(() => world.countersign.close())

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  world.call(callers.a, method, path, { headers, ...(body === undefined ? {} : { body }) })
const code = ({ body, status }: Answer) => [status, body.code]
const DELETED = [410, "CUSTOMER_DELETED"]

/** A deletion that the owner of a wallet signs. */
const deleteBy = (keys: Keys, customerId: string) =>
  signed(world, callers.a, keys, { method: "DELETE", path: `/customers/${customerId}` })

const create = (platformCustomerId: string) =>
  call("POST", "/customers", { customerType: "INDIVIDUAL", platformCustomerId })
const dollarsOf = async (customerId: string) => {
  const accounts = await call("GET", `/internal-accounts?customerId=${customerId}&type=INTERNAL_FIAT`)
  return String(accounts.body.data[0].id)
}
const account = (customerId?: string, accountNumber = "123456789012") => ({
  currency: "USD",
  ...(customerId === undefined ? {} : { customerId }),
  accountInfo: {
    accountType: "USD_ACCOUNT",
    accountNumber,
    routingNumber: "021000021",
    beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" }
  }
})
const quote = (accountId: string, destination: string) => ({
  source: { sourceType: "ACCOUNT", accountId },
  destination: { destinationType: "ACCOUNT", accountId: destination },
  lockedCurrencySide: "SENDING",
  lockedCurrencyAmount: 1000
})

describe("a deleted customer", () => {
  it("U3: is deleted once, is answered with 410 afterwards, and can still be read as deleted", async () => {
    const { body } = await create("once")
    const deleted = await call("DELETE", `/customers/${body.id}`)
    expect([deleted.status, deleted.body]).toEqual([200, { ...body, isDeleted: true }])
    expect(code(await call("DELETE", `/customers/${body.id}`))).toEqual(DELETED)
    expect((await call("GET", `/customers/${body.id}`)).body).toEqual(deleted.body)
    expect(code(await call("DELETE", "/customers/Customer:01890000-0000-7000-8000-000000000000"))).toEqual([
      404,
      "USER_NOT_FOUND"
    ])
  })

  it("I9: cannot be deleted from another platform or mode", async () => {
    const { body } = await create("apart")
    for (const caller of [callers.b, callers.live, callers.liveB]) {
      expect(code(await world.call(caller, "DELETE", `/customers/${body.id}`))).toEqual([404, "USER_NOT_FOUND"])
    }
    expect((await call("GET", `/customers/${body.id}`)).body.isDeleted).toBe(false)
  })

  it("frees its platformCustomerId, and reserves its payment address for good", async () => {
    const first = (await create("again")).body
    expect(code(await create("again"))).toEqual([409, "CONFLICT"])
    await call("DELETE", `/customers/${first.id}`)
    world.pass(1)
    const second = await create("again")
    expect(second.status).toBe(201)
    const both = await call("GET", "/customers?platformCustomerId=again&isIncludingDeleted=true")
    expect(both.body.data.map(({ id }: { readonly id: string }) => id)).toEqual([second.body.id, first.id])
    const thief = await call("POST", "/customers", { customerType: "INDIVIDUAL", umaAddress: first.umaAddress })
    expect([...code(thief), thief.body.reason]).toEqual([409, "CONFLICT", "umaAddress in use"])
  })

  it("accepts no account, money, quote, change or credential", async () => {
    const { accountId, credentialId, customerId } = await world.customer(callers.a)
    const { keys } = await session(world, callers.a, credentialId)
    const dollars = await dollarsOf(customerId)
    const destination = String((await call("POST", "/customers/external-accounts", account(customerId))).body.id)
    const open = await call("POST", "/quotes", quote(dollars, destination))
    expect(open.status).toBe(201)
    const { umaAddress } = (await deleteBy(keys, customerId)).body
    const receipt = { senderUmaAddress: "$b@x.example", receivingCurrencyCode: "USD", receivingCurrencyAmount: 5 }
    const funding = { sourceType: "REALTIME_FUNDING", customerId, currency: "USD" }
    const calls: ReadonlyArray<readonly [string, string, object]> = [
      ["POST", "/customers/external-accounts", account(customerId, "223456789012")],
      ["POST", "/quotes", quote(dollars, destination)],
      ["POST", "/quotes", { ...quote(dollars, destination), source: funding }],
      ["POST", `/quotes/${open.body.id}/execute`, {}],
      ["POST", "/transfer-in", { source: { accountId: destination }, destination: { accountId: dollars }, amount: 5 }],
      ["POST", "/transfer-out", { source: { accountId: dollars }, destination: { accountId: destination }, amount: 5 }],
      ["POST", `/sandbox/internal-accounts/${dollars}/fund`, { amount: 5 }],
      ["POST", "/sandbox/uma/receive", { ...receipt, customerId }],
      ["POST", "/sandbox/uma/receive", { ...receipt, receiverUmaAddress: umaAddress }],
      ["PATCH", `/customers/${customerId}`, { fullName: "Somebody" }],
      ["PATCH", `/customers/${customerId}`, { email: "new@example.com" }],
      ["POST", "/auth/credentials", { type: "EMAIL_OTP", accountId }]
    ]
    for (const [method, path, body] of calls) {
      expect([path, ...code(await call(method, path, body))]).toEqual([path, ...DELETED])
    }
    const accounts = await call("GET", `/internal-accounts?customerId=${customerId}`)
    for (const { balance, status } of accounts.body.data) expect([status, balance.amount]).toEqual(["CLOSED", 0])
  })

  it("I5 I10: has no session, no credential and no pending login, whatever its state", async () => {
    const { accountId, credentialId, customerId } = await world.customer(callers.a)
    const { keys } = await session(world, callers.a, credentialId)
    const oauth = await addOauth(world, callers.a, accountId, keys)
    const login = await pendingLogin(world, callers.a, credentialId)
    const change = { email: "new@example.com" }
    const pending = await call("PATCH", `/customers/${customerId}`, change)
    expect([pending.status, (await deleteBy(keys, customerId)).status]).toEqual([202, 200])

    for (const list of ["sessions", "credentials"]) {
      expect((await call("GET", `/auth/${list}?accountId=${accountId}`)).body.data).toEqual([])
    }
    const late = await call("POST", login.path, login.body, retryHeaders(login.challenge, login.keys))
    expect(late.status).toBe(404)
    expect((await call("POST", `/auth/credentials/${credentialId}/challenge`)).status).toBe(404)
    expect((await oauthVerify(world, callers.a, oauth.credentialId, clientKey())).status).toBe(404)
    const changed = await call("PATCH", `/customers/${customerId}`, change, retryHeaders(pending.body, keys))
    expect([401, 410]).toContain(changed.status)
    expect(
      (await call("POST", `/internal-accounts/${accountId}/export`, { clientPublicKey: clientKey().hex })).status
    ).toBe(404)
  })

  it("cannot be deleted while an account has a balance or a pending payment", async () => {
    const customerId = String((await create("rich")).body.id)
    const dollars = await dollarsOf(customerId)
    const refused = async () => {
      const answer = await call("DELETE", `/customers/${customerId}`)
      expect([...code(answer), answer.body.reason]).toEqual([409, "CONFLICT", "Customer has funds"])
      expect((await call("GET", `/customers/${customerId}`)).body.isDeleted).toBe(false)
    }
    await call("POST", `/sandbox/internal-accounts/${dollars}/fund`, { amount: 700 })
    await refused()
    const slow = await call("POST", "/customers/external-accounts", account(customerId, "123456789005"))
    const out = { source: { accountId: dollars }, destination: { accountId: slow.body.id }, amount: 700 }
    expect((await call("POST", "/transfer-out", out)).body.status).toBe("PENDING")
    expect((await call("GET", `/internal-accounts/${dollars}`)).body.balance.amount).toBe(0)
    await refused()
    await call("POST", "/sandbox/clock/advance", { seconds: 30 })
    await refused()
    const bank = await call("POST", "/customers/external-accounts", account(customerId))
    expect((await call("POST", "/transfer-out", { ...out, destination: { accountId: bank.body.id } })).status).toBe(201)
    expect((await call("DELETE", `/customers/${customerId}`)).status).toBe(200)
  })

  it("FA3 R8: is not deleted by an unrelated key's stamp, nor by one of a revoked or expired session", async () => {
    const { credentialId, customerId } = await world.customer(callers.a)
    const { keys, session: opened } = await session(world, callers.a, credentialId)
    const other = await session(world, callers.a, (await world.customer(callers.a)).credentialId)
    for (const unrelated of [keyPair(), other.keys]) {
      expect((await deleteBy(unrelated, customerId)).body.reason).toBe("Stamp key may not sign this request")
    }
    await signed(world, callers.a, keys, { method: "DELETE", path: `/auth/sessions/${opened.id}` })
    expect((await deleteBy(keys, customerId)).body.reason).toBe("Stamp key may not sign this request")
    expect((await call("GET", `/customers/${customerId}`)).body.isDeleted).toBe(false)
  })

  it("X8: is deleted and created once under an Idempotency-Key", async () => {
    const key = { "idempotency-key": "one" }
    const person = { customerType: "INDIVIDUAL", platformCustomerId: "keyed" }
    const [first, second] = [
      await call("POST", "/customers", person, key),
      await call("POST", "/customers", person, key)
    ]
    expect([second.status, second.body, second.headers.get("idempotency-replayed")]).toEqual([201, first.body, "true"])
    const path = `/customers/${first.body.id}`
    const [removed, repeated] = [await call("DELETE", path, undefined, key), await call("DELETE", path, undefined, key)]
    expect([removed.status, repeated.status, repeated.body]).toEqual([200, 200, removed.body])
    expect((await call("DELETE", path)).status).toBe(410)
  })
})

describe("a payment address", () => {
  it("is stored as given, and payments to it arrive", async () => {
    const body = { customerType: "INDIVIDUAL", umaAddress: "$ada.lovelace@pay.example.com" }
    const customer = await call("POST", "/customers", body)
    expect([customer.status, customer.body.umaAddress]).toEqual([201, body.umaAddress])
    const paid = await call("POST", "/sandbox/uma/receive", {
      senderUmaAddress: "$b@x.example",
      receiverUmaAddress: body.umaAddress,
      receivingCurrencyCode: "USD",
      receivingCurrencyAmount: 5
    })
    expect([paid.status, paid.body.customerId]).toEqual([200, customer.body.id])
    expect((await call("POST", "/customers", body)).body.reason).toBe("umaAddress in use")
  })

  it.each([
    "ada@pay.example.com",
    "$ada",
    "$ada@pay",
    "$@pay.example.com",
    "$Ada@pay.example.com",
    "$ada@pay.example.com.",
    "$ada@@pay.example.com",
    "$a da@pay.example.com",
    `$${"a".repeat(65)}@pay.example.com`
  ])("cannot be %s", async (umaAddress) => {
    const { body, status } = await call("POST", "/customers", { customerType: "INDIVIDUAL", umaAddress })
    expect([status, body.details.errors[0].field]).toEqual([400, "umaAddress"])
  })
})

/** A deletion that interleaves with another call, later from round to round. */
const deletedMeanwhile = async (customerId: string, round: number, headers: Record<string, string> = {}) => {
  for (let turn = 0; turn < (round * 7) % 50; turn += 1) await Promise.resolve()
  return call("DELETE", `/customers/${customerId}`, undefined, headers)
}

describe("I10: a deletion that races", () => {
  it(`an external account leaves no account created after it, in ${ROUNDS} rounds`, async () => {
    const seen = new Set<number>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = (await create(`race-${round}`)).body
      const [made, removed] = await Promise.all([
        call("POST", "/customers/external-accounts", account(id)),
        deletedMeanwhile(id, round)
      ])
      seen.add(made.status)
      expect([removed.status, [201, 410].includes(made.status)]).toEqual([200, true])
      const { data } = (await call("GET", `/customers/external-accounts?customerId=${id}`)).body
      expect(data).toHaveLength(made.status === 201 ? 1 : 0)
      expect(code(await call("POST", "/customers/external-accounts", account(id, "1234")))).toEqual(DELETED)
    }
    // If one side always won, the race would prove nothing.
    expect(seen.size).toBe(2)
  })

  it(`a login leaves no session open, in ${ROUNDS} rounds`, async () => {
    const seen = new Set<number>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const { accountId, credentialId, customerId } = await world.customer(callers.a)
      const owner = await session(world, callers.a, credentialId)
      const deletion = await call("DELETE", `/customers/${customerId}`)
      const { body, challenge, keys, path } = await pendingLogin(world, callers.a, credentialId)
      const [opened, removed] = await Promise.all([
        call("POST", path, body, retryHeaders(challenge, keys)),
        deletedMeanwhile(customerId, round, retryHeaders(deletion.body, owner.keys))
      ])
      seen.add(opened.status)
      expect([removed.status, [200, 404].includes(opened.status)]).toEqual([200, true])
      expect((await call("GET", `/auth/sessions?accountId=${accountId}`)).body.data).toEqual([])
    }
    // If one side always won, the race would prove nothing.
    expect(seen.size).toBe(2)
  })

  it(`an incoming payment refuses it or prevents the deletion, so no money is on a closed account, in ${ROUNDS} rounds`, async () => {
    const seen = new Set<number>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = (await create(`money-${round}`)).body
      const dollars = await dollarsOf(id)
      const [funded, removed] = await Promise.all([
        call("POST", `/sandbox/internal-accounts/${dollars}/fund`, { amount: 5 }),
        deletedMeanwhile(id, round)
      ])
      seen.add(removed.status)
      expect([
        [200, 409],
        [410, 200]
      ]).toContainEqual([funded.status, removed.status])
      const { balance, status } = (await call("GET", `/internal-accounts/${dollars}`)).body
      expect([status, balance.amount]).toEqual(removed.status === 200 ? ["CLOSED", 0] : ["ACTIVE", 5])
    }
    // If one side always won, the race would prove nothing.
    expect(seen.size).toBe(2)
  })
})
