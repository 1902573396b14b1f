import { type ClaimShare, Store } from "@countersign/core"
import { Clock, Effect } from "@countersign/core/effect"
import { claim, claimed, commit, outcome, rowOf } from "./ask.ts"
import { type Chapter, same, story } from "./Story.ts"
import { byId, here, insert, leased, others, remove, replace, there } from "./things.ts"

/** Milliseconds: more than the clocks of a test and its store differ, and a lease that outlives a test. */
const NEAR = 120_000
const LEASE = 600_000
const byStore: ClaimShare = { byStoreClock: true, mode: "sandbox", each: 10, most: new Map() }

export const leases: Chapter = {
  name: "claimDue",
  stories: [
    story("a record can be claimed from its exact due millisecond on, the earliest due first", function* () {
      yield* commit([
        insert("later", { dueAt: 1001 }),
        insert("now", { dueAt: 1000 }),
        insert("old", { dueAt: 10 }, { in: there, at: 900 }),
        insert("middle", { dueAt: 500 })
      ])
      same("A record that is not due is not claimed", yield* claimed(9), [])
      same("Due records are claimed, the earliest due first", yield* claimed(1000), ["old@2", "middle@2", "now@2"])
      same("A record is due from its exact millisecond", yield* claimed(1001), ["later@2"])
    }),
    story("a record without a due time, or of a collection without a due field, is never claimed", function* () {
      yield* commit([insert("never"), insert("void", { dueAt: null }), insert("a", { dueAt: 0 }, { of: others })])
      same("A record without a due time is never due", yield* claimed(1_000_000), [])
      same("A record of a collection without a due field is never due", yield* claim(10, 10, 10, others), [])
    }),
    story("a lease is valid until its last millisecond and expires at the next (I10)", function* () {
      yield* commit([insert("a", { dueAt: 0 })])
      yield* claimed(1000, 100)
      same("A leased record is not claimed by another worker", yield* claimed(1000), [])
      same("A lease is valid until its last millisecond", yield* claimed(1099), [])
      same("A lease expires at its time", yield* claimed(1100), ["a@3"])
    }),
    story("a lease of no length expires at once", function* () {
      yield* commit([insert("a", { dueAt: 0 })])
      same("A claim without a lease returns the record", yield* claimed(1000, 0), ["a@2"])
      same("A lease expires at its time", yield* claimed(1000, 0), ["a@3"])
    }),
    story("a claim increments the version and changes nothing else, and reads return the new version", function* () {
      yield* commit([insert("a", { dueAt: 0, n: 1 }, { at: 7 })])
      const before = yield* rowOf(byId("a"))
      const [row] = yield* claim(50, 10)
      same("A claim increments the version by one", row, { ...before, version: 2 })
      same("Reads return the claimed row", yield* rowOf(byId("a")), row)
    }),
    story("a worker whose lease has expired cannot overwrite the next worker's result", function* () {
      yield* commit([insert("a", { dueAt: 0 })])
      yield* claimed(0, 10)
      yield* claimed(10, 10)
      same("A claim makes earlier versions stale", yield* outcome([remove("a", 2)]), "version things")
      same("The worker with the lease can write", yield* outcome([remove("a", 3)]), "written")
    }),
    story("a replace ends the lease, and sets when the record is due again", function* () {
      yield* commit([insert("a", { dueAt: 0 })])
      yield* claimed(0, 1000)
      yield* commit([replace("a", 2, { dueAt: 5 })])
      same("A replaced record is due at its new time", yield* claimed(4), [])
      same("A replace ends the lease", yield* claimed(5, 1000), ["a@4"])
      yield* commit([replace("a", 4, {})])
      same("A record without a due time is done", yield* claimed(9999), [])
    }),
    story("an inserted lease holds as that of a claim, and a claim takes the record when it expires", function* () {
      yield* commit([leased("a", { dueAt: 0 }, 1100), insert("b", { dueAt: 0 })])
      same("A record is inserted at version 1", (yield* rowOf(byId("a")))?.version, 1)
      same("An inserted lease is valid until its last millisecond", yield* claimed(1099), ["b@2"])
      same("An inserted lease expires at its time", yield* claimed(1100), ["a@2"])
      same("A claim makes the inserted version stale", yield* outcome([remove("a", 1)]), "version things")
    }),
    story("who inserted a record with a lease can write it, and a replace ends the lease", function* () {
      yield* commit(["a", "b"].map((id) => leased(id, { dueAt: 0 }, 5000)))
      yield* commit([replace("a", 1, { dueAt: 10 }), remove("b", 1)])
      same("A replace ends an inserted lease", yield* claimed(10), ["a@3"])
    }),
    story("a lease ends when its record is removed", function* () {
      yield* commit([insert("a", { dueAt: 0 })])
      yield* claimed(0, 1000)
      yield* commit([remove("a", 2)])
      yield* commit([insert("a", { dueAt: 0 })])
      same("A new record of the same id is not leased", yield* claimed(1), ["a@2"])
    }),
    story("a claim returns at most its limit, and skips leased records", function* () {
      yield* commit(["a", "b", "c"].map((id, dueAt) => insert(id, { dueAt })))
      same("A claim is bounded, the earliest due first", yield* claimed(10, 100, 2), ["a@2", "b@2"])
      same("A claim skips leased records", yield* claimed(10, 100, 2), ["c@2"])
      same("A record with an expired lease has its original place in the order", yield* claimed(110, 100, 2), [
        "a@3",
        "b@3"
      ])
    }),
    story(
      "a claim of named records takes those of one environment that are due at a time of their own (FA2, I19)",
      function* () {
        yield* commit([
          insert("a", { dueAt: 500 }),
          insert("b", { dueAt: 400 }),
          insert("late", { dueAt: 501 }),
          insert("never"),
          insert("other", { dueAt: 1 }),
          insert("a", { dueAt: 450 }, { in: there })
        ])
        const only = { environment: here, ids: ["a", "b", "late", "never", "absent", "a"], dueBy: 500 }
        same("A claim of an empty list returns nothing", yield* claimed(10, 100, 10, { ...only, ids: [] }), [])
        same("A claim of named records is bounded, the earliest due first", yield* claimed(10, 100, 1, only), ["b@2"])
        same("A claim of named records returns no other", yield* claimed(10, 100, 10, only), ["a@2"])
        same("A lease starts at the machine's time", yield* claimed(109, 100, 10, only), [])
        same("A lease expires by the machine's time", yield* claimed(110, 100, 10, only), ["b@3", "a@3"])
        same("A record that was not named can be claimed by others", yield* claimed(500), [
          "other@2",
          "b@4",
          "a@2",
          "a@4"
        ])
      }
    ),
    story(
      "environments take turns, so that work in one never delays work in another (GA4, GA5, I19, I23)",
      function* () {
        yield* commit(Array.from({ length: 40 }, (_, n) => insert(`flood${n}`, { dueAt: n }, { in: there })))
        yield* commit([insert("one", { dueAt: 100 })])
        const first = yield* claimed(1000, 100, 4)
        same("Environments take turns in a claim", first, ["flood0@2", "flood1@2", "flood2@2", "one@2"])
        yield* commit([insert("two", { dueAt: 101 }), insert("three", { dueAt: 102 })])
        const turns = [yield* claimed(1000, 100, 1), yield* claimed(1000, 100, 1), yield* claimed(1000, 100, 1)]
        const floods = turns.map(([id]) => id?.startsWith("flood"))
        same(
          "A claim begins after the environment served last",
          floods[0] === floods[1] || floods[1] === floods[2],
          false
        )
      }
    ),
    story("a claim may be of one mode and within a share of each environment (GO1, I23)", function* () {
      yield* commit(["a", "b", "c"].map((id, dueAt) => insert(id, { dueAt })))
      yield* commit([insert("other", { dueAt: 0 }, { in: there }), insert("x", { dueAt: 0 }, { in: "sandbox/busy" })])
      const share: ClaimShare = { mode: "sandbox", each: 2, most: new Map([["sandbox/busy", 0]]) }
      const rows = yield* claimed(10, 100, 10, share)
      same("A claim for one mode returns no record of the other", rows.includes("other@2"), false)
      same("A claim leaves out what is beyond the share of an environment", rows, ["a@2", "b@2"])
      const rest = yield* claimed(10, 100, 10, { ...share, most: new Map([["sandbox/busy", 1]]) })
      same("A share counts the claims of each environment alone", rest, ["x@2", "c@2"])
    }),
    story("GO7: a store with a clock decides by it what is due and how long a lease lasts", function* ({ pass }) {
      yield* commit([insert("later", { dueAt: 8_000_000_000_000 })])
      const store = yield* Store
      if (store.now === undefined) {
        yield* commit([insert("due", { dueAt: 1000 })])
        same("A store without a clock uses the given time", yield* claimed(999, LEASE, 10, byStore), [])
        same("A store without a clock uses the given time", yield* claimed(1000, LEASE, 10, byStore), ["due@2"])
        return
      }
      const at = yield* Clock.currentTimeMillis
      const own = store.now() ?? 0
      same("A store that has responded returns its time, in milliseconds", Math.abs(own - at) < NEAR, true)
      // The store's time is exact only to the length of a round trip.
      yield* commit([insert("due", { dueAt: own - NEAR })])
      same("A record is due by the store's clock", yield* claimed(0, LEASE, 10, byStore), ["due@2"])
      // The clock of the node that claims does not matter.
      same("A lease lasts by the store's clock", yield* claimed(own + 2 * LEASE, LEASE, 10, byStore), [])
      same("A lease lasts by the store's clock", yield* claimed(own - 2 * LEASE, LEASE, 10, byStore), [])
      yield* commit([insert("short", { dueAt: own - NEAR })])
      same("A lease begins by the store's clock", yield* claimed(own + LEASE, 50, 10, byStore), ["short@2"])
      yield* pass(100)
      same("A lease expires by the store's clock", yield* claimed(0, LEASE, 10, byStore), ["short@3"])
    }),
    story("concurrent claims never return the same record, and together claim all", function* () {
      yield* commit(Array.from({ length: 60 }, (_, n) => insert(`r${n}`, { dueAt: n })))
      const worker = Effect.andThen(Effect.yieldNow, claim(1000, 50, 5))
      const shares = yield* Effect.all(
        Array.from({ length: 12 }, () => worker),
        { concurrency: "unbounded" }
      )
      // Concurrent workers may skip records that another worker is about to lease, so the rest is claimed afterwards.
      const rest = yield* claim(1000, 50, 60)
      const ids = [...shares.flat(), ...rest].map(({ id }) => id)
      same("Two workers never claim the same record", new Set(ids).size, ids.length)
      same("Every record is claimed by some worker", ids.length, 60)
      same(
        "Each of them was claimed once",
        [...shares.flat(), ...rest].every(({ version }) => version === 2),
        true
      )
    })
  ]
}
