import {
  addOauth,
  addPasskey,
  clientKey,
  made,
  oauthAddition,
  oauthVerify,
  openedKey,
  passkeyAddition,
  passkeySession,
  pendingAssertion,
  RP,
  signed
} from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { payee, quoteOf } from "@countersign/harness/payments"
import {
  type Answer,
  callers,
  type Keys,
  keyPair,
  makeWorld,
  retryHeaders,
  sealed,
  session
} from "@countersign/harness/world"
import { signStamp } from "@countersign/wire"
import type { AccessPolicy } from "countersign/effect"
import { afterAll, beforeEach, describe, expect, it } from "vitest"

const world = makeWorld({ logs: "none" })
afterAll(() => world.countersign.close())

/** Sets the access policy of the platform, or removes it. */
const govern = async (accessPolicy: AccessPolicy | null) => {
  const { revision } = (await world.call(callers.a, "GET", "/platform/settings")).body
  const set = await world.call(callers.support, "PATCH", "/platform/settings", { body: { revision, accessPolicy } })
  expect(set.status).toBe(200)
}
beforeEach(() => govern(null))

/** A customer with an EMAIL_OTP and a PASSKEY credential, a session of each, and 10,000 in the wallet. */
const person = async () => {
  const customer = await world.customer(callers.a)
  const byEmail = await session(world, callers.a, customer.credentialId)
  const passkey = await addPasskey(world, callers.a, customer.accountId, byEmail.keys)
  const byPasskey = await passkeySession(world, callers.a, passkey.credentialId, passkey.authenticator)
  await made(world, `/sandbox/internal-accounts/${customer.accountId}/fund`, { amount: 10_000 })
  return { ...customer, byEmail, passkey, byPasskey }
}
type Person = Awaited<ReturnType<typeof person>>

const quoted = (from: string, to: string, amount: number) =>
  world.call(callers.a, "POST", "/quotes", { body: quoteOf(from, to, amount) })
const walletInfoOf = ({ body }: Answer) => body.paymentInstructions[0].accountOrWalletInfo
const executed = (quote: Answer, stamp: Keys | string) =>
  world.call(callers.a, "POST", `/quotes/${quote.body.id}/execute`, {
    headers: {
      "service-wallet-signature":
        typeof stamp === "string" ? stamp : signStamp(walletInfoOf(quote).payloadToSign, stamp.privateKey)
    }
  })
const outcome = ({ body, status }: Answer) =>
  [status, body.code, body.details?.rule].filter((each) => each !== undefined)
const balanceOf = async (id: string) =>
  (await world.call(callers.a, "GET", `/internal-accounts/${id}`)).body.balance.amount

/** 20 USDC: enough for the fees of a bank. */
const DOLLARS = 20_000_000
const MAGIC = "sandbox-valid-signature"
const above = { currency: "USDC", amount: 1000 }
const largeByPasskey: AccessPolicy = { operations: [{ operations: ["PAY"], credentialTypes: ["PASSKEY"], above }] }

