import { createClient, generateKeyPair, type PaymentTerms } from "@countersign/client"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { encodeBase64Url, encodeUtf8 } from "@countersign/wire"
import { createCountersign } from "countersign"
import { afterAll, beforeEach, describe, expect, it } from "vitest"

const countersign = createCountersign()
const wallet = countersign.api.in({ platformId: "sandbox", mode: "sandbox" })
afterAll(() => countersign.close())

const authorization = `Basic ${btoa(`${countersign.sandboxToken?.id}:${countersign.sandboxToken?.secret}`)}`
const clientOver = (serve: typeof fetch) =>
  createClient({
    baseUrl: "http://countersign.test/2025-10-13",
    headers: { authorization },
    bundleSigner: countersign.bundleSigner,
    fetch: serve
  })

/** An honest backend: the service, and an endpoint of the host. */
let accountId = ""
const honest: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  if (!request.url.includes("/payouts/")) return countersign.handler(request)
  const text = await request.text()
  const call = {
    name: "Payout",
    method: request.method,
    path: new URL(request.url).pathname,
    body: text === "" ? null : JSON.parse(text),
    accountId
  }
  const { headers } = request
  const retry = { requestId: headers.get("request-id"), stamp: headers.get("service-wallet-signature") }
  const { challenge } = await wallet.signedCall(call, retry)
  return challenge === undefined ? Response.json("paid") : Response.json(challenge, { status: 202 })
}
const client = clientOver(honest)

const upper = (id: string) => id.replace(/:.*$/u, (uuid) => uuid.toUpperCase())
const token = (claims: object) => {
  const now = Math.floor(Date.now() / 1000)
  const all = { iss: "https://accounts.google.com", aud: "app", iat: now, exp: now + 300, ...claims }
  const parts = [{ alg: "RS256", typ: "JWT" }, all].map((part) => encodeBase64Url(encodeUtf8(JSON.stringify(part))))
  return [...parts, "c2lnbmF0dXJl"].join(".")
}

let customers = 0
const signedIn = async () => {
  customers += 1
  // The number of codes per e-mail address is limited.
  const email = `ada${customers}@example.com`
  const customer = await wallet.customers.create({ customerType: "INDIVIDUAL", email })
  const {
    data: [account]
  } = await wallet.internalAccounts.list({ customerId: customer.id, type: "EMBEDDED_WALLET" })
  const [credential] = await wallet.credentials.list(account!.id)
  const session = await client.emailOtp.login({ credentialId: credential!.id, code: () => "000000" })
  return { accountId: account!.id, credentialId: credential!.id, customerId: customer.id, session }
}
let ada: Awaited<ReturnType<typeof signedIn>>
beforeEach(async () => {
  ada = await signedIn()
  accountId = ada.accountId
})

