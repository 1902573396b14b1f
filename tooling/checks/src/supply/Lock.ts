import { Schema } from "effect"

const Ranges = Schema.optionalKey(Schema.Record(Schema.String, Schema.String))

/** One entry of package-lock.json: a workspace, a link to one, or an installed package. */
const Place = Schema.Struct({
  /** The package name when it is installed under another name. */
  name: Schema.optionalKey(Schema.String),
  version: Schema.optionalKey(Schema.String),
  integrity: Schema.optionalKey(Schema.String),
  license: Schema.optionalKey(Schema.String),
  /** For a link: the folder of the workspace. */
  resolved: Schema.optionalKey(Schema.String),
  link: Schema.optionalKey(Schema.Boolean),
  hasInstallScript: Schema.optionalKey(Schema.Boolean),
  dependencies: Ranges,
  devDependencies: Ranges,
  optionalDependencies: Ranges
})
export type Place = typeof Place.Type

/** The part of package-lock.json that lists the installed packages. */
export const Lock = Schema.Struct({ packages: Schema.Record(Schema.String, Place) })
export type Lock = typeof Lock.Type

/** Parses the text of a lock file. Throws an error that names the invalid field. */
export const parseLock = Schema.decodeUnknownSync(Schema.fromJsonString(Lock))

/** An installed copy of an npm package. */
export interface Copy {
  readonly path: string
  readonly name: string
  readonly version: string
  readonly place: Place
}

/** Returns every installed copy of an npm package. */
export const copiesIn = ({ packages }: Lock): ReadonlyArray<Copy> =>
  Object.entries(packages)
    .filter(([path, { link }]) => path.includes("node_modules/") && link !== true)
    .map(([path, place]) => ({
      path,
      name: nameOf(path, place),
      version: place.version ?? "",
      place
    }))

/** Returns the package name of a path: its end, with the scope, unless the lock file declares another name. */
export const nameOf = (path: string, { name }: Place): string => name ?? /(?:@[^/]+\/)?[^/]+$/u.exec(path)?.[0] ?? path
