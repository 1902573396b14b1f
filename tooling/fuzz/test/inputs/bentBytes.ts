import * as fc from "fast-check"

/** One mutation of a byte sequence. `at` is its position as a fraction of the length. */
interface Cut {
  readonly at: number
  readonly taken: number
  readonly put: Uint8Array
}

const cut: fc.Arbitrary<Cut> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  taken: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: 4 }) }, fc.integer({ min: 5, max: 400 })),
  put: fc.oneof(
    fc.uint8Array({ maxLength: 4 }),
    fc.constantFrom("\0", '"', "\\", "}", "{", "]", ",", ":", " ", "\ufeff", "\u2028").map((text) => Buffer.from(text))
  )
})

/** Up to three mutations at any positions. */
export const cuts = fc.array(cut, { minLength: 1, maxLength: 3 })

export const bentBytes = (bytes: Uint8Array, changes: ReadonlyArray<Cut>): Uint8Array =>
  changes.reduce((altered, { at, put, taken: occupied }) => {
    const start = Math.floor(at * altered.length)
    return Buffer.concat([altered.subarray(0, start), put, altered.subarray(start + occupied)])
  }, bytes)
