import { basename, posix } from "node:path"
import type { Shown } from "../threats/shown.ts"
import type { Table, Threat } from "../threats/Threat.ts"
import { notice } from "./notice.ts"

/** Prints each threat with what happens instead, where, what shows it, and what is not claimed. */
export const threatsPage = (tables: ReadonlyArray<Table>, shown: Shown): string =>
  [
    notice,
    "# Threats, and what shows that they fail\n",
    INTRODUCTION,
    ...tables.flatMap((table) => section(table, shown))
  ]
    .join("\n")
    .concat("\n")

const INTRODUCTION = `Each row is an attack or a fault, what happens instead, the code that sees to it, the tests that have the row's name in
their titles, and what is not claimed beside it. \`npx vitest run -t 'R2\\b'\` runs
the tests of R2. The checks fail where a row has neither a test nor a reason, where a file named here is not there, and where
a test names a row that is none. [The threat model](../security.md) says what all this protects; [advisories](advisories.md)
what went wrong elsewhere, and which rows hold against it.
`

const section = ({ rows, title }: Table, shown: Shown): ReadonlyArray<string> => [
  `## ${title}\n`,
  "| Row | Attack or fault | What happens | Where | Shown by | Not claimed |",
  "|---|---|---|---|---|---|",
  ...rows.map((threat) => row(threat, shown)),
  ""
]

const row = ({ attack, defence, notClaimed, row: name, untested, where }: Threat, shown: Shown): string => {
  const files = shown.get(name) ?? []
  const evidence = files.length > 0 ? files.map(link).join(", ") : `not by a test: ${untested}`
  return `| ${[name, attack, defence, where.map(link).join(", "), evidence, notClaimed].map(escaped).join(" | ")} |`
}

/** A link from a page of docs/maintain to a path from the root. */
export const link = (path: string): string => `[${basename(path)}](${posix.relative("docs/maintain", path)})`

/** Text as a cell may have it. */
export const escaped = (text: string): string => text.replaceAll("|", "\\|")
