import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { root } from "@countersign/checks"
import type { PartialStrykerOptions } from "@stryker-mutator/api/core"

/** Parses the command line. Throws on an invalid argument. */
export const settingsOf = (args: ReadonlyArray<string>) => {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { since: { type: "string" } }
  })
  const [name, ...only] = positionals
  return {
    /** The target. When absent, the command lists all targets. */
    name,
    /** The files to mutate, as paths relative to the root. All files of the target when absent. */
    only: only.length === 0 ? undefined : only,
    /** Selects only files that have changed since this commit, or since the merge base with this branch. */
    since: values.since
  }
}

/** Returns the files that the settings select. */
export const chosen = (
  files: ReadonlyArray<string>,
  { only, since }: Omit<ReturnType<typeof settingsOf>, "name">
): ReadonlyArray<string> => {
  const changed = since === undefined ? undefined : changedSince(since)
  return files.filter((file) => (only?.includes(file) ?? true) && (changed?.includes(file) ?? true))
}

/** Returns the files changed or added since the merge base with a commit or branch, relative to the root. */
export const changedSince = (ref: string, cwd = root): ReadonlyArray<string> => {
  const git = (...args: ReadonlyArray<string>) =>
    execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).split("\n")
  return [
    ...git("diff", "--name-only", "--merge-base", "--end-of-options", ref),
    ...git("ls-files", "--others", "--exclude-standard")
  ].filter((path) => path !== "")
}

/** The minimum mutation score, in per cent. */
export const threshold = 85

/** Returns the Stryker options for these files. */
export const optionsOf = (name: string, files: ReadonlyArray<string>): PartialStrykerOptions => ({
  mutate: [...files],
  plugins: [here("./warm/plugin.js"), here("./sentences.js")],
  ignorers: ["sentences"],
  testRunner: "warm",
  testRunnerNodeArgs: ["--conditions=source", "--import", here("./warm/register.js")],
  coverageAnalysis: "perTest",
  concurrency: 1,
  // A mutant that runs only while a module loads would need a separate process. The page counts these mutants.
  ignoreStatic: true,
  incremental: true,
  incrementalFile: `.build/mutation/${name}.json`,
  tempDirName: ".build/mutation/sandbox",
  // Dependencies resolve from the parent folders. Only the workspaces must be the copies in the sandbox.
  symlinkNodeModules: false,
  buildCommand: `node ${here("./linkWorkspaces.js")}`,
  ignorePatterns: [".build", "dist", "*.tsbuildinfo"],
  // TypeScript 7 has no API for Stryker's type checker. A mutant that does not compile fails its tests.
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
