import type { VitestRunner } from "@vitest/runner"

type Config = VitestRunner["config"]

/** How tests are run here: as the gate runs them, in one process. */
export const config: Config = {
  root: process.cwd(),
  name: undefined,
  setupFiles: [],
  passWithNoTests: false,
  testNamePattern: undefined,
  allowOnly: false,
  sequence: { seed: 1, hooks: "stack", setupFiles: "list" },
  chaiConfig: undefined,
  maxConcurrency: 1,
  // For the run without mutants: with one, a test has a limit of its own.
  testTimeout: 20_000,
  hookTimeout: 60_000,
  retry: 0,
  includeTaskLocation: false,
  tags: [],
  tagsFilter: undefined,
  strictTags: false
}

// What `vitest` itself looks for when it is imported where it did not start the process.
Object.assign(globalThis, {
  __vitest_worker__: { config: {}, ctx: {}, environment: { name: "node" }, rpc: {}, filepath: "", providedContext: {} }
})
