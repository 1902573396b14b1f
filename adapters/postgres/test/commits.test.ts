import type { Change, Guard } from "@countersign/core"
import { describe, expect, it } from "vitest"
import { explaining } from "../src/conflicts.ts"
import type { Answer, PoolQuery } from "../src/Pool.ts"
import { environmentOf } from "../src/table.ts"
import { noPool, sending } from "./sending.ts"
import { atVersion, here, insert, remove, replace } from "./things.ts"

const place = (id: string): string => `things\0sandbox/acme\0${id}`
const { planned } = sending(noPool)

describe("a commit as sent to the database", () => {
  const acme = environmentOf("sandbox/acme")

  it("locks what it guards, replaces and removes in the order of the places, and then inserts in that order", () => {
    const changes = [
      insert("z", { name: "x", owner: "o", dueAt: 1.5, expiresAt: 9 }, 7),
      insert("y"),
      replace("b", 2),
      remove("a", 3)
    ]
    const guards: ReadonlyArray<Guard> = [{ guard: "before", at: 5 }, atVersion("c", 4), { guard: "before", at: 6 }]
    const { deadline, links } = planned(changes, guards)
    expect(links.map(({ op, place, values }) => [op, place, values])).toEqual([
      ["remove", place("a"), [acme, "a", 3]],
      ["replace", place("b"), [acme, "b", 2, 0, null, null, null, null, null, "{}"]],
      ["guard", place("c"), [acme, "c", 4]],
      ["insert", place("y"), [acme, "y", 1, 0, null, null, null, null, null, "{}"]],
      // An instant is rounded up to whole milliseconds.
      ["insert", place("z"), [acme, "z", 1, 7, 9, 2, null, "x", "o", expect.stringContaining('"dueAt":1.5')]]
    ])
    expect(deadline).toBe(5)
  })

  it("is the same for any order of its changes and guards", () => {
    const changes = [insert("z"), insert("y"), replace("b", 2), remove("a", 3)]
    const guards = [atVersion("c", 4), atVersion("d", 4)]
    const [one, other] = [planned(changes, guards), planned(changes.toReversed(), guards.toReversed())]
    expect([one.links, one.shape]).toEqual([other.links, other.shape])
  })

  it("locks once what it guards and changes at one version, and breaks where the versions differ", () => {
    const linked = (changes: ReadonlyArray<Change>, guards: ReadonlyArray<Guard>) =>
      planned(changes, guards).links.map(({ op }) => op)
    expect(linked([replace("a", 1)], [atVersion("a", 1), atVersion("a", 1)])).toEqual(["replace"])
    expect(linked([remove("a", 1)], [atVersion("a", 1)])).toEqual(["remove"])
    expect(linked([replace("a", 1)], [atVersion("a", 2)])).toEqual(["replace", "guard"])
    expect(linked([insert("a")], [atVersion("a", 1)])).toEqual(["guard", "insert"])
    const elsewhere: Guard = { ...here, environment: "production/acme", guard: "version", id: "a", version: 1 }
    expect(linked([replace("a", 1)], [elsewhere])).toEqual(["guard", "replace"])
  })

  it("throws when it changes one record twice", () => {
    const says = "postgres: one commit changes a record of things twice"
    expect(() => planned([insert("a"), remove("a", 1)])).toThrow(says)
    expect(() => planned([insert("a"), { ...insert("a"), environment: "production/acme" }])).not.toThrow()
  })
})