describe("a payment above the amount of a rule", () => {
  it("PO2: names the step-up, is refused by name to a session by e-mail code, and a passkey session finishes it", async () => {
    const { accountId, byEmail, byPasskey } = await person()
    const friend = await world.customer(callers.a)
    await govern(largeByPasskey)
    const quote = await quoted(accountId, friend.accountId, 1001)
    const stepUp = { credentialTypes: ["PASSKEY"], reason: "PAYMENT_CREDENTIAL_TYPE" }
    expect(walletInfoOf(quote)).toMatchObject({ stepUp })
    expect(walletInfoOf(await world.call(callers.a, "GET", `/quotes/${quote.body.id}`))).toMatchObject({ stepUp })
    const refused = await executed(quote, byEmail.keys)
    expect(outcome(refused)).toEqual([403, "STEP_UP_REQUIRED", "PAYMENT_CREDENTIAL_TYPE"])
    expect(refused.body.details).toMatchObject({ credentialTypes: ["PASSKEY"] })
    expect(await balanceOf(accountId)).toBe(10_000)
    expect((await executed(quote, byPasskey.keys)).status).toBe(200)
    expect(await balanceOf(accountId)).toBe(8999)
  })

  it("PO2: up to the amount it names no step-up, and a session by e-mail code finishes it", async () => {
    const { accountId, byEmail } = await person()
    const friend = await world.customer(callers.a)
    await govern(largeByPasskey)
    const quote = await quoted(accountId, friend.accountId, 1000)
    expect(walletInfoOf(quote)).not.toHaveProperty("stepUp")
    expect((await executed(quote, byEmail.keys)).status).toBe(200)
  })

  it("PO2: is not signed by the magic stamp of the sandbox, which is of no session", async () => {
    const { accountId } = await person()
    const friend = await world.customer(callers.a)
    await govern(largeByPasskey)
    const [large, small] = [
      await quoted(accountId, friend.accountId, 1001),
      await quoted(accountId, friend.accountId, 5)
    ]
    expect(outcome(await executed(large, MAGIC))).toEqual([403, "STEP_UP_REQUIRED", "PAYMENT_CREDENTIAL_TYPE"])
    expect((await executed(small, MAGIC)).status).toBe(200)
  })

  it("PO8: is decided by the policy at the time of the execution, if it changed after the quote", async () => {
    const { accountId, byEmail } = await person()
    const friend = await world.customer(callers.a)
    const before = await quoted(accountId, friend.accountId, 2000)
    expect(walletInfoOf(before)).not.toHaveProperty("stepUp")
    await govern(largeByPasskey)
    expect(outcome(await executed(before, byEmail.keys))).toEqual([403, "STEP_UP_REQUIRED", "PAYMENT_CREDENTIAL_TYPE"])
    await govern(null)
    expect((await executed(before, byEmail.keys)).status).toBe(200)
  })
})

const exportOf = ({ accountId }: { readonly accountId: string }) => ({
  path: `/internal-accounts/${accountId}/export`,
  body: { clientPublicKey: clientKey().hex }
})

