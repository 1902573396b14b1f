import { type Activity, activity, canonicalJson, encodeHex, encodeUtf8, passkeyChallenge } from "@countersign/wire"
import { Result } from "effect"
import type { Bucket } from "../model/Bucket.ts"
import type { EnvironmentKey } from "../model/Environment.ts"
import type { AccountId } from "../model/ids.ts"
import type { PolicyValues } from "../model/Policy.ts"
import type { AssertionEvidence } from "../ports/Passkeys.ts"
import type { Json } from "../store/Collection.ts"
import { before, insert, put } from "../store/plans.ts"
import type { Stored } from "../store/records.ts"
import * as SignedRequest from "../things/signed-requests/rules/SignedRequest.ts"
import type { Call } from "./Leg.ts"
import type { FirstLeg } from "./SignedOperation.ts"

interface Asked extends Pick<SignedRequest.Pending, "accountId" | "call" | "credentialType" | "intent" | "signer"> {
  readonly activity: Activity
}

type Terms = Pick<Call<unknown> & FirstLeg, "at" | "expiresAt" | "here" | "requestId">

/** A pending signed request. The payload that the user signs contains everything the retry is bound to. */
export const pendingRequest = (
  { accountId, activity: asked, call, credentialType, intent, signer }: Asked,
  { at, expiresAt, here, requestId }: Terms
): SignedRequest.Pending =>
  SignedRequest.issue({
    requestId,
    accountId,
    credentialType,
    call,
    signer,
    intent,
    payload: payloadToSign({ organizationId: accountId, activity: asked, call }, { at, expiresAt, here, requestId }),
    createdAt: at,
    expiresAt,
    failedStamps: 0
  })

/** The text to sign. `organizationId` is the account, or the platform where the account is not known yet. */
export const payloadToSign = (
  { activity: asked, call, organizationId }: Pick<Asked, "activity" | "call"> & { readonly organizationId: string },
  { at, expiresAt, here, requestId }: Terms
): string =>
  activity({
    organizationId,
    timestampMs: at,
    activity: asked,
    // In the order in which the payload has them.
    context: {
      bodyDigest: call.bodyDigest,
      expiresAt: String(expiresAt),
      method: call.method,
      mode: here.mode,
      operation: call.operation,
      path: call.path,
      platformId: here.platformId,
      requestId
    }
  })

/**
 * The rate limits of signed requests. A pending request may be a stored record, so their number per account and
 * operation is bounded, and a flood of one operation does not block the owner's other operations (R12). If the host
 * names the caller, each caller has a bucket for the account and one for all accounts, and cannot use up the bucket of
 * another caller (FA9).
 */
export const requestLimits = (
  { requestsPerAccount }: PolicyValues,
  environment: EnvironmentKey,
  operation: string,
  accountId: AccountId,
  caller?: string
): ReadonlyArray<Bucket> => {
  const terms = { environment, ...requestsPerAccount, consistency: "eventual" } as const
  const key = `${operation} ${accountId}`
  if (caller === undefined) return [{ ...terms, key }]
  return [
    { ...terms, key: `${key} by ${caller}` },
    { ...terms, key: `${operation} by ${caller}` }
  ]
}

/**
 * Starts an assertion. Its challenge is the payload of a request, so the authenticator signs that. `limited`: what is
 * limited by account.
 */
export const awaitedAssertion = (
  { requestId, ...asked }: Asked & Pick<FirstLeg, "requestId">,
  limited: string,
  { at, environment, here, policy }: Omit<Call<unknown>, "command">
) => {
  const request = pendingRequest(asked, { at, here, requestId, expiresAt: at + policy.signedRequestLifetime })
  const plan = {
    changes: [insert(SignedRequest.signedRequests, environment, request, at)],
    limits: requestLimits(policy, environment, limited, asked.accountId)
  }
  return { request, challenge: passkeyChallenge(request.payload).challenge, plan }
}

/** Consumes the request that an assertion signed: each assertion is accepted once. */
export const assertedPlan = (
  request: Stored<SignedRequest.SignedRequest> | undefined,
  pending: SignedRequest.Pending,
  evidence: AssertionEvidence,
  { at, environment }: Pick<Call<unknown>, "at" | "environment">
) =>
  Result.map(SignedRequest.consumeAsserted(pending, evidence, at), (consumed) => ({
    changes: [put(SignedRequest.signedRequests, environment, request, consumed, at)],
    guards: [before(pending.expiresAt)]
  }))

/** The activity for operations without an activity of their own: the user signs the raw bytes. */
export const rawPayload = (accountId: AccountId, requested: Json): Activity => ({
  type: "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2",
  parameters: {
    encoding: "PAYLOAD_ENCODING_HEXADECIMAL",
    hashFunction: "HASH_FUNCTION_NO_OP",
    payload: encodeHex(encodeUtf8(canonicalJson(requested))),
    signWith: accountId
  }
})
