import {
  addOauth,
  addPasskey,
  clientKey,
  made,
  oauthSession,
  oauthVerify,
  passkeySession,
  pendingAssertion,
  signed
} from "@countersign/harness/fixtures"
import { payloadOf, quoteOf } from "@countersign/harness/payments"
import { callers, keyPair, makeWorld, retryHeaders, sealed, session } from "@countersign/harness/world"
import { canonicalJson, parsePublicKey, sha256Hex } from "@countersign/wire"
import { type Receipt, readReceipt, receiptAudit } from "countersign/effect"
import { Option } from "effect"
import { afterAll, describe, expect, it } from "vitest"

const world = makeWorld({ logs: "none" })
afterAll(() => world.countersign.close())

const BECAUSE = { actor: "support-7", reason: "The phone was stolen, ticket 4711" }
const act = (path: string, body: unknown = BECAUSE, caller = callers.support) =>
  world.call(caller, "POST", `/operator/${path}`, { body })
const get = async (path: string) => (await world.call(callers.a, "GET", path)).body

/** A customer with an EMAIL_OTP, an OAUTH and a PASSKEY credential, and a session of each. */
const person = async () => {
  const customer = await world.customer(callers.a)
  const { accountId, credentialId } = customer
  const byEmail = await session(world, callers.a, credentialId)
  const { credentialId: oauthId } = await addOauth(world, callers.a, accountId, byEmail.keys)
  const byOauth = await oauthSession(world, callers.a, oauthId)
  const passkey = await addPasskey(world, callers.a, accountId, byEmail.keys)
  const byPasskey = await passkeySession(world, callers.a, passkey.credentialId, passkey.authenticator)
  return { ...customer, byEmail, oauthId, byOauth, passkey, byPasskey }
}

const typesOf = async (what: "credentials" | "sessions", accountId: string): Promise<ReadonlyArray<string>> =>
  (await get(`/auth/${what}?accountId=${accountId}`)).data.map(({ type }: { readonly type: string }) => type).toSorted()
const statusOf = async (accountId: string) => (await get(`/internal-accounts/${accountId}`)).status
const stampOf = (payloadToSign: string, keys: ReturnType<typeof keyPair>) =>
  retryHeaders({ requestId: "", payloadToSign }, keys)["service-wallet-signature"]

