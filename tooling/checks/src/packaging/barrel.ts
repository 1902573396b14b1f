import { readFileSync } from "node:fs"
import { posix } from "node:path"
import { fileURLToPath } from "node:url"
import { parseSync } from "oxc-parser"

/** A name that a barrel exports, and the module of Effect that makes it. */
export interface Origin {
  readonly name: string
  readonly module: string
  /** What it is called there, or `*` for the module as a whole. */
  readonly imported: string
}

/** Whether a specifier of Effect leads to an index, which loads every module beside it. */
export const isBarrel = (specifier: string): boolean => import.meta.resolve(specifier).endsWith("/index.js")

/** Where each name of a barrel comes from, by what its index says. */
export const originsOf = (specifier: string): ReadonlyArray<Origin> => {
  const file = fileURLToPath(import.meta.resolve(specifier))
  const { module } = parseSync(file, readFileSync(file, "utf8"))
  return module.staticExports
    .flatMap(({ entries }) => entries)
    .map(({ exportName, importName, moduleRequest }) => {
      const imported = importName.kind === "All" ? "*" : importName.name
      if (exportName.name === null || moduleRequest === null || imported === null) {
        throw new Error(`${specifier} exports something that cannot be told from a list of names`)
      }
      return { name: exportName.name, module: beside(specifier, moduleRequest.value), imported }
    })
}

/** `./Effect.js` beside the index of `effect` is published as `effect/Effect`. */
const beside = (specifier: string, path: string): string => posix.join(specifier, path.replace(/\.js$/u, ""))
