import * as fc from "fast-check"

const move = { from: fc.nat(2), step: fc.nat(1), amount: fc.integer({ min: 1, max: 5 }) }

/**
 * What one caller wants of the ledger: to move an amount that its account has, to spend one that the accounts have
 * together, or to take the token.
 */
const program = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant("move"), ...move }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("spend"), ...move }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("take") }) }
)
export type Program = typeof program extends fc.Arbitrary<infer T> ? T : never

export const programs = fc.array(program, { minLength: 2, maxLength: 6, size: "max" })
