import type { kinds, Report, Reports } from "../field/corpus.ts"
import { generatedPage, table } from "../workspace/markdown.ts"

/** Prints the corpus of the field: the number of reports of each kind, and a table with a row for each report. */
export const fieldPage = (reports: ReadonlyArray<Reports>, parts: ReturnType<typeof kinds>): string => {
  const all = reports.flatMap(({ rows }) => rows)
  const countOf = (part: string, letter: string) =>
    all.filter(({ kind, row }) => row.startsWith(part) && kind === letter).length
  const kindRows = Object.entries(parts).flatMap(([part, kinds]) =>
    Object.entries(kinds).map(([letter, says]) => [`${part} (${letter})`, says, countOf(part, letter)])
  )
  const sections = reports.flatMap(({ about, feed, rows, sources, title }) => [
    `## ${title}\n`,
    `${about} [\`${feed}.json\`](../../tooling/field/data/${feed}.json)\n`,
    table(
      ["Name", "Row", "Report from the field", "Input", "Expected", "Source"],
      rows.map((report) => [
        report.id,
        `${report.row} (${report.kind})`,
        report.sends,
        "input" in report ? code(report.input) : "",
        expectedOf(report),
        sources[report.source] ?? report.source
      ])
    ),
    ""
  ])
  return generatedPage(
    "Reports from the field",
    `${all.length} reports, each made here in the shape of what is public. \`npx vitest run --project tooling/field\` sends each input to the
product and compares its answer. A report without an input names the test that shows it.\n`,
    "## Kinds\n",
    table(["Kind", "Fault", "Reports"], kindRows),
    "",
    ...sections
  )
}

const expectedOf = ({ expected, open, test }: Report): string => {
  if (open !== undefined) return open
  if (test === undefined) return code(expected)
  return `“${test.title}” in \`${test.file}\``
}

/** Longer inputs are in the file alone. */
const LONGEST = 120

const code = (value: unknown): string => {
  const json = JSON.stringify(value).replaceAll(/\p{C}|(?! )\p{Z}|`/gu, escapes)
  return json.length > LONGEST ? "" : `\`${json}\``
}

const escapes = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => character.charCodeAt(at).toString(16).padStart(4, "0"))
    .map((digits) => `\\u${digits}`)
    .join("")
