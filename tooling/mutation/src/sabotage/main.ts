import { edits } from "./edits.ts"
import { allLocated } from "./located.ts"
import { leftOf, recorded, write } from "./record.ts"
import { runAll } from "./runAll.ts"
import { chosen, settingsOf } from "./settings.ts"
import type { Verdict } from "./verdict.ts"

const settings = settingsOf(process.argv.slice(2))
const sabotages = allLocated(chosen(settings.left ? leftOf(edits, recorded()) : edits, settings.rows))
process.stdout.write(`${sabotages.length} of ${edits.length} edits\n`)

// Test runs have their own process groups, which an interrupt does not reach. They are stopped when this process exits.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130))

const line = ({ noticedBy, problem, sabotage: { file, removes, row } }: Verdict): string =>
  noticedBy === undefined
    ? `NOT DETECTED ${row}  ${removes}  ${file}  ${problem}\n`
    : `${row}  ${removes}  ${noticedBy}\n`

const verdicts = await runAll(sabotages, {
  workers: settings.workers,
  each: (verdict) => process.stdout.write(line(verdict))
})
const unnoticed = verdicts.filter(({ noticedBy }) => noticedBy === undefined)
write(verdicts)
process.stdout.write(
  `\n${verdicts.length - unnoticed.length} of ${verdicts.length} detected\n${unnoticed.map(line).join("")}`
)
process.exitCode = unnoticed.length === 0 ? 0 : 1
