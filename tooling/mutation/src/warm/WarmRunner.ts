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
 * Runs one test between the `beforeEach` and `afterEach` around it, and says how it failed, if it did. It also fails where
 * it takes longer than `limit`: many mutants make a promise wait for ever.
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
    // No file is collected anew: the one that the test came from takes the place of what was found.
    await startTests([], { config, importFile: () => {}, onCollected: (files) => files.push(test.file) })
    // What a test let slip is told a turn later.
    await new Promise((resolve) => setImmediate(resolve))
    const failed = woken.find((task) => task.result?.state === "fail")
    const failure = failed === undefined ? undefined : (failed.result?.errors?.[0]?.message ?? "failed")
    if (failure !== undefined && !saysNothing(failure)) return failure
    return strays.length > 0 ? `not caught: ${strays[0]}` : undefined
  } finally {
    setFn(test, body)
    process.off("uncaughtException", stray).off("unhandledRejection", stray)
    // A failure that stayed would fail the suite of whatever is run next.
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

/** A property whose time was over before its first draw has neither held nor failed. */
const saysNothing = (failure: string): boolean => failure.includes("Property interrupted after 0 tests")

const ends: Array<() => unknown> = []

/** Runs the `beforeAll` around a test, unless it has run, and keeps the `afterAll` for {@link end}. */
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

/** Runs every `afterAll` that was kept, the last first. */
const end = async (): Promise<void> => {
  for (const hook of ends.splice(0).reverse()) await hook()
}

declare global {
  // The name by which instrumented sources find it.
  var __stryker__: InstrumenterContext | undefined
}

/** What the instrumented sources read before each branch: which mutant is on, and how often it may be met. */
const instrument: InstrumenterContext = {}
globalThis.__stryker__ = instrument

/**
 * Judges mutants in a process that stays warm: sources and tests are imported once, and a mutant is a branch that is
 * switched on. Vitest's own runner starts a worker for every mutant, which takes a hundred times as long.
 */
export class WarmRunner implements TestRunner {
  #tests: ReadonlyArray<Loaded> | undefined
  #isSpent = false
  #judged = 0
  readonly #files: ReadonlyArray<string>

  constructor(files: ReadonlyArray<string>) {
    this.#files = files
  }

  // No mutant is ever on while modules load: those that are met only there are left out, and counted. So nothing has to
  // be loaded again.
  capabilities(): TestRunnerCapabilities {
    return { reloadEnvironment: true }
  }

  async init(): Promise<void> {
    await this.#loaded()
  }

  /** Runs each test twice: for what it meets, then to see that it can be run again in the same process. */
  async dryRun(): Promise<DryRunResult> {
    // What was met while the modules loaded is in it already.
    const coverage: MutantCoverage = instrument.mutantCoverage ?? { static: {}, perTest: {} }
    const tests = await this.#loaded()
    const failures = new Map<string, string>()
    const results: Array<TestResult> = []
    for (const { id, test } of tests) {
      await prepare(test)
      const from = performance.now()
      Object.assign(instrument, { mutantCoverage: coverage, currentTestId: id })
      const first = await runTest(test)
      delete instrument.currentTestId
      delete instrument.mutantCoverage
      // Again at once, as it is where it has to say whether a mutant is killed.
      const failure = first ?? (await runTest(test))
      // Of both runs: Stryker takes what it is not told of for the price of any run, and waits for it.
      const timeSpentMs = performance.now() - from
      if (failure !== undefined) failures.set(id, failure)
      else results.push({ id, name: id, fileName: test.file.filepath, timeSpentMs, status: TestStatus.Success })
    }
    // A test of the clock, or one that leaves something behind, judges nothing here. That may be a few, not many.
    for (const id of failures.keys()) delete coverage.perTest[id]
    const unfit = [...failures].map(([id, failure]) => `does not judge: ${id}: ${failure}\n`).join("")
    if (failures.size > tests.length / 50) {
      return {
        status: DryRunStatus.Error,
        errorMessage: `${failures.size} of ${tests.length} tests fail without a mutant\n${unfit}`
      }
    }
    writeUnfit(unfit)
    writeTimes(results)
    return { status: DryRunStatus.Complete, tests: results, mutantCoverage: coverage }
  }

  /** Runs the tests that meet a mutant, the quickest first, until one fails. */
  async mutantRun({ activeMutant: { id: mutant }, ...options }: MutantRunOptions): Promise<MutantRunResult> {
    // Stryker answers by starting another process, and asks again there.
    if (this.#isSpent) throw leftBehind()
    if (options.mutantActivation === "static") throw new Error("ignoreStatic has to be on")
    const chosen = quickestFirst(await this.#loaded(), options.testFilter)
    // Neither is what a test begins with met by the mutant before this one.
    delete instrument.activeMutant
    for (const { test } of chosen) await prepare(test)
    this.#judged += 1
    // Stryker allows a hundred times what all tests together met. Each is run twice with the mutant at most.
    const hitLimit = (options.hitLimit ?? Number.POSITIVE_INFINITY) / 10
    Object.assign(instrument, { hitLimit, hitCount: 0 })
    for (const [index, { id, limit, test }] of chosen.entries()) {
      instrument.activeMutant = mutant
      const failureMessage = await runTest(test, limit)
      if (failureMessage === undefined) continue
      if ((instrument.hitCount ?? 0) > hitLimit) {
        this.#isSpent = true
        return { status: MutantRunStatus.Timeout, reason: "it goes round for ever" }
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

  // A mutant is killed by a test that fails with it, passes without it and fails with it again: neither a slow moment of
  // the machine nor what another mutant left behind counts.
  async #isSure(run: () => Promise<string | undefined>, mutant: string): Promise<boolean> {
    delete instrument.activeMutant
    // Twice at the most: one slow moment is no sign that something was left behind.
    if ((await run()) === undefined || (await run()) === undefined) {
      instrument.activeMutant = mutant
      return (await run()) !== undefined
    }
    // Something was left behind: by this mutant, if it is the first of the process. Else it is judged in a new one.
    this.#isSpent = true
    if (this.#judged > 1) throw leftBehind()
    return true
  }

  async #loaded(): Promise<ReadonlyArray<Loaded>> {
    this.#tests ??= await collect(this.#files)
    return this.#tests
  }
}

const leftBehind = (): Error => new Error("a mutant before this one left something behind")

const writeUnfit = (unfit: string): void => {
  const file = process.env[unfitVariable]
  if (file !== undefined && unfit !== "") writeFileSync(file, unfit)
}

const timesFile = "warm-times.json"

const writeTimes = (results: ReadonlyArray<TestResult>): void =>
  writeFileSync(timesFile, JSON.stringify(results.map(({ id, timeSpentMs }) => [id, timeSpentMs])))

interface Timed extends Loaded {
  /** After how many milliseconds it will not end any more: many times as long as it took twice. */
  readonly limit: number
}

const quickestFirst = (
  tests: ReadonlyArray<Loaded>,
  filter: ReadonlyArray<string> | undefined
): ReadonlyArray<Timed> => {
  const times = new Map<string, number>(existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, "utf8")) : [])
  const asked = new Set(filter ?? times.keys())
  return tests
    .filter(({ id }) => asked.has(id))
    .map((one) => ({ ...one, limit: 1000 + 5 * (times.get(one.id) ?? 1000) }))
    .sort((one, other) => one.limit - other.limit)
}