describe("an operator suspends a wallet", () => {
  it("OP2 I5: its sessions end, no credential opens one, and no pending request or quote is signed", async () => {
    const { accountId, byEmail, byPasskey, credentialId, oauthId, passkey } = await person()
    const friend = await world.customer(callers.a)
    await made(world, `/sandbox/internal-accounts/${accountId}/fund`, { amount: 1000 })
    const paying = { body: quoteOf(accountId, friend.accountId) }
    const quote = await world.call(callers.a, "POST", "/quotes", paying)
    const exporting = { method: "POST", path: `/internal-accounts/${accountId}/export` }
    const body = { clientPublicKey: clientKey().hex }
    const pending = await world.call(callers.a, exporting.method, exporting.path, { body })
    expect([quote.status, pending.status]).toEqual([201, 202])

    expect((await act(`accounts/${accountId}/suspend`)).status).toBe(204)
    expect([await typesOf("sessions", accountId), await statusOf(accountId)]).toEqual([[], "FROZEN"])
    expect(await typesOf("credentials", accountId)).toEqual(["EMAIL_OTP", "OAUTH", "PASSKEY"])
    const answers = [
      (await session(world, callers.a, credentialId)).done,
      await oauthVerify(world, callers.a, oauthId, clientKey()),
      await (await pendingAssertion(world, callers.a, passkey.credentialId, passkey.authenticator)).verify(),
      await world.call(callers.a, "POST", "/quotes", paying),
      await world.call(callers.a, "PATCH", `/internal-accounts/${accountId}`, { body: { privateEnabled: true } }),
      await world.call(callers.a, "POST", "/auth/credentials", { body: { type: "EMAIL_OTP", accountId } })
    ]
    expect(answers.map(({ body, status }) => [status, body.code])).toEqual(
      answers.map(() => [403, "ACCOUNT_SUSPENDED"])
    )
    // Requests of before the suspension, stamped by keys whose sessions ended.
    const headers = { "service-wallet-signature": stampOf(payloadOf(quote.body), byPasskey.keys) }
    const paid = await world.call(callers.a, "POST", `/quotes/${quote.body.id}/execute`, { headers })
    const exported = await world.call(callers.a, exporting.method, exporting.path, {
      body,
      headers: retryHeaders(pending.body, byEmail.keys)
    })
    expect([paid.status, exported.status]).toEqual([401, 401])
    expect((await get(`/internal-accounts/${accountId}`)).balance.amount).toBe(1000)
    // Money may arrive.
    await made(world, `/sandbox/internal-accounts/${accountId}/fund`, { amount: 1 })
  })

  it("OP2: the magic stamp of the sandbox does not sign for it", async () => {
    const { accountId } = await person()
    await made(world, `/sandbox/internal-accounts/${accountId}/fund`, { amount: 1000 })
    const friend = await world.customer(callers.a)
    const { body } = await world.call(callers.a, "POST", "/quotes", { body: quoteOf(accountId, friend.accountId) })
    await act(`accounts/${accountId}/suspend`)
    const headers = { "service-wallet-signature": "sandbox-valid-signature" }
    const paid = await world.call(callers.a, "POST", `/quotes/${body.id}/execute`, { headers })
    expect([paid.status, paid.body.code]).toEqual([403, "ACCOUNT_SUSPENDED"])
  })

  it("OP1 OP2: and resumes it: credentials open sessions again, and ended sessions stay ended", async () => {
    const { accountId, byEmail, credentialId } = await person()
    await act(`accounts/${accountId}/suspend`)
    expect((await act(`accounts/${accountId}/suspend`)).body.reason).toBe("Already suspended")
    expect((await act(`accounts/${accountId}/resume`)).status).toBe(204)
    expect((await act(`accounts/${accountId}/resume`)).body.reason).toBe("Not suspended")
    expect([await statusOf(accountId), await typesOf("sessions", accountId)]).toEqual(["ACTIVE", []])
    const call = { method: "PATCH", path: `/internal-accounts/${accountId}`, body: { privateEnabled: true } }
    expect((await signed(world, callers.a, byEmail.keys, call)).body.reason).toBe("Stamp key may not sign this request")
    const { keys } = await session(world, callers.a, credentialId)
    expect((await signed(world, callers.a, keys, call)).status).toBe(200)
  })
})

