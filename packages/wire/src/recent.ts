/** The values of the texts that were asked for last. */
export interface Recent<Value> {
  readonly get: (text: string) => Value | undefined
  readonly set: (text: string, value: Value) => void
}

/** A text, between the one that was asked for before it and the one after. */
interface Entry<Value> {
  readonly text: string
  value: Value
  older: Entry<Value> | undefined
  newer: Entry<Value> | undefined
}

/**
 * Holds the values of the last `size` texts. They stand in a chain by when they were asked for, so that each step takes
 * the same time: a Map that drops its oldest key searches longer and longer for it. What is held never shrinks, so that
 * the memory of a process that has met `size` texts shows what else grows.
 */
export const recent = <Value>(size: number): Recent<Value> => {
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
  return {
    get: (text) => {
      const entry = entries.get(text)
      if (entry === undefined) return undefined
      if (entry !== newest) {
        remove(entry)
        append(entry)
      }
      return entry.value
    },
    set: (text, value) => {
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
  }
}
