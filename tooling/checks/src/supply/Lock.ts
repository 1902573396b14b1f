import { Schema } from "effect"

const Ranges = Schema.optionalKey(Schema.Record(Schema.String, Schema.String))

/** One place of package-lock.json: a workspace, a link to one, or a copy of a package. */
const Place = Schema.Struct({
  /** Where a package is installed under another name. */
  name: Schema.optionalKey(Schema.String),
  version: Schema.optionalKey(Schema.String),
  integrity: Schema.optionalKey(Schema.String),
  license: Schema.optionalKey(Schema.String),
  /** Of a link, the folder of the workspace. */
  resolved: Schema.optionalKey(Schema.String),
  link: Schema.optionalKey(Schema.Boolean),
  hasInstallScript: Schema.optionalKey(Schema.Boolean),
  dependencies: Ranges,
  devDependencies: Ranges,
  optionalDependencies: Ranges
})
export type Place = typeof Place.Type

/** As much of package-lock.json as says what an install brings. */
export const Lock = Schema.Struct({ packages: Schema.Record(Schema.String, Place) })
export type Lock = typeof Lock.Type

/** Reads the text of a lock file, or throws with what is wrong in it. */
export const parseLock = Schema.decodeUnknownSync(Schema.fromJsonString(Lock))

/** A copy of a package from npm. */
export interface Copy {
  readonly path: string
  readonly name: string
  readonly version: string
  readonly place: Place
}

/** Every copy of a package from npm that an install brings. */
export const copiesIn = ({ packages }: Lock): ReadonlyArray<Copy> =>
  Object.entries(packages)
    .filter(([path, { link }]) => path.includes("node_modules/") && link !== true)
    .map(([path, place]) => ({
      path,
      name: nameOf(path, place),
      version: place.version ?? "",
      place
    }))

/** The name of what is at a path: the end of it, scope and all, unless the lock file says another. */
export const nameOf = (path: string, { name }: Place): string => name ?? /(?:@[^/]+\/)?[^/]+$/u.exec(path)?.[0] ?? path
