/** An LRU cache by text. */
export interface LruCache<Value> {
  readonly get: (text: string) => Value | undefined
  readonly set: (text: string, value: Value) => void
  /** Returns the value, and makes it if it is absent. */
  readonly getOrMake: (text: string, make: () => Value) => Value
}

/** A node of the list in order of use. */
interface Entry<Value> {
  readonly text: string
  value: Value
  older: Entry<Value> | undefined
  newer: Entry<Value> | undefined
}

/**
 * Creates an LRU cache of `size` texts. Entries form a linked list in order of use, so that each operation takes
 * constant time; deleting the oldest key of a Map gets slower with time. The cache never shrinks, so that in a heap
 * measurement after `size` texts any further growth has another cause.
 */
export const lruCache = <Value>(size: number): LruCache<Value> => {
  const entries = new Map<string, Entry<Value>>()
  let oldest: Entry<Value> | undefined
  let newest: Entry<Value> | undefined

  const remove = ({ newer, older }: Entry<Value>): void => {
    if (older === undefined) oldest = newer
    else older.newer = newer
    if (newer === undefined) newest = older
    else newer.older = older
  }
  const append = (entry: Entry<Value>): void => {
    entry.older = newest
    entry.newer = undefined
    if (newest === undefined) oldest = entry
    else newest.newer = entry
    newest = entry
  }
  const get = (text: string): Value | undefined => {
    const entry = entries.get(text)
    if (entry === undefined) return undefined
    if (entry !== newest) {
      remove(entry)
      append(entry)
    }
    return entry.value
  }
  const set = (text: string, value: Value): void => {
    const known = entries.get(text)
    if (known !== undefined) remove(known)
    else if (entries.size >= size && oldest !== undefined) {
      entries.delete(oldest.text)
      remove(oldest)
    }
    const entry = { text, value, older: undefined, newer: undefined }
    entries.set(text, entry)
    append(entry)
  }
  const getOrMake = (text: string, make: () => Value): Value => {
    const known = get(text)
    if (known !== undefined) return known
    const made = make()
    set(text, made)
    return made
  }
  return { get, set, getOrMake }
}
