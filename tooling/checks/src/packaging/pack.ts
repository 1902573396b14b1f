import { readFileSync } from "node:fs"
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, posix } from "node:path"
import { fileURLToPath } from "node:url"
import { Schema } from "effect"

import { build, type Plugin } from "esbuild"
import { parseSync } from "oxc-parser"
import { root, workspaces } from "../workspace/disk.ts"
import { npmPack } from "./npmPack.ts"

/** A name that a barrel exports, and the module of Effect that makes it. */
interface Origin {
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

/** The built modules that the `exports` of a package lead to, as paths in it. */
export const entryPoints = (exports: unknown): ReadonlyArray<string> => [
  ...new Set(targets(exports).filter((target) => target.startsWith("./dist/") && target.endsWith(".js")))
]

const targets = (exports: unknown): ReadonlyArray<string> => {
  if (typeof exports === "string") return [exports]
  return typeof exports === "object" && exports !== null ? Object.values(exports).flatMap(targets) : []
}

/** Maps a list with at most two tasks in flight: the machine may be small and others may share it. */
export const pairs = async <A, B>(
  items: ReadonlyArray<A>,
  task: (item: A) => Promise<B>
): Promise<ReadonlyArray<B>> => {
  const rest = items.map((item, index) => ({ item, index }))
  const results: Array<readonly [number, B]> = []
  const worker = async (): Promise<void> => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
      results.push([next.index, await task(next.item)])
    }
  }
  await Promise.all([worker(), worker()])
  return results.sort(([one], [other]) => one - other).map(([, result]) => result)
}

/**
 * Has what is imported from a barrel of Effect come from the modules that make it, so that Node reads those and no
 * others. The filters have no `u`: esbuild reads them as expressions of Go.
 */
export const barrels: Plugin = {
  name: "barrels",
  setup: (build) => {
    build.onResolve({ filter: /^effect(\/|$)/ }, ({ path }) =>
      isBarrel(path) ? { path, namespace: "barrel", sideEffects: false } : { path, external: true, sideEffects: false }
    )
    build.onLoad({ filter: /^/, namespace: "barrel" }, ({ path }) => ({
      contents: originsOf(path).map(line).join("\n")
    }))
  }
}

// Imported, then exported: esbuild drops an import that nobody uses, and keeps all that `export … from` names.
const line = ({ name, module, imported }: Origin): string => {
  const clause = imported === "*" ? `* as ${name}` : `{ ${imported} as ${name} }`
  return `import ${clause} from "${module}"; export { ${name} }`
}

/**
 * Joins the built modules of a package into a file an entry point, and what entry points share into files of its own.
 * Other packages stay outside. The modules are removed, the declarations stay: only the types are read module by module.
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
    // The sources are published beside it.
    sourcesContent: false,
    write: false
  })
  for (const module of modules) await rm(join(folder, module))
  for (const { path, contents } of outputFiles) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, contents)
  }
}

/** Lays workspaces out in a folder as they are published, and answers where each one is. */
const stage = async (folders: ReadonlyArray<string>, into: string): Promise<ReadonlyArray<string>> => {
  const listed = await npmPack(["--dry-run", ...folders.map((folder) => join(root, folder))])
  const filesOf = new Map(listed.map(({ name, files }) => [name, files.map(({ path }) => path)]))
  const chosen = workspaces().filter(({ folder }) => folders.includes(folder))
  return pairs(chosen, async ({ folder, manifest }) => {
    const to = join(into, folder)
    const files = filesOf.get(manifest.name) ?? []
    for (const file of files) await cp(join(root, folder, file), join(to, file))
    await joinModules(to, files)
    return to
  })
}

/**
 * A package that stands on Effect runs in a host, which waits for every module that Node reads. The others run in
 * browsers as well, where a bundler can leave out a module that nobody asks for, but not half of a file.
 */
const joinModules = async (folder: string, files: ReadonlyArray<string>): Promise<void> => {
  const { dependencies = {}, exports } = decode(await readFile(join(folder, "package.json"), "utf8"))
  if (!Object.hasOwn(dependencies, "effect")) return
  const modules = files.filter((file) => /^dist\/.*\.js(?:\.map)?$/u.test(file))
  await bundle(folder, modules, entryPoints(exports))
}

const decode = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      dependencies: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
      exports: Schema.Unknown
    })
  )
)

/** A package as it is published. */
export interface Packed {
  readonly name: string
  readonly tarball: string
}

/** Packs workspaces into a folder as they are published. */
export const pack = async (folders: ReadonlyArray<string>, into: string): Promise<ReadonlyArray<Packed>> => {
  const staging = await mkdtemp(join(tmpdir(), "countersign-stage-"))
  try {
    const staged = await stage(folders, staging)
    const packed = await npmPack(["--pack-destination", into, ...staged])
    return packed.map(({ name, filename }) => ({ name, tarball: join(into, filename) }))
  } finally {
    await rm(staging, { recursive: true })
  }
}

/** The folders of every workspace that is published. */
export const published = (): ReadonlyArray<string> =>
  workspaces()
    .filter(({ folder, manifest }) => folder !== "." && manifest.private !== true)
    .map(({ folder }) => folder)
