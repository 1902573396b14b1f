import { existsSync, readFileSync, writeFileSync } from "node:fs"
import type { MutantResult } from "@stryker-mutator/api/core"
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin"
import type { MutationTestingPlanReadyEvent, Reporter } from "@stryker-mutator/api/report"
import { sourcesOf, targetNamed } from "../targets.ts"
import { digestOf, fromRoot, type Outcome, type Outcomes, outcomeOf, type Parts } from "./page.ts"

/** The environment variable with the name of the target. */
export const targetVariable = "COUNTERSIGN_MUTATION_TARGET"

const json = new URL("../../../../docs/generated/mutation.json", import.meta.url)

export const recorded = (): Outcomes => (existsSync(json) ? JSON.parse(readFileSync(json, "utf8")) : {})

/** Records the outcomes of files, and that of the target when each of its files has a current one. */
export const record = (name: string, files: ReadonlyArray<string>, results: ReadonlyArray<MutantResult>): void => {
  const outcomes = recorded()
  const run = Object.fromEntries(files.map((file) => [file, outcomeOf([file], results)]))
  const parts = { ...outcomes[name]?.parts, ...run }
  const known = wholeOf(sourcesOf(targetNamed(name)), parts) ?? outcomes[name] ?? outcomeOf(files, results)
  writeFileSync(json, `${JSON.stringify({ ...outcomes, [name]: { ...known, parts } }, undefined, 2)}\n`)
}

/** The outcome of a file, if it is as it was in its run. */
export const currentOf = (parts: Parts, file: string): ReadonlyArray<Outcome> => {
  const part = parts[file]
  return part?.digest === digestOf([file]) ? [part] : []
}

/** The outcome of files together, if each of them has a current one. */
export const wholeOf = (files: ReadonlyArray<string>, parts: Parts): Outcome | undefined => {
  const all = files.flatMap((file) => currentOf(parts, file))
  if (all.length < files.length) return undefined
  const sum = (count: "atLoad" | "failed" | "killed" | "sentences" | "timedOut") =>
    all.reduce((total, part) => total + part[count], 0)
  return {
    digest: digestOf(files),
    ...{ killed: sum("killed"), timedOut: sum("timedOut"), failed: sum("failed") },
    ...{ sentences: sum("sentences"), atLoad: sum("atLoad") },
    survived: all.flatMap(({ survived }) => survived),
    unmet: all.flatMap(({ unmet }) => unmet)
  }
}

/** Records each file when its last mutant is tested, so that a run that is stopped loses one file. */
export class PartsReporter implements Reporter {
  #planned: ReadonlyArray<string> = []
  readonly #results: Array<MutantResult> = []

  onMutationTestingPlanReady({ mutantPlans }: MutationTestingPlanReadyEvent): void {
    this.#planned = mutantPlans.map(({ mutant }) => mutant.fileName)
  }

  onMutantTested(result: MutantResult): void {
    this.#results.push(result)
    const planned = this.#planned.filter((name) => name === result.fileName)
    const tested = this.#results.filter(({ fileName }) => fileName === result.fileName)
    if (tested.length < planned.length) return
    record(process.env[targetVariable] ?? "", [fromRoot(result.fileName)], tested)
  }
}

/** The plugins that Stryker loads. */
export const strykerPlugins = [declareClassPlugin(PluginKind.Reporter, "parts", PartsReporter)]
