import { text } from "@countersign/checks"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { changed, page, scoreOf } from "../src/report/page.ts"
import { threshold } from "../src/settings.ts"
import { targetNamed } from "../src/targets.ts"

const Lives = Schema.Array(Schema.Struct({ file: Schema.String, line: Schema.Natural, mutant: Schema.String }))
const Outcomes = Schema.Record(
  Schema.String,
  Schema.Struct({
    digest: Schema.String.check(Schema.isPattern(/^[0-9a-f]{16}$/u)),
    killed: Schema.Natural,
    timedOut: Schema.Natural,
    survived: Lives,
    unmet: Lives,
    sentences: Schema.Natural,
    atLoad: Schema.Natural,
    failed: Schema.Natural
  })
)
const outcomes = Schema.decodeUnknownSync(Schema.fromJsonString(Outcomes))(text("docs/generated/mutation.json"))

describe("the outcomes of the last complete runs", () => {
  it.each(Object.entries(outcomes))("%s: the mutation score reaches the threshold", (name, outcome) => {
    expect(targetNamed(name).sources).not.toEqual([])
    expect(scoreOf(outcome)).toBeGreaterThanOrEqual(threshold)
  })

  // When this fails, `npm run docs` reports the targets whose sources have changed since their run.
  it("match the generated page, which lists the surviving mutants and the targets whose sources have changed", () => {
    expect(text("docs/generated/mutation.md")).toBe(page(outcomes, changed(outcomes)))
  })
})

describe("the explanations in mutants.md", () => {
  type Living = (typeof Lives.Type)[number]
  const rows = text("docs/maintain/mutants.md")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").map((cell) => cell.trim().replaceAll("`", "")))
  const living = Object.values(outcomes).flatMap(({ survived, unmet }) => [...survived, ...unmet])

  const isOf = ([, file, mutant = ""]: ReadonlyArray<string>, each: Living) =>
    each.file === file && each.mutant.startsWith(mutant)

  it("have a reason and refer to a surviving mutant", () => {
    const unknown = rows.filter((row) => row[3] === "" || !living.some((each) => isOf(row, each)))
    expect(unknown).toEqual([])
  })

  it("cover every surviving mutant", () => {
    expect(living.filter((each) => !rows.some((row) => isOf(row, each)))).toEqual([])
  })
})
