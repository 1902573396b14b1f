import { readFileSync, statSync } from "node:fs"
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, posix } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import { build, type Plugin } from "esbuild"
import { filesBelow, root, workspaces } from "../workspace/disk.ts"
import type { Manifest, Workspace } from "../workspace/Manifest.ts"
import { parsed } from "../workspace/source.ts"
import { command } from "./command.ts"

/** Returns whether a specifier of Effect resolves to an index, which loads every module next to it. */
export const isBarrel = (specifier: string): boolean => import.meta.resolve(specifier).endsWith("/index.js")

/** Returns the defining module of each name that a barrel exports, and the name there, or `*` for the whole module. */
export const originsOf = (specifier: string) => {
  const file = fileURLToPath(import.meta.resolve(specifier))
  const { module } = parsed(file, readFileSync(file, "utf8"))
  return module.staticExports
    .flatMap(({ entries }) => entries)
    .map(({ exportName, importName, moduleRequest }) => {
      const imported = importName.kind === "All" ? "*" : importName.name
      if (exportName.name === null || moduleRequest === null || imported === null) {
        throw new Error(`${specifier} has an export that is not a list of names, so its modules cannot be determined`)
      }
      return { name: exportName.name, module: beside(specifier, moduleRequest.value), imported }
    })
}

/** `./Effect.js` next to the index of `effect` is published as `effect/Effect`. */
const beside = (specifier: string, path: string): string => posix.join(specifier, path.replace(/\.js$/u, ""))

/** Returns the built modules in the `exports` of a package, as paths relative to the package. */
export const entryPoints = (exports: unknown): ReadonlyArray<string> => [
  ...new Set(targets(exports).filter((target) => /^\.\/dist\/[^*]*\.js$/u.test(target)))
]

const targets = (exports: unknown): ReadonlyArray<string> => {
  if (typeof exports === "string") return [exports]
  return typeof exports === "object" && exports !== null ? Object.values(exports).flatMap(targets) : []
}

/** Maps a list with at most two concurrent tasks, because the machine may be small or shared. */
export const pairs = <A, B>(items: ReadonlyArray<A>, task: (item: A) => Promise<B>): Promise<ReadonlyArray<B>> =>
  Effect.runPromise(Effect.forEach(items, (item) => Effect.promise(() => task(item)), { concurrency: 2 }))

/** The package that depends on Effect, and exports it to the others from this folder (decision 114). */
const OWNER = "@countersign/core"
const DOORS = "dist/effect"
const INDEXES = ["effect", "effect/http", "effect/http-api", "effect/testing"]

/**
 * Rewrites imports from an Effect barrel to the modules that define the names, so that Node loads only those modules.
 * The filters have no `u` flag, because esbuild parses them as Go expressions.
 */
export const barrels: Plugin = {
  name: "barrels",
  setup: (build) => {
    build.onResolve({ filter: /^(@countersign\/core\/)?effect(\/|$)/ }, ({ path }) =>
      isBarrel(split(path).specifier)
        ? { path, namespace: "barrel", sideEffects: false }
        : { path, external: true, sideEffects: false }
    )
    build.onLoad({ filter: /^/, namespace: "barrel" }, ({ path }) => {
      const { door, specifier } = split(path)
      // An import followed by an export: esbuild drops an unused import but retains every name of `export … from`.
      const lines = originsOf(specifier).map(({ imported, module, name }) => {
        const clause = imported === "*" ? `* as ${name}` : `{ ${imported} as ${name} }`
        return `import ${clause} from "${door}${module}"; export { ${name} }`
      })
      return { contents: lines.join("\n") }
    })
  }
}

const split = (path: string) => {
  const door = path.startsWith(`${OWNER}/`) ? `${OWNER}/` : ""
  return { door, specifier: path.slice(door.length) }
}

/** Writes a module of the owner for each module of Effect. The others import it instead of the barrel. */
const writeDoors = async (folder: string): Promise<void> => {
  for (const module of new Set(INDEXES.flatMap(originsOf).map((origin) => origin.module))) {
    const file = join(folder, "dist", `${module}.js`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, `export * from "${module}"\n`)
  }
}

/**
 * Rewrites the types of a declaration file that the compiler imports from Effect, because the file that infers them does
 * not: for all packages but the owner, Effect need not resolve, or resolves to another version.
 */
export const throughOwner = (declarations: string): string => {
  const written = declarations.replace(
    /import\("(effect(?:\/[a-z-]+)*)\/([A-Z]\w*)"\)/gu,
    (_, barrel: string, name: string) => `import("${OWNER}/${barrel}").${name}`
  )
  const [left] = /^.*(?:from |import\()"effect[/"].*$/mu.exec(written) ?? []
  if (left !== undefined) throw new Error(`A declaration imports Effect past ${OWNER}: ${left.trim()}`)
  return written
}

/**
 * Bundles the built modules of a package into one file per entry point, with shared code in separate chunks. Other
 * packages stay external. The bundled modules are removed; the declaration files remain, because types are not bundled.
 */
const bundle = async (
  folder: string,
  modules: ReadonlyArray<string>,
  entryPoints: ReadonlyArray<string>
): Promise<void> => {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [...entryPoints],
    outbase: "dist",
    outdir: "dist",
    chunkNames: "shared/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "neutral",
    target: "es2023",
    packages: "external",
    plugins: [barrels],
    sourcemap: true,
    // The sources are published in the same package.
    sourcesContent: false,
    write: false
  })
  for (const module of modules) await rm(join(folder, module))
  for (const { path, contents } of outputFiles) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, contents)
  }
}

