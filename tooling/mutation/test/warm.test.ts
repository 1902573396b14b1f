import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import { harnessVariable } from "../src/warm/settle.ts"

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "countersign-mutants-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** Tests mutants of `judged/rules.ts` one after another, in one process as Stryker starts it. */
const verify = (...mutants: ReadonlyArray<string>): unknown =>
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

const leftBehind = "an earlier mutant left state behind"

describe("a mutant", () => {
  it("is killed by a failing test, survives when no test fails, and the next mutant uses the same process", () => {
    expect(verify("1", "2", "1")).toMatchObject({ verdicts: ["killed", "survived", "killed"] })
  })

  it("is not killed by a test that failed once for another reason", () => {
    expect(verify("4")).toMatchObject({ verdicts: ["survived"] })
  })

  it("that leaves state behind is killed, and the next one requires a new process", () => {
    expect(verify("3", "2")).toMatchObject({ verdicts: ["killed", leftBehind] })
  })

  it("is not killed by a property test whose time limit expired before the first sample", () => {
    expect(verify("5")).toMatchObject({ verdicts: ["survived"] })
  })

  it("is killed by a test that fails once without it and then passes, as on a slow machine", () => {
    expect(verify("2", "6", "2")).toMatchObject({ verdicts: ["survived", "killed", "survived"] })
  })

  it("is not killed by the state that an earlier mutant left behind", () => {
    expect(verify("2", "3")).toMatchObject({ verdicts: ["survived", leftBehind] })
  })
})

it("a test covers the mutants that it runs, also those that a hook has run before, and a hook covers none", () => {
  const { perTest, static: atLoad } = Object(Object(verify()).covered)
  expect([Object.keys(perTest), atLoad]).toEqual([[expect.stringMatching(/are met first by a hook$/u)], {}])
})

describe("a test file", () => {
  it("receives the origin of the resources that the run shares, such as the database", () => {
    const program = `import ${JSON.stringify(here("../dist/warm/config.js"))}
      import { inject } from "vitest"
      process.stdout.write(inject("harness"))`
    const env = { ...process.env, [harnessVariable]: "http://127.0.0.1:7" }
    const out = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { cwd: here("."), env })
    expect(String(out)).toBe("http://127.0.0.1:7")
  })
})
