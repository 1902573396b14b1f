import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { root } from "@countersign/checks"
import { transform } from "esbuild"
import { edited, isTypeScript, type Sabotage } from "./problems.ts"
import { compiledVariable, fileVariable, sourceVariable } from "./variables.ts"

/** A test that ran, with its describe blocks in its title. */
export interface Ran {
  /** The test file, from the root. */
  readonly file: string
  readonly title: string
  readonly passed: boolean
  /** The messages of its failures, with their stacks. */
  readonly failures: ReadonlyArray<string>
}

/** What a run of tests reports. */
export interface Report {
  readonly tests: ReadonlyArray<Ran>
  /** Files that failed outside a test, with the reason: they could not be loaded, or a hook failed. */
  readonly unloaded: ReadonlyArray<string>
}

/** The tests to run: files from the root, and the rows of which a title must name one. */
export interface Choice {
  readonly files: ReadonlyArray<string>
  readonly rows: ReadonlyArray<string>
}

/**
 * Runs tests in a vitest process of their own, with an edit or without. The checkout is only read. After `limit`
 * milliseconds the process is stopped, and the report says so.
 */
export const runTests = async (
  { files, rows }: Choice,
  sabotage?: Sabotage,
  limit = sabotage === undefined ? BASELINE_LIMIT : EDIT_LIMIT
): Promise<Report> => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-sabotage-"))
  const output = join(folder, "report.json")
  try {
    await ended(
      [
        ...[vitest, "run", "--config", config, "--reporter", "json", "--outputFile", output],
        // The first failure is the answer. Without an edit, every test has to run.
        ...(sabotage === undefined ? [] : ["--bail", "1"]),
        ...[...new Set(files.map(projectOf))].flatMap((project) => ["--project", project]),
        ...["-t", `\\b(?:${rows.join("|")})\\b`],
        ...files.map((file) => join(root, file))
      ],
      {
        ...inherited(),
        ...(files.some((file) => file.endsWith(".slow.test.ts")) ? { FAULTS: "all" } : {}),
        ...(sabotage === undefined ? {} : await sabotaged(sabotage, folder))
      },
      limit
    )
    return read(output)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

// Milliseconds. The whole baseline is one run. The tests of one edit take seconds, and those of the slow ones two minutes.
const BASELINE_LIMIT = 20 * 60_000
const EDIT_LIMIT = 4 * 60_000

/** `packages/core/test/rules.test.ts` is of the project `core`, `tooling/soak/test/heap.test.ts` of `tooling/soak`. */
export const projectOf = (file: string): string => {
  const [folder, name = file] = file.split("/")
  return folder === "tooling" ? `tooling/${name}` : name
}

const vitest = join(root, "node_modules/vitest/vitest.mjs")
const config = join(root, "tooling/mutation/sabotage.vitest.config.ts")
const hooks = fileURLToPath(new URL("../../dist/sabotage/register.js", import.meta.url))

// A test of this package starts test runs too. They are not part of its own.
const inherited = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST$|NODE_OPTIONS$)/u.test(name)))

/** Writes the edited file, as TypeScript and compiled, and names both in the environment. */
const sabotaged = async (sabotage: Sabotage, folder: string): Promise<NodeJS.ProcessEnv> => {
  const [source, compiled] = [join(folder, "edited"), join(folder, "edited.js")]
  writeFileSync(source, edited(sabotage))
  if (isTypeScript(sabotage)) {
    const { code } = await transform(edited(sabotage), { loader: "ts", format: "esm", target: "node20" })
    writeFileSync(compiled, code.replace(/(["']\.{1,2}\/[^"']*)\.ts(["'])/gu, "$1.js$2"))
  }
  return {
    [fileVariable]: join(root, sabotage.file),
    [sourceVariable]: source,
    ...(isTypeScript(sabotage) ? { [compiledVariable]: compiled } : {}),
    NODE_OPTIONS: `--import=${hooks}`
  }
}

/**
 * Waits for the end of a Node process, and stops it with all that it started where it takes too long: an edit may loop.
 * Its output is dropped: the report is a file, which a process that was stopped has not written.
 */
const ended = (args: ReadonlyArray<string>, env: NodeJS.ProcessEnv, limit: number): Promise<void> =>
  new Promise((resolve, reject) => {
    // A group of its own, so that a worker that loops, and cannot be asked to end, is stopped with it.
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: "ignore", detached: true })
    const stop = () => child.pid !== undefined && process.kill(-child.pid, "SIGKILL")
    const timer = setTimeout(stop, limit)
    process.once("exit", stop)
    const settle = () => {
      clearTimeout(timer)
      process.off("exit", stop)
    }
    child
      .once("error", reject)
      .once("exit", () => resolve())
      .once("error", settle)
      .once("exit", settle)
  })

interface Json {
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: ReadonlyArray<{
      readonly fullName: string
      readonly status: string
      readonly failureMessages: ReadonlyArray<string> | null
    }>
  }>
}

const read = (output: string): Report => {
  // Vitest was stopped, or ended before its first test.
  if (!existsSync(output)) return { tests: [], unloaded: ["the test run was stopped, or ended without a report"] }
  const { testResults }: Json = JSON.parse(readFileSync(output, "utf8"))
  return {
    tests: testResults.flatMap(({ assertionResults, name }) =>
      assertionResults
        .filter(({ status }) => status === "passed" || status === "failed")
        .map(({ failureMessages, fullName, status }) => ({
          file: name.slice(root.length),
          title: fullName,
          passed: status === "passed",
          failures: failureMessages ?? []
        }))
    ),
    unloaded: testResults
      .filter(
        ({ assertionResults, status }) =>
          status === "failed" && assertionResults.every((each) => each.status !== "failed")
      )
      .map(({ message, name }) => `${name.slice(root.length)}: ${message.split("\n")[0] ?? ""}`)
  }
}
