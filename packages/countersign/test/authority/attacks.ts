import { usd } from "@countersign/harness/externalAccounts"
import {
  addOauth,
  addPasskey,
  clientKey,
  made,
  moveEmail,
  oauthAddition,
  oauthSession,
  oidcToken,
  passkeyAddition,
  passkeySession,
  RP,
  signed
} from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { bankOf, quoteOf, RECEIVED, transferOf } from "@countersign/harness/payments"
import { codesOf, DAY, guardianOf, operatorStart, startByCode, turnOn } from "@countersign/harness/recovery/kit"
import { callers, keyPair, type LocalWorld, sealed, session } from "@countersign/harness/world"
import { oidcNonce } from "@countersign/wire"

/** A call by an attacker who has a valid API token and no other key. */
export interface Attack {
  readonly method: string
  readonly path: string
  readonly body?: object
}

/** The addresses of an end user: the first one, and the one that replaced it. */
export const MAILED = ["ada@example.com", "moved@example.com"] as const

/** An end user with credentials of all three types, and a session of each type. */
export const person = async (world: LocalWorld) => {
  const { accountId, credentialId, customerId } = await world.customer(callers.a)
  const email = await session(world, callers.a, credentialId)
  const oauth = await addOauth(world, callers.a, accountId, email.keys)
  await oauthSession(world, callers.a, oauth.credentialId)
  const passkey = await addPasskey(world, callers.a, accountId, email.keys)
  const { keys } = await passkeySession(world, callers.a, passkey.credentialId, passkey.authenticator)
  const credentialIds = [credentialId, oauth.credentialId, passkey.credentialId]
  // A change of the address can be undone, and another is pending.
  await moveEmail(world, callers.a, email.keys, customerId, "moved@example.com")
  const change = { method: "PATCH", path: `/customers/${customerId}`, body: { email: "next@example.com" } }
  const { body } = await signed(world, callers.a, email.keys, change)
  const pendingBundle = String(body.pendingEmail.otpEncryptionTargetBundle)
  const phone = { authenticator: passkey.authenticator, keys }
  return {
    accountId,
    customerId,
    credentialIds,
    pendingBundle,
    keys: email.keys,
    sessionId: String(email.session.id),
    phone
  }
}

/** A customer with money, a customer without money who can be deleted, a business customer, and their resources. */
export const victim = async (world: LocalWorld, thief: string) => {
  await turnOn(world)
  const recovering = await world.customer(callers.a)
  const { body: ready } = await operatorStart(world, recovering.accountId)
  world.pass(3 * DAY)
  const poor = await person(world)
  const { accountId, credentialIds, customerId, keys, pendingBundle, sessionId } = await person(world)
  await codesOf(world, callers.a, accountId, keys)
  const suspended = await person(world)
  const bank = await bankOf(world, customerId, 100_000_000)
  await made(world, `/sandbox/internal-accounts/${accountId}/fund`, { amount: 100_000_000 })
  const firm = await made(world, "/customers", { customerType: "BUSINESS", businessInfo: { legalName: "Firm" } })
  const payee = await made(world, "/customers/external-accounts", { ...DOLLARS, customerId })
  const chain = await made(world, "/customers/external-accounts", { ...COINS, customerId })
  const wallets = quoteOf(accountId, chain)
  return {
    accountId,
    bank,
    chain,
    customerId,
    firm,
    payee,
    poor,
    /** A webhook endpoint that the attacker controls. */
    thief,
    /** Two payments to the customer that wait for the platform's decision. */
    waiting: [
      await made(world, "/sandbox/receive", { ...RECEIVED, customerId }),
      await made(world, "/sandbox/receive", { ...RECEIVED, customerId })
    ],
    credentialIds,
    pendingBundle,
    sessionId,
    guardian: (await guardianOf(world, callers.a, accountId, keys)).guardianId,
    /** A person whose recovery by an operator is ready. */
    recovering: { ...recovering, recovery: String(ready.id) },
    /** A person on whom an operator acts. */
    suspended,
    owner: await made(world, "/beneficial-owners", { customerId: firm, personalInfo: ADA }),
    verification: await made(world, "/verifications", { customerId }),
    shop: await made(world, "/platform/external-accounts", { ...DOLLARS, platformAccountId: "shop-1" }),
    quote: await made(world, "/quotes", wallets),
    deposit: await made(world, "/quotes", {
      ...quoteOf(bank, payee),
      source: { sourceType: "REALTIME_FUNDING", customerId, currency: "USD" }
    }),
    payment: await made(world, "/transfer-out", transferOf(bank, payee)),
    token: await made(world, "/tokens", { name: "another", permissions: ["MANAGE"] }),
    delivery: String((await world.call(callers.a, "GET", "/webhooks/deliveries")).body.data[0].id)
  }
}

