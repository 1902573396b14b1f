import { addOauth, addPasskey, clientKey, oauthAddition, oauthSession, passkeyAddition, RP } from "./fixtures.ts"
import { makeAuthenticator } from "./passkeys/authenticator.ts"
import { ALL, codesOf, guardianOf, startByCode } from "./recovery/kit.ts"
import { answerTo, type Caller, type Keys, keyPair, type LocalWorld, session, type World } from "./world.ts"

/** One signed call on one wallet, and the key that may sign it. */
export interface SignedCall {
  readonly name: (typeof SIGNED)[number]
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly keys: Keys
}

/** The names of the calls, in the order of {@link signedCallsOf}. */
export const SIGNED = [
  ...(["add OAUTH", "add PASSKEY", "revoke credential", "revoke session", "refresh", "verify EMAIL_OTP"] as const),
  ...(["change e-mail", "export", "privacy", "delete customer", "rename", "make saved codes"] as const),
  ...(["add guardian", "remove guardian", "cancel recovery"] as const)
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
  const call = (name: SignedCall["name"], method: string, path: string, body?: object, by = keys): SignedCall => {
    return { name, method, path, keys: by, ...(body && { body }) }
  }
  const forClient = () => ({ clientPublicKey: clientKey().hex })
  const [credentials, wallet] = ["/auth/credentials", `/internal-accounts/${accountId}`]
  return [
    call("add OAUTH", "POST", credentials, oauthAddition(of, accountId, "another")),
    call("add PASSKEY", "POST", credentials, passkeyAddition(accountId, makeAuthenticator(RP))),
    call("revoke credential", "DELETE", `${credentials}/${oauth.credentialId}`),
    call("revoke session", "DELETE", `/auth/sessions/${other.session.id}`),
    call("refresh", "POST", `/auth/sessions/${opened.id}/refresh`, forClient()),
    call("verify EMAIL_OTP", "POST", `${credentials}/${credentialId}/verify`, login.body, loginKeys),
    call("change e-mail", "PATCH", `/customers/${customerId}`, { email: "new@example.com" }),
    call("export", "POST", `${wallet}/export`, forClient()),
    call("privacy", "PATCH", wallet, { privateEnabled: true }),
    call("delete customer", "DELETE", `/customers/${customerId}`),
    call("rename", "PATCH", `${credentials}/${passkey.credentialId}`, { nickname: "Work phone" }),
    call("make saved codes", "POST", "/auth/recovery-codes", { accountId, ...forClient() }),
    call("add guardian", "POST", "/auth/guardians", passkeyAddition(accountId, makeAuthenticator(RP))),
    call("remove guardian", "DELETE", `/auth/guardians/${guardianId}`),
    call("cancel recovery", "DELETE", `/auth/recoveries/${recovery.id}`)
  ]
}
