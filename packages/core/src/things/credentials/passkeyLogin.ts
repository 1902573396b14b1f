import { Option, Result, Schema } from "effect"
import type { Environment } from "../../model/Environment.ts"
import type { CredentialId, RequestId } from "../../model/ids.ts"
import type { PolicyValues } from "../../model/Policy.ts"
import type { Call } from "../../steps/Leg.ts"
import { awaitedAssertion, payloadToSign } from "../../steps/pendingRequest.ts"
import type { Stored } from "../../store/records.ts"
import { RequestBodyDiffers } from "../signed-requests/rules/refusals.ts"
import * as SignedRequest from "../signed-requests/rules/SignedRequest.ts"
import { admitUnstored, type Bound, boundId, issuedAt } from "../signed-requests/rules/unstored.ts"
import type { Credential } from "./rules/Credential.ts"

const Intent = Schema.Struct({ clientPublicKey: Schema.String })
const readIntent = Schema.decodeUnknownOption(Intent)

/** The call that completes a passkey login. Its body is the assertion itself, so only the payload binds it. */
const loginCall = (path: string): SignedRequest.Call => ({
  operation: "LoginWithPasskey",
  method: "POST",
  path,
  bodyDigest: ""
})
const ofCredential = (credentialId: CredentialId) => loginCall(`/auth/credentials/${credentialId}/verify`)
const OF_VISITOR = loginCall("/auth/sign-ins/passkey/verify")

const activityFor = (clientPublicKey: string) => ({
  type: "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2" as const,
  parameters: { targetPublicKey: clientPublicKey }
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
  const call = ofCredential(credentialId)
  const terms = {
    requestId,
    call,
    accountId,
    credentialType: type,
    signer: { _tag: "Passkey", credentialId },
    activity: activityFor(clientPublicKey),
    intent: { clientPublicKey }
  } as const
  return awaitedAssertion(terms, call.operation, leg)
}

interface VisitorTerms {
  readonly clientPublicKey: string
  readonly policy: Pick<PolicyValues, "signedRequestLifetime">
}

/** The terms that the id of a visitor's login is bound to. Its wallet is not known yet. */
const boundTo = ({ clientPublicKey, policy }: VisitorTerms): Bound => ({
  lifetime: policy.signedRequestLifetime,
  call: OF_VISITOR,
  account: undefined,
  intent: { clientPublicKey }
})

/** The id of a login that any passkey of the environment may complete, and that is not stored before. */
export const visitorLoginId = (drawn: RequestId, key: string, terms: VisitorTerms): RequestId =>
  boundId(drawn, key, boundTo(terms))

/** The payload of such a login. It names the platform in place of the account. */
export const visitorPayload = (
  requestId: RequestId,
  { clientPublicKey, here, policy }: VisitorTerms & { readonly here: Environment }
): string => {
  const at = issuedAt(requestId)
  return payloadToSign(
    { organizationId: here.platformId, activity: activityFor(clientPublicKey), call: OF_VISITOR },
    { at, expiresAt: at + policy.signedRequestLifetime, here, requestId }
  )
}

/** A visitor, whose challenge named no credential. */
export interface ChallengedVisitor {
  /** The key that the challenge was drawn for. */
  readonly clientPublicKey: string
  /** The keys of ids that are not stored. */
  readonly keys: ReadonlyArray<string>
}

interface Named {
  readonly awaited: RequestId | undefined
  readonly visitor?: ChallengedVisitor
}

/** The login that a verify call names, if it is still pending for this credential, or for any. */
export const awaitedLogin = (
  credential: Credential,
  { awaited, visitor }: Named,
  request: Stored<SignedRequest.SignedRequest> | undefined,
  leg: Omit<Call<unknown>, "command">
) => {
  if (awaited === undefined) return Result.succeed(undefined)
  const call = visitor === undefined ? ofCredential(credential.credentialId) : OF_VISITOR
  const admitted =
    visitor === undefined || request !== undefined
      ? SignedRequest.admit(request?.value, call, leg.at)
      : admitVisitor(credential, awaited, { ...leg, ...visitor })
  return Result.map(admitted, (pending) => ({
    awaited: { payload: pending.payload, clientPublicKey: clientKeyOf(pending) },
    pending,
    request
  }))
}

/** The login of a visitor, for the credential that answered its challenge. */
const admitVisitor = (
  { accountId, credentialId, type }: Credential,
  requestId: RequestId,
  terms: ChallengedVisitor & Pick<Call<unknown>, "at" | "here" | "policy">
) =>
  Result.flatMap(admitUnstored(requestId, terms.keys, boundTo(terms), terms.at), (isOfKey) => {
    if (!isOfKey) return Result.fail(new RequestBodyDiffers())
    const at = issuedAt(requestId)
    return Result.succeed(
      SignedRequest.issue({
        requestId,
        accountId,
        credentialType: type,
        call: OF_VISITOR,
        signer: { _tag: "Passkey", credentialId },
        intent: { clientPublicKey: terms.clientPublicKey },
        payload: visitorPayload(requestId, terms),
        createdAt: at,
        expiresAt: at + terms.policy.signedRequestLifetime,
        failedStamps: 0
      })
    )
  })

/** `undefined` for a call that names none. */
export type AwaitedLogin = Result.Result.Success<ReturnType<typeof awaitedLogin>>

const clientKeyOf = ({ intent }: SignedRequest.Pending): string =>
  Option.match(readIntent(intent), { onNone: () => "", onSome: ({ clientPublicKey }) => clientPublicKey })
