import { Schema } from "effect"

const Ranges = Schema.optionalKey(Schema.Record(Schema.String, Schema.String))

/** The part of a package.json that the tools read. */
export const Manifest = Schema.Struct({
  name: Schema.String,
  version: Schema.optionalKey(Schema.String),
  private: Schema.optionalKey(Schema.Boolean),
  description: Schema.optionalKey(Schema.String),
  /** The files of the package that stand for a specifier which begins with `#`, by condition. */
  imports: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
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

/** Reads the text of a package.json, or throws with the field that is wrong. */
export const parse = (folder: string, text: string): Workspace => ({
  folder,
  text,
  manifest: decode(text)
})

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Manifest))

/** The path of a workspace's package.json from the root of the repository. */
export const manifestPath = (folder: string): string => (folder === "." ? "package.json" : `${folder}/package.json`)
