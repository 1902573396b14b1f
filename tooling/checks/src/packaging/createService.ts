import { execFile } from "node:child_process"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { basename, join, resolve } from "node:path"
import { promisify } from "node:util"
import { run } from "create-countersign"
import { root, workspaces } from "../workspace/disk.ts"
import { pack, tarballOf, withDependencies } from "./pack.ts"

const [target, ...options] = process.argv.slice(2)
if (target === undefined || target.startsWith("-")) throw new Error("Usage: npm run create -- FOLDER [--template NAME]")

const folder = resolve(target)
const path = (file: string) => join(folder, file)
const read = (file: string) => readFile(path(file), "utf8")
const write = (file: string, text: string) => writeFile(path(file), text)
const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`

/** The packages of the clone are files of the service, so that no registry has to have them. */
const vendor = async (): Promise<void> => {
  const manifest = JSON.parse(await read("package.json"))
  const own = Object.keys(manifest.dependencies).filter((name) => /^(?:@countersign\/|countersign$)/u.test(name))
  const packed = withDependencies([...own, "@countersign/cli"])
  await mkdir(path("vendor"))
  await pack(
    packed.map((each) => each.folder),
    path("vendor")
  )
  const files = Object.fromEntries(packed.map((each) => [each.manifest.name, `file:vendor/${tarballOf(each)}`]))
  const whole = { ...manifest, dependencies: { ...manifest.dependencies, ...files } }
  const image = (await read("Dockerfile")).replaceAll("COPY package.json", "COPY vendor ./vendor\nCOPY package.json")
  const lock = { name: basename(folder), lockfileVersion: 3, packages: await locked(files, whole) }
  await write("package.json", json(whole))
  await write("Dockerfile", image)
  await write("package-lock.json", json(lock))
}

/**
 * The packages of the clone's lock at their places in the service. npm takes each from its cache, because the address and
 * the digest are known, and removes what the service does not need.
 */
const locked = async (files: Readonly<Record<string, string>>, service: object) => {
  const { stdout } = await promisify(execFile)("npm", ["config", "get", "registry"], { cwd: root })
  const registry = stdout.trim().replace(/\/?$/u, "/")
  const lock: Lock = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"))
  const places = new Map(workspaces().map((each) => [each.folder, each.manifest.name]))
  const entries = Object.entries(lock.packages).flatMap(([at, entry]) => {
    const [first = "", ...inside] = at.split(/(?:^|\/)(?=node_modules\/)/u).filter((part) => part !== "")
    const own = places.get(first)
    if (own !== undefined && files[own] === undefined) return []
    const place = own === undefined ? at : [`node_modules/${own}`, ...inside].join("/")
    const name = entry.name ?? at.slice(at.lastIndexOf("node_modules/") + "node_modules/".length)
    const address = `${registry}${name}/-/${name.split("/").at(-1)}-${entry.version}.tgz`
    const resolved = own !== undefined && inside.length === 0 ? files[own] : address
    return entry.link === true || at === "" ? [] : [[place, { ...entry, resolved }] as const]
  })
  return { "": service, ...Object.fromEntries(entries) }
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly name?: string; readonly version?: string; readonly link?: true }>
  >
}

process.exitCode = await run([folder, ...options], {
  folder: root,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text)
})
if (process.exitCode === 0) await vendor()