describe("a signed call that a rule covers", () => {
  const fresh: AccessPolicy = {
    operations: [
      {
        operations: ["EXPORT_WALLET", "ADD_CREDENTIAL"],
        credentialTypes: ["PASSKEY", "OAUTH"],
        maxSessionAgeSeconds: 300
      }
    ]
  }
  const stepUp = {
    credentialTypes: ["PASSKEY", "OAUTH"],
    maxSessionAgeSeconds: 300,
    reason: "OPERATION_CREDENTIAL_TYPE"
  }

  it("PO1: names the step-up in the 202, refuses a session by e-mail code, and a fresh passkey session finishes it", async () => {
    const someone = await person()
    await govern(fresh)
    const { body, path } = exportOf(someone)
    const first = await world.call(callers.a, "POST", path, { body })
    expect([first.status, first.body.stepUp]).toEqual([202, stepUp])
    const by = (keys: Keys) => world.call(callers.a, "POST", path, { body, headers: retryHeaders(first.body, keys) })
    // More often than invalid stamps make a request void: the refusals are not counted.
    for (let nth = 0; nth < 12; nth += 1) {
      expect(outcome(await by(someone.byEmail.keys))).toEqual([403, "STEP_UP_REQUIRED", "OPERATION_CREDENTIAL_TYPE"])
    }
    const done = await by(someone.byPasskey.keys)
    expect([done.status, typeof done.body.encryptedWalletCredentials]).toEqual([200, "string"])
    expect(outcome(await by(someone.byPasskey.keys))).toEqual([401, "UNAUTHORIZED"])
    const receipts = await world.call(
      callers.a,
      "GET",
      `/receipts?accountId=${someone.accountId}&operation=ExportWallet`
    )
    expect(receipts.body.data).toMatchObject([{ sessionId: someone.byPasskey.session.id }])
  })

  it("PO3: refuses a login of 5 minutes ago to the millisecond, and a refresh does not renew it", async () => {
    const someone = await person()
    const { keys, session: opened } = await passkeySession(
      world,
      callers.a,
      someone.passkey.credentialId,
      someone.passkey.authenticator
    )
    await govern(fresh)
    const { body, path } = exportOf(someone)
    world.pass(299_999)
    const first = await world.call(callers.a, "POST", path, { body })
    const again = await world.call(callers.a, "POST", path, { body })
    expect((await world.call(callers.a, "POST", path, { body, headers: retryHeaders(first.body, keys) })).status).toBe(
      200
    )
    const client = clientKey()
    const refresh = {
      method: "POST",
      path: `/auth/sessions/${opened.id}/refresh`,
      body: { clientPublicKey: client.hex }
    }
    const refreshed = await signed(world, callers.a, keys, refresh)
    expect(refreshed.status).toBe(200)
    world.pass(1)
    for (const each of [keys, await openedKey(refreshed, client)]) {
      const late = await world.call(callers.a, "POST", path, { body, headers: retryHeaders(again.body, each) })
      expect(outcome(late)).toEqual([403, "STEP_UP_REQUIRED", "OPERATION_SESSION_AGE"])
    }
  })

  it("PO1: refuses a wrong stamp as before, without naming the policy, and counts it", async () => {
    const someone = await person()
    await govern(fresh)
    const { body, path } = exportOf(someone)
    const first = await world.call(callers.a, "POST", path, { body })
    const headers = retryHeaders(first.body, keyPair())
    const answers = []
    for (let nth = 0; nth < 11; nth += 1) answers.push(await world.call(callers.a, "POST", path, { body, headers }))
    expect(answers.map(({ body: { details } }) => details.check)).toEqual([
      ...Array.from({ length: 10 }, () => "WALLET_SIGNATURE_KEY"),
      "REQUEST_ID_VOID"
    ])
  })

  it("PO1: is refused to the magic stamp; another operation is not, and has no stepUp", async () => {
    const { accountId } = await person()
    await govern(fresh)
    const update = { path: `/internal-accounts/${accountId}`, body: { privateEnabled: true } }
    const calls = [
      ["POST", exportOf({ accountId })],
      ["PATCH", update]
    ] as const
    const outcomes = []
    for (const [method, { body, path }] of calls) {
      const first = await world.call(callers.a, method, path, { body })
      const headers = { ...retryHeaders(first.body, keyPair()), "service-wallet-signature": MAGIC }
      outcomes.push([
        Object.hasOwn(first.body, "stepUp"),
        outcome(await world.call(callers.a, method, path, { body, headers }))
      ])
    }
    expect(outcomes).toEqual([
      [true, [403, "STEP_UP_REQUIRED", "OPERATION_CREDENTIAL_TYPE"]],
      [false, [200]]
    ])
  })

  it("PO8: is decided by the policy at the time of the second call, stricter or looser", async () => {
    const someone = await person()
    const { body, path } = exportOf(someone)
    const first = await world.call(callers.a, "POST", path, { body })
    expect(first.body).not.toHaveProperty("stepUp")
    const retry = () =>
      world.call(callers.a, "POST", path, { body, headers: retryHeaders(first.body, someone.byEmail.keys) })
    await govern(fresh)
    expect(outcome(await retry())).toEqual([403, "STEP_UP_REQUIRED", "OPERATION_CREDENTIAL_TYPE"])
    await govern(null)
    expect((await retry()).status).toBe(200)
  })

  it("PO1: is one of the host's own, by its name", async () => {
    const someone = await person()
    const api = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })
    const guard = (name: string) => {
      const { handler } = api.requireSignature(name, () => ({ accountId: someone.accountId, payload: null }))
      return handler(async () => Response.json({ done: true }))
    }
    await govern({ operations: [{ operations: ["HOST/Payout"], credentialTypes: ["PASSKEY"] }] })
    const call = (headers: Record<string, string> = {}) =>
      new Request("http://host.test/x", { method: "POST", headers })
    const [payout, note] = [guard("Payout"), guard("Note")]
    const [first, other] = [await (await payout(call())).json(), await (await note(call())).json()]
    expect([first.stepUp, other.stepUp]).toEqual([
      { credentialTypes: ["PASSKEY"], reason: "OPERATION_CREDENTIAL_TYPE" },
      undefined
    ])
    const refused = await payout(call(retryHeaders(first, someone.byEmail.keys)))
    expect([refused.status, (await refused.json()).details.rule]).toEqual([403, "OPERATION_CREDENTIAL_TYPE"])
    expect((await payout(call(retryHeaders(first, someone.byPasskey.keys)))).status).toBe(200)
    expect((await note(call(retryHeaders(other, someone.byEmail.keys)))).status).toBe(200)
  })

  it("PO3: is the refresh of a session, decided by the login of that session", async () => {
    const { credentialId } = await world.customer(callers.a)
    const { keys, session: opened } = await session(world, callers.a, credentialId)
    await govern({ operations: [{ operations: ["REFRESH_SESSION"], maxSessionAgeSeconds: 60 }] })
    const refresh = () => ({
      method: "POST",
      path: `/auth/sessions/${opened.id}/refresh`,
      body: { clientPublicKey: clientKey().hex }
    })
    world.pass(59_999)
    expect((await signed(world, callers.a, keys, refresh())).status).toBe(200)
    world.pass(1)
    // A newer login with the same key does not lend its age to the session that is refreshed.
    await session(world, callers.a, credentialId, keys)
    expect(outcome(await signed(world, callers.a, keys, refresh()))).toEqual([
      403,
      "STEP_UP_REQUIRED",
      "OPERATION_SESSION_AGE"
    ])
  })
})

