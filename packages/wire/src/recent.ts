/** The values of the texts that were asked for last. */
export interface Recent<Value> {
  readonly get: (text: string) => Value | undefined
  readonly set: (text: string, value: Value) => void
}

/**
 * Holds at most `2 * size` values, those of the last `size` texts among them. In two generations: when the young one is
 * full, the old one goes as a whole, and what is asked for again comes back into the young one. So each step takes the
 * same time however many texts there were, where a Map that drops its oldest key searches longer and longer for it.
 */
export const recent = <Value>(size: number): Recent<Value> => {
  let young = new Map<string, Value>()
  let old = young
  const set = (text: string, value: Value): void => {
    if (young.size >= size) {
      old = young
      young = new Map()
    }
    young.set(text, value)
  }
  const get = (text: string): Value | undefined => {
    const value = young.get(text)
    if (value !== undefined) return value
    const kept = old.get(text)
    if (kept !== undefined) set(text, kept)
    return kept
  }
  return { get, set }
}