describe("an operator suspends a credential", () => {
  it("OP3: it opens no session in any step and its sessions end; other credentials continue to work", async () => {
    const { accountId, byOauth, byPasskey, oauthId, passkey } = await person()
    const login = await pendingAssertion(world, callers.a, passkey.credentialId, passkey.authenticator)
    expect((await act(`credentials/${passkey.credentialId}/suspend`)).status).toBe(204)
    expect(await typesOf("sessions", accountId)).toEqual(["EMAIL_OTP", "OAUTH"])
    const challenged = await world.call(callers.a, "POST", `/auth/credentials/${passkey.credentialId}/challenge`, {
      body: { clientPublicKey: clientKey().hex }
    })
    const answers = [await login.verify(), challenged]
    expect(answers.map(({ body, status }) => [status, body.code])).toEqual(
      answers.map(() => [403, "CREDENTIAL_SUSPENDED"])
    )
    const call = { method: "PATCH", path: `/internal-accounts/${accountId}`, body: { privateEnabled: true } }
    expect((await signed(world, callers.a, byPasskey.keys, call)).status).toBe(401)
    expect((await signed(world, callers.a, byOauth.keys, call)).status).toBe(200)
    expect((await oauthVerify(world, callers.a, oauthId, clientKey())).status).toBe(200)

    const listed = (await get(`/auth/credentials?accountId=${accountId}`)).data
    const suspended = listed.filter(({ status }: { readonly status?: string }) => status !== undefined)
    expect(suspended).toMatchObject([{ id: passkey.credentialId, status: "SUSPENDED" }])
    expect((await act(`credentials/${passkey.credentialId}/resume`)).status).toBe(204)
    await passkeySession(world, callers.a, passkey.credentialId, passkey.authenticator)
    expect(await typesOf("sessions", accountId)).toContain("PASSKEY")
  })

  it("OP3: between the two legs of a login by code, and the login is refused", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const path = `/auth/credentials/${credentialId}`
    const challenge = await world.call(callers.a, "POST", `${path}/challenge`)
    const keys = keyPair()
    const bundle = await sealed(world, challenge.body.otpEncryptionTargetBundle, "000000", keys.publicKey)
    const body = { type: "EMAIL_OTP", encryptedOtpBundle: bundle }
    const first = await world.call(callers.a, "POST", `${path}/verify`, { body })
    await act(`credentials/${credentialId}/suspend`)
    const second = await world.call(callers.a, "POST", `${path}/verify`, {
      body,
      headers: retryHeaders(first.body, keys)
    })
    expect([second.status, second.body.code]).toEqual([403, "CREDENTIAL_SUSPENDED"])
    expect(await typesOf("sessions", accountId)).toEqual([])
  })

  it("OP3 I18: the end user may still remove it, with a session of another credential", async () => {
    const { accountId, byOauth, passkey } = await person()
    await act(`credentials/${passkey.credentialId}/suspend`)
    const removal = { method: "DELETE", path: `/auth/credentials/${passkey.credentialId}` }
    expect((await signed(world, callers.a, byOauth.keys, removal)).status).toBe(204)
    expect(await typesOf("credentials", accountId)).toEqual(["EMAIL_OTP", "OAUTH"])
  })
})

