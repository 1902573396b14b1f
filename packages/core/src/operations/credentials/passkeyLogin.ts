import { Effect, Option, Result, Schema } from "effect"
import type { Credential } from "../../credentials/Credential.ts"
import type { CredentialId, RequestId } from "../../model/ids.ts"
import { Policy } from "../../model/Policy.ts"
import type { Millis } from "../../model/time.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { before, byId, type Plan, replace, type Stored } from "../../ports/records.ts"
import { freshId } from "../../ports/Secrets.ts"
import type { RequestForAnotherCall } from "../../signed-requests/refusals.ts"
import * as SignedRequest from "../../signed-requests/SignedRequest.ts"
import { Signer } from "../../signed-requests/Signer.ts"
import { pendingRequest, spendRequest } from "../signed-requests/pendingRequest.ts"
import type { FirstLeg } from "../signed-requests/SignedOperation.ts"

const Intent = Schema.Struct({ clientPublicKey: Schema.String })
const readIntent = Schema.decodeUnknownOption(Intent)

/** The call that finishes a passkey login. Its body is the assertion, which only the payload can bind. */
const loginCall = (credentialId: CredentialId): SignedRequest.Call => ({
  operation: "LoginWithPasskey",
  method: "POST",
  path: `/auth/credentials/${credentialId}/verify`,
  bodyDigest: ""
})

/** The login a challenge begins: the session-creation payload, with the client key in it, is what gets asserted. */
export const beginPasskeyLogin = Effect.fnUntraced(function* (
  credential: Stored<Credential>,
  clientPublicKey: string,
  at: Millis
) {
  const { accountId, credentialId, type } = credential.value
  yield* spendRequest(credential.environment, "LoginWithPasskey", accountId)
  return pendingRequest({
    requestId: yield* freshId("Request"),
    environment: yield* CurrentEnvironment,
    call: loginCall(credentialId),
    accountId,
    credentialType: type,
    signer: Signer.cases.Passkey.make({ credentialId }),
    activity: {
      type: "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2",
      parameters: { targetPublicKey: clientPublicKey }
    },
    intent: { clientPublicKey },
    at,
    expiresAt: at + (yield* Policy).signedRequestLifetime
  })
})

export interface AwaitedLogin {
  readonly awaited: { readonly payload: string; readonly clientPublicKey: string }
  readonly request: SignedRequest.Pending
  /** Spends it: an assertion is taken once. */
  readonly plan: Plan
}

/** The login that a verify call names, if it names one, and that one still waits for this credential. */
export const awaitedLogin = (
  { at, command, environment, found }: FirstLeg<{ readonly credentialId: CredentialId }>,
  requestId: RequestId | undefined
): Result.Result<AwaitedLogin | undefined, SignedRequest.NotAdmitted | RequestForAnotherCall> => {
  if (requestId === undefined) return Result.succeed(undefined)
  const request = found.one(byId(SignedRequest.signedRequests, environment, requestId))
  return Result.flatMap(SignedRequest.admit(request?.value, loginCall(command.credentialId), at), (pending) =>
    Result.map(SignedRequest.consumeAsserted(pending, at), (consumed) => ({
      awaited: { payload: pending.payload, clientPublicKey: clientKeyOf(pending) },
      request: pending,
      plan: {
        changes: request === undefined ? [] : [replace(request, consumed, at)],
        guards: [before(pending.expiresAt)]
      }
    }))
  )
}

const clientKeyOf = ({ intent }: SignedRequest.Pending): string =>
  Option.match(readIntent(intent), { onNone: () => "", onSome: ({ clientPublicKey }) => clientPublicKey })
