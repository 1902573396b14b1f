import { Effect, Schema } from "@countersign/core/effect"
import { HttpApiSchema } from "@countersign/core/effect/http-api"
import * as core from "@countersign/core/internal"
import { get, post, remove } from "../endpoint.ts"
import { optional, Timestamp } from "../fields.ts"
import { ofRequest, requestIdHeader, requestIdOf, retry, signed } from "../signedEndpoint.ts"
import { ofStart, RecoveryBody, recovers, recoveryBody } from "./recoveries.ts"

const fields = {
  id: core.GuardianId,
  accountId: core.AccountId,
  nickname: Schema.String,
  credentialId: Schema.String.annotate({ description: "Of the passkey, for the browser's `allowCredentials`" }),
  createdAt: Timestamp,
  usableFrom: optional(Timestamp, "From then on it can start a recovery. Absent if it always could")
}

const GuardianBody = Schema.Struct(fields).annotate({
  identifier: "Guardian",
  description: "A passkey of another person, or of the platform, that can start a recovery of a wallet"
})

const guardianBody = ({ guardianId: id, material, voucher, ...guardian }: core.Guardian) => ({
  ...guardian,
  id,
  credentialId: material.credentialId,
  // At the time of its creation in the sandbox, where nothing waits.
  ...(voucher === undefined || voucher.until <= guardian.createdAt ? {} : { usableFrom: voucher.until })
})

const GuardianChallengeBody = Schema.Struct({
  ...fields,
  challenge: Schema.String.annotate({ description: "Base64url" }),
  requestId: core.RequestId.annotate({ description: "Identifies the challenge in the call that starts the recovery" }),
  expiresAt: Timestamp
}).annotate({ identifier: "GuardianChallenge", description: "The options of a guardian's assertion in the browser" })

const params = { id: core.GuardianId }
const { PASSKEY } = core.kinds

export const addGuardian = post("addGuardian", "/auth/guardians", {
  ofUser: "accountId",
  summary: "Register a guardian of a wallet",
  description:
    "Signed retry by a session of the account. The body registers a passkey of another person, as POST /auth/credentials does. A guardian can only start a recovery.",
  payload: PASSKEY.addition,
  ...retry(GuardianBody.pipe(HttpApiSchema.status(201)), [
    "AccountNotFound",
    "CredentialNotFound",
    "GuardianExists",
    "PasskeyMalformed",
    "PasskeyRefused",
    "RecoveryDisabled",
    "TooManyGuardians"
  ]),
  handle: ({ headers, payload, sent }) =>
    signed(core.addGuardian, headers, { accountId: payload.accountId, addition: payload, body: sent }, guardianBody)
})

export const listGuardians = get("listGuardians", "/auth/guardians", {
  ofUser: "accountId",
  summary: "List the guardians of a wallet",
  query: { accountId: core.AccountId },
  success: Schema.Struct({ data: Schema.Array(GuardianBody) }),
  handle: ({ query }) => Effect.map(core.listGuardians(query.accountId), (all) => ({ data: all.map(guardianBody) }))
})

export const removeGuardian = remove("removeGuardian", "/auth/guardians/:id", {
  ofUser: "id",
  summary: "Remove a guardian",
  description: "Signed retry by a session of the account.",
  params,
  ...retry(HttpApiSchema.NoContent, ["AccountNotFound", "CredentialNotFound", "GuardianNotFound"]),
  handle: ({ headers, params: { id } }) => signed(core.removeGuardian, headers, { guardianId: id }, () => undefined)
})

export const challengeGuardian = post("challengeGuardian", "/auth/guardians/:id/challenge", {
  ofUser: "id",
  summary: "Create a challenge for a guardian's passkey",
  description: "The guardian's assertion over it starts a recovery of this wallet, and does nothing else.",
  tokenAlone: recovers,
  params,
  success: GuardianChallengeBody,
  refusals: ["GuardianNotFound", "RecoveryDisabled", "RecoveryUnconfirmed"],
  handle: ({ params: { id } }) =>
    Effect.map(core.challengeGuardian(id), ({ challenge, guardian, request: { expiresAt, requestId } }) => ({
      ...guardianBody(guardian),
      challenge,
      requestId,
      expiresAt
    }))
})

export const guardianStartRecovery = post("guardianStartRecovery", "/auth/guardians/:id/start-recovery", {
  ofUser: "id",
  summary: "Start a recovery with a guardian's passkey",
  description:
    "Send the Request-Id of the challenge. The wallet is held, and every known address gets a notice with a token that cancels the recovery.",
  tokenAlone: recovers,
  params,
  headers: requestIdHeader,
  payload: Schema.Struct({ assertion: core.PasskeyAssertionBody }),
  success: RecoveryBody.pipe(HttpApiSchema.status(201)),
  refusals: [...ofStart, ...ofRequest, "GuardianNotFound", "PasskeyMalformed", "PasskeyRefused"],
  handle: ({ headers, params: { id }, payload: { assertion } }) =>
    Effect.map(
      core.guardianStartRecovery({ guardianId: id, requestId: requestIdOf(headers["request-id"]), assertion }),
      recoveryBody
    )
})
