import { relative } from "node:path"
import { pathToFileURL } from "node:url"
import type { File, Suite, Test } from "@vitest/runner"
import { config } from "./config.ts"

/** A loaded test that can run any number of times, and its id for Stryker: the file and the full title. */
export type Loaded = Awaited<ReturnType<typeof collect>>[number]

/** Imports the test files with their sources, and runs no test. */
export const collect = async (paths: ReadonlyArray<string>) => {
  const { collectTests } = await import("@vitest/runner")
  const files = await collectTests([...paths], { config, importFile: (path) => import(pathToFileURL(path).href) })
  const broken = files.find((file) => file.result?.errors !== undefined)
  if (broken !== undefined) throw new Error(`${broken.name}: ${broken.result?.errors?.[0]?.stack}`)
  return files.flatMap(testsOf).map((test) => {
    for (const task of [test, ...suitesOf(test)]) if (task.mode === "run" || task.mode === "queued") task.mode = "skip"
    return { id: `${relative(process.cwd(), test.file.filepath)}#${titleOf(test)}`, test }
  })
}

/** Returns the suites of a test, innermost first, with its file last. */
export const suitesOf = (task: Test | Suite): ReadonlyArray<Suite> => {
  if (task.suite !== undefined) return [task.suite, ...suitesOf(task.suite)]
  return task.file === task ? [] : [task.file]
}

// A test that is skipped or a todo at collection never runs.
const testsOf = (suite: Suite | File): ReadonlyArray<Test> =>
  suite.tasks.flatMap((task) => {
    if (task.type === "suite") return testsOf(task)
    return task.mode === "run" || task.mode === "queued" ? [task] : []
  })

const titleOf = (test: Test): string =>
  [test, ...suitesOf(test)]
    .slice(0, -1)
    .map(({ name }) => name)
    .reverse()
    .join(" ")
