import { Effect } from "effect"
import type { ExternalAccountId } from "../../model/ids.ts"
import { Policy } from "../../model/Policy.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { type Finding, Verification } from "../../ports/Verification.ts"
import { normalised, type Verified } from "../../rules/external-accounts/verifyFields.ts"

/** The finding of a verifier, and whether it answered. */
export interface VerificationAnswer {
  readonly finding: Finding
  readonly isUnanswered: boolean
}

interface Question extends Pick<Verified, "accountInfo" | "kind"> {
  readonly externalAccountId: ExternalAccountId
  readonly revision: number
}

/** Calls the account verifier. */
export const verify = Effect.fnUntraced(function* ({ externalAccountId, revision, ...account }: Question) {
  const verification = yield* Verification
  const environment = yield* CurrentEnvironment
  return yield* verification.verify({ environment, externalAccountId, revision, account: normalised(account) })
})

/**
 * Calls the verifier while the caller waits. Without an answer within `verificationTimeout` the account stays pending
 * and the question is stored for a retry.
 */
export const requestVerification = Effect.fnUntraced(function* (question: Question) {
  const { verificationTimeout } = yield* Policy
  return yield* verify(question).pipe(
    Effect.timeout(verificationTimeout),
    Effect.map((finding): VerificationAnswer => ({ finding, isUnanswered: false })),
    Effect.catch(({ _tag }) =>
      Effect.as(
        // The error may contain personal data, so only its tag is logged.
        Effect.logWarning("an external account could not be verified; the verification will be retried", {
          because: _tag
        }),
        UNANSWERED
      )
    )
  )
})

const UNANSWERED: VerificationAnswer = { finding: { standing: "UNDECIDED" }, isUnanswered: true }
