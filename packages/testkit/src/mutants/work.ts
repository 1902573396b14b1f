import type { Declaration } from "@countersign/core"
import { Effect } from "effect"
import { type Break, MANY, type Service } from "./Mutant.ts"

type Claim = readonly [now: number, lease: number, limit: number]

const claiming =
  (instead: (...asked: Claim) => Claim) =>
  (inner: Service): Service => ({
    ...inner,
    claimDue: (collection, ...asked) => inner.claimDue(collection, ...instead(...asked))
  })

type Sweep = readonly [collections: ReadonlyArray<Declaration>, now: number, limit: number]

const sweeping =
  (instead: (...asked: Sweep) => Sweep) =>
  (inner: Service): Service => ({
    ...inner,
    sweep: (...asked) => inner.sweep(...instead(...asked))
  })

/** Remembers leases by id alone, and what ends a lease does not reach that memory. */
const stubborn = (inner: Service): Service => {
  const until = new Map<string, number>()
  return {
    ...inner,
    claimDue: (collection, now, lease, limit) =>
      Effect.map(inner.claimDue(collection, now, lease, limit), (rows) => {
        const open = rows.filter(({ environment, id }) => (until.get(`${environment} ${id}`) ?? now) <= now)
        for (const { environment, id } of open) until.set(`${environment} ${id}`, now + lease)
        return open
      })
  }
}

export const work: ReadonlyArray<Break> = [
  {
    name: "double lease",
    breaks: "two workers never share a record",
    over: claiming((now, _, limit) => [now, 0, limit])
  },
  {
    name: "endless lease",
    breaks: "a lease is over when its time is",
    over: claiming((now, _, limit) => [now, 2 ** 50, limit])
  },
  {
    name: "late lease",
    breaks: "a lease is over at its very millisecond",
    over: claiming((now, lease, limit) => [now, lease + 1, limit])
  },
  {
    name: "early work",
    breaks: "what is not due is not handed out",
    over: claiming((now, lease, limit) => [now + 1, lease, limit])
  },
  {
    name: "late work",
    breaks: "a record is due from its very millisecond",
    over: claiming((now, lease, limit) => [now - 1, lease, limit])
  },
  { name: "claim without limit", breaks: "a claim is bounded", over: claiming((now, lease) => [now, lease, MANY]) },
  {
    name: "shortest due first",
    breaks: "a claim hands out the longest due first",
    over: (inner) => ({
      ...inner,
      claimDue: (...asked) => Effect.map(inner.claimDue(...asked), (rows) => rows.toReversed())
    })
  },
  { name: "lease outlives replace", breaks: "a replace ends the lease", over: stubborn },
  {
    name: "early sweep",
    breaks: "what has not expired is kept",
    over: sweeping((of, now, limit) => [of, now + 1, limit])
  },
  {
    name: "late sweep",
    breaks: "a record expires at its very millisecond",
    over: sweeping((of, now, limit) => [of, now - 1, limit])
  },
  {
    name: "greedy sweep",
    breaks: "a sweep removes only what has expired",
    over: sweeping((of, _, limit) => [of, 2 ** 50, limit])
  },
  { name: "unbounded sweep", breaks: "a sweep is bounded", over: sweeping((of, now) => [of, now, MANY]) },
  {
    name: "sweep bounded by collection",
    breaks: "the limit of a sweep is over all its collections",
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
    name: "sweep that counts wrong",
    breaks: "a sweep says how many it removed",
    over: (inner) => ({ ...inner, sweep: (...asked) => Effect.as(inner.sweep(...asked), 0) })
  }
]
