import { Option, Result, Schema } from "effect"
import type { Millis } from "../../model/Environment.ts"
import type { CredentialId, RequestId } from "../../model/ids.ts"
import type { AssertionEvidence } from "../../ports/Passkeys.ts"
import type { Call } from "../../steps/Leg.ts"
import { pendingRequest, requestLimits } from "../../steps/pendingRequest.ts"
import { before, insert, type Limited, type Plan, replace } from "../../store/plans.ts"
import type { Stored } from "../../store/records.ts"
import type { RequestForAnotherCall } from "../signed-requests/rules/refusals.ts"
import * as SignedRequest from "../signed-requests/rules/SignedRequest.ts"
import type { Credential } from "./rules/Credential.ts"

const Intent = Schema.Struct({ clientPublicKey: Schema.String })
const readIntent = Schema.decodeUnknownOption(Intent)

/** The call that completes a passkey login. Its body is the assertion itself, so only the payload binds it. */
const loginCall = (credentialId: CredentialId): SignedRequest.Call => ({
  operation: "LoginWithPasskey",
  method: "POST",
  path: `/auth/credentials/${credentialId}/verify`,
  bodyDigest: ""
})

/**
 * Starts a passkey login. The challenge is the session-creation payload, which contains the client key, so the
 * assertion signs it.
 */
export const beginPasskeyLogin = (
  { accountId, credentialId, type }: Credential,
  clientPublicKey: string,
  requestId: RequestId,
  { at, environment, here, policy }: Omit<Call<unknown>, "command">
): { readonly request: SignedRequest.Pending; readonly plan: Plan & Limited } => {
  const request = pendingRequest({
    requestId,
    environment: here,
    call: loginCall(credentialId),
    accountId,
    credentialType: type,
    signer: { _tag: "Passkey", credentialId },
    activity: {
      type: "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2",
      parameters: { targetPublicKey: clientPublicKey }
    },
    intent: { clientPublicKey },
    at,
    expiresAt: at + policy.signedRequestLifetime
  })
  const plan: Plan & Limited = {
    changes: [insert(SignedRequest.signedRequests, environment, request, at)],
    limits: requestLimits(policy, environment, "LoginWithPasskey", accountId)
  }
  return { request, plan }
}

export interface AwaitedLogin {
  readonly awaited: { readonly payload: string; readonly clientPublicKey: string }
  readonly request: SignedRequest.Pending
  /** Consumes the login: each assertion is accepted once. */
  readonly consume: (evidence: AssertionEvidence) => Result.Result<Plan, RequestForAnotherCall>
}

/** The login that a verify call names, if it is still pending for this credential. */
export const awaitedLogin = (
  credentialId: CredentialId,
  requestId: RequestId | undefined,
  request: Stored<SignedRequest.SignedRequest> | undefined,
  at: Millis
): Result.Result<AwaitedLogin | undefined, SignedRequest.NotAdmitted> => {
  if (requestId === undefined) return Result.succeed(undefined)
  return Result.map(SignedRequest.admit(request?.value, loginCall(credentialId), at), (pending) => ({
    awaited: { payload: pending.payload, clientPublicKey: clientKeyOf(pending) },
    request: pending,
    consume: (evidence) =>
      Result.map(SignedRequest.consumeAsserted(pending, evidence, at), (consumed) => ({
        changes: request === undefined ? [] : [replace(request, consumed, at)],
        guards: [before(pending.expiresAt)]
      }))
  }))
}

const clientKeyOf = ({ intent }: SignedRequest.Pending): string =>
  Option.match(readIntent(intent), { onNone: () => "", onSome: ({ clientPublicKey }) => clientPublicKey })
