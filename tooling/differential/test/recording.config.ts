import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const conditions = ["source"]

/** Runs suites of the service and records their calls, with repeatable randomness and in one process. */
export default defineConfig({
  root: here("../../../packages"),
  resolve: {
    conditions,
    alias: [
      { find: /^\.\/createCountersign\.ts$/u, replacement: here("recordingCountersign.ts") },
      { find: /^@countersign\/node-crypto$/u, replacement: here("seededCrypto.ts") }
    ]
  },
  ssr: { resolve: { conditions, externalConditions: ["node", "import", "default"] } },
  test: {
    environment: "node",
    globalSetup: [here("../../harness/src/run.ts")],
    include: ["{core,countersign,http,sandbox}/test/**/*.test.ts", "../tooling/differential/test/gaps.slow.test.ts"],
    isolate: false,
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000
  }
})