/** The package whose `dev` serves the pages of the example. */
const COMMAND = "packages/kits/cli"
const PAGES = "examples/web-wallet"

/** Writes the pages and their backend into a folder. They are not built in the clone, where `npm start` builds its own. */
const buildPages = async (folder: string): Promise<void> => {
  const { ok, output } = await command(process.execPath, [join(root, PAGES, "build.mjs"), folder], root)
  if (!ok) throw new Error(output)
}

/** Writes workspaces into a folder as they are published. Returns the folder of each one. */
const stage = async (folders: ReadonlyArray<string>, into: string): Promise<ReadonlyArray<string>> => {
  const listed = await npmPack(["--dry-run", ...folders.map((folder) => join(root, folder))])
  const filesOf = new Map(listed.map(({ name, files }) => [name, files.map(({ path }) => path)]))
  const chosen = workspaces().filter(({ folder }) => folders.includes(folder))
  return pairs(chosen, async ({ folder, manifest }) => {
    const to = join(into, folder)
    const files = filesOf.get(manifest.name) ?? []
    for (const file of files) await cp(join(root, folder, file), join(to, file))
    await joinModules(to, manifest, files)
    if (folder === COMMAND) await buildPages(join(to, "pages"))
    return to
  })
}

/**
 * Bundles only packages on Effect. They run on a host, where each module that Node loads adds to the start time. The
 * other packages also run in browsers, where a bundler can omit an unused module but not part of a file.
 */
const joinModules = async (
  folder: string,
  { dependencies = {}, exports, name }: Manifest,
  files: ReadonlyArray<string>
): Promise<void> => {
  if (name !== OWNER && !Object.hasOwn(dependencies, OWNER)) return
  const isDoor = (file: string) => file.startsWith(`${DOORS}/`)
  const modules = files.filter((file) => /^dist\/.*\.js(?:\.map)?$/u.test(file) && !isDoor(file))
  await bundle(
    folder,
    modules,
    entryPoints(exports).filter((entry) => !isDoor(entry.slice("./".length)))
  )
  if (name === OWNER) return writeDoors(folder)
  for (const file of files.filter((file) => /^dist\/.*\.d\.ts$/u.test(file))) {
    const path = join(folder, file)
    await writeFile(path, throughOwner(await readFile(path, "utf8")))
  }
}

/** The report of `npm pack` for each package, also of a dry run. No package scripts are run. */
const npmPack = async (args: ReadonlyArray<string>): Promise<ReadonlyArray<Report>> => {
  const { ok, output } = await command("npm", ["pack", "--ignore-scripts", "--json", ...args], root)
  if (!ok) throw new Error(output)
  return JSON.parse(output)
}

interface Report {
  readonly name: string
  readonly filename: string
  readonly files: ReadonlyArray<{ readonly path: string }>
}

/** Packs workspaces into a folder, as tarballs. */
export const pack = async (folders: ReadonlyArray<string>, into: string) => {
  const staging = await mkdtemp(join(tmpdir(), "countersign-stage-"))
  try {
    const staged = await stage(folders, staging)
    const packed = await npmPack(["--pack-destination", into, ...staged])
    return packed.map(({ name, filename }) => ({ name, tarball: join(into, filename) }))
  } finally {
    await rm(staging, { recursive: true })
  }
}

const publishedWorkspaces = () =>
  workspaces().filter(({ folder, manifest }) => folder !== "." && manifest.private !== true)

/** Returns the folders of all published workspaces. */
export const published = (): ReadonlyArray<string> => publishedWorkspaces().map(({ folder }) => folder)

/** Returns the published packages of these names with those that they depend on, or all without a name. */
export const withDependencies = (names: ReadonlyArray<string>): ReadonlyArray<Workspace> => {
  const own = new Map(publishedWorkspaces().map((workspace) => [workspace.manifest.name, workspace]))
  const unknown = names.filter((name) => !own.has(name))
  if (unknown.length > 0)
    throw new Error(`Not published: ${unknown.join(", ")}. The packages are ${[...own.keys()].join(", ")}`)
  const found = new Set<Workspace>()
  const visit = (name: string): void => {
    const workspace = own.get(name)
    if (workspace === undefined || found.has(workspace)) return
    found.add(workspace)
    Object.keys(workspace.manifest.dependencies ?? {}).forEach(visit)
  }
  for (const name of names.length === 0 ? own.keys() : names) visit(name)
  return [...found]
}

/** Returns the file that npm writes for a package. */
export const tarballOf = ({ manifest: { name, version } }: Workspace): string =>
  `${name.replace("@", "").replace("/", "-")}-${version}.tgz`

/** The folder of the tarballs that the last `npm run check:packages` packed. */
export const KEPT = join(root, ".build/packed")

/** Returns whether the tarballs of the last run are newer than every file that is packed. */
export const isKept = (): boolean => {
  const [oldest = 0] = filesBelow(".build/packed", ".tgz")
    .map(changed)
    .toSorted((one, other) => one - other)
  const packed = [...published(), PAGES].flatMap((folder) => filesBelow(folder, ""))
  return packed.filter((path) => !/\/(?:node_modules|test)\//u.test(path)).every((path) => changed(path) < oldest)
}

const changed = (path: string): number => statSync(join(root, path)).mtimeMs
