import type { ClaimOnly, ClaimShare, Declaration } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { environments } from "../stories/things.ts"
import { type Break, defect, MANY, type Service } from "./Mutant.ts"

type Claim = readonly [now: number, lease: number, limit: number, only?: ClaimOnly | ClaimShare | undefined]

const isNamed = (only: Claim[3]): only is ClaimOnly => only !== undefined && "ids" in only

const claiming =
  (instead: (...args: Claim) => Claim) =>
  (inner: Service): Service => ({
    ...inner,
    claimDue: (collection, ...args) => inner.claimDue(collection, ...instead(...args))
  })

type Sweep = readonly [collections: ReadonlyArray<Declaration>, now: number, limit: number]

const sweeping =
  (instead: (...args: Sweep) => Sweep) =>
  (inner: Service): Service => ({
    ...inner,
    sweep: (...args) => inner.sweep(...instead(...args))
  })

/** Serves the environments of production first, in claims of up to `most` records, or in all if that is 0. */
const productionFirst =
  (most: number) =>
  (inner: Service): Service => ({
    ...inner,
    claimDue: Effect.fnUntraced(function* (collection, now, lease, limit, only) {
      if (only !== undefined || (most > 0 && limit > most)) {
        return yield* inner.claimDue(collection, now, lease, limit, only)
      }
      const all = { each: MANY, most: new Map() }
      const first = yield* inner.claimDue(collection, now, lease, limit, { ...all, mode: "production" })
      const rest = limit - first.length
      return [...first, ...(yield* inner.claimDue(collection, now, lease, rest, { ...all, mode: "sandbox" }))]
    })
  })

/** Remembers leases by id alone and never clears them. */
const stubborn = (inner: Service): Service => {
  const until = new Map<string, number>()
  return {
    ...inner,
    claimDue: (collection, now, lease, limit, only) =>
      Effect.map(inner.claimDue(collection, now, lease, limit, only), (rows) => {
        const open = rows.filter(({ environment, id }) => (until.get(`${environment} ${id}`) ?? now) <= now)
        for (const { environment, id } of open) until.set(`${environment} ${id}`, now + lease)
        return open
      })
  }
}

export const work: ReadonlyArray<Break> = [
  defect(
    "double lease",
    "two workers never claim the same record",
    claiming((now, _, limit, only) => [now, 0, limit, only])
  ),
  defect(
    "endless lease",
    "a lease expires at its time",
    claiming((now, _, limit, only) => [now, 2 ** 50, limit, only])
  ),
  defect(
    "late lease",
    "a lease expires at its exact millisecond",
    claiming((now, lease, limit, only) => [now, lease + 1, limit, only])
  ),
  defect(
    "early work",
    "a record that is not due is not claimed",
    claiming((now, lease, limit, only) => [now + 1, lease, limit, only])
  ),
  defect(
    "late work",
    "a record is due from its exact millisecond",
    claiming((now, lease, limit, only) => [now - 1, lease, limit, only])
  ),
  defect(
    "claim without limit",
    "a claim is bounded",
    claiming((now, lease, _, only) => [now, lease, MANY, only])
  ),
  defect("latest due first", "a claim returns the earliest due first", (inner) => ({
    ...inner,
    claimDue: (...args) => Effect.map(inner.claimDue(...args), (rows) => rows.toReversed())
  })),
  defect(
    "claim of any record",
    "a claim of named records returns only those",
    claiming((now, lease, limit, only) => (isNamed(only) ? [only.dueBy, lease, limit] : [now, lease, limit, only]))
  ),
  defect("claim in any environment", "a claim of named records is scoped to one environment", (inner) => ({
    ...inner,
    claimDue: (collection, now, lease, limit, only) =>
      only === undefined
        ? inner.claimDue(collection, now, lease, limit)
        : Effect.map(
            Effect.forEach(environments, (environment) =>
              inner.claimDue(collection, now, lease, limit, { ...only, environment })
            ),
            (claims) => claims.flat()
          )
  })),
  defect(
    "named claim with only one time",
    "a claim of named records takes the records due at the given time",
    claiming((now, lease, limit, only) => [now, lease, limit, isNamed(only) ? { ...only, dueBy: now } : only])
  ),
  defect(
    "named lease with the wrong time",
    "a claim of named records leases them by the machine's time",
    claiming((now, lease, limit, only) => [isNamed(only) ? only.dueBy : now, lease, limit, only])
  ),
  defect("claim without turns", "environments take turns in a claim", productionFirst(0)),
  defect("claim that forgets whose turn it is", "a claim begins after the environment served last", productionFirst(1)),
  defect(
    "claim of any mode",
    "a claim for one mode returns no record of the other",
    claiming((now, lease, limit, only) => [now, lease, limit, isNamed(only) ? only : undefined])
  ),
  defect(
    "claim beyond a share",
    "a claim leaves out what is beyond the share of an environment",
    claiming((now, lease, limit, only) => [
      now,
      lease,
      limit,
      only === undefined || isNamed(only) ? only : { ...only, each: MANY, most: new Map() }
    ])
  ),
  defect("lease outlives replace", "a replace ends the lease", stubborn),
  defect(
    "early sweep",
    "a record that has not expired is retained",
    sweeping((of, now, limit) => [of, now + 1, limit])
  ),
  defect(
    "late sweep",
    "a record expires at its exact millisecond",
    sweeping((of, now, limit) => [of, now - 1, limit])
  ),
  defect(
    "greedy sweep",
    "a sweep removes only expired records",
    sweeping((of, _, limit) => [of, 2 ** 50, limit])
  ),
  defect(
    "unbounded sweep",
    "a sweep is bounded",
    sweeping((of, now) => [of, now, MANY])
  ),
  defect("sweep bounded by collection", "the limit of a sweep applies to all its collections together", (inner) => ({
    ...inner,
    sweep: (of, now, limit) =>
      Effect.map(
        Effect.forEach(of, (one) => inner.sweep([one], now, limit)),
        (counts) => counts.reduce((sum, count) => sum + count, 0)
      )
  })),
  defect("sweep that returns a wrong count", "a sweep returns how many records it removed", (inner) => ({
    ...inner,
    sweep: (...args) => Effect.as(inner.sweep(...args), 0)
  }))
]
