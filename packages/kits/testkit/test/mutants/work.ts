import type { ClaimOnly, ClaimShare } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { environments } from "../../src/stories/things.ts"
import { type Break, defect, MANY, type Service } from "./Mutant.ts"

interface Claim {
  readonly now: number
  readonly lease: number
  readonly limit: number
  readonly only: ClaimOnly | ClaimShare | undefined
}

const isNamed = (only: Claim["only"]): only is ClaimOnly => only !== undefined && "ids" in only

/** Claims with other arguments than they were given. */
const claims: ReadonlyArray<readonly [name: string, breaks: string, instead: (claim: Claim) => Partial<Claim>]> = [
  ["double lease", "two workers never claim the same record", () => ({ lease: 0 })],
  ["endless lease", "a lease expires at its time", () => ({ lease: 2 ** 50 })],
  ["late lease", "a lease expires at its exact millisecond", ({ lease }) => ({ lease: lease + 1 })],
  ["early work", "a record that is not due is not claimed", ({ now }) => ({ now: now + 1 })],
  ["late work", "a record is due from its exact millisecond", ({ now }) => ({ now: now - 1 })],
  ["claim without limit", "a claim is bounded", () => ({ limit: MANY })],
  [
    "claim of any record",
    "a claim of named records returns only those",
    ({ only }) => (isNamed(only) ? { now: only.dueBy, only: undefined } : {})
  ],
  [
    "named claim with only one time",
    "a claim of named records takes the records due at the given time",
    ({ now, only }) => (isNamed(only) ? { only: { ...only, dueBy: now } } : {})
  ],
  [
    "named lease with the wrong time",
    "a claim of named records leases them by the machine's time",
    ({ only }) => (isNamed(only) ? { now: only.dueBy } : {})
  ],
  [
    "claim of any mode",
    "a claim for one mode returns no record of the other",
    ({ only }) => (isNamed(only) ? {} : { only: undefined })
  ],
  [
    "claim beyond a share",
    "a claim leaves out what is beyond the share of an environment",
    ({ only }) => (only === undefined || isNamed(only) ? {} : { only: { ...only, each: MANY, most: new Map() } })
  ]
]

const claiming =
  (instead: (claim: Claim) => Partial<Claim>) =>
  (inner: Service): Service => ({
    ...inner,
    claimDue: (collection, ...[now, lease, limit, only]) => {
      const claim = { now, lease, limit, only }
      const changed = { ...claim, ...instead(claim) }
      return inner.claimDue(collection, changed.now, changed.lease, changed.limit, changed.only)
    }
  })

/** Sweeps at another time, or with another limit. */
const sweeps: ReadonlyArray<
  readonly [name: string, breaks: string, instead: (now: number, limit: number) => readonly [number, number]]
> = [
  ["early sweep", "a record that has not expired is retained", (now, limit) => [now + 1, limit]],
  ["late sweep", "a record expires at its exact millisecond", (now, limit) => [now - 1, limit]],
  ["greedy sweep", "a sweep removes only expired records", (_, limit) => [2 ** 50, limit]],
  ["unbounded sweep", "a sweep is bounded", (now) => [now, MANY]]
]

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
  ...claims.map(([name, breaks, instead]) => defect(name, breaks, claiming(instead))),
  defect("latest due first", "a claim returns the earliest due first", (inner) => ({
    ...inner,
    claimDue: (...args) => Effect.map(inner.claimDue(...args), (rows) => rows.toReversed())
  })),
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
  defect("claim without turns", "environments take turns in a claim", productionFirst(0)),
  defect("claim that forgets whose turn it is", "a claim begins after the environment served last", productionFirst(1)),
  defect("lease outlives replace", "a replace ends the lease", stubborn),
  ...sweeps.map(([name, breaks, instead]) =>
    defect(name, breaks, (inner) => ({
      ...inner,
      sweep: (of, now, limit) => inner.sweep(of, ...instead(now, limit))
    }))
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