describe("the payload to sign of the real service matches the client's request (R17)", () => {
  it("for credentials, with any spelling of their ids and names", async () => {
    const { session: signer } = ada
    const oidcToken = token({ sub: "ada" })
    const oauth = await client.addCredential({ type: "OAUTH", accountId: upper(ada.accountId), oidcToken }, { signer })
    const challenge = encodeBase64Url(encodeUtf8(`challenge of ${ada.accountId}`))
    const authenticator = makeAuthenticator({ rpId: "app.example.com", origin: "https://app.example.com" })
    const { challenge: _, ...attestation } = authenticator.register({ challenge })
    const passkey = await client.addCredential(
      { type: "PASSKEY", accountId: ada.accountId, nickname: "  Ada's phone ", challenge, attestation },
      { signer }
    )
    expect(passkey.nickname).toBe("Ada's phone")
    await client.revokeCredential(upper(passkey.id), { signer })
    const other = await client.oauth.login({
      credentialId: oauth.id,
      token: (nonce) => token({ sub: "ada", nonce })
    })
    await client.revokeCredential(ada.credentialId, { signer: other })
    const added = await client.addCredential({ type: "EMAIL_OTP", accountId: ada.accountId }, { signer: other })
    expect((await client.credentials.list(ada.accountId)).map(({ id }) => id).sort()).toEqual(
      [oauth.id, added.id].sort()
    )
  })

  it("for sessions", async () => {
    const next = await client.refresh(ada.session)
    await client.sessions.revoke(upper(ada.session.id), { signer: next })
    await client.logout(next)
    expect(await client.sessions.list(ada.accountId)).toEqual([])
  })

  it("for the wallet, its privacy and the customer's address", async () => {
    const { session: signer } = ada
    expect((await client.exportWallet(ada.accountId, { signer })).mnemonic.split(" ").length).toBeGreaterThan(11)
    const path = `/internal-accounts/${encodeURIComponent(ada.accountId)}`
    const body = { privateEnabled: true }
    const expects = { accountId: ada.accountId, ...body }
    const privacy = await client.signedRetry({ method: "PATCH", path, body, signer, expects })
    expect(privacy).toMatchObject({ privateEnabled: true })
    const moved = await client.signedRetry({
      method: "PATCH",
      path: `/customers/${ada.customerId}`,
      body: { email: "Ada.New@EXAMPLE.com", fullName: "Ada" },
      signer,
      activity: "ACTIVITY_TYPE_UPDATE_USER_EMAIL",
      expects: { userEmail: "Ada.New@example.com", userId: ada.customerId }
    })
    expect(moved).toMatchObject({ email: "Ada.New@example.com", fullName: "Ada" })
    const restored = await client.customers.undoEmail(ada.customerId, "000000")
    expect(restored.email).not.toBe("Ada.New@example.com")
  })

  it("for an endpoint of the host, with and without a body", async () => {
    const { session: signer } = ada
    const path = "/payouts/7/approve"
    const body = { amount: 500, to: ["a"] }
    expect(await client.signedRetry({ method: "POST", path, body, signer, expects: body })).toBe("paid")
    expect(await client.signedRetry({ method: "DELETE", path, signer, expects: null })).toBe("paid")
  })

  it("for an operation behind an endpoint of the host, when the client names the operation", async () => {
    const email = "grace@example.com"
    const serve: typeof fetch = async (_, { headers, method } = {}) => {
      expect(method).toBe("POST")
      const given = new Headers(headers)
      const retry = { requestId: given.get("request-id"), stamp: given.get("service-wallet-signature") }
      const answer = await wallet.customers.update(ada.customerId, { email }, retry)
      return Response.json(answer, { status: answer !== undefined && "payloadToSign" in answer ? 202 : 200 })
    }
    const signs = { method: "PATCH", path: `/customers/${ada.customerId}`, body: { email } }
    const call = { method: "POST", path: "/me/email", body: { to: email }, signer: ada.session }
    const activity = "ACTIVITY_TYPE_UPDATE_USER_EMAIL"
    const expects = { userEmail: email, userId: ada.customerId }
    expect(await clientOver(serve).signedRetry({ ...call, signs, activity, expects })).toMatchObject({
      email
    })
  })
})

