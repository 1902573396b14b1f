/**
 * One record's stand in one list. Lists ascend by rank, then name; the two together occur once in a list.
 * Lists of an environment rank by createdAt and name by id, queues rank by the instant that is waited for.
 */
export interface Place {
  readonly list: string
  readonly rank: number
  readonly name: string
  /** The address of the record. */
  readonly record: string
}

/** Adds a place to its list. At the end, where fresh records go, this moves nothing; elsewhere it shifts what follows. */
export const place = (lists: Map<string, Array<Place>>, added: Place): void => {
  const list = lists.get(added.list)
  if (list === undefined) lists.set(added.list, [added])
  else list.splice(countBelow(list, added), 0, added)
}

/** Takes a place out of its list, and the list out of the world when nothing is left of it. */
export const unplace = (lists: Map<string, Array<Place>>, removed: Place): void => {
  const list = lists.get(removed.list) ?? []
  list.splice(countBelow(list, removed), 1)
  if (list.length === 0) lists.delete(removed.list)
}

/** How many places of a list come before a rank and name: by halving, never by a scan. */
export const countBelow = (list: ReadonlyArray<Place>, at: Pick<Place, "rank" | "name">): number => {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const found = list[middle]
    if (found !== undefined && isBelow(found, at)) low = middle + 1
    else high = middle
  }
  return low
}

const isBelow = (one: Pick<Place, "rank" | "name">, other: Pick<Place, "rank" | "name">): boolean =>
  one.rank < other.rank || (one.rank === other.rank && one.name < other.name)
