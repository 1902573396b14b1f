import { collections } from "@countersign/core/internal"
import TinyQueue from "tinyqueue"
import type { Changed, Stored } from "../world/History.ts"
import type { Records } from "./Invariant.ts"

/** The fields that invariants look up records by. */
const LOOKED_UP = ["accountId", "credentialId", "customerId", "uniqueKey", "publicKey", "type", "_tag"]

interface Expiring {
  readonly key: string
  readonly until: number
}

/** The records of the database, as its commits leave them. A failover takes the last ones back. */
export const makeRecords = () => {
  const byKey = new Map<string, Stored>()
  const found = new Map<string, Set<string>>()
  const log: Array<{ readonly at: number; readonly changes: ReadonlyArray<Changed> }> = []
  const expiries = new Map(collections.flatMap(({ expiry, name }) => (expiry === undefined ? [] : [[name, expiry]])))
  const keyOf = ({ collection, environment, id }: Pick<Stored, "collection" | "environment" | "id">) =>
    `${collection} ${environment} ${id}`
  const places = (one: Stored) => [
    one.collection,
    ...LOOKED_UP.flatMap((field) => {
      const value = one.body[field]
      return typeof value === "string" ? [`${one.collection} ${one.environment} ${field} ${value}`] : []
    })
  ]
  /** The records that expire, the next one first. One that was replaced is in it again. */
  const expiring = new Map<string, TinyQueue<Expiring>>()
  const queueOf = (collection: string) => {
    const queue = expiring.get(collection) ?? new TinyQueue<Expiring>([], (one, other) => one.until - other.until)
    expiring.set(collection, queue)
    return queue
  }
  const expiryOf = ({ body, collection }: Stored): number =>
    Number(body[expiries.get(collection) ?? ""] ?? Number.POSITIVE_INFINITY)
  const put = (key: string, one: Stored | undefined): void => {
    const before = byKey.get(key)
    for (const place of before === undefined ? [] : places(before)) found.get(place)?.delete(key)
    if (one === undefined) return void byKey.delete(key)
    byKey.set(key, one)
    const until = expiryOf(one)
    if (until < Number.POSITIVE_INFINITY) queueOf(one.collection).push({ key, until })
    for (const place of places(one)) {
      const keys = found.get(place) ?? new Set()
      found.set(place, keys.add(key))
    }
  }
  const at = (place: string) => [...(found.get(place) ?? [])].flatMap((key) => byKey.get(key) ?? [])
  const records: Records = {
    get: (collection, environment, id) => byKey.get(keyOf({ collection, environment, id })),
    where: (collection, environment, field, value) => at(`${collection} ${environment} ${field} ${value}`),
    all: at
  }
  return {
    records,
    commit: (now: number, changes: ReadonlyArray<Changed>): void => {
      for (const change of changes) put(keyOf(change), change.after)
      log.push({ at: now, changes })
      if (log.length > 20_000) log.splice(0, 10_000)
    },
    /** The sweep has removed what expired before an instant. */
    sweep: (collection: string, now: number): void => {
      const queue = queueOf(collection)
      for (let next = queue.peek(); next !== undefined && next.until <= now; next = queue.peek()) {
        queue.pop()
        const one = byKey.get(next.key)
        if (one !== undefined && expiryOf(one) <= now) put(next.key, undefined)
      }
    },
    /** Takes back the commits since an instant. */
    lose: (since: number): void => {
      for (let last = log.at(-1); last !== undefined && last.at >= since; last = log.at(-1)) {
        for (const change of last.changes.toReversed()) put(keyOf(change), change.before)
        log.pop()
      }
    }
  }
}
