import { execFile } from "node:child_process"
import { cp, lstat, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { pack, workspaces } from "@countersign/checks"
import { build } from "esbuild"
import { refresh } from "../flows/emailOtp.ts"
import { below, type Line } from "../report/Report.ts"
import { spread } from "../run/Cell.ts"
import type { Cluster } from "../run/cluster.ts"
import { type Load, startServer } from "../run/servers.ts"
import { boots } from "./boot.ts"

/** A folder with installed packages and their dependencies only. */
interface Installed {
  readonly folder: string
  readonly remove: () => Promise<void>
}

/**
 * Packs workspaces and the workspaces they depend on as for publishing, and installs them as an external user does,
 * with third-party packages in the versions that the bench has.
 */
const install = async (names: ReadonlyArray<string>, others: ReadonlyArray<string> = []): Promise<Installed> => {
  const folder = await mkdtemp(join(tmpdir(), "countersign-footprint-"))
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  const packed = await pack(needed(names), folder)
  const wanted = [...packed.map(({ tarball }) => tarball), ...others.map(asInBench)]
  const args = ["install", "--prefer-offline", "--no-audit", "--no-fund", ...wanted]
  await promisify(execFile)("npm", args, { cwd: folder })
  return { folder, remove: () => rm(folder, { recursive: true }) }
}

const asInBench = (name: string): string => {
  const bench = workspaces().find(({ folder }) => folder === "tooling/bench")
  return `${name}@${bench?.manifest.dependencies?.[name]}`
}

/** The folders of workspaces and of all their workspace dependencies. */
const needed = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const byName = new Map(workspaces().map((workspace) => [workspace.manifest.name, workspace]))
  const reached = new Map<string, string>()
  const visit = (each: string): void => {
    const workspace = byName.get(each)
    if (workspace === undefined || reached.has(each)) return
    reached.set(each, workspace.folder)
    for (const dependency of Object.keys(workspace.manifest.dependencies ?? {})) visit(dependency)
  }
  for (const name of names) visit(name)
  return [...reached.values()]
}

/** Resident megabytes, each second, of a service in Express on PostgreSQL while 32 users refresh their sessions. */
const underLoad = async (cluster: Cluster, load: Load, seconds: number): Promise<ReadonlyArray<number>> => {
  const database = await cluster.database("footprint")
  const { folder, remove } = await install(
    ["countersign", "@countersign/express", "@countersign/postgres"],
    ["express"]
  )
  // A copy of the server resolves the installed packages. The original would resolve the workspaces.
  await cp(fileURLToPath(new URL("../", import.meta.url)), join(folder, "bench"), { recursive: true })
  const dist = pathToFileURL(join(folder, "bench/"))
  const server = await startServer({ kind: "ours", mount: "express", store: "postgres", database }, [], dist)
  const resident: Array<number> = []
  try {
    await load.meet(server)
    for (let second = 0; second < seconds; second += 1) {
      await load.slice({ server: server.name, flow: refresh.name, users: 32, warm: 0, measured: 1000 })
      resident.push((await server.usage()).rss / 1e6)
    }
    await load.leave(server)
  } finally {
    await server.stop()
    await remove()
  }
  return resident
}

/** The size of a script that exports this, bundled for browsers, minified and gzipped, in kilobytes. */
const bundle = async (folder: string, contents: string): Promise<number> => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false
  })
  const [output] = outputFiles
  if (output === undefined) throw new Error("nothing was bundled")
  return gzipSync(output.contents).length / 1000
}

/** The number of packages that npm installed into a folder, and their disk usage in megabytes, in whole blocks. */
const sizes = async (folder: string) => {
  const modules = join(folder, "node_modules")
  const lock: { readonly packages: object } = JSON.parse(await readFile(join(modules, ".package-lock.json"), "utf8"))
  return { packages: Object.keys(lock.packages).length, megabytes: (await blocksBelow(modules)) / 1e6 }
}

const blocksBelow = async (path: string): Promise<number> => {
  const entry = await lstat(path)
  const children = entry.isDirectory() ? await readdir(path) : []
  const below = await Promise.all(children.map((name) => blocksBelow(join(path, name))))
  return below.reduce((sum, bytes) => sum + bytes, entry.blocks * 512)
}

/** The environment of the footprint measurements, and their number of repetitions. */
export interface Footing {
  readonly cluster: Cluster
  readonly load: Load
  readonly times: number
}

/** Install size, memory and boot time of a host, and download size of an app, measured on packed packages. */
export const footprintLines = async ({ cluster, load, times }: Footing): Promise<ReadonlyArray<Line>> => {
  const { folder, remove } = await install(["countersign"])
  try {
    const { megabytes, packages } = await sizes(folder)
    const client = await bundle(folder, 'export * from "@countersign/client"')
    const started = await boots(folder, times)
    const answered = spread(started.map(({ answered }) => answered))
    const empty = spread(started.map(({ empty }) => empty))
    const relative = spread(started.map(({ answered, empty }) => answered / empty))
    const idle = spread(started.map(({ idle }) => idle))
    const loaded = spread(await underLoad(cluster, load, times))
    return [
      { ...of("boot to first answer, in memory", "ms"), ...below(answered, 1000) },
      { ...of("an empty program, in turn with it", "ms"), ...empty },
      { ...of("boot to first answer, in empty programs", "times"), ...relative },
      { ...of("resident, idle", "MB"), ...below(idle, 120) },
      { ...of("resident, in Express on PostgreSQL, 32 users refreshing", "MB"), ...loaded },
      { ...of("the whole client in a browser, minified and gzipped", "kB"), ...spread([client]) },
      { ...of("packages that countersign installs, with itself", "packages"), ...spread([packages]) },
      { ...of("what they take on disk", "MB"), ...spread([megabytes]) }
    ]
  } finally {
    await remove()
  }
}

const of = (name: string, unit: string) => ({ section: "Footprint", name, unit })
