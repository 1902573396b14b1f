import { addOauth, addPasskey, clientKey, oauthAddition, oauthSession, passkeyAddition, RP } from "./fixtures.ts"
import { makeAuthenticator } from "./passkeys/authenticator.ts"
import { ALL, codesOf, guardianOf, startByCode } from "./recovery/kit.ts"
import { answerTo, type Caller, type Keys, keyPair, type LocalWorld, session, type World } from "./world.ts"

/** One signed call on one wallet, and the key that may sign it. */
export interface SignedCall {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly keys: Keys
}

/** The names of the calls, in the order of {@link signedCallsOf}. */
export const SIGNED = [
  "add OAUTH",
  "add PASSKEY",
  "revoke credential",
  "revoke session",
  "refresh",
  "verify EMAIL_OTP",
  "change e-mail",
  "export",
  "privacy",
  "delete customer",
  "rename",
  "make saved codes",
  "add guardian",
  "remove guardian",
  "cancel recovery"
] as const

/** Turns recovery on for both platforms of the sandbox. */
export const recoverable = async ({ countersign }: LocalWorld) => {
  for (const platformId of ["alpha", "beta"]) {
    await countersign.api.in({ platformId, mode: "sandbox" }).settings.update({ revision: 0, recovery: ALL })
  }
}

/** A wallet with three credentials, a guardian, saved codes, a recovery by one, and every operation with a signed retry, each on fresh records. */
export const signedCallsOf = async (of: World, caller: Caller): Promise<ReadonlyArray<SignedCall>> => {
  const { accountId, credentialId, customerId } = await of.customer(caller)
  const { keys, session: opened } = await session(of, caller, credentialId)
  const oauth = await addOauth(of, caller, accountId, keys)
  const other = await oauthSession(of, caller, oauth.credentialId)
  const passkey = await addPasskey(of, caller, accountId, keys)
  const { guardianId } = await guardianOf(of, caller, accountId, keys)
  await codesOf(of, caller, accountId, keys)
  const { body: recovery } = await startByCode(of, caller, accountId)
  const loginKeys = keyPair()
  const login = await answerTo(of, caller, credentialId, "000000", loginKeys)
  return [
    {
      name: "add OAUTH",
      method: "POST",
      path: "/auth/credentials",
      body: oauthAddition(of, accountId, "another"),
      keys
    },
    {
      name: "add PASSKEY",
      method: "POST",
      path: "/auth/credentials",
      body: passkeyAddition(accountId, makeAuthenticator(RP)),
      keys
    },
    { name: "revoke credential", method: "DELETE", path: `/auth/credentials/${oauth.credentialId}`, keys },
    { name: "revoke session", method: "DELETE", path: `/auth/sessions/${other.session.id}`, keys },
    {
      name: "refresh",
      method: "POST",
      path: `/auth/sessions/${opened.id}/refresh`,
      body: { clientPublicKey: clientKey().hex },
      keys
    },
    {
      name: "verify EMAIL_OTP",
      method: "POST",
      path: `/auth/credentials/${credentialId}/verify`,
      body: login.body,
      keys: loginKeys
    },
    {
      name: "change e-mail",
      method: "PATCH",
      path: `/customers/${customerId}`,
      body: { email: "new@example.com" },
      keys
    },
    {
      name: "export",
      method: "POST",
      path: `/internal-accounts/${accountId}/export`,
      body: { clientPublicKey: clientKey().hex },
      keys
    },
    { name: "privacy", method: "PATCH", path: `/internal-accounts/${accountId}`, body: { privateEnabled: true }, keys },
    { name: "delete customer", method: "DELETE", path: `/customers/${customerId}`, keys },
    {
      name: "rename",
      method: "PATCH",
      path: `/auth/credentials/${passkey.credentialId}`,
      body: { nickname: "Work phone" },
      keys
    },
    {
      name: "make saved codes",
      method: "POST",
      path: "/auth/recovery-codes",
      body: { accountId, clientPublicKey: clientKey().hex },
      keys
    },
    {
      name: "add guardian",
      method: "POST",
      path: "/auth/guardians",
      body: passkeyAddition(accountId, makeAuthenticator(RP)),
      keys
    },
    { name: "remove guardian", method: "DELETE", path: `/auth/guardians/${guardianId}`, keys },
    { name: "cancel recovery", method: "DELETE", path: `/auth/recoveries/${recovery.id}`, keys }
  ]
}
