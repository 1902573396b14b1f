import { existsSync, readFileSync, writeFileSync } from "node:fs"
import type { InstrumenterContext, MutantCoverage } from "@stryker-mutator/api/core"
import {
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  type TestRunnerCapabilities,
  TestStatus
} from "@stryker-mutator/api/test-runner"
import { getFn, getHooks, setFn, startTests, type Test } from "@vitest/runner"
import { collect, type Loaded, suitesOf } from "./collect.ts"
import { config } from "./config.ts"
import { unfitVariable } from "./settle.ts"

/**
 * Runs one test with its `beforeEach` and `afterEach` hooks, and returns its failure, if any. A test also fails when it
 * takes longer than `limit`, because many mutants cause a promise that never resolves.
 */
const runTest = async (test: Test, limit?: number): Promise<string | undefined> => {
  const woken = [test, ...suitesOf(test)]
  for (const task of woken) task.mode = "run"
  const body = getFn(test)
  if (limit !== undefined) setFn(test, () => within(limit, body))
  const strays: Array<unknown> = []
  const stray = (error: unknown) => strays.push(error)
  process.on("uncaughtException", stray).on("unhandledRejection", stray)
  try {
    // No file is collected again: the file of the test replaces the collected files.
    await startTests([], { config, importFile: () => {}, onCollected: (files) => files.push(test.file) })
    // An unhandled rejection of the test is reported one event loop turn later.
    await new Promise((resolve) => setImmediate(resolve))
    const failed = woken.find((task) => task.result?.state === "fail")
    const failure = failed === undefined ? undefined : (failed.result?.errors?.[0]?.message ?? "failed")
    if (failure !== undefined && !saysNothing(failure)) return failure
    return strays.length > 0 ? `not caught: ${strays[0]}` : undefined
  } finally {
    setFn(test, body)
    process.off("uncaughtException", stray).off("unhandledRejection", stray)
    // A remaining failure would fail the suite of the next test.
    for (const task of woken) {
      task.mode = "skip"
      delete task.result
    }
  }
}

