/** Something to look for, under the name it is reported by. */
export interface Needle {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Looks for many needles in one walk over the bytes. Four bytes at a time decide whether there is anything to compare:
 * hardly ever there is.
 */
export const sieve = (needles: ReadonlyArray<Needle>): ((haystack: Uint8Array) => ReadonlySet<string>) => {
  const byHead = new Map<number, Array<Needle>>()
  const heads = new Uint8Array(HEADS)
  for (const needle of needles) {
    if (needle.bytes.length < 4) throw new Error(`sieve: ${needle.name} is too short to look for`)
    const head = needle.bytes.subarray(0, 4).reduce(rolled, 0)
    byHead.set(head, [...(byHead.get(head) ?? []), needle])
    heads[placeOf(head)] = 1
  }
  return (haystack) => {
    const found = new Set<string>()
    let head = 0
    for (let at = 0; at < haystack.length; at += 1) {
      head = rolled(head, haystack[at] ?? 0)
      if (heads[placeOf(head)] === 0) continue
      for (const { bytes, name } of byHead.get(head) ?? []) {
        const from = at - 3
        if (!found.has(name) && Buffer.compare(haystack.subarray(from, from + bytes.length), bytes) === 0)
          found.add(name)
      }
    }
    return found
  }
}

const HEADS = 1 << 20
const rolled = (head: number, byte: number): number => ((head << 8) | byte) >>> 0
const placeOf = (head: number): number => Math.imul(head, 0x9e3779b1) >>> 12
