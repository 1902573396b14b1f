import { Effect, Result, Schema } from "effect"
import { type Credential, credentials } from "../credentials/Credential.ts"
import type { OtpSuperseded } from "../credentials/kinds/email-otp/refusals.ts"
import { kinds } from "../credentials/kinds/index.ts"
import { CredentialNotFound, CredentialTypeDiffers } from "../credentials/refusals.ts"
import { type CredentialId, PublicKey, SessionId } from "../model/ids.ts"
import { Policy } from "../model/Policy.ts"
import { Millis } from "../model/time.ts"
import { byId, insert, replace } from "../ports/records.ts"
import { freshId } from "../ports/Secrets.ts"
import * as Session from "../sessions/Session.ts"
import { Signer } from "../signed-requests/Signer.ts"
import { type Finished, type FirstLeg, signedRetry } from "./signedRetry.ts"

export interface VerifyCommand {
  readonly credentialId: CredentialId
  readonly submission: {
    readonly type: "EMAIL_OTP"
    readonly encryptedOtpBundle: string
  }
}

/**
 * Proves identity with a credential and opens a session. The key sealed with the code signs the retry, and is the
 * session's key from then on: the service never holds its private half.
 */
export const verifyCredential = signedRetry({
  name: "VerifyCredential",
  call: ({ credentialId, submission }: VerifyCommand) => ({
    method: "POST",
    path: `/auth/credentials/${credentialId}/verify`,
    body: { ...submission }
  }),
  reads: ({ credentialId, submission }, environment) => [
    byId(credentials, environment, credentialId),
    ...kinds[submission.type].reads(environment, credentialId)
  ],
  intent: Schema.toCodecJson(
    Schema.Struct({
      credentialType: Schema.Literal("EMAIL_OTP"),
      credentialId: Schema.String,
      publicKey: PublicKey,
      sessionId: SessionId,
      sessionLifetime: Millis
    })
  ),
  begin: Effect.fnUntraced(function* ({ command, environment, found, ...terms }: FirstLeg<VerifyCommand>) {
    const credential = found.one(byId(credentials, environment, command.credentialId))
    if (credential === undefined) return yield* new CredentialNotFound()
    const { accountId, credentialId, type } = credential.value
    if (type !== command.submission.type) return yield* new CredentialTypeDiffers({ expected: type })
    const proven = yield* kinds[type].verify(credential, found, command.submission, terms)
    return {
      accountId,
      credentialType: type,
      signer: Signer.cases.KeyHolder.make({ publicKey: proven.publicKey }),
      activity: proven.activity,
      plan: proven.plan,
      intent: {
        credentialType: type,
        credentialId,
        publicKey: proven.publicKey,
        sessionId: yield* freshId("Session"),
        sessionLifetime: (yield* Policy).sessionLifetime
      }
    }
  }),
  finish: ({
    at,
    environment,
    found,
    intent,
    requestId
  }): Result.Result<Finished<Session.Session>, CredentialNotFound | OtpSuperseded> => {
    const credential = found.one(byId(credentials, environment, intent.credentialId))
    if (credential === undefined) return Result.fail(new CredentialNotFound())
    const session = open(credential.value, intent, at)
    return Result.map(kinds[intent.credentialType].finish(credential, found, requestId, at), ({ changes, guards }) => ({
      reply: session,
      plan: {
        // Writing the credential anew raises its version: a revocation that did not see this session starts over (I5).
        changes: [
          insert(Session.sessions, environment, session, at),
          replace(credential, credential.value, at),
          ...changes
        ],
        guards
      }
    }))
  }
})

const open = (
  credential: Credential,
  intent: {
    readonly sessionId: SessionId
    readonly publicKey: PublicKey
    readonly sessionLifetime: Millis
  },
  at: Millis
): Session.Session =>
  Session.Session.cases.Active.make({
    sessionId: intent.sessionId,
    accountId: credential.accountId,
    credentialId: credential.credentialId,
    credentialType: credential.type,
    nickname: credential.nickname,
    publicKey: intent.publicKey,
    createdAt: at,
    expiresAt: at + intent.sessionLifetime
  })
