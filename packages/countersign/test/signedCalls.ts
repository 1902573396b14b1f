import { addOauth, clientKey, oauthAddition, oauthSession, passkeyAddition, RP } from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { answerTo, type Caller, type Keys, keyPair, session, type World } from "@countersign/harness/world"

/** One signed call on one wallet, and the key that may sign it. */
export interface SignedCall {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly keys: Keys
}

/** The ten calls, in the order of {@link signedCallsOf}. */
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
  "delete customer"
] as const

/** A wallet with two credentials, and every operation with a signed retry, each on fresh records. */
export const signedCallsOf = async (of: World, caller: Caller): Promise<ReadonlyArray<SignedCall>> => {
  const { accountId, credentialId, customerId } = await of.customer(caller)
  const { keys, session: opened } = await session(of, caller, credentialId)
  const oauth = await addOauth(of, caller, accountId, keys)
  const other = await oauthSession(of, caller, oauth.credentialId)
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
    { name: "delete customer", method: "DELETE", path: `/customers/${customerId}`, keys }
  ]
}