describe("a kind of credential that the policy disables", () => {
  const passkeysOnly: AccessPolicy = { sessions: { credentialTypes: ["PASSKEY"] } }
  const DISABLED = [403, "CREDENTIAL_TYPE_DISABLED", "SESSION_CREDENTIAL_TYPE"]
  const path = (credentialId: string, step: string) => `/auth/credentials/${credentialId}/${step}`

  it("PO4: opens no session by any step, and is not added; other kinds are not affected", async () => {
    const { accountId, byEmail, credentialId, passkey } = await person()
    const { credentialId: oauthId } = await addOauth(world, callers.a, accountId, byEmail.keys)
    const challenge = await world.call(callers.a, "POST", path(credentialId, "challenge"))
    const keys = keyPair()
    const encryptedOtpBundle = await sealed(world, challenge.body.otpEncryptionTargetBundle, "000000", keys.publicKey)
    const body = { type: "EMAIL_OTP", encryptedOtpBundle }
    const pending = await world.call(callers.a, "POST", path(credentialId, "verify"), { body })
    expect(pending.status).toBe(202)
    const adding = { body: oauthAddition(world, accountId, "other") }
    const added = await world.call(callers.a, "POST", "/auth/credentials", adding)
    const refresh = { path: `/auth/sessions/${byEmail.session.id}/refresh`, body: { clientPublicKey: clientKey().hex } }
    const refreshing = await world.call(callers.a, "POST", refresh.path, { body: refresh.body })

    await govern(passkeysOnly)
    const answers = [
      await world.call(callers.a, "POST", path(credentialId, "challenge")),
      await world.call(callers.a, "POST", path(credentialId, "verify"), { body }),
      await world.call(callers.a, "POST", path(credentialId, "verify"), {
        body,
        headers: retryHeaders(pending.body, keys)
      }),
      await oauthVerify(world, callers.a, oauthId, clientKey()),
      await world.call(callers.a, "POST", "/auth/credentials", { body: oauthAddition(world, accountId, "third") }),
      await world.call(callers.a, "POST", "/auth/credentials", {
        ...adding,
        headers: retryHeaders(added.body, byEmail.keys)
      }),
      await world.call(callers.a, "POST", refresh.path, { body: { clientPublicKey: clientKey().hex } }),
      await world.call(callers.a, "POST", refresh.path, {
        body: refresh.body,
        headers: retryHeaders(refreshing.body, byEmail.keys)
      })
    ]
    expect(answers.map(outcome)).toEqual(answers.map(() => DISABLED))
    const login = await pendingAssertion(world, callers.a, passkey.credentialId, passkey.authenticator)
    expect((await login.verify()).status).toBe(200)
    // Sessions of before sign until they expire, and their owner may remove the credential.
    const removal = { method: "DELETE", path: `/auth/credentials/${oauthId}` }
    expect((await signed(world, callers.a, byEmail.keys, removal)).status).toBe(204)

    await govern(null)
    expect((await world.call(callers.a, "POST", path(credentialId, "challenge"))).status).toBe(200)
  })

  it("PO4: starts no login of a passkey where passkeys are disabled", async () => {
    const { passkey } = await person()
    await govern({ sessions: { credentialTypes: ["EMAIL_OTP"] } })
    const body = { clientPublicKey: clientKey().hex }
    const challenge = await world.call(callers.a, "POST", path(passkey.credentialId, "challenge"), { body })
    expect(outcome(challenge)).toEqual(DISABLED)
  })

  it("PO4: does not count a code as wrong, so that a disabled kind is not locked", async () => {
    const { credentialId } = await world.customer(callers.a)
    const { body } = await world.call(callers.a, "POST", path(credentialId, "challenge"))
    await govern(passkeysOnly)
    const encryptedOtpBundle = await sealed(world, body.otpEncryptionTargetBundle, "wrong", keyPair().publicKey)
    for (let nth = 0; nth < 6; nth += 1) {
      const answer = await world.call(callers.a, "POST", path(credentialId, "verify"), {
        body: { type: "EMAIL_OTP", encryptedOtpBundle }
      })
      expect(outcome(answer)).toEqual(DISABLED)
    }
    await govern(null)
    expect((await world.call(callers.a, "POST", path(credentialId, "challenge"))).status).toBe(200)
  })

  it("PO4: is no first credential of a new wallet, which the end user's passkey opens without a signature", async () => {
    await govern(passkeysOnly)
    const body = { customerType: "INDIVIDUAL", fullName: "Ada Lovelace", email: "ada@example.com" }
    const customer = await world.call(callers.a, "POST", "/customers", { body })
    const list = `/internal-accounts?customerId=${customer.body.id}&type=EMBEDDED_WALLET`
    const accountId = (await world.call(callers.a, "GET", list)).body.data[0].id
    const credentials = async () =>
      (await world.call(callers.a, "GET", `/auth/credentials?accountId=${accountId}`)).body.data
    expect(await credentials()).toEqual([])
    const renamed = await world.call(callers.a, "PATCH", `/customers/${customer.body.id}`, {
      body: { customerType: "INDIVIDUAL", email: "new@example.com" }
    })
    expect([renamed.status, await credentials()]).toEqual([200, []])
    const authenticator = makeAuthenticator(RP)
    const first = await world.call(callers.a, "POST", "/auth/credentials", {
      body: passkeyAddition(accountId, authenticator)
    })
    expect(first.status).toBe(201)
    expect((await passkeySession(world, callers.a, first.body.id, authenticator)).answer.status).toBe(200)
    // The second one needs a signature, as ever (I18).
    const second = passkeyAddition(accountId, makeAuthenticator(RP))
    expect((await world.call(callers.a, "POST", "/auth/credentials", { body: second })).status).toBe(202)
  })
})

