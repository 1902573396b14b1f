import { Clock, Effect } from "effect"
import { type WalletRoot, walletRoots } from "../../internal-accounts/walletRoots.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { byId, insert, loadOne, withRetry } from "../../ports/records.ts"
import { Store } from "../../ports/Store.ts"

/** Whether the wallets of an environment come from this root. The first one that is asked about is theirs from then on. */
export const isKnownRoot = (environment: EnvironmentKey, fingerprint: string) =>
  withRetry(judged(environment, fingerprint))

const judged = Effect.fnUntraced(function* (environment: EnvironmentKey, fingerprint: string) {
  const known = yield* loadOne(byId(walletRoots, environment, "root"))
  if (known !== undefined) return known.value.fingerprint === fingerprint
  const root: WalletRoot = { name: "root", fingerprint }
  const store = yield* Store
  // Of its own: a call under an idempotency key has its word written by the commit that does what it asks for.
  yield* store.commit([insert(walletRoots, environment, root, yield* Clock.currentTimeMillis)], [])
  return true
})
