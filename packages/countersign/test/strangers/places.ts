import { usd } from "@countersign/harness/externalAccounts"
import { addOauth, clientKey, made, oidcToken, passkeyAddition, RP } from "@countersign/harness/fixtures"
import { templateOf } from "@countersign/harness/listed"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { bankOf, quoteOf, RECEIVED, transferOf } from "@countersign/harness/payments"
import { codesOf, guardianOf, startByCode, turnOn } from "@countersign/harness/recovery/kit"
import {
  type Answer,
  type Caller,
  callers,
  pendingLogin,
  retryHeaders,
  sealed,
  session,
  type World
} from "@countersign/harness/world"
import { oidcNonce } from "@countersign/wire"

/** A call that names an object by its id, in one position. */
export interface Place {
  readonly operation: string
  readonly where: string
  readonly kind: string
  readonly uuid: string
  readonly ask: (caller: Caller, id: string) => Promise<Answer>
}

/** The placeholder for the id in a path, a query, a header or a body. */
const ID = "<id>"

/**
 * Every position of the contract in which a caller names an object, and an object of caller A's sandbox to name there.
 */
export const placesOf = async (world: World): Promise<ReadonlyArray<Place>> => {
  const { accountId, credentialId, customerId } = await world.customer(callers.a)
  const { keys, session: opened } = await session(world, callers.a, credentialId)
  const oauth = await addOauth(world, callers.a, accountId, keys)
  const login = await pendingLogin(world, callers.a, credentialId)
  const bank = await bankOf(world, customerId, 100_000)
  const firm = await made(world, "/customers", { customerType: "BUSINESS", businessInfo: { legalName: "Firm" } })
  const owner = await made(world, "/beneficial-owners", { customerId: firm, personalInfo: ADA })
  const verification = await made(world, "/verifications", { customerId })
  const payee = await made(world, "/customers/external-accounts", { ...DOLLARS, customerId })
  const shop = await made(world, "/platform/external-accounts", { ...DOLLARS, platformAccountId: "shop-1" })
  const quote = await made(world, "/quotes", quoteOf(bank, payee))
  const payment = await made(world, "/transfer-out", transferOf(bank, payee))
  const token = await made(world, "/tokens", { name: "another", permissions: ["VIEW"] })
  await turnOn(world)
  const saved = await codesOf(world, callers.a, accountId, keys)
  const { guardianId } = await guardianOf(world, callers.a, accountId, keys)
  const { body: recovery } = await startByCode(world, callers.a, accountId)
  const encryptedOtpBundle = await sealed(
    world,
    recovery.otpEncryptionTargetBundle,
    saved.codes[0] ?? "",
    keys.publicKey
  )
  const guardianBody = passkeyAddition(accountId, makeAuthenticator(RP))
  const reported = await world.call(callers.a, "GET", "/webhooks/deliveries")
  const delivery = String(reported.body.data[0].id)

  const places: Array<Place> = []
  const place = (id: string, method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const [kind = "", uuid = ""] = id.split(":")
    const inside = <A>(value: A, other: string): A => JSON.parse(JSON.stringify(value).replaceAll(ID, other))
    places.push({
      operation: `${method} ${templateOf(path)}`,
      where: [method, path, ...(body === undefined ? [] : [JSON.stringify(body)])].join(" "),
      kind,
      uuid,
      ask: (caller, other) => {
        const sent = body === undefined ? {} : { body: inside(body, other) }
        return world.call(caller, method, path.replace(ID, other), { ...sent, headers: inside(headers, other) })
      }
    })
  }
  place(customerId, "GET", "/customers/<id>")
  place(customerId, "PATCH", "/customers/<id>", { region: "DE" })
  place(customerId, "DELETE", "/customers/<id>")
  place(customerId, "POST", "/customers/<id>/email/challenge")
  place(customerId, "POST", "/customers/<id>/email/verify", { encryptedOtpBundle: "{}" })
  place(customerId, "POST", "/customers/<id>/email/undo", { undoToken: "x" })
  place(customerId, "GET", "/customers/internal-accounts?customerId=<id>")
  place(customerId, "GET", "/internal-accounts?customerId=<id>")
  place(customerId, "GET", "/verifications?customerId=<id>")
  place(customerId, "GET", "/customers/external-accounts?customerId=<id>")
  place(customerId, "GET", "/transactions?customerId=<id>")
  place(customerId, "POST", "/verifications", { customerId: ID })
  place(customerId, "POST", "/customers/external-accounts", { ...DOLLARS, customerId: ID })
  place(customerId, "POST", "/sandbox/receive", { ...RECEIVED, customerId: ID })
  place(customerId, "POST", "/sandbox/uma/receive", { ...RECEIVED, customerId: ID })
  place(firm, "POST", "/beneficial-owners", { customerId: ID, personalInfo: ADA })
  place(firm, "GET", "/beneficial-owners?customerId=<id>")
  place(owner, "GET", "/beneficial-owners/<id>")
  place(owner, "PATCH", "/beneficial-owners/<id>", { personalInfo: ADA })
  place(verification, "GET", "/verifications/<id>")
  place(accountId, "GET", "/internal-accounts/<id>")
  place(accountId, "PATCH", "/internal-accounts/<id>", { privateEnabled: true })
  place(accountId, "POST", "/internal-accounts/<id>/export", { clientPublicKey: clientKey().hex })
  place(bank, "POST", "/sandbox/internal-accounts/<id>/fund", { amount: 1 })
  place(accountId, "GET", "/auth/credentials?accountId=<id>")
  place(accountId, "GET", "/auth/sessions?accountId=<id>")
  place(accountId, "POST", "/auth/credentials", { type: "OAUTH", accountId: ID, oidcToken: oidcToken(world) })
  place(credentialId, "DELETE", "/auth/credentials/<id>")
  place(credentialId, "PATCH", "/auth/credentials/<id>", { nickname: "Work phone" })
  place(credentialId, "POST", "/auth/credentials/<id>/confirm")
  place(credentialId, "POST", "/auth/credentials/<id>/challenge")
  place(credentialId, "POST", "/auth/credentials/<id>/verify", login.body)
  place(oauth.credentialId, "DELETE", "/auth/credentials/<id>")
  place(oauth.credentialId, "POST", "/auth/credentials/<id>/verify", {
    type: "OAUTH",
    oidcToken: oidcToken(world),
    clientPublicKey: clientKey().hex
  })
  place(opened.id, "POST", "/auth/sessions/<id>/refresh", { clientPublicKey: clientKey().hex })
  place(opened.id, "DELETE", "/auth/sessions/<id>")
  place(accountId, "POST", "/auth/sessions/revoke-others", { accountId: ID })
  const visitor = clientKey().hex
  place(accountId, "POST", "/auth/sign-ins/oidc/session", {
    accountId: ID,
    oidcToken: oidcToken(world, { nonce: oidcNonce(visitor) }),
    clientPublicKey: visitor
  })
  place(accountId, "POST", "/auth/sign-ins/session", {
    accountId: ID,
    signInId: accountId.replace("InternalAccount", "Request")
  })
  place(accountId, "GET", "/receipts?accountId=<id>")
  place(accountId, "GET", "/activity?accountId=<id>")
  for (const act of ["end-sessions", "suspend", "resume"]) {
    place(accountId, "POST", `/operator/accounts/<id>/${act}`, SUPPORT)
  }
  for (const act of ["suspend", "resume", "unlock"]) {
    place(credentialId, "POST", `/operator/credentials/<id>/${act}`, SUPPORT)
  }
  place(accountId, "POST", "/operator/accounts/<id>/start-recovery", SUPPORT)
  place(recovery.id, "POST", "/operator/recoveries/<id>/cancel", SUPPORT)
  place(accountId, "GET", "/auth/recovery-codes?accountId=<id>")
  place(accountId, "POST", "/auth/recovery-codes", { accountId: ID, clientPublicKey: clientKey().hex })
  place(accountId, "GET", "/auth/recoveries?accountId=<id>")
  place(accountId, "POST", "/auth/recoveries", { accountId: ID, method: "SAVED_CODE" })
  place(recovery.id, "GET", "/auth/recoveries/<id>")
  place(recovery.id, "POST", "/auth/recoveries/<id>/challenge")
  place(recovery.id, "POST", "/auth/recoveries/<id>/complete", { encryptedOtpBundle, credential: guardianBody })
  place(recovery.id, "POST", "/auth/recoveries/<id>/cancel", { cancelToken: "0".repeat(32) })
  place(recovery.id, "DELETE", "/auth/recoveries/<id>")
  place(accountId, "GET", "/auth/guardians?accountId=<id>")
  place(accountId, "POST", "/auth/guardians", { ...guardianBody, accountId: ID })
  place(guardianId, "DELETE", "/auth/guardians/<id>")
  place(guardianId, "POST", "/auth/guardians/<id>/challenge")
  place(guardianId, "POST", "/auth/guardians/<id>/start-recovery", { assertion: ASSERTION })
  place(payee, "GET", "/customers/external-accounts/<id>")
  place(payee, "PATCH", "/customers/external-accounts/<id>", { status: "INACTIVE" })
  place(payee, "DELETE", "/customers/external-accounts/<id>")
  place(shop, "GET", "/platform/external-accounts/<id>")
  place(shop, "PATCH", "/platform/external-accounts/<id>", { status: "INACTIVE" })
  place(shop, "DELETE", "/platform/external-accounts/<id>")
  place(bank, "POST", "/quotes", quoteOf(ID, payee))
  place(payee, "POST", "/quotes", quoteOf(bank, ID))
  place(quote, "GET", "/quotes/<id>")
  place(quote, "POST", "/quotes/<id>/execute")
  place(quote, "POST", "/sandbox/send", { quoteId: ID, currencyCode: "USD" })
  place(payee, "POST", "/transfer-in", transferOf(ID, bank))
  place(bank, "POST", "/transfer-in", transferOf(payee, ID))
  place(bank, "POST", "/transfer-out", transferOf(ID, payee))
  place(payee, "POST", "/transfer-out", transferOf(bank, ID))
  const deposit = { event: "1", amount: 100, currency: "USD" }
  place(bank, "POST", "/deposits", { ...deposit, accountId: ID })
  place(quote, "POST", "/deposits", { ...deposit, quoteId: ID })
  place(payment, "POST", "/transactions/<id>/report", { event: "2", outcome: "SETTLED" })
  place(payment, "GET", "/transactions/<id>")
  place(payment, "POST", "/transactions/<id>/approve")
  place(payment, "POST", "/transactions/<id>/reject")
  place(token, "GET", "/tokens/<id>")
  place(token, "DELETE", "/tokens/<id>")
  place(delivery, "POST", "/webhooks/deliveries/<id>/redrive")
  const { "request-id": requestId, ...stamp } = retryHeaders(login.challenge, login.keys)
  place(requestId, "POST", login.path, login.body, { ...stamp, "request-id": ID })
  return places
}

const ASSERTION = { credentialId: "AA", clientDataJson: "AA", authenticatorData: "AA", signature: "AA" }
const SUPPORT = { actor: "support-7", reason: "The phone was stolen" }
const ADA = { firstName: "Ada", lastName: "Lovelace" }
const DOLLARS = usd()
