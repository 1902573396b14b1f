import { randomInt } from "node:crypto"
import { SignedRequest, Store } from "@countersign/core/internal"
import { postgres } from "@countersign/postgres"
import { Effect } from "effect"
import type pg from "pg"
import { callerOf } from "./caller.ts"
import { flows } from "./flows.ts"
import { quantile } from "./growth.ts"
import { holderOf, type Population } from "./Population.ts"
import type { Service } from "./service.ts"
import { LIFETIME } from "./templates.ts"

/** What sweeping took, and what it did to a signed leg that ran meanwhile. Times are milliseconds. */
export interface Swept {
  readonly sessions: number
  readonly removed: number
  readonly perSecond: number
  readonly legP50Before: number
  readonly legP50: number
  readonly legP95: number
}

/** Has the oldest of the requests end earlier by so much: nothing is swept before its time has come by the database's clock. */
const age = async (pool: pg.Pool, by: number, count: number): Promise<void> => {
  await pool.query(
    `update countersign.records set expires_at = expires_at - $1::bigint where (collection, environment, id) in (
       select collection, environment, id from countersign.records
       where collection = $2 and expires_at is not null order by expires_at limit $3)`,
    [by, SignedRequest.signedRequests.name, count]
  )
}

/** As many as a service sweeps at a time. */
const BATCH = 500

/** Sweeps spent requests, in batches as a service does, once their time is over. */
export const sweeping = async (
  { population, service }: { readonly population: Population; readonly service: Service },
  pool: pg.Pool,
  count: number
): Promise<Swept> => {
  const [leg] = flows
  if (leg === undefined) throw new Error("scale: there are no flows")
  const timed = async (): Promise<number> => {
    const holder = holderOf(population, randomInt(population.sessions))
    const caller = callerOf(service, holder)
    await leg.run(caller, holder)
    return caller.spent()
  }
  const before: Array<number> = []
  for (let n = 0; n < LEGS; n += 1) before.push(await timed())

  const store = await Effect.runPromise(Effect.provide(Store, postgres({ pool, timeout: 60_000 })))
  const over = Date.now()
  await age(pool, population.since + population.requests + LIFETIME - over, count)
  const during: Array<number> = []
  let removed = 0
  let isOver = false
  const began = performance.now()
  const sweep = async () => {
    for (let swept = BATCH; swept > 0 && removed < count; removed += swept) {
      swept = await Effect.runPromise(store.sweep([SignedRequest.signedRequests], over, BATCH))
    }
    isOver = true
  }
  const legs = async () => {
    while (!isOver) during.push(await timed())
  }
  await Promise.all([sweep(), legs()])
  return {
    sessions: population.sessions,
    removed,
    perSecond: removed / ((performance.now() - began) / 1000),
    legP50Before: quantile(before, 0.5),
    legP50: quantile(during, 0.5),
    legP95: quantile(during, 0.95)
  }
}

const LEGS = 100
