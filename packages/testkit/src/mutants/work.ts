import type { ClaimOnly, Declaration } from "@countersign/core"
import { Effect } from "effect"
import { environments } from "../stories/things.ts"
import { type Break, MANY, type Service } from "./Mutant.ts"

type Claim = readonly [now: number, lease: number, limit: number, only?: ClaimOnly | undefined]

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
  {
    name: "double lease",
    breaks: "two workers never claim the same record",
    over: claiming((now, _, limit, only) => [now, 0, limit, only])
  },
  {
    name: "endless lease",
    breaks: "a lease expires at its time",
    over: claiming((now, _, limit, only) => [now, 2 ** 50, limit, only])
  },
  {
    name: "late lease",
    breaks: "a lease expires at its exact millisecond",
    over: claiming((now, lease, limit, only) => [now, lease + 1, limit, only])
  },
  {
    name: "early work",
    breaks: "a record that is not due is not claimed",
    over: claiming((now, lease, limit, only) => [now + 1, lease, limit, only])
  },
  {
    name: "late work",
    breaks: "a record is due from its exact millisecond",
    over: claiming((now, lease, limit, only) => [now - 1, lease, limit, only])
  },
  {
    name: "claim without limit",
    breaks: "a claim is bounded",
    over: claiming((now, lease, _, only) => [now, lease, MANY, only])
  },
  {
    name: "latest due first",
    breaks: "a claim returns the earliest due first",
    over: (inner) => ({
      ...inner,
      claimDue: (...args) => Effect.map(inner.claimDue(...args), (rows) => rows.toReversed())
    })
  },
  {
    name: "claim of any record",
    breaks: "a claim of named records returns only those",
    over: claiming((now, lease, limit, only) => [only?.dueBy ?? now, lease, limit])
  },
  {
    name: "claim in any environment",
    breaks: "a claim of named records is scoped to one environment",
    over: (inner) => ({
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
    })
  },
  {
    name: "named claim with only one time",
    breaks: "a claim of named records takes the records due at the given time",
    over: claiming((now, lease, limit, only) => [
      now,
      lease,
      limit,
      only === undefined ? undefined : { ...only, dueBy: now }
    ])
  },
  {
    name: "named lease with the wrong time",
    breaks: "a claim of named records leases them by the machine's time",
    over: claiming((now, lease, limit, only) => [only?.dueBy ?? now, lease, limit, only])
  },
  { name: "lease outlives replace", breaks: "a replace ends the lease", over: stubborn },
  {
    name: "early sweep",
    breaks: "a record that has not expired is retained",
    over: sweeping((of, now, limit) => [of, now + 1, limit])
  },
  {
    name: "late sweep",
    breaks: "a record expires at its exact millisecond",
    over: sweeping((of, now, limit) => [of, now - 1, limit])
  },
  {
    name: "greedy sweep",
    breaks: "a sweep removes only expired records",
    over: sweeping((of, _, limit) => [of, 2 ** 50, limit])
  },
  { name: "unbounded sweep", breaks: "a sweep is bounded", over: sweeping((of, now) => [of, now, MANY]) },
  {
    name: "sweep bounded by collection",
    breaks: "the limit of a sweep applies to all its collections together",
    over: (inner) => ({
      ...inner,
      sweep: (of, now, limit) =>
        Effect.map(
          Effect.forEach(of, (one) => inner.sweep([one], now, limit)),
          (counts) => counts.reduce((sum, count) => sum + count, 0)
        )
    })
  },
  {
    name: "sweep that returns a wrong count",
    breaks: "a sweep returns how many records it removed",
    over: (inner) => ({ ...inner, sweep: (...args) => Effect.as(inner.sweep(...args), 0) })
  }
]
