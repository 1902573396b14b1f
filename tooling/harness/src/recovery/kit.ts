import { openWalletExport, parsePublicKey } from "@countersign/wire"
import { addOauth, clientKey, oauthSession, passkeyAddition, pendingAssertion, RP, signed } from "../fixtures.ts"
import { type Authenticator, makeAuthenticator } from "../passkeys/authenticator.ts"
import { type Caller, callers, type Keys, keyPair, retryHeaders, sealed, session, type World } from "../world.ts"

export const BECAUSE = { actor: "support-7", reason: "Lost every device, ticket 4711" }
export const ALL = { savedCodes: { enabled: true }, guardians: { enabled: true }, operators: { enabled: true } }
export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** Replaces the recovery section of the platform's settings. */
export const turnOn = async (
  world: World,
  recovery: object | null = ALL,
  { operator, platform }: { readonly operator: Caller; readonly platform: Caller } = SANDBOX
) => {
  const { body } = await world.call(platform, "GET", "/platform/settings")
  return world.call(operator, "PATCH", "/platform/settings", { body: { revision: body.revision, recovery } })
}
const SANDBOX = { operator: callers.chief, platform: callers.a }

/** A customer with a session, ten saved codes, and an OAUTH credential beside the EMAIL_OTP one. */
export const person = async (world: World, caller: Caller = callers.a) => {
  const customer = await world.customer(caller)
  const { keys } = await session(world, caller, customer.credentialId)
  const { credentialId: oauthId } = await addOauth(world, caller, customer.accountId, keys)
  const byOauth = await oauthSession(world, caller, oauthId)
  return { ...customer, keys, oauthId, byOauth }
}

export const codesOf = async (world: World, caller: Caller, accountId: string, keys: Keys) => {
  const client = clientKey()
  const body = { accountId, clientPublicKey: client.hex }
  const made = await signed(world, caller, keys, { method: "POST", path: "/auth/recovery-codes", body })
  if (made.status !== 200) return { made, codes: [] }
  const text = await openWalletExport({
    text: made.body.encryptedRecoveryCodes,
    trustedSigner: parsePublicKey(world.countersign.bundleSigner),
    organizationId: accountId,
    recipientPrivateKey: client.privateKey
  })
  return { made, codes: text.split("\n") }
}

export const startByCode = (world: World, caller: Caller, accountId: string) =>
  world.call(caller, "POST", "/auth/recoveries", { body: { accountId, method: "SAVED_CODE" } })

/** The first leg of a completion that binds a new passkey, and the call of the second. */
export const completing = async (
  world: World,
  caller: Caller,
  recovery: { readonly id: string; readonly accountId: string; readonly otpEncryptionTargetBundle: string },
  code: string,
  credential?: object
) => {
  const keys = keyPair()
  const authenticator = makeAuthenticator(RP)
  const body = {
    encryptedOtpBundle: await sealed(world, recovery.otpEncryptionTargetBundle, code, keys.publicKey),
    credential: credential ?? passkeyAddition(recovery.accountId, authenticator)
  }
  const path = `/auth/recoveries/${recovery.id}/complete`
  const first = await world.call(caller, "POST", path, { body })
  const second = (signer = keys) =>
    world.call(caller, "POST", path, { body, headers: retryHeaders(first.body, signer) })
  return { authenticator, first, second }
}

export const complete = async (...parameters: Parameters<typeof completing>) => {
  const { authenticator, first, second } = await completing(...parameters)
  return { authenticator, first, done: first.status === 202 ? await second() : first }
}

/** A guardian with its passkey, registered by a session of the wallet. */
export const guardianOf = async (world: World, caller: Caller, accountId: string, keys: Keys) => {
  const authenticator = makeAuthenticator(RP)
  const body = passkeyAddition(accountId, authenticator)
  const added = await signed(world, caller, keys, { method: "POST", path: "/auth/guardians", body })
  return { added, authenticator, guardianId: String(added.body.id) }
}

/** The call of a guardian that starts a recovery, with the assertion over its challenge. */
export const guardianStart = async (world: World, caller: Caller, guardianId: string, authenticator: Authenticator) => {
  const path = `/auth/guardians/${guardianId}`
  const challenge = await world.call(caller, "POST", `${path}/challenge`)
  const body = { assertion: authenticator.assert({ challenge: challenge.body.challenge }) }
  const headers = { "request-id": String(challenge.body.requestId) }
  const start = () => world.call(caller, "POST", `${path}/start-recovery`, { body, headers })
  return { challenge, body, headers, start }
}

export const operatorStart = (world: World, accountId: string, caller: Caller = callers.support) =>
  world.call(caller, "POST", `/operator/accounts/${accountId}/start-recovery`, { body: BECAUSE })

/** Mails the code of a ready recovery. */
export const challenged = (world: World, caller: Caller, id: string) =>
  world.call(caller, "POST", `/auth/recoveries/${id}/challenge`)

export const passkeyLogin = async (world: World, caller: Caller, credentialId: string, authenticator: Authenticator) =>
  (await pendingAssertion(world, caller, credentialId, authenticator)).verify()
