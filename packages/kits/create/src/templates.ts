import { readFileSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { type Files, Refusal } from "./write.ts"

/** The folders of `templates/` that make up each template, in order: a file of a later one replaces one before it. */
const LAYERS = {
  express: { framework: "Express", folders: ["common", "bundled", "express"] },
  fastify: { framework: "Fastify", folders: ["common", "bundled", "fastify"] },
  next: { framework: "Next", folders: ["common", "next"] },
  nest: { framework: "Nest", folders: ["common", "bundled", "nest"] }
} as const

/** The name of a template: the framework of the service. */
export type Template = keyof typeof LAYERS

export const templates: ReadonlyArray<Template> = ["express", "fastify", "next", "nest"]

export const isTemplate = (name: string): name is Template => Object.hasOwn(LAYERS, name)

/** Returns the name of a folder as the name of a package. Throws a `Refusal` for one that npm does not accept. */
export const packageName = (folder: string): string => {
  if (NAME.test(folder) && !RESERVED.has(folder)) return folder
  throw new Refusal(
    `"${folder}" cannot be the name of a package. Choose a folder whose name has only a-z, 0-9, "-", "_" and ".", at most 64 of them, and starts with a letter or digit.`
  )
}

/** It is the id of the platform too, which has at most 64 characters. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/u
const RESERVED: ReadonlySet<string> = new Set(["node_modules", "favicon.ico"])

/** Returns the files of a service with the name of its package. */
export const filesOf = async (template: Template, name: string): Promise<Files> => {
  const { folders, framework } = LAYERS[template]
  const files = new Map<string, string>()
  for (const folder of folders) {
    for (const [path, text] of await layer(folder)) {
      const below = files.get(path)
      files.set(path, path.endsWith(".json") && below !== undefined ? joined(below, text) : text)
    }
  }
  files.set("package.json", manifest(name, files.get("package.json") ?? ""))
  return new Map([...files].map(([path, text]) => [path, filled(text, { name, framework, version })]))
}

/** The version of this package, and of every package of Countersign that it writes into a service. */
export const version: string = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version

/** npm refuses to install a package into a package of the same name. */
const manifest = (name: string, text: string): string => {
  const { dependencies, devDependencies, ...rest } = JSON.parse(text)
  if (Object.hasOwn({ ...dependencies, ...devDependencies }, name))
    throw new Refusal(`The service depends on a package "${name}". Choose another name of the folder.`)
  return printed({ name, ...rest, dependencies: inOrder(dependencies), devDependencies: inOrder(devDependencies) })
}

const inOrder = (packages: object): object =>
  Object.fromEntries(Object.entries(packages).toSorted(([one], [other]) => (one < other ? -1 : 1)))

const root = fileURLToPath(new URL("../templates/", import.meta.url))

const layer = async (folder: string): Promise<Files> => {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(
      paths
        .toSorted()
        .map(async (path) => [dotted(relative(join(root, folder), path)), await readFile(path, "utf8")] as const)
    )
  )
}

/** npm publishes no file named .gitignore, so the templates have these files without the dot. */
const dotted = (path: string): string => {
  const name = path.replaceAll("\\", "/")
  return ["dockerignore", "env.example", "gitignore"].includes(name) ? `.${name}` : name
}

/** Adds the fields of a JSON object to another one, and those of its objects. */
const joined = (below: string, above: string): string => {
  const fields = new Map<string, unknown>(Object.entries(JSON.parse(below)))
  for (const [name, value] of Object.entries(JSON.parse(above))) fields.set(name, withFields(fields.get(name), value))
  return printed(Object.fromEntries(fields))
}

const withFields = (below: unknown, above: unknown): unknown =>
  isObject(below) && isObject(above) ? { ...below, ...above } : above

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const printed = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

const filled = (text: string, words: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{([a-z]+)\}\}/gu, (placeholder, name: string) => words[name] ?? placeholder)