describe("limits of signed payments", () => {
  const limited = (limits: { perPayment?: number; perDay?: number }): AccessPolicy => ({
    payments: { limits: [{ currency: "USDC", ...limits }] }
  })
  const pay = async ({ accountId, byEmail }: Person, to: string, amount: number) => {
    const quote = await quoted(accountId, to, amount)
    return quote.status === 201 ? executed(quote, byEmail.keys) : quote
  }

  it("PO5: refuses a payment above the limit in both calls, and no session can pay it", async () => {
    const someone = await person()
    const friend = await world.customer(callers.a)
    const before = await quoted(someone.accountId, friend.accountId, 501)
    await govern(limited({ perPayment: 500 }))
    const refused = await quoted(someone.accountId, friend.accountId, 501)
    expect([...outcome(refused), refused.body.details.limit]).toEqual([
      403,
      "PAYMENT_LIMIT_EXCEEDED",
      "PAYMENT_LIMIT",
      500
    ])
    expect(outcome(await executed(before, someone.byPasskey.keys))).toEqual([
      403,
      "PAYMENT_LIMIT_EXCEEDED",
      "PAYMENT_LIMIT"
    ])
    expect((await pay(someone, friend.accountId, 500)).status).toBe(200)
  })

  it("PO5: adds up the payments of a day in UTC, and begins again at midnight", async () => {
    const someone = await person()
    const friend = await world.customer(callers.a)
    await govern(limited({ perDay: 1000 }))
    expect((await pay(someone, friend.accountId, 600)).status).toBe(200)
    const both = await quoted(someone.accountId, friend.accountId, 400)
    const rest = await quoted(someone.accountId, friend.accountId, 400)
    const day = [403, "PAYMENT_LIMIT_EXCEEDED", "PAYMENT_DAY_LIMIT"]
    expect(outcome(await pay(someone, friend.accountId, 401))).toEqual(day)
    expect((await executed(both, someone.byEmail.keys)).status).toBe(200)
    expect(outcome(await executed(rest, someone.byEmail.keys))).toEqual(day)
    expect(await balanceOf(someone.accountId)).toBe(9000)
    // Another wallet has a sum of its own, and a fiat account is not signed for.
    expect((await pay(await person(), friend.accountId, 1000)).status).toBe(200)
    const untilMidnight = 86_400_000 - (world.at() % 86_400_000)
    world.pass(untilMidnight - 1)
    const { keys } = await session(world, callers.a, someone.credentialId)
    const again = { ...someone, byEmail: { ...someone.byEmail, keys } }
    expect(outcome(await pay(again, friend.accountId, 1))).toEqual(day)
    world.pass(1)
    expect((await pay(again, friend.accountId, 1000)).status).toBe(200)
  })

  it("PO5: does not count a payment that the rails refuse to start", async () => {
    const someone = await person()
    const refusing = await payee(world, someone.customerId, "002")
    const friend = await world.customer(callers.a)
    await made(world, `/sandbox/internal-accounts/${someone.accountId}/fund`, { amount: DOLLARS })
    await govern(limited({ perDay: DOLLARS }))
    const failed = await pay(someone, refusing, DOLLARS)
    expect(failed.body.code).toBe("QUOTE_EXECUTION_FAILED")
    expect((await pay(someone, friend.accountId, DOLLARS)).status).toBe(200)
  })
})