describe("a payment (X11)", () => {
  /** Makes a call as the backend, with the API token. Returns the response of the real service. */
  const requested = async (path: string, body: object) => {
    const headers = { authorization, "content-type": "application/json" }
    const url = `http://countersign.test/2025-10-13${path}`
    return (await countersign.handler(new Request(url, { method: "POST", headers, body: JSON.stringify(body) }))).json()
  }
  const quoted = async () => {
    await wallet.sandbox.fund(ada.accountId, 50_000_000)
    const bank = await requested("/customers/external-accounts", {
      customerId: ada.customerId,
      currency: "MXN",
      accountInfo: {
        accountType: "MXN_ACCOUNT",
        clabeNumber: "032180000118359719",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" }
      }
    })
    const quote = await requested("/quotes", {
      source: { sourceType: "ACCOUNT", accountId: ada.accountId },
      destination: { destinationType: "ACCOUNT", accountId: bank.id },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 25_000_000
    })
    const payloadToSign: string = quote.paymentInstructions[0].accountOrWalletInfo.payloadToSign
    return { quote, bank, payloadToSign }
  }

  const agreed = () => ({ signer: ada.session, confirm: () => true })

  it("is made after its owner has reviewed its terms and signed them", async () => {
    const { quote } = await quoted()
    const shown: Array<PaymentTerms> = []
    const confirm = (terms: PaymentTerms) => shown.push(terms) > 0
    expect(await client.executeQuote(quote, { ...agreed(), confirm })).toMatchObject({ status: "COMPLETED" })
    expect(shown).toMatchObject([
      {
        payee: "Ada Lovelace",
        sent: { amount: 25_000_000, currency: "USDC", decimals: 6 },
        received: { amount: quote.totalReceivingAmount, currency: "MXN", decimals: 2 },
        destination: { accountType: "MXN_ACCOUNT", identifiers: { clabeNumber: "032180000118359719" } }
      }
    ])
    await expect(client.executeQuote(quote, agreed())).rejects.toMatchObject({
      name: "CountersignError",
      explanation: expect.stringMatching(/^[A-Z].*\.$/u)
    })
  })

  it("is rejected if the destination account changed after its owner signed (FA1)", async () => {
    const { bank, quote } = await quoted()
    const confirm = async () => {
      await wallet.externalAccounts.update(bank.id, { accountInfo: { clabeNumber: "012180009999999992" } })
      return true
    }
    await expect(client.executeQuote(quote, { ...agreed(), confirm })).rejects.toMatchObject({
      name: "CountersignError",
      code: "CONFLICT",
      reason: "Quote source or destination changed"
    })
  })

  it("gets no signature for another quote, or for another call", async () => {
    const [one, other] = [await quoted(), await quoted()]
    const export_ = await requested(`/internal-accounts/${ada.accountId}/export`, {
      clientPublicKey: (await generateKeyPair()).publicKey
    })
    for (const payloadToSign of [other.payloadToSign, String(export_.payloadToSign), "{}", '{"parameters":{}}']) {
      const paymentInstructions = [{ accountOrWalletInfo: { accountType: "EMBEDDED_WALLET", payloadToSign } }]
      const attempt = client.executeQuote({ ...one.quote, paymentInstructions }, agreed())
      await expect(attempt).rejects.toMatchObject({ name: "QuoteNotSignedError" })
    }
  })
})

describe("a backend that makes the real service do something else (R17)", () => {
  it.each(["export", "refresh", "logout", "payout"] as const)(
    "gets no signature instead of one for: %s",
    async (requested) => {
      const { privateKey: _, publicKey: thief } = await generateKeyPair()
      const stamped: string[] = []
      // For every request of the end user, the backend exports the wallet to its own key.
      const hostile: typeof fetch = async (_, init) => {
        const headers = new Headers(init?.headers)
        headers.set("content-type", "application/json")
        const stamp = headers.get("service-wallet-signature")
        if (stamp !== null) stamped.push(stamp)
        const url = `http://countersign.test/2025-10-13/internal-accounts/${ada.accountId}/export`
        const body = JSON.stringify({ clientPublicKey: thief })
        return countersign.handler(new Request(url, { method: "POST", headers, body }))
      }
      const client = clientOver(hostile)
      const signer = ada.session
      const attempts = {
        export: () => client.exportWallet(ada.accountId, { signer }),
        refresh: () => client.refresh(signer),
        logout: () => client.logout(signer),
        payout: () =>
          client.signedRetry({ method: "POST", path: "/payouts/7/approve", body: { amount: 5 }, signer, expects: 5 })
      }
      const differs = { export: "body", refresh: "path", logout: "method", payout: "path" }
      await expect(attempts[requested]()).rejects.toMatchObject({
        name: "UnexpectedAnswerError",
        message: expect.stringMatching(
          new RegExp(` answered 202: the payload to sign is for another ${differs[requested]}\\b`, "u")
        )
      })
      expect(stamped).toEqual([])
      // A logout ends the session on this device in each case (GD13).
      if (requested === "logout") await expect(honestExport()).rejects.toThrow("The key of this session was erased")
      else expect((await honestExport()).split(" ").length).toBeGreaterThan(11)
    }
  )

  /** The same call does get its signature when the end user requests it. */
  const honestExport = async () => (await client.exportWallet(ada.accountId, { signer: ada.session })).mnemonic
})
