import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { explore } from "../src/explore/explore.ts"
import { invariants } from "../src/invariants/all.ts"
import { story } from "../src/story.ts"
import { switches } from "../src/switches/switches.ts"
import { bounds } from "./bounds.ts"

/** The shortest counterexample of each bug: its calls, ticks and steps, and all invariants that it breaks. */
const stories = {
  "read, then write": { calls: 2, ticks: 0, steps: 6, breaks: ["I1", "I15"] },
  "retry's body": { calls: 1, ticks: 0, steps: 3, breaks: ["I2"] },
  "any session": { calls: 1, ticks: 0, steps: 3, breaks: ["I3"] },
  "removals race": { calls: 2, ticks: 0, steps: 10, breaks: ["I10", "I22", "I4", "I5", "OP7"] },
  "sessions stay": { calls: 1, ticks: 0, steps: 5, breaks: ["I5"] },
  "openings race": { calls: 2, ticks: 0, steps: 8, breaks: ["I5", "OP2"] },
  "the node's clock": { calls: 1, ticks: 2, steps: 4, breaks: ["I10"] },
  "the last instant": { calls: 1, ticks: 2, steps: 4, breaks: ["I10"] },
  "the ended sign": { calls: 2, ticks: 0, steps: 6, breaks: ["I10"] },
  "silence is yes": { calls: 1, ticks: 0, steps: 3, breaks: ["I11", "I15"] },
  "nobody counts": { calls: 1, ticks: 0, steps: 3, breaks: ["I15"] },
  "suspended, signed in": { calls: 1, ticks: 0, steps: 3, breaks: ["OP2"] },
  "openings beside": { calls: 2, ticks: 0, steps: 6, breaks: ["OP2"] },
  "blind login": { calls: 2, ticks: 0, steps: 6, breaks: ["OP2"] },
  "legs beside": { calls: 2, ticks: 0, steps: 6, breaks: ["I10", "I22", "OP7"] },
  "recovered, signed in": { calls: 1, ticks: 0, steps: 3, breaks: ["OP2", "RC1"] },
  "recoveries beside": { calls: 2, ticks: 0, steps: 6, breaks: ["OP2", "RC1"] },
  "exports beside": { calls: 2, ticks: 0, steps: 8, breaks: ["I22", "RC4"] },
  "no hold": { calls: 1, ticks: 0, steps: 5, breaks: ["RC4"] },
  "no hold after": { calls: 1, ticks: 0, steps: 3, breaks: ["RC4"] },
  "no delay": { calls: 1, ticks: 0, steps: 3, breaks: ["RC6"] },
  "any code": { calls: 2, ticks: 0, steps: 8, breaks: ["RC12"] },
  "cancelled, completed": { calls: 2, ticks: 0, steps: 8, breaks: ["OP2", "RC1", "RC13"] },
  "unbound session": { calls: 1, ticks: 0, steps: 3, breaks: ["I21"] },
  "unbound addition": { calls: 1, ticks: 0, steps: 3, breaks: ["I21"] },
  "no rest": { calls: 1, ticks: 0, steps: 3, breaks: ["I21"] },
  "returned among thieves": { calls: 1, ticks: 0, steps: 9, breaks: ["I21"] },
  "descendants signed in": { calls: 1, ticks: 0, steps: 9, breaks: ["I21", "OP2"] },
  "self-confirmed": { calls: 1, ticks: 0, steps: 3, breaks: ["I21"] },
  "rest ends by any": { calls: 1, ticks: 0, steps: 3, breaks: ["I21"] },
  "holds beside": { calls: 2, ticks: 0, steps: 8, breaks: ["I22", "RC4"] },
  "blind legs": { calls: 2, ticks: 0, steps: 8, breaks: ["I22", "RC4"] }
}

/** The page shows the counterexample of I4 exactly as the command prints it. */
const page = readFileSync(new URL("../../../docs/maintain/model.md", import.meta.url), "utf8")

/** Timeout in milliseconds. The CPU time is seconds, but a busy machine takes minutes. */
const ROOM = 600_000

describe("each introduced bug is found", () => {
  it("every invariant has one", () => {
    expect(new Set(switches.map(({ invariant }) => invariant))).toEqual(new Set(invariants.map(({ name }) => name)))
  })

  for (const bug of switches) {
    it(
      `${bug.invariant} is broken when ${bug.says}`,
      () => {
        const expected = Object.entries(stories).find(([name]) => name === bug.name)![1]
        const isFound = (broken: ReadonlyMap<{ readonly name: string }, unknown>) =>
          [...broken.keys()].some(({ name }) => name === bug.invariant)
        const world = { scene: bug.scene, bounds: bounds(expected.calls, expected.ticks), bug }
        const { broken } = explore(world, isFound)
        const [events] = [...broken].flatMap(([{ name }, way]) => (name === bug.invariant ? [way] : []))
        expect(story(events!)).toHaveLength(expected.steps)
        if (bug.invariant === "I4") expect(page).toContain(story(events!).join("\n"))
        expect([...broken.keys()].map(({ name }) => name).sort()).toEqual(expected.breaks)
      },
      ROOM
    )
  }
})
