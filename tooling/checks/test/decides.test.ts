import { describe, expect, it } from "vitest"
import { isNamed, MAKERS, makeWalk, stepsIn } from "../src/decides/reached.ts"
import { filesBelow, text } from "../src/workspace/disk.ts"

/**
 * Covers the code that `decide` of an operation uses, in its file and across the files of core, down to single properties
 * of an object literal. Does not cover functions that `decide` receives as values, such as the result of a credential
 * kind's inquiry. Their type is a function that returns a `Result`.
 */
const files = filesBelow("packages/core/src/things", ".ts").filter((file) => !file.includes("/rules/"))

/** The modules of effect whose values run or describe an effect. */
const WORLD = ["Effect", "Clock", "Context", "Layer", "Random", "DateTime"]
const isWorld = (from: string, name: string) =>
  (from === "effect" && WORLD.includes(name)) || from.startsWith("effect/")

const PLANS = "packages/core/src/store/plans.ts"
const SHELL = "packages/core/src/steps/run.ts"
const COMMITS: { readonly [file: string]: ReadonlyArray<string> } = {
  [PLANS]: ["commit", "commitIn", "withRetry", "*"],
  "packages/core/src/steps/carryOut.ts": ["carryOut", "*"],
  [SHELL]: ["runSteps", "*"]
}
const isCommit = (from: string, name: string) => COMMITS[from]?.includes(name) === true

/** The files of core that commit, and why each of them does. */
const COMMITTERS = {
  "packages/core/src/steps/CallCache.ts": "the attempts of every call",
  "packages/core/src/steps/carryOut.ts": "the commit of every operation",
  "packages/core/src/steps/operation.ts": "the shell of an operation without a signature",
  "packages/core/src/steps/run.ts": "the refusals that write a record",
  "packages/core/src/steps/signedRetry.ts": "the shell of the two legs of a signed retry",
  "packages/core/src/store/plans.ts": "`commit`, which the shells call",
  "packages/core/src/store/routed.ts": "passes each commit to the database of its environment",
  "packages/core/src/things/counts/countCalls.ts": "the counts of a day, which no call waits for",
  "packages/core/src/things/due-work/lanes.ts": "work that a node cannot do is due again, whatever its record contains",
  "packages/core/src/things/keys/checkReady.ts": "the fingerprints of the keys of a node, which belong to no platform",
  "packages/core/src/things/limits/sharedLevels.ts": "token buckets are consumed in the commit of the call",
  "packages/core/src/things/limits/storeThrottle.ts": "token buckets are shared beside the calls that take from them"
}

const { moduleOf, reached } = makeWalk(text)
const stepsOf = (step: string) =>
  files.flatMap((file) => stepsIn(moduleOf(file).program, step).map((each) => [file, each] as const))
const faults = (step: string, isForbidden: typeof isWorld) =>
  stepsOf(step).flatMap(([file, { code }]) => reached(file, code, isForbidden))

describe("the steps of an operation", () => {
  it("are found in every file that defines an operation", () => {
    const makers = files.filter((file) =>
      new RegExp(`(?<!\\w|const |function )(?:${MAKERS.join("|")})\\(`, "u").test(text(file))
    )
    expect(makers.length).toBeGreaterThan(30)
    expect([...new Set(stepsOf("decide").map(([file]) => file))]).toEqual(makers)
  })

  it("`decide` reaches no effect, no clock and no port", () => {
    expect(faults("decide", isWorld)).toEqual([])
  })

  it.each(["check", "more", "prepare", "decide"])("`%s` has a name, which stack traces and profiles show", (step) => {
    const nameless = stepsOf(step).filter(([, { code }]) => !isNamed(code))
    expect(nameless.map(([file, { call }]) => `${file} ${call}`)).toEqual([])
  })

  it.each(["check", "more", "prepare", "decide", "inTurn"])("`%s` commits nothing", (step) => {
    expect(faults(step, isCommit)).toEqual([])
  })
})

