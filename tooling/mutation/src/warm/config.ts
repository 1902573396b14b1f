import type { VitestRunner } from "@vitest/runner"
import { harnessVariable } from "./settle.ts"

type Config = VitestRunner["config"]

/** The vitest configuration: the same as in the gate, but in one process. */
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
  // Applies to the run without mutants. With a mutant, each test has its own limit.
  testTimeout: 20_000,
  hookTimeout: 60_000,
  retry: 0,
  includeTaskLocation: false,
  tags: [],
  tagsFilter: undefined,
  strictTags: false
}

// `vitest` requires this global when it is imported in a process that it did not start.
Object.assign(globalThis, {
  __vitest_worker__: {
    config: {},
    ctx: {},
    environment: { name: "node" },
    rpc: {},
    filepath: "",
    providedContext: { harness: process.env[harnessVariable] }
  }
})
