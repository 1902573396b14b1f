/** Assigns a stable number to each text. */
export const numbered = (): ((text: string) => number) => {
  const numberOf = remembered<string, number>()
  let next = 0
  return (text) => numberOf(text, () => next++)
}

/** Makes a value once for each key. */
export const remembered = <K, A>(): ((key: K, make: () => A) => A) => {
  const known = new Map<K, A>()
  return (key, make) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const made = make()
    known.set(key, made)
    return made
  }
}
