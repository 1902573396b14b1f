import { Effect } from "effect"
import { Discoveries } from "../../ports/Discoveries.ts"

export interface DiscoveryFilter {
  readonly country?: string | undefined
  readonly currency?: string | undefined
}

/** The banks of a country and a currency; all there are where neither is named. */
export const listDiscoveries = Effect.fnUntraced(function* ({ country, currency }: DiscoveryFilter) {
  const all = yield* Discoveries
  return all.filter(
    (each) => (country ?? each.country) === each.country && (currency ?? each.currency) === each.currency
  )
})