describe("destinations with a minimum age", () => {
  const aged: AccessPolicy = { payments: { destinationMinAgeSeconds: 86_400 } }
  const TOO_NEW = [403, "DESTINATION_NOT_ALLOWED", "DESTINATION_AGE"]
  const patched = (account: string, body: object) =>
    world.call(callers.a, "PATCH", `/customers/external-accounts/${account}`, { body })

  it("PO7: refuses an account of less than a day to the millisecond, in both calls, and again after a change of it", async () => {
    const { accountId, credentialId, customerId } = await person()
    const account = await payee(world, customerId)
    await made(world, `/sandbox/internal-accounts/${accountId}/fund`, { amount: DOLLARS })
    world.pass(86_399_999 - 200_000)
    const before = await quoted(accountId, account, DOLLARS)
    expect(before.status).toBe(201)
    world.pass(200_000)
    await govern(aged)
    const { keys } = await session(world, callers.a, credentialId)
    expect([outcome(await quoted(accountId, account, DOLLARS)), outcome(await executed(before, keys))]).toEqual([
      TOO_NEW,
      TOO_NEW
    ])
    world.pass(1)
    expect((await executed(before, keys)).status).toBe(200)
    expect((await quoted(accountId, account, DOLLARS)).status).toBe(201)
    const beneficiary = { fullName: "Someone Else" }
    expect((await patched(account, { accountInfo: { beneficiary } })).status).toBe(200)
    expect(outcome(await quoted(accountId, account, DOLLARS))).toEqual(TOO_NEW)
  })

  it("PO7: counts the age from the last change of destination or beneficiary: no other patch restarts it (GA14)", async () => {
    const { accountId, customerId } = await person()
    const account = await payee(world, customerId)
    await made(world, `/sandbox/internal-accounts/${accountId}/fund`, { amount: DOLLARS })
    world.pass(86_400_000)
    await govern(aged)
    const { accountInfo } = (await world.call(callers.a, "GET", `/customers/external-accounts/${account}`)).body
    const { accountType, beneficiary } = accountInfo
    for (const body of [
      {},
      { platformAccountId: "renamed" },
      { defaultUmaDepositAccount: true },
      { accountInfo: { accountType } },
      { accountInfo: { beneficiary } },
      { status: "INACTIVE" },
      { status: "ACTIVE" }
    ]) {
      expect([body, (await patched(account, body)).status]).toEqual([body, 200])
    }
    expect((await quoted(accountId, account, DOLLARS)).status).toBe(201)
  })

  it("PO7: refuses a new wallet, and a payment address, which has no age", async () => {
    const { accountId } = await person()
    const friend = await world.customer(callers.a)
    await govern(aged)
    expect(outcome(await quoted(accountId, friend.accountId, 100))).toEqual(TOO_NEW)
    const address = { destinationType: "UMA_ADDRESS", umaAddress: "$success.usd@uma.sandbox.invalid", currency: "USD" }
    await made(world, `/sandbox/internal-accounts/${accountId}/fund`, { amount: DOLLARS })
    const body = { ...quoteOf(accountId, friend.accountId, DOLLARS), destination: address }
    expect(outcome(await world.call(callers.a, "POST", "/quotes", { body }))).toEqual([
      403,
      "DESTINATION_NOT_ALLOWED",
      "DESTINATION_WITHOUT_AGE"
    ])
    world.pass(86_400_000)
    expect((await quoted(accountId, friend.accountId, 100)).status).toBe(201)
  })
})

