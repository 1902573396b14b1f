import type { Column } from "@countersign/example-hosts"
import { generatedPage, table } from "../workspace/markdown.ts"

/** Prints the export `matrix` of the hosts example: a column per host, a row per chapter of the conformance suite. */
export const hostsPage = (matrix: ReadonlyArray<Column>): string => {
  const chapters = [...new Set(matrix.flatMap(({ chapters }) => chapters.map(({ name }) => name)))].sort(
    (one, other) => Number(one === LAST) - Number(other === LAST)
  )
  const rows = [
    ["mounted by", ...matrix.map(({ mounting }) => mounting)],
    ["mounted under", ...matrix.map(({ prefixes }) => prefixes.map(code).join(" "))],
    ["body parsers in front", ...matrix.map(({ parsers }) => ["none", ...parsers].join(", "))],
    [
      "behind a proxy",
      ...matrix.map(({ proxySetting }) =>
        proxySetting === undefined ? NONE : `with and without ${code(proxySetting)}`
      )
    ],
    ...chapters.map((chapter) => [
      chapter,
      ...matrix.map(({ chapters }) => cellOf(chapters.filter(({ name }) => name === chapter)))
    ]),
    ["all stories", ...matrix.map(({ chapters }) => cellOf(chapters))]
  ]
  const exemptions = matrix
    .filter(({ exempt }) => exempt.length > 0)
    .flatMap(({ exempt, name }) => [
      `\n## Stories that ${name} does not pass\n`,
      table(
        ["Story", "Why"],
        exempt.map(({ reason, story }) => [story, reason])
      )
    ])
  const head = ["", ...matrix.map(({ name }) => name)]
  return generatedPage("Hosts", INTRODUCTION, table(head, rows), ...exemptions, "")
}

const INTRODUCTION = `Each number is the count of tests of the [conformance suite](../guides/write-a-host-adapter.md#the-conformance-suite) that a
framework passes over the network. \`n of m\` means that the other tests are exempt. The tables below give the reason for each
exemption, and a test asserts that the framework really fails it. [How to mount each framework](../guides/mount.md).
`

const NONE = "no such setting"

/** The chapter that depends on all others. */
const LAST = "the real service"

/** Returns an empty cell for a chapter that does not apply to the host, such as one about a parser it does not have. */
const cellOf = (chapters: Column["chapters"]): string => {
  if (chapters.length === 0) return ""
  const stories = chapters.reduce((sum, chapter) => sum + chapter.stories, 0)
  const exempt = chapters.reduce((sum, chapter) => sum + chapter.exempt, 0)
  return exempt === 0 ? `${stories}` : `${stories - exempt} of ${stories}`
}

const code = (text: string): string => `\`${text}\``
