type Ranges = Readonly<Record<string, string>>

/** One entry of package-lock.json: a workspace, a link to one, or an installed package. */
export interface Place {
  /** The package name when it is installed under another name. */
  readonly name?: string
  readonly version?: string
  readonly integrity?: string
  readonly license?: string
  /** For a link: the folder of the workspace. */
  readonly resolved?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
  readonly dependencies?: Ranges
  readonly devDependencies?: Ranges
  readonly optionalDependencies?: Ranges
}

/** The part of package-lock.json that lists the installed packages. */
export interface Lock {
  readonly packages: Readonly<Record<string, Place>>
}

export const parseLock = (text: string): Lock => JSON.parse(text)

export type Copy = ReturnType<typeof copiesIn>[number]

/** Returns every installed copy of an npm package. */
export const copiesIn = ({ packages }: Lock) =>
  Object.entries(packages)
    .filter(([path, { link }]) => path.includes("node_modules/") && link !== true)
    .map(([path, place]) => ({ path, name: nameOf(path, place), version: place.version ?? "", place }))

/** Returns the package name of a path: its end, with the scope, unless the lock file declares another name. */
export const nameOf = (path: string, { name }: Place): string => name ?? /(?:@[^/]+\/)?[^/]+$/u.exec(path)?.[0] ?? path