export type Victim = Awaited<ReturnType<typeof victim>>

/** The attacker's attempts at each operation of the contract. An operation without an attempt is not covered. */
export const attacksOn = async (world: LocalWorld, of: Victim): Promise<ReadonlyArray<Attack>> => {
  const { accountId, bank, chain, credentialIds, customerId, firm, owner, payee, quote, sessionId, shop } = of
  const [emailId = "", oauthId = "", passkeyId = ""] = credentialIds
  const [waiting = "", alsoWaiting = ""] = of.waiting
  const get = (path: string): Attack => ({ method: "GET", path })
  const post = (path: string, body?: object): Attack => ({
    method: "POST",
    path,
    ...(body === undefined ? {} : { body })
  })
  const patch = (path: string, body: object): Attack => ({ method: "PATCH", path, body })
  const remove = (path: string): Attack => ({ method: "DELETE", path })
  const clientPublicKey = clientKey().hex
  const { body } = await world.call(callers.a, "POST", `/auth/credentials/${emailId}/challenge`)
  const encryptedOtpBundle = await sealed(world, body.otpEncryptionTargetBundle, "999999", keyPair().publicKey)
  const pendingGuess = await sealed(world, of.pendingBundle, "999999", keyPair().publicKey)
  const visitorOf = async (email: string, code: string) => {
    const started = await world.call(callers.a, "POST", "/auth/sign-ins", { body: { email } })
    const bundle = await sealed(world, started.body.otpEncryptionTargetBundle, code, keyPair().publicKey)
    return { email, signInId: started.body.signInId, encryptedOtpBundle: bundle }
  }
  // The end user proves the address, with a key that the attacker does not have.
  const proof = await visitorOf(MAILED[1], "000000")
  await world.call(callers.a, "POST", "/auth/sign-ins/verify", { body: proof })
  const visitorGuess = await visitorOf(MAILED[0], "999999")
  const { body: recovery } = await startByCode(world, callers.a, accountId)
  const guess = {
    encryptedOtpBundle: await sealed(world, recovery.otpEncryptionTargetBundle, "999999", keyPair().publicKey),
    credential: passkeyAddition(accountId, makeAuthenticator(RP))
  }
  // An identity of the attacker at an issuer that the platform trusts.
  const token = oidcToken(world, { sub: "thief", nonce: oidcNonce(clientPublicKey) })
  const ofThief = { oidcToken: token, clientPublicKey }
  return [
    get("/customers"),
    get(`/customers/${customerId}`),
    get(`/customers/internal-accounts?customerId=${customerId}`),
    get("/platform/internal-accounts"),
    get(`/internal-accounts?customerId=${customerId}`),
    get(`/internal-accounts/${accountId}`),
    get(`/verifications?customerId=${customerId}`),
    get(`/verifications/${of.verification}`),
    get(`/beneficial-owners?customerId=${firm}`),
    get(`/beneficial-owners/${owner}`),
    get(`/customers/external-accounts?customerId=${customerId}`),
    get(`/customers/external-accounts/${payee}`),
    get("/platform/external-accounts"),
    get(`/platform/external-accounts/${shop}`),
    get("/discoveries?country=PH"),
    get("/exchange-rates?sendingCurrency=USD"),
    get(`/quotes/${quote}`),
    get(`/transactions?customerId=${customerId}`),
    get(`/transactions/${of.payment}`),
    get(`/auth/credentials?accountId=${accountId}`),
    get(`/auth/sessions?accountId=${accountId}`),
    get("/auth/keys"),
    get(`/receipts?accountId=${accountId}`),
    get(`/activity?accountId=${accountId}`),
    get(`/auth/recovery-codes?accountId=${accountId}`),
    get(`/auth/recoveries?accountId=${accountId}`),
    get(`/auth/recoveries/${recovery.id}`),
    get(`/auth/guardians?accountId=${accountId}`),
    get("/sandbox/clock"),
    get("/tokens"),
    get(`/tokens/${of.token}`),
    get("/config"),
    get("/webhooks/keys"),
    get("/webhooks/secret"),
    get("/webhooks/deliveries"),
    get("/platform/settings"),
    get("/platform/settings/revisions"),
    remove(`/customers/${customerId}`),
    remove(`/customers/${of.poor.customerId}`),
    patch(`/customers/${customerId}`, { email: "thief@example.com" }),
    patch(`/customers/${customerId}`, { email: "thief@example.com", fullName: "Mallory" }),
    post(`/customers/${of.poor.customerId}/email/challenge`),
    ...Array.from({ length: 5 }, () =>
      post(`/customers/${customerId}/email/verify`, { encryptedOtpBundle: pendingGuess })
    ),
    post(`/customers/${customerId}/email/undo`, { undoToken: "A".repeat(26) }),
    patch(`/customers/${customerId}`, { umaAddress: "$thief@pay.example.com" }),
    patch(`/customers/${customerId}`, { currencies: [] }),
    patch(`/customers/${customerId}`, { fullName: "Mallory", birthDate: "1990-01-02", nationality: "DE" }),
    patch(`/customers/${firm}`, { businessInfo: { legalName: "Another", registrationNumber: "002" } }),
    post("/auth/credentials", { type: "EMAIL_OTP", accountId }),
    post("/auth/credentials", oauthAddition(world, accountId, "thief")),
    post("/auth/credentials", passkeyAddition(accountId, makeAuthenticator(RP))),
    ...credentialIds.map((id) => remove(`/auth/credentials/${id}`)),
    patch(`/auth/credentials/${passkeyId}`, { nickname: "Thief" }),
    post(`/auth/credentials/${passkeyId}/confirm`),
    ...Array.from({ length: 5 }, () =>
      post(`/auth/credentials/${emailId}/verify`, { type: "EMAIL_OTP", encryptedOtpBundle })
    ),
    ...credentialIds.map((id) => post(`/auth/credentials/${id}/challenge`, { clientPublicKey })),
    post(`/auth/credentials/${oauthId}/verify`, { ...oauthAddition(world, accountId, "thief"), clientPublicKey }),
    post(`/auth/credentials/${passkeyId}/verify`, { type: "PASSKEY", assertion: ASSERTION }),
    post("/auth/sign-ins/session", { accountId, signInId: proof.signInId }),
    post("/auth/sign-ins", { email: MAILED[1] }),
    post("/auth/sign-ins/oidc", ofThief),
    post("/auth/sign-ins/oidc/session", { accountId, ...ofThief }),
    post("/auth/sign-ins/passkey", { clientPublicKey }),
    post("/auth/sign-ins/passkey/verify", { clientPublicKey, assertion: ASSERTION }),
    ...Array.from({ length: 5 }, () => post("/auth/sign-ins/verify", visitorGuess)),
    remove(`/auth/sessions/${sessionId}`),
    post("/auth/sessions/revoke-others", { accountId }),
    post(`/auth/sessions/${sessionId}/refresh`, { clientPublicKey }),
    post(`/internal-accounts/${accountId}/export`, { clientPublicKey }),
    patch(`/internal-accounts/${accountId}`, { privateEnabled: true }),
    post("/auth/recovery-codes", { accountId, clientPublicKey }),
    post("/auth/recoveries", { accountId, method: "SAVED_CODE" }),
    post(`/auth/recoveries/${recovery.id}/challenge`),
    post(`/auth/recoveries/${of.recovering.recovery}/challenge`),
    post(`/auth/recoveries/${recovery.id}/complete`, guess),
    post(`/auth/recoveries/${of.recovering.recovery}/complete`, {
      ...guess,
      credential: passkeyAddition(of.recovering.accountId, makeAuthenticator(RP))
    }),
    post(`/auth/recoveries/${of.recovering.recovery}/cancel`, { cancelToken: "0".repeat(32) }),
    remove(`/auth/recoveries/${of.recovering.recovery}`),
    post("/auth/guardians", passkeyAddition(accountId, makeAuthenticator(RP))),
    post(`/auth/guardians/${of.guardian}/challenge`),
    post(`/auth/guardians/${of.guardian}/start-recovery`, { assertion: ASSERTION }),
    remove(`/auth/guardians/${of.guardian}`),
    post(`/operator/accounts/${of.suspended.accountId}/start-recovery`, SUPPORT),
    post(`/operator/recoveries/${of.recovering.recovery}/cancel`, SUPPORT),
    post(`/operator/credentials/${of.suspended.credentialIds[0]}/unlock`, SUPPORT),
    post(`/operator/credentials/${of.suspended.credentialIds[1]}/suspend`, SUPPORT),
    post(`/operator/credentials/${of.suspended.credentialIds[1]}/resume`, SUPPORT),
    post(`/operator/accounts/${of.suspended.accountId}/end-sessions`, SUPPORT),
    post(`/operator/accounts/${of.suspended.accountId}/suspend`, SUPPORT),
    post(`/operator/accounts/${of.suspended.accountId}/resume`, SUPPORT),
    post("/quotes", quoteOf(accountId, chain)),
    post("/quotes", quoteOf(bank, payee)),
    post(`/quotes/${quote}/execute`),
    post("/sandbox/send", { quoteId: of.deposit, currencyCode: "USD" }),
    post("/transfer-out", transferOf(accountId, chain)),
    post("/transfer-out", transferOf(bank, payee)),
    post("/transfer-in", transferOf(payee, bank)),
    post("/transfer-in", transferOf(chain, accountId)),
    post(`/transactions/${waiting}/approve`),
    post(`/transactions/${alsoWaiting}/reject`),
    post(`/transactions/${of.payment}/report`, { event: "thief", outcome: "RETURNED" }),
    post("/deposits", { event: "thief deposit", accountId: bank, amount: 1, currency: "USD" }),
    post("/customers/external-accounts", { ...OTHER_DOLLARS, customerId }),
    patch(`/customers/external-accounts/${payee}`, { accountInfo: { accountNumber: "987654321" } }),
    patch(`/customers/external-accounts/${chain}`, { status: "INACTIVE" }),
    remove(`/customers/external-accounts/${payee}`),
    post("/platform/external-accounts", { ...OTHER_DOLLARS, platformAccountId: "shop-2" }),
    patch(`/platform/external-accounts/${shop}`, { status: "INACTIVE" }),
    remove(`/platform/external-accounts/${shop}`),
    post("/beneficial-owners", { customerId: firm, personalInfo: ADA }),
    patch(`/beneficial-owners/${owner}`, { personalInfo: { firstName: "Mallory", lastName: "Lovelace" } }),
    post("/verifications", { customerId }),
    post("/verifications", { customerId: firm }),
    post("/customers", { customerType: "INDIVIDUAL", email: "thief@example.com" }),
    post("/tokens", { name: "thief", permissions: ["MANAGE"] }),
    remove(`/tokens/${of.token}`),
    patch("/config", {
      webhookEndpoint: of.thief,
      embeddedWalletConfig: { replyToEmailAddress: "thief@example.com" }
    }),
    post("/webhooks/test", { url: of.thief }),
    post("/sandbox/webhooks/test", { url: of.thief }),
    post(`/webhooks/deliveries/${of.delivery}/redrive`),
    post(`/sandbox/internal-accounts/${bank}/fund`, { amount: 1 }),
    post("/sandbox/send", { quoteId: quote, currencyCode: "USDC" }),
    post("/sandbox/receive", { ...RECEIVED, customerId }),
    post("/sandbox/uma/receive", { ...RECEIVED, customerId }),
    post("/sandbox/clock/advance", { seconds: 1 }),
    post("/due-work"),
    get("/platforms"),
    post("/platforms", { platformId: "thief", name: "first", permissions: ["OPERATE"] }),
    post("/platforms", { platformId: "beta", name: "first", permissions: ["OPERATE"] }),
    patch("/platform/settings", { revision: 1, passkeys: THIEF_SITE })
  ]
}

const SUPPORT = { actor: "support-7", reason: "The phone was stolen" }
const THIEF_SITE = { rpIds: ["thief.example"], origins: ["https://thief.example"] }
const ADA = { firstName: "Ada", lastName: "Lovelace" }
const DOLLARS = usd()
const OTHER_DOLLARS = usd({ accountNumber: "223456789" })
export const COINS = {
  currency: "USDC",
  accountInfo: { accountType: "ETHEREUM_WALLET", address: "0x52908400098527886E0F7030069857D2E4169EE7" }
}
const ASSERTION = { credentialId: "x", clientDataJson: "x", authenticatorData: "x", signature: "x" }
