import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it } from "vitest"

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "countersign-mutants-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** Judges mutants of judged/rules.ts, one after another, in one process as Stryker starts it. */
const judge = (...mutants: ReadonlyArray<string>): unknown =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        ...["--conditions=source", "--import", here("../dist/warm/register.js")],
        ...[here("./judged/judge.mjs"), here("./judged/rules.stories.ts"), ...mutants]
      ],
      { cwd: folder, encoding: "utf8" }
    )
  )

const leftBehind = "a mutant before this one left something behind"

describe("a mutant", () => {
  it("is killed by a test that fails with it, survives where none does, and the next is judged in the same process", () => {
    expect(judge("1", "2", "1")).toMatchObject({ verdicts: ["killed", "survived", "killed"] })
  })

  it("is not killed by a test that failed once for another reason", () => {
    expect(judge("4")).toMatchObject({ verdicts: ["survived"] })
  })

  it("that leaves something behind is killed, and the next asks for a new process", () => {
    expect(judge("3", "2")).toMatchObject({ verdicts: ["killed", leftBehind] })
  })

  it("is not killed by a property that had no time for a draw", () => {
    expect(judge("5")).toMatchObject({ verdicts: ["survived"] })
  })

  it("is killed by a test that fails once more without it, and then passes: that was a slow moment", () => {
    expect(judge("2", "6", "2")).toMatchObject({ verdicts: ["survived", "killed", "survived"] })
  })

  it("is not taken for killed by what the one before it left behind", () => {
    expect(judge("2", "3")).toMatchObject({ verdicts: ["survived", leftBehind] })
  })
})
