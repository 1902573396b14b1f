import { createHash } from "node:crypto"

/** All of them in an order that follows from the seed alone. */
export const shuffled = <A>(all: ReadonlyArray<A>, seed: number): ReadonlyArray<A> =>
  all
    .map((one, at) => ({ one, rank: createHash("sha256").update(`${seed} ${at}`).digest("hex") }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ one }) => one)
