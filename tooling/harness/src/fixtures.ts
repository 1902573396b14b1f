import {
  encodeBase64Url,
  encodeUtf8,
  oidcNonce,
  openSessionSigningKey,
  publicKeyOf,
  uncompressedHex
} from "@countersign/wire"
import { created } from "./externalAccounts.ts"
import { type Authenticator, makeAuthenticator } from "./passkeys/authenticator.ts"
import { type Answer, type Caller, callers, type Keys, keyPair, retryHeaders, sealed, type World } from "./world.ts"

export const ISSUER = "https://accounts.google.com"

/** A sandbox identity token: valid form and claims, with a dummy signature. */
export const oidcToken = (world: World, claims: Readonly<Record<string, unknown>> = {}): string => {
  const seconds = Math.floor(world.at() / 1000)
  const part = (value: object) => encodeBase64Url(encodeUtf8(JSON.stringify(value)))
  // Makes two tokens of the same second different.
  unique += 1
  const jti = String(unique)
  const all = { iss: ISSUER, aud: "app", sub: "sub-1", iat: seconds, exp: seconds + 600, jti, ...claims }
  return `${part({ alg: "RS256", typ: "JWT" })}.${part(all)}.dummy`
}
let unique = 0

/** Every field of a customer that is a business. */
export const businessInfo = {
  legalName: "Acme Ltd",
  taxId: "20411734-0001",
  registrationNumber: "RC-204117",
  incorporatedOn: "2016-02-29",
  country: "GB",
  doingBusinessAs: "Acme",
  entityType: "LLC",
  businessType: "AGRICULTURE_FORESTRY_FISHING_AND_HUNTING",
  countriesOfOperation: ["GB", "DE"],
  purposeOfAccount: "CONTRACTOR_PAYOUTS",
  sourceOfFunds: "Payments of customers for software services",
  expectedMonthlyTransactionCount: "COUNT_100_TO_500",
  expectedMonthlyTransactionVolume: "VOLUME_100K_TO_1M",
  expectedRecipientJurisdictions: ["US", "MX"]
}

/** Creates an object by POST and returns its id. */
export const made = async (world: World, path: string, body: object): Promise<string> =>
  String((await created(world, body, callers.a, path)).id)

/** Both legs of a signed retry. */
export const signed = async (
  world: World,
  caller: Caller,
  keys: Keys,
  call: { readonly method: string; readonly path: string; readonly body?: unknown }
): Promise<Answer> => {
  const more = call.body === undefined ? {} : { body: call.body }
  const first = await world.call(caller, call.method, call.path, more)
  if (first.status !== 202) return first
  return world.call(caller, call.method, call.path, { ...more, headers: retryHeaders(first.body, keys) })
}

/** Proves the pending address of a customer with a code: by default, the code of the sandbox. */
export const proveEmail = async (
  world: World,
  caller: Caller,
  customerId: string,
  bundle: string,
  code = "000000"
): Promise<Answer> => {
  const body = { encryptedOtpBundle: await sealed(world, bundle, code, keyPair().publicKey) }
  return world.call(caller, "POST", `/customers/${customerId}/email/verify`, { body })
}

/** Signs a change of a customer's address, and proves the new address where the service demands it. */
export const moveEmail = async (
  world: World,
  caller: Caller,
  keys: Keys,
  customerId: string,
  email: string
): Promise<Answer> => {
  const leg = await signed(world, caller, keys, { method: "PATCH", path: `/customers/${customerId}`, body: { email } })
  return leg.status === 200 && leg.body.pendingEmail !== undefined
    ? proveEmail(world, caller, customerId, leg.body.pendingEmail.otpEncryptionTargetBundle)
    : leg
}

export const oauthAddition = (world: World, accountId: string, sub: string) => ({
  type: "OAUTH",
  accountId,
  oidcToken: oidcToken(world, { sub, email: `${sub}@example.com` })
})

export const addOauth = async (world: World, caller: Caller, accountId: string, keys: Keys, sub = "sub-1") => {
  const added = await signed(world, caller, keys, {
    method: "POST",
    path: "/auth/credentials",
    body: oauthAddition(world, accountId, sub)
  })
  return { added, credentialId: String(added.body.id) }
}

/** A client key, its hex encoding, and a function that decrypts a message to it. */
export const clientKey = () => {
  const pair = keyPair()
  return { ...pair, hex: uncompressedHex(pair.publicKey) }
}
export type ClientKey = ReturnType<typeof clientKey>

/** The session key in the single response that contains it. */
export const openedKey = async (answer: Answer, client: ClientKey): Promise<Keys> => {
  const privateKey = await openSessionSigningKey(answer.body.encryptedSessionSigningKey, client.privateKey)
  return { privateKey, publicKey: publicKeyOf(privateKey) }
}

export const oauthVerify = (world: World, caller: Caller, credentialId: string, client: ClientKey, claims = {}) => {
  const body = {
    type: "OAUTH",
    oidcToken: oidcToken(world, { nonce: oidcNonce(client.hex), ...claims }),
    clientPublicKey: client.hex
  }
  return world.call(caller, "POST", `/auth/credentials/${credentialId}/verify`, { body })
}

export const oauthSession = async (world: World, caller: Caller, credentialId: string, sub = "sub-1") => {
  const client = clientKey()
  const answer = await oauthVerify(world, caller, credentialId, client, { sub })
  return { answer, session: answer.body, keys: await openedKey(answer, client) }
}

// --- Passkeys ---

export const RP = { rpId: "app.example.com", origin: "https://app.example.com" }

let challenges = 0
export const registrationChallenge = (): string => {
  challenges += 1
  return encodeBase64Url(encodeUtf8(`registration challenge ${challenges}`))
}

export const passkeyAddition = (
  accountId: string,
  authenticator: Authenticator,
  challenge = registrationChallenge(),
  nickname = "My phone"
) => {
  const { challenge: _, ...attestation } = authenticator.register({ challenge })
  return { type: "PASSKEY", accountId, nickname, challenge, attestation }
}

export const addPasskey = async (world: World, caller: Caller, accountId: string, keys: Keys, options = {}) => {
  const authenticator = makeAuthenticator({ ...RP, ...options })
  const body = passkeyAddition(accountId, authenticator)
  const added = await signed(world, caller, keys, { method: "POST", path: "/auth/credentials", body })
  return { added, authenticator, credentialId: String(added.body.id) }
}

/** A passkey login up to the assertion, without the verify call. */
export const pendingAssertion = async (
  world: World,
  caller: Caller,
  credentialId: string,
  authenticator: Authenticator,
  more: Partial<Parameters<Authenticator["assert"]>[0]> = {}
) => {
  const client = clientKey()
  const path = `/auth/credentials/${credentialId}`
  const challenge = await world.call(caller, "POST", `${path}/challenge`, { body: { clientPublicKey: client.hex } })
  const assertion = authenticator.assert({ challenge: challenge.body.challenge, ...more })
  const body = { type: "PASSKEY", assertion }
  const headers = { "request-id": String(challenge.body.requestId) }
  const verify = () => world.call(caller, "POST", `${path}/verify`, { body, headers })
  return { client, challenge, body, headers, verify, path: `${path}/verify` }
}

export const passkeySession = async (
  world: World,
  caller: Caller,
  credentialId: string,
  authenticator: Authenticator
) => {
  const { client, verify } = await pendingAssertion(world, caller, credentialId, authenticator)
  const answer = await verify()
  return { answer, session: answer.body, keys: await openedKey(answer, client) }
}
