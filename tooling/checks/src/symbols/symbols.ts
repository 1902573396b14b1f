import { posix } from "node:path"
import { filesBelow, text, workspaces } from "../workspace/disk.ts"

/** A file of the tree and the names that it declares at its top level. */
export interface Declaring {
  readonly file: string
  readonly names: ReadonlySet<string>
}

/** Returns the names at the top level of a source: Biome indents every other declaration. */
export const namesIn = (source: string): ReadonlySet<string> =>
  new Set(Array.from(source.matchAll(DECLARATION), ([, name = ""]) => name))

const DECLARATION =
  /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const enum|const|let|class|interface|type|enum) (\w+)/gmu

/** The sources of every workspace with their names, and the files that have no names: pages, manifests and readers. */
export const declaringFiles = (): ReadonlyArray<Declaring> => {
  const folders = workspaces().map(({ folder }) => folder)
  const sources = folders
    .flatMap((folder) => [`${folder}/src`, `${folder}/templates`])
    .flatMap((folder) => [".ts", ".tsx", ".js"].flatMap((ending) => filesBelow(folder, ending)))
    .filter((file) => !/\.test\.tsx?$/u.test(file))
  const others = [
    ...filesBelow("docs", ".md"),
    ...folders.map((folder) => posix.join(folder, "package.json")),
    ...folders.flatMap((folder) => filesBelow(`${folder}/readers`, ".py"))
  ]
  return [
    ...sources.map((file) => ({ file, names: namesIn(text(file)) })),
    ...others.map((file) => ({ file, names: new Set<string>() }))
  ]
}

/** The file of a symbol, or why it has none. */
export type Found = { readonly file: string } | { readonly problem: string }

/**
 * Finds the one file that declares a symbol: `authorityOf`. A symbol that several files declare has a hint in front, which is
 * a folder above its file, such as its package, or another name that the file declares: `postgres/commit`,
 * `updateCustomer/decide`, `core/updateCustomer/decide`. A file without symbols has its own name: `protocol.md`.
 */
export const fileOf = (symbol: string, declaring: ReadonlyArray<Declaring>): Found => {
  const [name = "", ...hints] = symbol.split("/").reverse()
  const isNamed = ({ file, names }: Declaring) => (name.includes(".") ? posix.basename(file) === name : names.has(name))
  const isMeant = ({ file, names }: Declaring) =>
    hints.every((hint) => names.has(hint) || posix.dirname(file).split("/").includes(hint))
  const named = declaring.filter(isNamed)
  const [only, ...more] = named.filter(isMeant)
  if (only !== undefined && more.length === 0) return { file: only.file }
  if (named.length === 0) return { problem: `no file declares ${name}` }
  const files = (only === undefined ? named : [only, ...more]).map(({ file }) => file).join(", ")
  return only === undefined
    ? { problem: `${name} is not declared below ${hints.reverse().join("/")}, but in ${files}` }
    : { problem: `${symbol} is ambiguous: put a package, a folder or a neighbour in front to choose one of ${files}` }
}

/** Returns why symbols have no file. */
export const symbolProblems = (
  symbols: ReadonlyArray<string>,
  declaring: ReadonlyArray<Declaring>
): ReadonlyArray<string> =>
  symbols.flatMap((symbol) => {
    const found = fileOf(symbol, declaring)
    return "problem" in found ? [found.problem] : []
  })

/** Returns whether `core/text.test.ts` means this file: the hint is a folder above it. */
export const isCalled = (file: string, called: string): boolean => {
  const [name = "", ...hints] = called.split("/").reverse()
  const folders = posix.dirname(file).split("/")
  return posix.basename(file) === name && hints.every((hint) => folders.includes(hint))
}
