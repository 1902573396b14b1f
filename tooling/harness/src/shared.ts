/** The resources that the test files of a run share, by the path under which {@link shared} requests them. */
export interface Shared {
  readonly "/migrated": Place
  readonly "/empty": Place
  readonly "/browser": { readonly endpoint: string }
  /** A process that serves Countersign, see `startNode()`. */
  readonly "/node": Program
  /** The command line, whose `dev` `npm start` runs. */
  readonly "/sandbox": Program
}

export interface Place {
  readonly port: number
  readonly database: string
}

/** A program in one file, which starts faster than its modules. */
export interface Program {
  readonly file: string
}

/** Requests a shared resource of the run that serves at this origin. */
export const shared = async <Path extends keyof Shared>(origin: string, path: Path): Promise<Shared[Path]> => {
  const response = await fetch(origin + path)
  if (!response.ok) throw new Error(`the run could not provide ${path}: ${await response.text()}`)
  return response.json()
}

declare module "vitest" {
  interface ProvidedContext {
    /** The origin at which the run serves its shared resources. */
    harness: string
  }
}
