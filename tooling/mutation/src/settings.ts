import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { root } from "@countersign/checks"
import type { PartialStrykerOptions } from "@stryker-mutator/api/core"

/** What a run was asked for. */
export interface Settings {
  /** The target; none lists them. */
  readonly name: string | undefined
  /** The files to break, as paths from the root; all of the target when left out. */
  readonly only: ReadonlyArray<string> | undefined
  /** Only files that changed since this commit, or since this branch was left. */
  readonly since: string | undefined
}

/** Reads the command line. Throws on what it does not understand. */
export const settingsOf = (args: ReadonlyArray<string>): Settings => {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { since: { type: "string" } }
  })
  const [name, ...only] = positionals
  return { name, only: only.length === 0 ? undefined : only, since: values.since }
}

/** Those of the files that a run was asked for. */
export const chosen = (
  files: ReadonlyArray<string>,
  { only, since }: Omit<Settings, "name">
): ReadonlyArray<string> => {
  const changed = since === undefined ? undefined : changedSince(since)
  return files.filter((file) => (only?.includes(file) ?? true) && (changed?.includes(file) ?? true))
}

/** The files that were changed or added since a commit, or since a branch was left, as paths from the root. */
export const changedSince = (ref: string, cwd = root): ReadonlyArray<string> => {
  const git = (...args: ReadonlyArray<string>) =>
    execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).split("\n")
  return [
    ...git("diff", "--name-only", "--merge-base", "--end-of-options", ref),
    ...git("ls-files", "--others", "--exclude-standard")
  ].filter((path) => path !== "")
}

/** The share of mutants that tests have to notice, in per cent. */
export const threshold = 85

/** How Stryker is asked to break these files. */
export const optionsOf = (name: string, files: ReadonlyArray<string>): PartialStrykerOptions => ({
  mutate: [...files],
  plugins: [here("./warm/plugin.js"), here("./sentences.js")],
  ignorers: ["sentences"],
  testRunner: "warm",
  testRunnerNodeArgs: ["--conditions=source", "--import", here("./warm/register.js")],
  coverageAnalysis: "perTest",
  concurrency: 1,
  // A mutant that is met only while a module loads asks for a process of its own. The page counts them.
  ignoreStatic: true,
  incremental: true,
  incrementalFile: `.build/mutation/${name}.json`,
  tempDirName: ".build/mutation/sandbox",
  // Every dependency is found in the folders above; only the workspaces must be those of the sandbox.
  symlinkNodeModules: false,
  buildCommand: `node ${here("./linkWorkspaces.js")}`,
  ignorePatterns: [".build", "dist", "*.tsbuildinfo"],
  // TypeScript 7 has no API for Stryker to read it with: a mutant that does not compile fails its tests.
  tsconfigFile: "none",
  disableTypeChecks: false,
  reporters: ["progress-append-only", "json"],
  jsonReporter: { fileName: `.build/mutation/${name}.report.json` },
  allowConsoleColors: false,
  dryRunTimeoutMinutes: 30,
  timeoutMS: 20_000,
  timeoutFactor: 2,
  thresholds: { high: 95, low: threshold, break: threshold }
})

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
