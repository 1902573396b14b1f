import { threshold } from "../options.ts"
import { type Outcome, scoreOf } from "./Outcome.ts"

/** The outcomes of the targets that were judged as a whole, by name. */
export type Outcomes = Readonly<Record<string, Outcome>>

/** The table that stands in the docs. `changed`: the targets whose sources are not those that were judged. */
export const page = (outcomes: Outcomes, changed: ReadonlyArray<string>): string =>
  `${[
    "# Mutants",
    "",
    `Measured by \`npm run mutate\`, not printed from the code: [how to run and read it](../mutation.md). At least ${threshold} %`,
    "of the mutants of a target have to be noticed by a test.",
    "",
    "| target | noticed | killed | endless | survived | met by no test | left out: sentences | left out: at load | of sources | which are |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...Object.entries(outcomes).map(([name, outcome]) => row(name, outcome, changed.includes(name))),
    "",
    "## What lives",
    "",
    "What no test notices, by file; [mutants.md](../mutants.md) explains each.",
    "",
    "| file | mutants |",
    "| --- | --- |",
    ...Object.values(outcomes).flatMap(living)
  ].join("\n")}\n`

/** How many live in each file of a target. */
const living = ({ survived, unmet }: Outcome): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const { file } of [...survived, ...unmet]) counts.set(file, (counts.get(file) ?? 0) + 1)
  return [...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, count]) => `| \`${file}\` | ${count} |`)
}

const row = (name: string, outcome: Outcome, isChanged: boolean): string => {
  const { atLoad, digest, killed, sentences, survived, timedOut, unmet } = outcome
  const cells = [name, `${scoreOf(outcome).toFixed(1)} %`, killed, timedOut, survived.length, unmet.length]
  const state = isChanged ? "**older than those here**" : "those here"
  return `| ${[...cells, sentences, atLoad, `\`${digest}\``, state].join(" | ")} |`
}