describe("the policy of a platform", () => {
  it("PO9 I9: does not apply to another platform or mode", async () => {
    await govern({ sessions: { credentialTypes: ["PASSKEY"] } })
    for (const caller of [callers.b, callers.live]) {
      const { credentialId } = await world.customer(caller)
      expect((await world.call(caller, "POST", `/auth/credentials/${credentialId}/challenge`)).status).toBe(200)
    }
  })

  it("PO9 I18: is changed by a token with OPERATE alone, and a loosened one signs nothing without the end user", async () => {
    const { accountId } = await person()
    await govern(largeByPasskey)
    const { revision } = (await world.call(callers.a, "GET", "/platform/settings")).body
    const loosen = { body: { revision, accessPolicy: null } }
    expect((await world.call(callers.a, "PATCH", "/platform/settings", loosen)).status).toBe(403)
    expect((await world.call(callers.support, "PATCH", "/platform/settings", loosen)).status).toBe(200)
    const friend = await world.customer(callers.a)
    const quote = await quoted(accountId, friend.accountId, 5000)
    expect(outcome(await executed(quote, keyPair()))).toEqual([401, "UNAUTHORIZED"])
    expect(await balanceOf(accountId)).toBe(10_000)
  })

  it("PO6: is refused with the place of each fault, and the previous one stays", async () => {
    await govern(largeByPasskey)
    const { revision } = (await world.call(callers.a, "GET", "/platform/settings")).body
    const faultsOf = async (accessPolicy: object) => {
      const { body, status } = await world.call(callers.support, "PATCH", "/platform/settings", {
        body: { revision, accessPolicy }
      })
      return [status, ...body.details.errors.map(({ field }: { readonly field: string }) => field)]
    }
    const unknown = { operations: [{ operations: ["PAY"], credentialTypes: ["SMS"] }] }
    expect(await faultsOf({ ...unknown, sessions: {} })).toEqual([400, "accessPolicy.sessions.credentialTypes"])
    expect(await faultsOf(unknown)).toEqual([400, "body"])
    expect((await world.call(callers.a, "GET", "/platform/settings")).body.accessPolicy).toEqual(largeByPasskey)
  })
})
