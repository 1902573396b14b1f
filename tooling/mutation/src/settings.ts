import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import type { PartialStrykerOptions } from "@stryker-mutator/api/core"

/** Parses the command line: the target, and the files to mutate. Throws on an invalid argument. */
export const settingsOf = (args: ReadonlyArray<string>) => {
  const [name, ...only] = parseArgs({ args: [...args], allowPositionals: true }).positionals
  return { name, only }
}

/** The minimum mutation score, in per cent. */
export const threshold = 85

/** Returns the Stryker options for these files. */
export const optionsOf = (files: ReadonlyArray<string>): PartialStrykerOptions => ({
  mutate: [...files],
  plugins: [here("./warm/plugin.js"), here("./sentences.js"), here("./report/parts.js")],
  ignorers: ["sentences"],
  testRunner: "warm",
  testRunnerNodeArgs: ["--conditions=source", "--import", here("./warm/register.js")],
  coverageAnalysis: "perTest",
  concurrency: 1,
  // A mutant that runs only while a module loads would need a separate process. The page counts these mutants.
  ignoreStatic: true,
  tempDirName: ".build/mutation/sandbox",
  // Dependencies resolve from the parent folders. Only the workspaces must be the copies in the sandbox.
  symlinkNodeModules: false,
  buildCommand: `node ${here("./linkWorkspaces.js")}`,
  ignorePatterns: [".build", "dist", "*.tsbuildinfo"],
  // TypeScript 7 has no API for Stryker's type checker. A mutant that does not compile fails its tests.
  tsconfigFile: "none",
  disableTypeChecks: false,
  reporters: ["progress-append-only", "parts"],
  allowConsoleColors: false,
  dryRunTimeoutMinutes: 30,
  timeoutMS: 20_000,
  timeoutFactor: 2,
  thresholds: { high: 95, low: threshold, break: threshold }
})

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
