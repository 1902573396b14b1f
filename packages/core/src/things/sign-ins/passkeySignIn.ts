import { passkeyChallenge } from "@countersign/wire"
import { Effect, Result } from "effect"
import { type EnvironmentKey, environmentKey, type Millis } from "../../model/Environment.ts"
import type { CustomerId, RequestId } from "../../model/ids.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import type { PasskeyAssertion } from "../../ports/Passkeys.ts"
import { freshId } from "../../ports/Secrets.ts"
import { Vault } from "../../ports/Vault.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { byUnique, loadOne } from "../../store/records.ts"
import { requireEnabled } from "../access/rules/evaluate.ts"
import { visitorLoginId, visitorPayload } from "../credentials/passkeyLogin.ts"
import * as Credential from "../credentials/rules/Credential.ts"
import { identityOf } from "../credentials/rules/Passkey.ts"
import { verify } from "../credentials/verify.ts"
import type { OpenedSession } from "../sessions/open.ts"
import type { ClientInfo } from "../sessions/rules/SessionClient.ts"
import { accessOf, settingsRef } from "../settings/rules/PlatformSettings.ts"
import { ID_KEYS, issuedAt } from "../signed-requests/rules/unstored.ts"

/** A challenge for any passkey of the environment. The id is bound to it and to the client key. */
export interface AwaitedPasskey {
  readonly requestId: RequestId
  readonly challenge: string
  readonly expiresAt: Millis
}

/** Starts the sign-in of a visitor by a passkey of a wallet that is not known yet. Stores nothing. */
export const startPasskeySignIn = operation((_: { readonly clientPublicKey: string }, environment: EnvironmentKey) => ({
  settings: settingsRef(environment)
}))
  .check(function challengeable({ environment, found: { settings } }) {
    return Result.map(requireEnabled(accessOf(settings), "PASSKEY"), () => ({ inputs: { environment } }))
  })
  .prepare(
    Effect.fnUntraced(function* drawId({ checked: { inputs } }) {
      const [key] = yield* (yield* Vault).digests(inputs.environment, ID_KEYS)
      return { drawn: yield* freshId("Request"), key }
    })
  )
  .decide(function challenge({ command: { clientPublicKey }, here, policy, prepared: { drawn, key } }) {
    const requestId = visitorLoginId(drawn, key, { clientPublicKey, policy })
    const payload = visitorPayload(requestId, { clientPublicKey, here, policy })
    const expiresAt = issuedAt(requestId) + policy.signedRequestLifetime
    const decision: Decision<AwaitedPasskey> = {
      changes: [],
      reply: { requestId, challenge: passkeyChallenge(payload).challenge, expiresAt }
    }
    return Result.succeed(decision)
  })

export interface PasskeySignInCommand {
  readonly clientPublicKey: string
  readonly assertion: PasskeyAssertion
  readonly requestId: RequestId | undefined
  /** The device, as the host passes it. Stored if the policy retains it. */
  readonly client?: ClientInfo | undefined
}

/** The session of a visitor, and whose wallet it is. */
export interface PasskeySignIn extends Omit<OpenedSession, "customerId"> {
  readonly customerId: CustomerId
}

/** Opens the session of the wallet whose passkey has signed the challenge. */
export const openPasskeySignIn = Effect.fnUntraced(function* ({
  assertion,
  client,
  clientPublicKey,
  requestId
}: PasskeySignInCommand) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const identity = identityOf(assertion.credentialId)
  const credential = yield* loadOne(byUnique(Credential.credentials, environment, "identity", [identity]))
  if (credential === undefined) return yield* new Credential.CredentialNotFound()
  const { credentialId } = credential.value
  const visitor = { clientPublicKey, keys: yield* (yield* Vault).digests(environment, ID_KEYS) }
  const { userHandle = null, ...signed } = assertion
  const submission = { type: "PASSKEY", assertion: { ...signed, userHandle } } as const
  const outcome = yield* verify({ credentialId, submission, client, awaited: requestId, visitor }, {})
  if (outcome._tag === "Challenge") throw new Error("openPasskeySignIn: an assertion needs no other signature")
  const { customerId, ...opened } = outcome.reply
  if (customerId === undefined || customerId === null) throw new Error("openPasskeySignIn: the wallet has no customer")
  const signIn: PasskeySignIn = { ...opened, customerId }
  return signIn
})
