import type { Sabotage } from "./located.ts"
import { type Report, runTests } from "./runTests.ts"
import { type Verdict, verdictOf } from "./verdict.ts"

/**
 * Runs all tests once without edits, and then the tests of each edit with that edit, `workers` edits in parallel. Calls
 * `each` with every verdict when it is known. Returns the verdicts in the order of the edits.
 */
export const runAll = async (
  sabotages: ReadonlyArray<Sabotage>,
  { each, workers }: { readonly workers: number; readonly each: (verdict: Verdict) => void }
): Promise<ReadonlyArray<Verdict>> => {
  const without = await baseline(sabotages)
  const verdicts = new Map<Sabotage, Verdict>()
  const waiting = sabotages.values()
  const work = async () => {
    for (const sabotage of waiting) {
      const report = await runTests({ files: sabotage.tests, rows: [sabotage.row] }, sabotage)
      const verdict = verdictOf(sabotage, without, report)
      verdicts.set(sabotage, verdict)
      each(verdict)
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return sabotages.flatMap((sabotage) => verdicts.get(sabotage) ?? [])
}

// The slow tests run separately, because the environment variable that enables them makes other tests slower.
const baseline = async (sabotages: ReadonlyArray<Sabotage>): Promise<Report> => {
  const isSlow = (file: string) => file.endsWith(".slow.test.ts")
  const reports: Array<Report> = []
  for (const choose of [isSlow, (file: string) => !isSlow(file)]) {
    const files = [...new Set(sabotages.flatMap(({ tests }) => tests.filter(choose)))]
    const rows = [...new Set(sabotages.filter(({ tests }) => tests.some(choose)).map(({ row }) => row))]
    if (files.length > 0) reports.push(await runTests({ files, rows }))
  }
  return { tests: reports.flatMap(({ tests }) => tests), unloaded: reports.flatMap(({ unloaded }) => unloaded) }
}
