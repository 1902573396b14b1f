import { Effect, Result } from "effect"
import type { Environment, EnvironmentKey } from "../../model/Environment.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { type WalletRoot, walletRoots } from "../../rules/internal-accounts/InternalAccount.ts"
import { insert, noChanges } from "../../store/plans.ts"
import { byId, type FoundOf } from "../../store/records.ts"
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
  if (known !== undefined) return Result.succeed({ ...noChanges, reply: known.value.fingerprint === fingerprint })
  const root: WalletRoot = { name: "root", fingerprint }
  return Result.succeed({ changes: [insert(walletRoots, environment, root, at)], guards: [], reply: true })
}

const look = operation({ reads, decide })

/**
 * Returns whether the wallets of an environment derive from this root. The first root checked in an environment becomes
 * its root.
 */
export const isKnownRoot = (environment: Environment, fingerprint: string) =>
  look(fingerprint).pipe(
    Effect.provideService(CurrentEnvironment, environment),
    // The record of an idempotency key belongs to the commit of the call itself, so this write must not carry it.
    Effect.provideService(CurrentAttempt, undefined)
  )
