import { getFn, getHooks, setFn, startTests, type Test } from "@vitest/runner"
import { suitesOf } from "./collect.ts"
import { config } from "./config.ts"

/**
 * Runs one test between the `beforeEach` and `afterEach` around it, and says how it failed, if it did. It also fails where
 * it takes longer than `limit`: many mutants make a promise wait for ever.
 */
export const runTest = async (test: Test, limit?: number): Promise<string | undefined> => {
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
export const prepare = async (test: Test): Promise<void> => {
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
export const end = async (): Promise<void> => {
  for (const hook of ends.splice(0).reverse()) await hook()
}
