import type { Reporter, TestModule } from "vitest/node"

/** Ends a run with one machine-readable line: `N passed, N failed`, the total of all projects. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<unknown>): void {
    let passed = 0
    let failed = unhandled.length
    for (const module of modules) {
      if (module.state() === "failed" && [...module.children.allTests("failed")].length === 0) failed += 1
      for (const test of module.children.allTests()) {
        if (test.result().state === "passed") passed += 1
        if (test.result().state === "failed") failed += 1
      }
    }
    process.once("exit", () => process.stdout.write(`${passed} passed, ${failed} failed\n`))
  }
}
