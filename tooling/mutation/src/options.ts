import { fileURLToPath } from "node:url"
import type { PartialStrykerOptions } from "@stryker-mutator/api/core"

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
