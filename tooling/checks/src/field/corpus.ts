import { Schema } from "effect"
import { filesBelow, text } from "../workspace/disk.ts"

const FOLDER = "tooling/field/data"

/** One report from the field. It has an input with its expected result, a test that shows it, or the reason why it is open. */
const Report = Schema.Struct({
  id: Schema.String,
  /** A row of the third reading: GD, GH or GO and a number. */
  row: Schema.String,
  /** The letter of its kind in the part of its row. */
  kind: Schema.String,
  sends: Schema.String,
  /** A key of `sources` of its file. */
  source: Schema.String,
  input: Schema.optionalKey(Schema.Unknown),
  expected: Schema.optionalKey(Schema.Unknown),
  /** A test of another workspace: the name of its file behind a folder above it, and words of its title in the source. */
  test: Schema.optionalKey(Schema.Struct({ file: Schema.String, title: Schema.String })),
  open: Schema.optionalKey(Schema.String)
})
export type Report = typeof Report.Type

const Texts = Schema.Record(Schema.String, Schema.String)

const Reports = Schema.Struct({
  title: Schema.String,
  about: Schema.String,
  sources: Texts,
  rows: Schema.Array(Report)
})

/** The reports of one file. `feed` is its name, which selects the function that receives each input. */
export interface Reports extends Schema.Schema.Type<typeof Reports> {
  readonly feed: string
}

const fromJson = <A>(schema: Schema.Codec<A, unknown>, file: string): A =>
  Schema.decodeUnknownSync(Schema.fromJsonString(schema), { onExcessProperty: "error" })(text(file))

/** The reports of every file, in the order of the files. Throws an error that names an unknown or a missing member. */
export const reports = (): ReadonlyArray<Reports> =>
  filesBelow(FOLDER, ".json").map((file) => ({
    feed: file.slice(FOLDER.length + 1, -".json".length),
    ...fromJson(Reports, file)
  }))

/** The kinds of each part by their letter. */
export const kinds = (): Readonly<Record<string, Readonly<Record<string, string>>>> =>
  fromJson(Schema.Record(Schema.String, Texts), "tooling/field/kinds.json")
