import { describe, expect, it } from "vitest"
import { makeWalk, stepsIn } from "../src/decides/reached.ts"
import { filesBelow, text } from "../src/workspace/disk.ts"

/**
 * What this covers: the code that `decide` of an operation names, in its file and in every file of core that it leads to,
 * down to single properties of an object literal. What it does not: a function that `decide` is given as a value, such as
 * the answer of a credential kind's inquiry. The type of those is a function that returns a `Result`.
 */
const files = filesBelow("packages/core/src/operations", ".ts")

/** The modules of effect whose values run or describe an effect. */
const WORLD = ["Effect", "Clock", "Context", "Layer", "Random", "DateTime"]
const isWorld = (from: string, name: string) =>
  (from === "effect" && WORLD.includes(name)) || from.startsWith("effect/")

const RECORDS = "packages/core/src/ports/records.ts"
const isCommit = (from: string, name: string) => from === RECORDS && (name === "commit" || name === "again")

const { moduleOf, reached } = makeWalk(text)
const stepsOf = (step: string) =>
  files.flatMap((file) => stepsIn(moduleOf(file).program, step).map((code) => [file, code] as const))
const faults = (step: string, isForbidden: typeof isWorld) =>
  stepsOf(step).flatMap(([file, code]) => reached(file, code, isForbidden))

describe("the steps of an operation", () => {
  it("are found in every file that makes one", () => {
    const makers = files.filter((file) => /(?<!\w|const )(?:operation|signedRetry)\(\{/u.test(text(file)))
    expect(makers.length).toBeGreaterThan(30)
    expect([...new Set(stepsOf("decide").map(([file]) => file))]).toEqual(makers)
  })

  it("`decide` reaches no effect, no clock and no port", () => {
    expect(faults("decide", isWorld)).toEqual([])
  })

  it.each(["check", "moreReads", "prepare", "decide"])("`%s` commits nothing", (step) => {
    expect(faults(step, isCommit)).toEqual([])
  })
})

describe("a walk", () => {
  const house = (decide: string, beside: string) => {
    const texts: Record<string, string> = {
      "a/op.ts": `import { Effect } from "effect"
        import { helper, table } from "./beside.ts"
        const prepare = Effect.void
        export const decide = (leg: Effect.Effect<void>) => ${decide}
        export const run = operation({ reads, prepare, decide })`,
      "a/beside.ts": beside
    }
    const walk = makeWalk((file) => texts[file] ?? "")
    return stepsIn(walk.moduleOf("a/op.ts").program, "decide").flatMap((code) => walk.reached("a/op.ts", code, isWorld))
  }
  const pure = "export const helper = (a: number) => a"

  it("finds an effect in the function itself, and in what it calls in another file", () => {
    expect(house("Effect.runSync(prepare)", pure)).toEqual(["a/op.ts > Effect of effect", "a/op.ts > Effect of effect"])
    const inner = `import { Clock } from "effect"
      const now = () => Clock.currentTimeMillis
      export const helper = () => now()`
    expect(house("helper(1)", inner)).toEqual(["a/op.ts > helper > Clock of effect"])
  })

  it("passes a function whose types alone name one, and one property of a table beside another that has one", () => {
    const kinds = `import { Effect } from "effect"
      const KIND = { draw: Effect.void, retire: () => 1 }
      export const table = { KIND }`
    expect(house("helper(1)", pure)).toEqual([])
    expect(house("table[leg].retire()", kinds)).toEqual([])
    expect(house("Object.hasOwn(table, leg)", kinds)).toEqual([])
    expect(house("table[leg].draw", kinds)).toEqual(["a/op.ts > table > Effect of effect"])
  })
})
