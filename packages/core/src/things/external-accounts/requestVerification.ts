import { Context, Effect, Exit } from "effect"
import type { ExternalAccountId } from "../../model/ids.ts"
import { Policy } from "../../model/Policy.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { type Finding, Verification } from "../../ports/Verification.ts"
import { outside } from "../../steps/outside.ts"
import { normalised, type Verified } from "./rules/verifyFields.ts"

/** The finding of a verifier, and whether it answered. */
export interface VerificationAnswer {
  readonly finding: Finding
  readonly isUnanswered: boolean
}

interface Question extends Pick<Verified, "accountInfo" | "kind"> {
  readonly externalAccountId: ExternalAccountId
  readonly revision: number
}

export type Services = Context.Context<CurrentEnvironment | Verification>

/** Calls the account verifier. */
export const verify = (services: Services, { externalAccountId, revision, ...account }: Question) => {
  const environment = Context.get(services, CurrentEnvironment)
  const question = { environment, externalAccountId, revision, account: normalised(account) }
  return Context.get(services, Verification).verify(question)
}

/**
 * Calls the verifier while the caller waits. Without an answer within `verificationTimeout` the account stays pending
 * and the question is stored for a retry.
 */
export const requestVerification = (question: Question) =>
  Effect.contextWith((services: Services) => {
    const asked = verify(services, question)
    // An answer that is already there needs no timer.
    const answer = Exit.isExit(asked)
      ? asked
      : outside(Effect.timeout(asked, Context.get(services, Policy).verificationTimeout))
    return Effect.matchEffect(answer, {
      onSuccess: (finding): Effect.Effect<VerificationAnswer> => Effect.succeed({ finding, isUnanswered: false }),
      onFailure: ({ _tag }) =>
        Effect.as(
          // The error may contain personal data, so only its tag is logged.
          Effect.logWarning("an external account could not be verified; the verification will be retried", {
            because: _tag
          }),
          UNANSWERED
        )
    })
  })

const UNANSWERED: VerificationAnswer = { finding: { standing: "UNDECIDED" }, isUnanswered: true }
