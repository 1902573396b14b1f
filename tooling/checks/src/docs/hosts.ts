import { Schema } from "effect"
import { notice } from "./notice.ts"

/** Prints the export `matrix` of the hosts example: a column per host, a row per chapter of the conformance suite. */
export const hostsPage = (exports: unknown): string => {
  const { matrix } = decode(exports)
  const chapters = [...new Set(matrix.flatMap(({ chapters }) => chapters.map(({ name }) => name)))].sort(
    (one, other) => Number(one === LAST) - Number(other === LAST)
  )
  const rows = [
    row(["", ...matrix.map(({ name }) => name)]),
    `|---|${"---|".repeat(matrix.length)}`,
    row(["mounted by", ...matrix.map(({ mounting }) => mounting)]),
    row(["mounted under", ...matrix.map(({ prefixes }) => prefixes.map(code).join(" "))]),
    row(["body parsers in front", ...matrix.map(({ parsers }) => ["none", ...parsers].join(", "))]),
    row([
      "behind a proxy",
      ...matrix.map(({ proxySetting }) =>
        proxySetting === undefined ? NONE : `with and without ${code(proxySetting)}`
      )
    ]),
    ...chapters.map((chapter) =>
      row([chapter, ...matrix.map(({ chapters }) => cellOf(chapters.find(({ name }) => name === chapter)))])
    ),
    row(["all stories", ...matrix.map(({ chapters }) => cellOf(sum(chapters)))])
  ]
  const exemptions = matrix
    .filter(({ exempt }) => exempt.length > 0)
    .flatMap(({ exempt, name }) => [
      `\n## Stories that ${name} does not pass\n`,
      row(["Story", "Why"]),
      "|---|---|",
      ...exempt.map(({ reason, story }) => row([story, reason]))
    ])
  return [notice, "# Hosts\n", INTRODUCTION, ...rows, ...exemptions, ""].join("\n")
}

const INTRODUCTION = `Each number is the count of tests of the [conformance suite](../guides/write-a-host-adapter.md#the-conformance-suite) that a
framework passes over the network. \`n of m\` means that the other tests are exempt. The tables below give the reason for each
exemption, and a test asserts that the framework really fails it. [How to mount each framework](../guides/mount.md).
`

const NONE = "no such setting"

/** The chapter that depends on all others. */
const LAST = "the real service"

const Count = Schema.Struct({ stories: Schema.Int, exempt: Schema.Int })
const Column = Schema.Struct({
  name: Schema.String,
  mounting: Schema.String,
  prefixes: Schema.Array(Schema.String),
  parsers: Schema.Array(Schema.String),
  proxySetting: Schema.optional(Schema.String),
  chapters: Schema.Array(Schema.Struct({ name: Schema.String, ...Count.fields })),
  exempt: Schema.Array(Schema.Struct({ story: Schema.String, reason: Schema.String }))
})
const decode = Schema.decodeUnknownSync(Schema.Struct({ matrix: Schema.Array(Column) }))

/** Returns an empty cell for a chapter that does not apply to the host, such as one about a parser it does not have. */
const cellOf = (count: typeof Count.Type | undefined): string =>
  count === undefined
    ? ""
    : count.exempt === 0
      ? `${count.stories}`
      : `${count.stories - count.exempt} of ${count.stories}`

const sum = (counts: ReadonlyArray<typeof Count.Type>): typeof Count.Type =>
  counts.reduce((all, { exempt, stories }) => ({ stories: all.stories + stories, exempt: all.exempt + exempt }), {
    stories: 0,
    exempt: 0
  })

const code = (text: string): string => `\`${text}\``

const row = (cells: ReadonlyArray<string>): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`
