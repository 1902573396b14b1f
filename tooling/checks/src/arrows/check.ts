import { isBuiltin } from "node:module"
import { filesBelow, text, workspaces } from "../workspace/disk.ts"
import { LISTS, type Manifest, manifestPath, type Workspace } from "../workspace/Manifest.ts"
import { tableRows } from "../workspace/markdown.ts"
import { allows, type Breach, byPlace, type Finding } from "./breach.ts"
import { effectDoors, effectOwner, folders, house, httpFolders, loaders, pure, type Room } from "./house.ts"
import { hygiene } from "./rules/hygiene.ts"
import { refusals } from "./rules/refusals.ts"
import { type Import, read, type Source } from "./source.ts"

/** Returns the package of a specifier, or `undefined` for a path, a subpath import or a Node module. */
const packageOf = (specifier: string): string | undefined => {
  if (/^[./#]/u.test(specifier) || isBuiltin(specifier)) return undefined
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/")
}

/** Returns the specifier of Effect that an import leads to, also through the package that owns Effect. */
const effectOf = (specifier: string): string | undefined =>
  /^(?:@countersign\/core\/)?(effect(?:\/.*)?)$/u.exec(specifier)?.[1]

/** Returns the Effect modules of an import. A namespace import of an index ends in a slash: only `**` allows it. */
const effectModules = (specifier: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const path = specifier.split("/").slice(1)
  const isIndex = !/^\p{Lu}/u.test(path.at(-1) ?? "")
  return isIndex ? names.map((name) => [...path, name === "*" ? "(whole index)/" : name].join("/")) : [path.join("/")]
}

/** Only one published package depends on Effect, because two copies of it do not work together (decision 114). */
const mayDependOnEffect = (folder: string, manifest: Manifest): boolean =>
  manifest.private === true || folder === effectOwner

/** Returns whether every target of a subpath import is a file of its package. An undeclared import has no target. */
const leadsToFiles = (target: unknown): boolean => {
  if (typeof target === "string") return target.startsWith("./")
  return typeof target === "object" && target !== null && Object.values(target).every(leadsToFiles)
}

/** Reports imports that the layering in `house.ts` does not allow. */
const room = ({ home, source, workspaces }: Placed): ReadonlyArray<Finding> => {
  const row = house.find(({ room }) => allows([room], home.folder))
  if (row === undefined) return [[1, "room", `give ${home.folder} a row in src/arrows/house.ts`]]
  const rooms = new Map(workspaces.map(({ folder, manifest }) => [manifest.name, folder]))
  return source.imports.flatMap((found) =>
    remedies(row, source.path, home, rooms, found).map(([rule, remedy]): Finding => [found.line, rule, remedy])
  )
}

const remedies = (
  row: Room,
  path: string,
  { folder, manifest }: Workspace,
  rooms: ReadonlyMap<string, string>,
  { file, names, specifier }: Import
): ReadonlyArray<readonly [rule: string, remedy: string]> => {
  if (specifier === undefined && allows(loaders, path)) return []
  if (specifier === undefined) return [["computed-import", "import a literal name, so that this checker can read it"]]
  if (file !== undefined) {
    if (file.startsWith(`${folder}/src/`)) return []
    return [["room", `${specifier} leaves ${folder}/src: import the other package by its name`]]
  }
  if (specifier.startsWith("#")) {
    if (leadsToFiles(manifest.imports?.[specifier])) return []
    return [["room", `declare ${specifier} in the imports of ${folder}/package.json, with files of the package`]]
  }
  if (isBuiltin(specifier)) {
    if (allows(row.node, path.slice(folder.length + 1))) return []
    return [["node", `${folder} may not import ${specifier}${row.node === undefined ? "" : ` outside ${row.node}`}`]]
  }
  const name = packageOf(specifier) ?? specifier
  const effect = effectOf(specifier)
  if (effect !== undefined) {
    if (name === "effect" && !mayDependOnEffect(folder, manifest)) {
      return [["one-effect", `import ${specifier} as @countersign/core/${specifier}: a host has one copy of Effect`]]
    }
    const modules = effectModules(effect, names)
    if (allows(pure.files, path) && modules.some((module) => pure.without.includes(module))) {
      return [["pure", "a rule runs no effect: return a Result, and run it in the operation"]]
    }
    return modules
      .filter((module) => !allows(effectDoors, path) && !allows(row.effect, module))
      .map((module) => ["effect", `${folder} may not import ${module} of effect; see src/arrows/house.ts`])
  }
  const target = rooms.get(name)
  if (target !== undefined) {
    return allows(row.workspace, target) ? [] : [["room", `no arrow runs from ${folder} to ${target}`]]
  }
  return allows(row.npm, name) ? [] : [["npm", `${folder} may not import ${name} from npm`]]
}

const page = "docs/maintain/dependencies.md"
const exact = /^(npm:(@[^/]+\/)?[^@]+@)?[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$/u

/** Reads the packages of docs/maintain/dependencies.md, with the line of each. */
export const packagesIn = (markdown: string) =>
  tableRows(markdown, "package").map(({ cells, line }) => {
    const [name = "", version = ""] = cells.map((cell) => cell.replaceAll("`", ""))
    return { name, version, line }
  })

/**
 * Reports dependencies that are not pinned or have no line in docs/maintain/dependencies.md, and lines without a
 * dependency. `npm run docs` prints which workspaces use each one.
 */
export const dependencies = (workspaces: ReadonlyArray<Workspace>, markdown: string): ReadonlyArray<Breach> => {
  const own = new Map(workspaces.map(({ manifest }) => [manifest.name, manifest.version]))
  const written = new Map(packagesIn(markdown).map((row) => [key(row.name, row.version), row]))
  const used = new Set<string>()
  const breaches: Array<Breach> = []

  for (const { folder, manifest, text } of workspaces) {
    for (const { name, range, isPeer } of listed(manifest)) {
      const report = (rule: string, remedy: string) =>
        breaches.push({ path: manifestPath(folder), line: lineOf(text, name, range), rule, remedy })
      if (name === "effect" && !mayDependOnEffect(folder, manifest)) {
        report("one-effect", "import Effect from @countersign/core/effect, and do not depend on it")
      }
      if (!isPeer && !exact.test(range)) report("pinned", `pin ${name} to one version, not ${range}`)
      if (own.has(name)) {
        if (own.get(name) !== range) report("pinned", `${name} is at ${own.get(name)} in this repository, not ${range}`)
        continue
      }
      used.add(key(name, range))
      if (!written.has(key(name, range))) report("dependency-page", `write one line for ${name} ${range} in ${page}`)
    }
  }

  for (const [place, { line, name, version }] of written) {
    if (used.has(place)) continue
    const remedy = `no workspace depends on ${name} ${version}: remove the line`
    breaches.push({ path: page, line, rule: "dependency-page", remedy })
  }
  return breaches
}

const key = (name: string, version: string): string => `${name} ${version}`

const listed = (manifest: Manifest) =>
  LISTS.flatMap((list) =>
    Object.entries(manifest[list] ?? {}).map(([name, range]) => ({ name, range, isPeer: list === "peerDependencies" }))
  )

const lineOf = (text: string, name: string, range: string): number =>
  1 + text.split("\n").findIndex((line) => line.includes(`"${name}"`) && line.includes(`"${range}"`))

/** Reports imports between sibling folders of core, which only operations combine, and folder cycles in http. */
const folder = (placed: Placed): ReadonlyArray<Finding> => [
  ...crossings(folders, placed, "move what both need down to model or ports, or introduce them in operations"),
  ...crossings(httpFolders, placed, "move what both need down, as far as message")
]

const crossings = ({ room, rows }: typeof folders, { home, source }: Placed, cure: string): ReadonlyArray<Finding> => {
  if (home.folder !== room) return []
  const from = folderOf(room, source.path)
  const may = rows.find((row) => allows([row.folder], from))?.may ?? []
  return source.imports.flatMap(({ file, line }) => {
    if (file === undefined || !file.startsWith(`${room}/src/`)) return []
    const to = folderOf(room, file)
    if (to === from || allows(may, to)) return []
    return [[line, "folder", `${from} may not import ${to}: ${cure}`]]
  })
}

const folderOf = (room: string, path: string): string => {
  const [first, second, ...rest] = path.slice(`${room}/src/`.length).split("/")
  if (first === undefined || second === undefined) return "."
  if (first !== "things" || rest.length === 0) return first
  return rest[0] === "rules" ? `${first}/${second}/rules` : `${first}/${second}`
}

/** Reports import cycles, type imports included. Each cycle is reported once, at the import that closes it. */
const cycles = (sources: ReadonlyArray<Source>): ReadonlyArray<Breach> => {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const done = new Set<string>()
  const breaches: Array<Breach> = []

  const visit = (source: Source, trail: ReadonlyArray<string>): void => {
    const here = [...trail, source.path]
    for (const { file = "", line } of source.imports) {
      const target = byPath.get(file)
      if (target === undefined || done.has(target.path)) continue
      const start = here.indexOf(target.path)
      if (start === -1) {
        visit(target, here)
      } else {
        const ring = [...here.slice(start), target.path].map((path) => path.split("/src/")[1] ?? path).join(" -> ")
        breaches.push({ path: source.path, line, rule: "cycle", remedy: `break the cycle ${ring}` })
      }
    }
    done.add(source.path)
  }

  for (const source of sources) if (!done.has(source.path)) visit(source, [])
  return breaches
}

/** Reports tests that import test files of another workspace. Shared fixtures belong in tooling/harness. */
const fixtures = ({ home, source, workspaces }: Placed): ReadonlyArray<Finding> =>
  source.imports.flatMap(({ file, line }) => {
    const owner = workspaces.find(({ folder }) => file?.startsWith(`${folder}/test/`))
    if (owner === undefined || owner.folder === home.folder) return []
    const remedy = `move ${file} to tooling/harness/src: ${owner.folder}/test is for the tests of that package alone`
    return [[line, "fixtures", remedy]]
  })

/** Reads the tree from disk: the sources of every workspace and its tests. */
export const readTree = () => {
  const found = workspaces()
  return {
    workspaces: found,
    files: found
      .filter(({ folder }) => folder !== ".")
      .flatMap(({ folder }) => ["src", "test"].flatMap((part) => filesBelow(`${folder}/${part}`, ".ts")))
      .map((path) => ({ path, text: text(path) })),
    dependencies: text(page)
  }
}

/** The input of the rules. Paths are relative to the repository root. `dependencies` is the text of its page. */
export type Tree = ReturnType<typeof readTree>

/** Returns every breach in the tree, sorted by path and line. */
export const check = (tree: Tree): ReadonlyArray<Breach> => {
  const placed = tree.files.flatMap(({ path, text }) => {
    const home = tree.workspaces.find(({ folder }) => path.startsWith(`${folder}/`))
    return home === undefined ? [] : [{ source: read(path, text), home, workspaces: tree.workspaces }]
  })
  const breaches = (file: Placed, ...rules: ReadonlyArray<(file: Placed) => ReadonlyArray<Finding>>) =>
    rules.flatMap((rule) =>
      rule(file).map(([line, rule, remedy]): Breach => ({ path: file.source.path, line, rule, remedy }))
    )
  const sources = placed.filter((file) => !isTest(file))
  return [
    ...sources.flatMap((file) => breaches(file, hygiene, room, folder)),
    ...cycles(sources.map(({ source }) => source)),
    ...refusals(sources.map(({ source }) => source)),
    ...placed.filter(isTest).flatMap((file) => breaches(file, fixtures)),
    ...dependencies(tree.workspaces, tree.dependencies)
  ].sort(byPlace)
}

const isTest = ({ home, source }: Placed): boolean => source.path.startsWith(`${home.folder}/test/`)

/** A file, its workspace, and all workspaces. */
interface Placed {
  readonly source: Source
  readonly home: Workspace
  readonly workspaces: ReadonlyArray<Workspace>
}
