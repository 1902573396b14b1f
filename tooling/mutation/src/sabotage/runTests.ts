import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { root } from "@countersign/checks"
import { transform } from "esbuild"
import type { JsonTestResults } from "vitest/node"
import type { Sabotage } from "./located.ts"
import { edited, isScript } from "./problems.ts"
import { compiledVariable, fileVariable, sourceVariable } from "./variables.ts"

/** A test that ran. Its title includes its describe blocks. */
export interface Ran {
  /** The test file, relative to the root. */
  readonly file: string
  readonly title: string
  readonly passed: boolean
  /** The failure messages with their stack traces. */
  readonly failures: ReadonlyArray<string>
}

/** The report of a test run. */
export interface Report {
  readonly tests: ReadonlyArray<Ran>
  /** Files that failed outside a test, with the reason: the file could not be loaded, or a hook failed. */
  readonly unloaded: ReadonlyArray<string>
}

/**
 * Runs the tests of files whose titles name one of the rows in a separate vitest process, with or without an edit. Does not
 * write to the checkout. After `limit` milliseconds the process is stopped, which the report states.
 */
export const runTests = async (
  { files, rows }: Readonly<Record<"files" | "rows", ReadonlyArray<string>>>,
  sabotage?: Sabotage,
  limit = sabotage === undefined ? BASELINE_LIMIT : EDIT_LIMIT
): Promise<Report> => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-sabotage-"))
  const output = join(folder, "report.json")
  try {
    await ended(
      [
        ...[vitest, "run", "--config", config, "--reporter", "json", "--outputFile", output],
        // With an edit, the first failure decides, also that of a test that hangs. Without an edit, every test must run.
        ...(sabotage === undefined ? [] : ["--bail", "1", "--testTimeout", String(limit / 2)]),
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

// Milliseconds. The baseline is one run. The tests of one edit take seconds, the slow tests up to two minutes.
const BASELINE_LIMIT = 20 * 60_000
const EDIT_LIMIT = 4 * 60_000

/** Returns the project of a test file: `core` for `packages/core/…`, `tooling/soak` for `tooling/soak/…`. */
export const projectOf = (file: string): string => {
  const [folder, name = file] = file.replace(/^packages\/kits\//u, "packages/").split("/")
  return folder === "tooling" ? `tooling/${name}` : name
}

const vitest = join(root, "node_modules/vitest/vitest.mjs")
const config = join(root, "tooling/mutation/sabotage.vitest.config.ts")
const hooks = fileURLToPath(new URL("../../dist/sabotage/register.js", import.meta.url))

// A test of this package also starts test runs. They must not inherit its vitest environment.
const inherited = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST|NODE_OPTIONS$)/u.test(name)))

/** Writes the edited file, as TypeScript and compiled, and returns environment variables with both paths. */
export const sabotaged = async (sabotage: Sabotage, folder: string): Promise<NodeJS.ProcessEnv> => {
  const [source, compiled] = [join(folder, "edited"), join(folder, "edited.js")]
  writeFileSync(source, edited(sabotage))
  if (isScript(sabotage)) writeFileSync(compiled, (await compiledOf(sabotage)).code)
  return {
    [fileVariable]: join(root, sabotage.file),
    [sourceVariable]: source,
    ...(isScript(sabotage) ? { [compiledVariable]: compiled } : {}),
    NODE_OPTIONS: `--import=${hooks}`
  }
}

/** The edited module, and the file of the build output that it replaces. */
export const compiledOf = async (sabotage: Sabotage) => {
  const { code } = await transform(edited(sabotage), { loader: "ts", format: "esm", target: "node20" })
  return {
    file: join(root, sabotage.file.replace("/src/", "/dist/").replace(/\.ts$/u, ".js")),
    code: code.replace(/(["']\.{1,2}\/[^"']*)\.ts(["'])/gu, "$1.js$2")
  }
}

/**
 * Waits for a Node process to exit, and kills its process group after the limit, because an edit may cause an infinite
 * loop. The output is discarded: the report is a file, which a killed process has not written.
 */
const ended = (args: ReadonlyArray<string>, env: NodeJS.ProcessEnv, limit: number): Promise<void> =>
  new Promise((resolve, reject) => {
    // A separate process group, so that a worker in an infinite loop is killed too.
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

const read = (output: string): Report => {
  // Vitest was killed, or exited before its first test.
  if (!existsSync(output)) return { tests: [], unloaded: ["the test run was stopped, or ended without a report"] }
  const { testResults }: JsonTestResults = JSON.parse(readFileSync(output, "utf8"))
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