describe("a table of decisions", () => {
  type Decisions = ReadonlyArray<readonly [file: string, name: string]>
  /** The decisions that no table calls: neither by its name nor as a property of its module. */
  const untabled = (decisions: Decisions, tables: ReadonlyArray<string>, read: (file: string) => string) => {
    const walk = makeWalk(read)
    const isCalled = (file: string, call: string) => (table: string) =>
      [...walk.moduleOf(table).imported].some(([local, target]) => {
        const [name, ...steps] = call.split(".")
        const known = target.name === "*" ? [local, call] : target.name === name ? [local, ...steps] : undefined
        return (
          target.from === file &&
          known !== undefined &&
          new RegExp(`\\b${known.join(".").replaceAll(".", "\\.")}\\(`, "u").test(read(table))
        )
      })
    return decisions
      .filter(([file, name]) => !tables.some(isCalled(file, name)))
      .map(([file, name]) => `${file} ${name}`)
  }

  it("calls the decision of every operation", () => {
    const decisions = stepsOf("decide").map(([file, { call }]) => [file, call] as const)
    expect(decisions.length).toBeGreaterThan(50)
    expect(untabled(decisions, filesBelow("packages/core/test/decides", ".test.ts"), text)).toEqual([])
  })

  it("is missing when no test calls the decision, even if a test imports its module", () => {
    const table = `import * as revoke from "../../src/revoke.ts"
      import { decide as decideOpen, check } from "../../src/open.ts"
      decides([["a", revoke.begin(leg)], ["b", decideOpen(leg)]])`
    const decisions = [
      ["a/src/revoke.ts", "begin"],
      ["a/src/revoke.ts", "begin.decide"],
      ["a/src/revoke.ts", "finish"],
      ["a/src/open.ts", "decide"],
      ["a/src/other.ts", "begin"]
    ] as const
    expect(untabled(decisions, ["a/test/decides/all.test.ts"], () => table)).toEqual([
      "a/src/revoke.ts begin.decide",
      "a/src/revoke.ts finish",
      "a/src/other.ts begin"
    ])
  })
})

describe("a commit", () => {
  const committersOf = (sources: ReadonlyArray<string>, read: (file: string) => string) =>
    sources.filter((file) => {
      const imported = [...makeWalk(read).moduleOf(file).imported.values()]
      return imported.some(({ from, name }) => isCommit(from, name)) || /\.commit\(/u.test(read(file))
    })

  it("is made only by the shells and the listed files of core", () => {
    expect(committersOf(filesBelow("packages/core/src", ".ts"), text)).toEqual(Object.keys(COMMITTERS))
  })

  it.each([
    ["imports `commit`", 'import { commit } from "../store/plans.ts"', true],
    ["imports `withRetry` under another name", 'import { withRetry as repeated } from "../store/plans.ts"', true],
    ["imports all of the plans", 'import * as plans from "../store/plans.ts"', true],
    ["imports what the shell commits with", 'import { carryOut } from "../steps/carryOut.ts"', true],
    ["calls the store", "export const write = store.commit([], [])", true],
    ["imports a type and the steps", 'import { type Leg, operation } from "./operation.ts"', false]
  ])("is found in a file that %s", (_, source, isFound) => {
    expect(committersOf(["packages/core/src/things/a.ts"], () => source).length).toBe(isFound ? 1 : 0)
  })
})

describe("a walk", () => {
  const house = (decide: string, beside: string) => {
    const texts: Record<string, string> = {
      "a/op.ts": `import { Effect } from "effect"
        import { helper, table } from "./beside.ts"
        const prepare = Effect.void
        export const decide = (leg: Effect.Effect<void>) => ${decide}
        export const run = operation(reads).prepare(prepare).decide(decide)`,
      "a/beside.ts": beside
    }
    const walk = makeWalk((file) => texts[file] ?? "")
    return stepsIn(walk.moduleOf("a/op.ts").program, "decide").flatMap(({ code }) =>
      walk.reached("a/op.ts", code, isWorld)
    )
  }
  const pure = "export const helper = (a: number) => a"

  it("finds the steps of a chain, how a test calls them, and whether they have names", () => {
    const source = `export const end = signedRetry({
        name: "End",
        begin: begins(reads).decide(function ask(leg) { return leg }),
        finish: finishes(Intent, reads).prepare(Effect.fnUntraced(function* (leg) {})).decide((leg) => leg)
      })
      export const look = operation(reads).more(load).decide(function show(leg) { return leg })`
    const { program } = makeWalk(() => source).moduleOf("a/op.ts")
    const shown = (step: string) => stepsIn(program, step).map(({ call, code }) => [call, isNamed(code)])
    expect([shown("decide"), shown("prepare"), shown("more")]).toEqual([
      [
        ["end.begin.decide", true],
        ["end.finish.decide", false],
        ["look.decide", true]
      ],
      [["end.finish.prepare", false]],
      [["load", true]]
    ])
  })

  it("finds an effect in the function itself, and in functions it calls in another file", () => {
    expect(house("Effect.runSync(prepare)", pure)).toEqual(["a/op.ts > Effect of effect", "a/op.ts > Effect of effect"])
    const inner = `import { Clock } from "effect"
      const now = () => Clock.currentTimeMillis
      export const helper = () => now()`
    expect(house("helper(1)", inner)).toEqual(["a/op.ts > helper > Clock of effect"])
  })

  it("accepts a function that uses an effect only in types, and a pure property next to one with an effect", () => {
    const kinds = `import { Effect } from "effect"
      const KIND = { draw: Effect.void, retire: () => 1 }
      export const table = { KIND }`
    expect(house("helper(1)", pure)).toEqual([])
    expect(house("table[leg].retire()", kinds)).toEqual([])
    expect(house("Object.hasOwn(table, leg)", kinds)).toEqual([])
    expect(house("table[leg].draw", kinds)).toEqual(["a/op.ts > table > Effect of effect"])
  })
})
