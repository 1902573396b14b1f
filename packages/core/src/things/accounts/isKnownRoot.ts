import { Effect, Result } from "effect"
import type { Environment, EnvironmentKey } from "../../model/Environment.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { operation } from "../../steps/operation.ts"
import { insert, noChanges } from "../../store/plans.ts"
import { byId } from "../../store/records.ts"
import { CurrentAttempt } from "../../store/Store.ts"
import { type WalletRoot, walletRoots } from "./rules/InternalAccount.ts"

/**
 * Returns whether the wallets of an environment derive from this root. The first root checked in an environment becomes
 * its root.
 */
export const isKnownRoot = (environment: Environment, fingerprint: string) =>
  compareRoot(fingerprint).pipe(
    Effect.provideService(CurrentEnvironment, environment),
    // The record of an idempotency key belongs to the commit of the call itself, so this write must not carry it.
    Effect.provideService(CurrentAttempt, undefined)
  )

const reads = (_fingerprint: string, environment: EnvironmentKey) => ({
  known: byId(walletRoots, environment, "root")
})

export const compareRoot = operation(reads).decide(function compareOrStore({
  at,
  command: fingerprint,
  environment,
  found: { known }
}) {
  if (known !== undefined) return Result.succeed({ ...noChanges, reply: known.value.fingerprint === fingerprint })
  const root: WalletRoot = { name: "root", fingerprint }
  return Result.succeed({ changes: [insert(walletRoots, environment, root, at)], reply: true })
})