const within = async (limit: number, body: () => unknown): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end within ${Math.round(limit)} ms`)), limit)
  })
  try {
    await Promise.race([body(), late])
  } finally {
    clearTimeout(timer)
  }
}

/** A property test whose time limit expired before the first sample has neither passed nor failed. */
const saysNothing = (failure: string): boolean => failure.includes("Property interrupted after 0 tests")

const ends: Array<() => unknown> = []

/** Runs the `beforeAll` hooks of a test unless they have run, and stores the `afterAll` hooks for {@link end}. */
const prepare = async (test: Test): Promise<void> => {
  for (const suite of [...suitesOf(test)].reverse()) {
    const { afterAll, beforeAll } = getHooks(suite)
    ends.push(...afterAll.splice(0).map((hook) => () => hook(suite)))
    for (const hook of beforeAll.splice(0)) {
      const undo: unknown = await hook(suite)
      if (typeof undo === "function") ends.push(() => undo())
    }
  }
}

/** Runs every stored `afterAll` hook in reverse order. */
const end = async (): Promise<void> => {
  for (const hook of ends.splice(0).reverse()) await hook()
}

declare global {
  // The global name that instrumented sources use.
  var __stryker__: InstrumenterContext | undefined
}

/** The state that instrumented sources read before each branch: the active mutant, and its hit limit. */
const instrument: InstrumenterContext = {}
/** In place of a test: hooks and second runs cover no mutant. */
const UNCOUNTED = "none"
globalThis.__stryker__ = instrument

/**
 * Tests mutants in one warm process: sources and tests are imported once, and activating a mutant switches a branch.
 * Stryker's vitest runner starts a worker for every mutant, which takes a hundred times as long.
 */
export class WarmRunner implements TestRunner {
  #tests: ReadonlyArray<Loaded> | undefined
  #isSpent = false
  #judged = 0
  readonly #files: ReadonlyArray<string>

  constructor(files: ReadonlyArray<string>) {
    this.#files = files
  }

  // No mutant is active while modules load. Mutants that run only then are excluded and counted, so no module has to
  // be loaded again.
  capabilities(): TestRunnerCapabilities {
    return { reloadEnvironment: true }
  }

  async init(): Promise<void> {
    await this.#loaded()
  }

  /** Runs each test twice: first for its mutant coverage, then to verify that it can run again in the same process. */
  async dryRun(): Promise<DryRunResult> {
    // It already contains the mutants that were hit while the modules loaded.
    const coverage: MutantCoverage = instrument.mutantCoverage ?? { static: {}, perTest: {} }
    const tests = await this.#loaded()
    // A source finds it when it is first called, in a hook perhaps, and never looks again.
    Object.assign(instrument, { mutantCoverage: coverage, currentTestId: UNCOUNTED })
    const failures = new Map<string, string>()
    const results: Array<TestResult> = []
    for (const { id, test } of tests) {
      await prepare(test)
      const from = performance.now()
      instrument.currentTestId = id
      const first = await runTest(test)
      instrument.currentTestId = UNCOUNTED
      // Runs again immediately, as in the confirmation of a killed mutant.
      const failure = first ?? (await runTest(test))
      // The time of both runs. Stryker adds unreported time to the timeout of every mutant run.
      const timeSpentMs = performance.now() - from
      if (failure !== undefined) failures.set(id, failure)
      else results.push({ id, name: id, fileName: test.file.filepath, timeSpentMs, status: TestStatus.Success })
    }
    // Tests of the clock, and tests that leave state behind, are excluded. The run fails when there are too many.
    for (const id of [UNCOUNTED, ...failures.keys()]) delete coverage.perTest[id]
    const unfit = [...failures].map(([id, failure]) => `excluded: ${id}: ${failure}\n`).join("")
    if (failures.size > tests.length / 50) {
      return {
        status: DryRunStatus.Error,
        errorMessage: `${failures.size} of ${tests.length} tests fail without a mutant\n${unfit}`
      }
    }
    const file = process.env[unfitVariable]
    if (file !== undefined && unfit !== "") writeFileSync(file, unfit)
    writeFileSync(timesFile, JSON.stringify(results.map(({ id, timeSpentMs }) => [id, timeSpentMs])))
    return { status: DryRunStatus.Complete, tests: results, mutantCoverage: coverage }
  }

  /** Runs the tests that cover a mutant, the fastest first, until one fails. */
  async mutantRun({ activeMutant: { id: mutant }, ...options }: MutantRunOptions): Promise<MutantRunResult> {
    // Stryker then starts another process and repeats the request there.
    if (this.#isSpent) throw leftBehind()
    if (options.mutantActivation === "static") throw new Error("ignoreStatic must be enabled")
    const chosen = quickestFirst(await this.#loaded(), options.testFilter)
    // State of the previous mutant must not reach the first test either.
    delete instrument.activeMutant
    for (const { test } of chosen) await prepare(test)
    this.#judged += 1
    // Stryker's hit limit is a hundred times the hits of all tests. Each test runs at most twice with the mutant.
    const hitLimit = (options.hitLimit ?? Number.POSITIVE_INFINITY) / 10
    Object.assign(instrument, { hitLimit, hitCount: 0 })
    for (const [index, { id, limit, test }] of chosen.entries()) {
      instrument.activeMutant = mutant
      const failureMessage = await runTest(test, limit)
      if (failureMessage === undefined) continue
      if ((instrument.hitCount ?? 0) > hitLimit) {
        this.#isSpent = true
        return { status: MutantRunStatus.Timeout, reason: "infinite loop" }
      }
      if (await this.#isSure(() => runTest(test, limit), mutant)) {
        return { status: MutantRunStatus.Killed, killedBy: [id], failureMessage, nrOfTests: index + 1 }
      }
    }
    delete instrument.activeMutant
    return { status: MutantRunStatus.Survived, nrOfTests: chosen.length }
  }

  async dispose(): Promise<void> {
    await end()
  }

  // A mutant is killed by a test that fails with it, passes without it and fails with it again. This excludes failures
  // by a slow machine and by state that another mutant left behind.
  async #isSure(run: () => Promise<string | undefined>, mutant: string): Promise<boolean> {
    delete instrument.activeMutant
    // At most twice: a single failure on a slow machine does not prove that state was left behind.
    if ((await run()) === undefined || (await run()) === undefined) {
      instrument.activeMutant = mutant
      return (await run()) !== undefined
    }
    // State was left behind: by this mutant if it is the first of the process. Otherwise a new process tests it again.
    this.#isSpent = true
    if (this.#judged > 1) throw leftBehind()
    return true
  }

  async #loaded(): Promise<ReadonlyArray<Loaded>> {
    this.#tests ??= await collect(this.#files)
    return this.#tests
  }
}

const leftBehind = (): Error => new Error("an earlier mutant left state behind")

const timesFile = "warm-times.json"

/** Each test has a limit in milliseconds: a multiple of the time of two runs. */
const quickestFirst = (tests: ReadonlyArray<Loaded>, filter: ReadonlyArray<string> | undefined) => {
  const times = new Map<string, number>(existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, "utf8")) : [])
  const wantedTests = new Set(filter ?? times.keys())
  return tests
    .filter(({ id }) => wantedTests.has(id))
    .map((one) => ({ ...one, limit: 1000 + 5 * (times.get(one.id) ?? 1000) }))
    .sort((one, other) => one.limit - other.limit)
}
