import type { Declaration, Millis, Row } from "@countersign/core"
import { type Place, place, unplace } from "./places.ts"

/** What is written of one record: its row, the unique keys it has and the lists it stands in. */
export interface Entry {
  readonly row: Row
  readonly keys: ReadonlyArray<string>
  readonly places: ReadonlyArray<Place>
}

/** A record, and until when a worker has it for itself. What it takes away with it is not reckoned anew. */
export interface Kept extends Entry {
  readonly leasedUntil: Millis
}

/**
 * All that the store holds. Every map is keyed by an address, which spells the collection and the environment in front:
 * so two environments share nothing (I9), and no id or key is special.
 */
export interface World {
  readonly declarations: Map<string, Declaration>
  readonly records: Map<string, Kept>
  /** From the address of a unique key to the address of the one record that has it. */
  readonly uniques: Map<string, string>
  /** Each list in ascending order, see {@link Place}. A list that would be empty is not there. */
  readonly lists: Map<string, Array<Place>>
}

export const emptyWorld = (): World => ({
  declarations: new Map(),
  records: new Map(),
  uniques: new Map(),
  lists: new Map()
})

/**
 * Puts `to` in the place of `from`; where one is absent this is an insert or a removal. Ends any lease. The writes of
 * one commit may come in any order, also where a unique key goes from record to record.
 */
export const write = (world: World, address: string, from: Entry | undefined, to: Entry | undefined): void => {
  // A key that already names another record has been passed on to it.
  for (const key of from?.keys ?? []) if (world.uniques.get(key) === address) world.uniques.delete(key)
  for (const key of to?.keys ?? []) world.uniques.set(key, address)

  const [left, entered] = [from?.places ?? [], to?.places ?? []]
  // Most replaces move nothing: a list that the record stays in is not touched.
  for (const old of left) if (!entered.some((now) => isSame(old, now))) unplace(world.lists, old)
  for (const now of entered) if (!left.some((old) => isSame(old, now))) place(world.lists, now)

  if (to === undefined) world.records.delete(address)
  else world.records.set(address, { ...to, leasedUntil: Number.NEGATIVE_INFINITY })
}

const isSame = (one: Place, other: Place): boolean => one.list === other.list && one.rank === other.rank