describe("an operator", () => {
  it("OP1: ends every session of a wallet, and its credentials open new ones", async () => {
    const { accountId, credentialId } = await person()
    expect((await act(`accounts/${accountId}/end-sessions`)).status).toBe(204)
    expect(await typesOf("sessions", accountId)).toEqual([])
    expect((await session(world, callers.a, credentialId)).done.status).toBe(200)
  })

  it("OP1 FA11: lifts the lock of wrong codes, and the next code is one that cannot be guessed", async () => {
    const mails: Array<string> = []
    const local = makeWorld({ logs: "none", mailer: { sendCode: async ({ code }) => void mails.push(code) } })
    try {
      const { credentialId } = await local.customer(callers.live)
      const path = `/auth/credentials/${credentialId}`
      const { body } = await local.call(callers.live, "POST", `${path}/challenge`)
      for (let wrong = 0; wrong < 5; wrong += 1) {
        const bundle = await sealed(local, body.otpEncryptionTargetBundle, "000000", keyPair().publicKey)
        await local.call(callers.live, "POST", `${path}/verify`, {
          body: { type: "EMAIL_OTP", encryptedOtpBundle: bundle }
        })
      }
      const { operators } = local.countersign.api.in({ platformId: "alpha", mode: "production" })
      expect((await local.call(callers.live, "POST", `${path}/challenge`)).status).toBe(429)
      await operators.unlockCredential(credentialId, BECAUSE)
      await expect(operators.unlockCredential(credentialId, BECAUSE)).rejects.toMatchObject({
        reason: "Credential is not locked"
      })
      expect((await local.call(callers.live, "POST", `${path}/challenge`)).status).toBe(200)
      await expect.poll(() => mails.at(-1)).toMatch(/^[2-9A-HJ-NP-Z]{13}$/u)
    } finally {
      await local.countersign.close()
    }
  })

  it("OP4: leaves a receipt of each act that names actor, reason and token, in the chain that verifies offline", async () => {
    const { accountId, passkey } = await person()
    const id = passkey.credentialId
    for (const path of [`credentials/${id}/suspend`, `credentials/${id}/resume`, `accounts/${accountId}/suspend`]) {
      expect((await act(path)).status).toBe(204)
    }
    const api = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })
    await api.operators.resumeAccount(accountId, { actor: "night job", reason: "Reviewed" })
    const pages: Array<{ readonly operation: string; readonly proof: { readonly type: string } }> = []
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await get(
        `/receipts?accountId=${accountId}&limit=2${cursor === undefined ? "" : `&cursor=${cursor}`}`
      )
      pages.push(...page.data)
      cursor = page.nextCursor
      more = page.hasMore
    }
    const audit = receiptAudit({ signers: [parsePublicKey(world.countersign.receiptSigners[0] ?? "")] })
    const lines = pages.map((receipt) => Option.getOrThrow(readReceipt(JSON.stringify(receipt))))
    expect(lines.flatMap(audit.take)).toEqual([])
    const byOperator = pages.filter(({ proof }) => proof.type === "OPERATOR")
    expect(byOperator.map(({ operation, proof }) => [operation, proof])).toEqual([
      ["SuspendCredential", { type: "OPERATOR", ...BECAUSE, tokenId: "support" }],
      ["ResumeCredential", { type: "OPERATOR", ...BECAUSE, tokenId: "support" }],
      ["SuspendAccount", { type: "OPERATOR", ...BECAUSE, tokenId: "support" }],
      ["ResumeAccount", { type: "OPERATOR", actor: "night job", reason: "Reviewed", tokenId: null }]
    ])
    const filtered = await get(`/receipts?accountId=${accountId}&operation=SuspendAccount`)
    expect(filtered.data).toEqual(byOperator.slice(2, 3))
  })

  it("OP4 GS5: the receipt of each act names the call, the wallet and what it wrote; the history names the credential", async () => {
    const { accountId, credentialId } = await person()
    const { body } = await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`)
    for (let wrong = 0; wrong < 5; wrong += 1) {
      const bundle = await sealed(world, body.otpEncryptionTargetBundle, "111111", keyPair().publicKey)
      const answer = { type: "EMAIL_OTP", encryptedOtpBundle: bundle }
      await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/verify`, { body: answer })
    }
    const [wallet, own] = [`accounts/${accountId}`, `credentials/${credentialId}`]
    const acts: ReadonlyArray<readonly [path: string, operation: string, written: ReadonlyArray<string>]> = [
      [`${own}/unlock`, "UnlockCredential", ["email_otps"]],
      [`${own}/suspend`, "SuspendCredential", ["credentials", "sessions"]],
      [`${own}/resume`, "ResumeCredential", ["credentials"]],
      [`${wallet}/suspend`, "SuspendAccount", ["events", "internal_accounts", "sessions", "sessions"]],
      [`${wallet}/resume`, "ResumeAccount", ["events", "internal_accounts"]],
      [`${wallet}/end-sessions`, "EndSessions", []]
    ]
    for (const [path] of acts) expect([path, (await act(path)).status]).toEqual([path, 204])
    const { data } = await get(`/receipts?accountId=${accountId}&limit=100`)
    const byOperator = data.filter(
      ({ proof }: { readonly proof: { readonly type: string } }) => proof.type === "OPERATOR"
    )
    const digest = sha256Hex(canonicalJson(BECAUSE))
    const shown = byOperator.map(
      ({
        at: _,
        changes,
        consumed,
        details: _d,
        detailsSha256: _t,
        hash: _h,
        kid: _k,
        previous: _p,
        ...terms
      }: Receipt) => {
        const { sequence: _s, signature: _g, ...rest } = terms
        return {
          ...rest,
          isConsumed: /^Lookup:/u.test(consumed),
          written: changes.map(({ collection }) => collection).toSorted()
        }
      }
    )
    expect(shown).toEqual(
      acts.map(([path, operation, written]) => ({
        ...{ version: 2, platformId: "alpha", mode: "sandbox", accountId, sessionId: null, credentialId: null },
        ...{ operation, method: "POST", path: `/operator/${path}`, bodyDigest: digest, payloadSha256: digest },
        proof: { type: "OPERATOR", ...BECAUSE, tokenId: "support" },
        written: [...written, "notices"].toSorted(),
        isConsumed: true
      }))
    )
    const objects = byOperator.map(({ changes }: Receipt) => changes.find(({ id }) => id === credentialId)?.collection)
    expect(objects).toEqual(["email_otps", "credentials", "credentials", undefined, undefined, undefined])
    const { data: history } = await get(`/activity?accountId=${accountId}&limit=100`)
    const lines = history
      .filter(({ actor }: { readonly actor: string }) => actor === "OPERATOR")
      .map(({ at: _, id: __, sequence: ___, type: ____, ...rest }: Record<string, unknown>) => rest)
      .toReversed()
    const line = { actor: "OPERATOR", actorName: BECAUSE.actor, reason: BECAUSE.reason }
    const details = { credentialName: "ada@example.com", credentialType: "EMAIL_OTP" }
    expect(lines).toEqual(
      acts.map(([path, operation]) => ({
        ...line,
        operation,
        ...(path.startsWith(own) ? { credentialId, details } : {})
      }))
    )
  })

  it.each([
    ["no reason", { actor: "support-7" }],
    ["no actor", { reason: "stolen" }],
    ["an empty actor", { actor: "", reason: "stolen" }],
    ["a reason of two lines", { actor: "support-7", reason: "a\nb" }],
    ["a reason of 201 characters", { actor: "support-7", reason: "x".repeat(201) }],
    ["a field that does not exist", { ...BECAUSE, force: true }]
  ])("OP4: is refused with %s, and nothing happens", async (_, body) => {
    const { accountId, credentialId } = await world.customer(callers.a)
    await session(world, callers.a, credentialId)
    const refused = await act(`accounts/${accountId}/suspend`, body)
    expect([refused.status, refused.body.code]).toEqual([400, "INVALID_INPUT"])
    expect([await statusOf(accountId), await typesOf("sessions", accountId)]).toEqual(["ACTIVE", ["EMAIL_OTP"]])
  })

  it("OP5 H3: acts on no wallet or credential of another platform or mode", async () => {
    const other = await world.customer(callers.b)
    const live = await world.customer(callers.live)
    for (const { accountId, credentialId } of [other, live]) {
      const answers = [
        await act(`accounts/${accountId}/suspend`),
        await act(`accounts/${accountId}/end-sessions`),
        await act(`credentials/${credentialId}/suspend`),
        await act(`credentials/${credentialId}/unlock`)
      ]
      expect(answers.map(({ body, status }) => [status, body.code])).toEqual(
        answers.map(() => [404, "REFERENCE_NOT_FOUND"])
      )
    }
  })

  it("OP5: is a token that has the scope: no other token acts, or makes a token that does", async () => {
    const { accountId } = await world.customer(callers.a)
    const refused = await act(`accounts/${accountId}/suspend`, BECAUSE, callers.a)
    expect([refused.status, refused.body.code]).toEqual([403, "FORBIDDEN"])
    const body = { name: "mine", permissions: ["OPERATE"] }
    expect((await world.call(callers.a, "POST", "/tokens", { body })).body.reason).toBe(
      "Permissions exceed the token's own"
    )
  })

  it("OP6: cannot flood an end user with notices: acts are limited per wallet", async () => {
    const limited = makeWorld({ logs: "none", policy: { requestsPerAccount: { capacity: 2, refillEvery: 60_000 } } })
    try {
      const { accountId } = await limited.customer(callers.a)
      const end = () =>
        limited.call(callers.support, "POST", `/operator/accounts/${accountId}/end-sessions`, { body: BECAUSE })
      expect([(await end()).status, (await end()).status, (await end()).status]).toEqual([204, 204, 429])
    } finally {
      await limited.countersign.close()
    }
  })

  it("OP1: repeats nothing under one Idempotency-Key", async () => {
    const { accountId } = await world.customer(callers.a)
    const headers = { "idempotency-key": "suspend-once" }
    const suspend = () =>
      world.call(callers.support, "POST", `/operator/accounts/${accountId}/suspend`, { body: BECAUSE, headers })
    expect([(await suspend()).status, (await suspend()).status]).toEqual([204, 204])
    expect((await get(`/receipts?accountId=${accountId}`)).data).toHaveLength(1)
  })
})
