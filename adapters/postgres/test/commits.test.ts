import { createHash, randomUUID } from "node:crypto"
import type { Change } from "@countersign/core"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { address, indexAddress, keyAddress } from "../src/addresses.ts"
import { committing } from "../src/commit.ts"
import { type CommitPlan, commitPlan } from "../src/commitPlan.ts"
import type { Answer } from "../src/Pool.ts"
import type { Statement } from "../src/Statement.ts"
import { atVersion, free, here, insert, replace, things } from "./things.ts"

const remove = (id: string, version: number): Change => ({ ...here, op: "remove", id, version })
const digest = (...parts: ReadonlyArray<string>): string =>
  `\\x${createHash("sha256").update(JSON.stringify(parts)).digest("hex")}`
const place = (id: string): string => `things\0sandbox/acme\0${id}`
const named = (name: string): string => digest("things", "sandbox/acme", "name", name)

describe("an address", () => {
  it("is the SHA-256 of its text, cached or not", () => {
    const spelled = keyAddress(things, "sandbox/acme", "name", ["x"])
    expect(spelled).toBe('["things","sandbox/acme","name","x"]')
    const unknown = randomUUID()
    for (const name of ["x", unknown, unknown]) {
      expect(address(keyAddress(things, "sandbox/acme", "name", [name]))).toBe(named(name))
    }
    expect(address(indexAddress(things, "sandbox/acme", "all", []))).toBe(digest("things", "sandbox/acme", "all"))
  })

  it.each(["nickname", "__proto__", "constructor"])("of an undeclared key or index throws: %s", (name) => {
    const says = `postgres: the collection things has no key or index "${name}"`
    expect(() => keyAddress(things, "sandbox/acme", name, [])).toThrow(says)
    expect(() => indexAddress(things, "sandbox/acme", name, [])).toThrow(says)
  })
})

describe("a commit as sent to the database", () => {
  const nothing = {
    ...{ collection: "things", environment: "sandbox/acme", version: null, at: null, expiresAt: null, dueAt: null },
    ...{ body: null, keys: [], entries: [] }
  }

  it("numbers its items in the order of reported conflicts: guards, changes, then unique keys", () => {
    const changes = [
      insert("a", { name: "x", owner: "o", dueAt: 1.5, expiresAt: 9 }, 7),
      replace("b", 2),
      remove("c", 3)
    ]
    const guards = [{ guard: "before", at: 5 } as const, atVersion("g", 4), free("y")]
    const all = digest("things", "sandbox/acme", "all")
    const expected: CommitPlan = {
      items: [
        { because: "late", collection: "" },
        { because: "version", collection: "things" },
        { because: "taken", collection: "things" },
        { because: "taken", collection: "things" },
        { because: "version", collection: "things" },
        { because: "version", collection: "things" },
        { because: "taken", collection: "things" }
      ],
      lost: [],
      moments: [{ at: 5, item: 0 }],
      free: [{ address: named("y"), item: 2 }],
      records: [
        { ...nothing, op: "guard", id: "g", place: place("g"), version: 4, item: 1 },
        {
          ...{ ...nothing, op: "insert", id: "a", place: place("a"), item: 3, at: 7, expiresAt: 9, dueAt: 2 },
          body: '{"name":"x","owner":"o","dueAt":1.5,"expiresAt":9}',
          keys: [{ address: named("x"), item: 6 }],
          entries: [all, digest("things", "sandbox/acme", "owner", "o")]
        },
        {
          ...{ ...nothing, op: "replace", id: "b", place: place("b"), item: 4, version: 2, at: 0 },
          body: "{}",
          entries: [all]
        },
        { ...nothing, op: "remove", id: "c", place: place("c"), item: 5, version: 3 }
      ]
    }
    expect(commitPlan(changes, guards)).toEqual(expected)
  })

  it("conflicts with itself when it claims one key twice, whatever the database contains", () => {
    const { items, lost } = commitPlan([insert("a", { name: "x" }), insert("b", { name: "x" })], [])
    expect([lost, items[lost[0] ?? 0]]).toEqual([[3], { because: "taken", collection: "things" }])
  })

  it("throws when it changes one record twice, and may guard a record that it changes", () => {
    expect(() => commitPlan([insert("a"), remove("a", 1)], [])).toThrow(
      "postgres: one commit changes a record of things twice"
    )
    expect(commitPlan([replace("a", 1), insert("b")], [atVersion("a", 1), atVersion("a", 1)]).records).toHaveLength(4)
  })
})

describe("the statement of commits", () => {
  const requested = async (commits: ReadonlyArray<CommitPlan>, answer: Answer) => {
    const seen: Array<Statement> = []
    const ask = async (statement: Statement) => {
      seen.push(statement)
      return answer
    }
    const commit = committing('"s"', Object.assign(ask, { remembers: () => false }))
    const conflicts = (await commit(commits, 0)).map((outcome) => Result.getOrThrow(outcome))
    return { conflicts: conflicts.map((conflict) => conflict?.because), values: seen[0]?.values ?? [] }
  }
  const two = [commitPlan([insert("b"), insert("c")], []), commitPlan([replace("a", 1)], [atVersion("d", 1)])]

  it("locks records in the same order for any order of commits, and numbers items across commits", async () => {
    const { values } = await requested(two, { rows: [{ lost: "{}" }] })
    expect(values).toHaveLength(24)
    expect(values[0]).toEqual([1, 1, 2, 2])
    const [items, ops, , , ids] = values.slice(6)
    expect([ids, items, ops]).toEqual([
      ["a", "b", "c", "d"],
      [4, 1, 2, 3],
      ["replace", "insert", "insert", "guard"]
    ])
    const reversed = await requested([...two].reverse(), { rows: [{ lost: "{}" }] })
    expect(reversed.values[10]).toEqual(["a", "b", "c", "d"])
  })

  it("passes the keys and index entries of each record as a slice of one list", async () => {
    const inserts = ["a", "b"].map((id) => insert(id, { name: id, owner: id }))
    const { values } = await requested([commitPlan(inserts, [])], { rows: [{ lost: "{}" }] })
    const [all, ...owners] = [[], ["a"], ["b"]].map((owner) =>
      digest("things", "sandbox/acme", owner.length === 0 ? "all" : "owner", ...owner)
    )
    expect(values.slice(16)).toEqual([
      ...[
        [1, 2],
        [1, 2],
        [named("a"), named("b")],
        [3, 4],
        ["a", "b"]
      ],
      ...[
        [1, 3],
        [2, 4],
        [all, owners[0], all, owners[1]]
      ]
    ])
  })

  it.each([
    ["{}", [undefined, undefined]],
    ["{2}", ["taken", undefined]],
    ["{1,3}", ["taken", "version"]]
  ])("maps the result %s to conflicts: %j", async (lost, conflicts) => {
    expect((await requested(two, { rows: [{ lost }] })).conflicts).toEqual(conflicts)
  })

  const answers: ReadonlyArray<Answer> = [
    { rows: [] },
    { rows: [{}] },
    ...[null, "", "2", "{2", "2}", "x{2}", "{2}x", "{a}"].map((lost) => ({ rows: [{ lost }] }))
  ]
  it.each(answers)("fails on the unexpected result $rows", async (answer) => {
    await expect(requested(two, answer)).rejects.toThrow("postgres: the commit returned an unexpected result")
  })

  it.each(["{0}", "{5}"])("fails on the unknown item number in %s", async (lost) => {
    await expect(requested(two, { rows: [{ lost }] })).rejects.toThrow("returned an unknown item number")
  })
})
