import { Option, Result, Schema } from "effect"
import type { Millis } from "../../model/Environment.ts"
import type { CredentialId, RequestId } from "../../model/ids.ts"
import type { Call } from "../../steps/Leg.ts"
import { awaitedAssertion } from "../../steps/pendingRequest.ts"
import type { Stored } from "../../store/records.ts"
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
  leg: Omit<Call<unknown>, "command">
) => {
  const call = loginCall(credentialId)
  const terms = {
    requestId,
    call,
    accountId,
    credentialType: type,
    signer: { _tag: "Passkey", credentialId },
    activity: {
      type: "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2",
      parameters: { targetPublicKey: clientPublicKey }
    },
    intent: { clientPublicKey }
  } as const
  return awaitedAssertion(terms, call.operation, leg)
}

/** The login that a verify call names, if it is still pending for this credential. */
export const awaitedLogin = (
  credentialId: CredentialId,
  requestId: RequestId | undefined,
  request: Stored<SignedRequest.SignedRequest> | undefined,
  at: Millis
) =>
  requestId === undefined
    ? Result.succeed(undefined)
    : Result.map(SignedRequest.admit(request?.value, loginCall(credentialId), at), (pending) => ({
        awaited: { payload: pending.payload, clientPublicKey: clientKeyOf(pending) },
        pending,
        request
      }))

/** `undefined` for a call that names none. */
export type AwaitedLogin = Result.Result.Success<ReturnType<typeof awaitedLogin>>

const clientKeyOf = ({ intent }: SignedRequest.Pending): string =>
  Option.match(readIntent(intent), { onNone: () => "", onSome: ({ clientPublicKey }) => clientPublicKey })
