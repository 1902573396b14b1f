import { basename, posix } from "node:path"
import type { Shown } from "../threats/shown.ts"
import type { Table, Threat } from "../threats/Threat.ts"
import { notice } from "./notice.ts"

/** Prints each threat with the behaviour that prevents it, its code, its tests, and the limits of the claim. */
export const threatsPage = (tables: ReadonlyArray<Table>, shown: Shown): string =>
  [notice, "# Threats and their tests\n", INTRODUCTION, ...tables.flatMap((table) => section(table, shown))]
    .join("\n")
    .concat("\n")

const INTRODUCTION = `Each row is an attack or a fault, the behaviour that prevents it, the code that implements that behaviour, the tests that
carry the row's name in their titles, and the limits of the claim. \`npx vitest run -t 'R2\\b'\` runs the tests of R2. The
checks fail where a row has neither a test nor a reason, where a file in a row does not exist, and where a test names an unknown
row. [The security model](../security.md) lists the protected assets; [advisories](advisories.md) lists vulnerabilities of
comparable software with the rows that cover them.
`

const section = ({ rows, title }: Table, shown: Shown): ReadonlyArray<string> => [
  `## ${title}\n`,
  "| Row | Attack or fault | Behaviour | Where | Tests | Not claimed |",
  "|---|---|---|---|---|---|",
  ...rows.map((threat) => row(threat, shown)),
  ""
]

const row = ({ attack, defence, notClaimed, row: name, untested, where }: Threat, shown: Shown): string => {
  const files = shown.get(name) ?? []
  const evidence = files.length > 0 ? files.map(link).join(", ") : `not by a test: ${untested}`
  return `| ${[name, attack, defence, where.map(link).join(", "), evidence, notClaimed].map(escaped).join(" | ")} |`
}

/** Returns a link from a page of docs/maintain to a path relative to the root. */
export const link = (path: string): string => `[\`${basename(path)}\`](${posix.relative("docs/maintain", path)})`

/** Escapes the text of a table cell. */
export const escaped = (text: string): string => text.replaceAll("|", "\\|")
