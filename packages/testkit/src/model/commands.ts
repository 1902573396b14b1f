import * as fc from "fast-check"
import { collections, environments } from "../stories/things.ts"

/** Few names and near times, so that commands meet each other. */
const where = fc.record({ collection: fc.constantFrom(...collections), environment: fc.constantFrom(...environments) })
const word = fc.constantFrom("x", "y", "__proto__")
const words = fc.tuple(word, word)
const id = fc.constantFrom("a", "b", "c", "constructor")
const near = fc.integer({ min: -3, max: 3 })

/** Mostly the version that is kept when the command runs; times count from that moment as well. */
const off = fc.constantFrom(...new Array<number>(30).fill(0), 1, -1)

const body = fc.record(
  {
    name: fc.option(word, { freq: 2 }),
    left: word,
    right: word,
    owner: fc.option(word, { freq: 2 }),
    kind: word,
    dueAt: fc.option(near),
    expiresAt: near
  },
  { requiredKeys: [] }
)

/** "put" inserts what is not there and replaces what is; the others mostly do not fit. */
const op = fc.constantFrom("put", "put", "put", "put", "put", "put", "put", "remove", "insert", "replace")
const change = fc.record({ op, where, id, off, body, at: near })
const guard = fc.record({
  guard: fc.constantFrom("version", "free", "before"),
  where,
  id,
  off,
  at: fc.nat(2),
  name: fc.nat(1),
  words
})
const ref = fc.record({
  by: fc.constantFrom("id", "unique", "index", "field"),
  where,
  id,
  name: fc.nat(2),
  words,
  limit: fc.nat(4)
})
const query = fc.record({
  where,
  name: fc.nat(2),
  words,
  after: fc.option(fc.record({ at: near, id }), { nil: undefined }),
  limit: fc.nat(4)
})

const commit = fc.record({
  do: fc.constant("commit"),
  changes: fc.array(change, { maxLength: 4 }),
  guards: fc.array(guard, { maxLength: 1 })
})
const load = fc.record({ do: fc.constant("load"), refs: fc.array(ref, { maxLength: 4 }) })
const find = fc.record({ do: fc.constant("find"), query })
const claimDue = fc.record({
  do: fc.constant("claimDue"),
  collection: fc.constantFrom(...collections),
  lease: fc.nat(3),
  limit: fc.nat(3)
})
const sweep = fc.record({ do: fc.constant("sweep"), limit: fc.nat(3) })
const wait = fc.record({ do: fc.constant("wait"), millis: fc.nat(3) })

const command = fc.oneof(
  { weight: 8, arbitrary: commit },
  { weight: 2, arbitrary: load },
  { weight: 2, arbitrary: find },
  { weight: 3, arbitrary: claimDue },
  { weight: 1, arbitrary: sweep },
  { weight: 2, arbitrary: wait }
)

export const sequence = fc.array(command, { maxLength: 40, size: "max" })

export type Command = From<typeof command>
export type DrawnChange = From<typeof change>
export type DrawnGuard = From<typeof guard>
export type DrawnRef = From<typeof ref>
export type DrawnQuery = From<typeof query>

type From<A> = A extends fc.Arbitrary<infer T> ? T : never
