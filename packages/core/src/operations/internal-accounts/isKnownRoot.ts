import { Effect, Result } from "effect"
import type { Environment, EnvironmentKey } from "../../model/Environment.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { type WalletRoot, walletRoots } from "../../rules/internal-accounts/InternalAccount.ts"
import { byId, type FoundOf, insert, nothing } from "../../store/records.ts"
import { CurrentAttempt } from "../../store/Store.ts"
import { type Decision, type Leg, operation } from "../operation.ts"

const reads = (_fingerprint: string, environment: EnvironmentKey) => ({
  known: byId(walletRoots, environment, "root")
})

export const decide = ({
  at,
  command: fingerprint,
  environment,
  found: { known }
}: Leg<string, FoundOf<ReturnType<typeof reads>>>): Result.Result<Decision<boolean>> => {
  if (known !== undefined) return Result.succeed({ ...nothing, reply: known.value.fingerprint === fingerprint })
  const root: WalletRoot = { name: "root", fingerprint }
  return Result.succeed({ changes: [insert(walletRoots, environment, root, at)], guards: [], reply: true })
}

const look = operation({ reads, decide })

/** Whether the wallets of an environment come from this root. The first one that is asked about is theirs from then on. */
export const isKnownRoot = (environment: Environment, fingerprint: string) =>
  look(fingerprint).pipe(
    Effect.provideService(CurrentEnvironment, environment),
    // The word of a call under an idempotency key belongs to the commit that does what the call is for.
    Effect.provideService(CurrentAttempt, undefined)
  )
