import { Schema } from "effect"

const Ranges = Schema.optionalKey(Schema.Record(Schema.String, Schema.String))

/** The fields of a package.json that the tools read. */
export const Manifest = Schema.Struct({
  name: Schema.String,
  version: Schema.optionalKey(Schema.String),
  private: Schema.optionalKey(Schema.Boolean),
  description: Schema.optionalKey(Schema.String),
  /** The `imports` field: the files that a specifier beginning with `#` resolves to, by condition. */
  imports: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
  exports: Schema.optionalKey(Schema.Unknown),
  dependencies: Ranges,
  peerDependencies: Ranges,
  optionalDependencies: Ranges,
  devDependencies: Ranges
})
export type Manifest = typeof Manifest.Type

/** The fields that list dependencies. */
export const LISTS = ["dependencies", "peerDependencies", "optionalDependencies", "devDependencies"] as const

/** A workspace: its folder (`.` for the root), its manifest, and the manifest's text for line numbers. */
export interface Workspace {
  readonly folder: string
  readonly manifest: Manifest
  readonly text: string
}

/** Parses the text of a package.json. Throws an error that names the invalid field. */
export const parse = (folder: string, text: string): Workspace => ({ folder, text, manifest: decode(text) })

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Manifest))

/** Returns the path of a workspace's package.json relative to the repository root. */
export const manifestPath = (folder: string): string => (folder === "." ? "package.json" : `${folder}/package.json`)