describe("the conflict of a refused commit", () => {
  /** The outcome of a commit after these answers of the database. */
  const explained = async (
    changes: ReadonlyArray<Change>,
    guards: ReadonlyArray<Guard>,
    answer: Answer["rows"][number]
  ) => {
    const sent: Array<PoolQuery> = []
    const explain = explaining(async (statement) => {
      sent.push(statement)
      return { rows: [answer] }
    })
    const conflict = await explain(planned(changes, guards), { until: 0 })
    return {
      because: conflict === undefined ? undefined : `${conflict.because} ${conflict.collection}`,
      sent: sent.length
    }
  }
  const changes = [insert("a", { name: "x" }), replace("b", 2), remove("c", 3)]
  const guards: ReadonlyArray<Guard> = [{ guard: "before", at: 5 }, atVersion("g", 4)]
  /** The answers while every condition is true: one for the deadline, each link, and each claimed key. */
  const holds = { c0: "false", c1: "2", c2: "3", c3: "4", c4: null, c5: null }

  it("is the first condition that does not hold: the deadline, what it locks, what it inserts, then unique keys", async () => {
    const broken: ReadonlyArray<readonly [Answer["rows"][number], string]> = [
      [{ c0: "true" }, "late "],
      [{ c1: "3" }, "version things"],
      [{ c2: null }, "version things"],
      [{ c3: "5" }, "version things"],
      [{ c3: null }, "version things"],
      [{ c4: "1" }, "taken things"],
      [{ c5: "other" }, "taken things"],
      [{ c1: "5", c0: "true" }, "late "],
      [{ c4: "1", c1: null }, "version things"],
      [{ c5: "other", c3: null }, "version things"]
    ]
    for (const [answer, because] of broken) {
      expect(await explained(changes, guards, { ...holds, ...answer })).toEqual({ because, sent: 1 })
    }
    expect(await explained(changes, guards, holds)).toEqual({ because: undefined, sent: 1 })
  })

  it("is none for a key of its own record, or of one that the commit takes it from", async () => {
    const owners = async (changes: ReadonlyArray<Change>, owner: string) =>
      (await explained(changes, [], { c0: "1", c1: changes[1]?.op === "insert" ? null : "1", c2: owner })).because
    const takes = replace("a", 1, { name: "x" })
    expect(await owners([takes, replace("b", 1)], "a")).toBeUndefined()
    expect(await owners([takes, replace("b", 1)], "b")).toBeUndefined()
    expect(await owners([takes, remove("b", 1)], "b")).toBeUndefined()
    expect(await owners([takes, replace("b", 1)], "c")).toBe("taken things")
    // A record of this id elsewhere is another.
    const elsewhere: Change = { ...replace("b", 1), environment: "production/acme" }
    expect(await owners([takes, elsewhere], "b")).toBe("taken things")
  })

  it("is with itself when it claims one key twice, whatever the database contains", async () => {
    const twice = [insert("a", { name: "x" }), insert("b", { name: "x" })]
    expect((await explained(twice, [], { c0: null, c1: null, c2: null, c3: null })).because).toBe("taken things")
  })

  it("is not with a record that is absent as it has to be", async () => {
    expect(await explained([insert("b")], [atVersion("a", 0)], { c0: null, c1: "1" })).toMatchObject({
      because: "taken things"
    })
    expect(await explained([insert("b")], [atVersion("a", 0)], { c0: "1", c1: null })).toMatchObject({
      because: "version things"
    })
  })

  it("is searched in the environment of the commit alone", async () => {
    const texts: Array<string> = []
    const explain = explaining(async ({ text }) => {
      texts.push(text)
      return { rows: [holds] }
    })
    await explain(planned(changes, guards), { until: 0 })
    const [late = "", ...questions] = texts.join().split(" as c").slice(0, -1)
    expect(late).toContain("clock_timestamp()")
    expect(questions.filter((question) => !question.includes("environment = $"))).toEqual([])
    expect(questions).toHaveLength(5)
  })

  it("is none, without a statement, for a commit of nothing", async () => {
    expect(await explained([], [], {})).toEqual({ because: undefined, sent: 0 })
  })
})

describe("GO9: a commit to a server with another history", () => {
  const sqlState = (code: string): Error => Object.assign(new Error(code), { code })
  /** Commits to a server that refuses them for its history, except the commits of `known`. */
  const elsewhere = (read?: () => Promise<unknown>, known: ReadonlyArray<string> = []) => {
    const texts: Array<PoolQuery> = []
    const run = async (statement: PoolQuery): Promise<Answer> => {
      texts.push(statement)
      const isName = statement.text.includes("environments")
      if (isName || known.some((id) => statement.values.includes(id))) return { rows: [] }
      throw sqlState("22007")
    }
    return { texts, ...sending(noPool, { run, timeline: "00000002", ...(read && { read }) }) }
  }

  it("conflicts after the state of the server was read, so that it is decided again", async () => {
    const { readings, send } = elsewhere()
    expect([await send([insert("a")]), readings()]).toEqual(["version", 1])
    expect([await send([], [atVersion("a", 1)]), readings()]).toEqual(["version", 2])
  })

  it("fails with the failure of that reading", async () => {
    const { send } = elsewhere(async () => Promise.reject(new Error("gone")))
    expect(await send([insert("a")])).toBe("Error: gone")
  })

  it("names the history after the deadline, and each parameter once and in order", async () => {
    const { send, texts } = elsewhere()
    await send([insert("a"), replace("b", 1)], [atVersion("c", 4), { guard: "before", at: 5 }])
    const { text = "", values = [] } = texts.at(-1) ?? {}
    expect(values.slice(-2)).toEqual([5, "00000002"])
    const numbers = [...text.matchAll(/\$(\d+)/gu)].map(([, number]) => Number(number))
    expect(numbers).toEqual(values.map((_, nth) => nth + 1))
  })
})
