import { posix } from "node:path"

/**
 * Prints the index of endpoints from the files in the folders of their groups below `resources`: groups in the order of
 * the contract in `Api.ts`, and endpoints sorted by path. Throws when a group is not in the contract.
 */
export const endpointIndex = (files: ReadonlyMap<string, string>): string => {
  const all = [...files].flatMap(([file, text]) => declared(file, text))
  const groups = [...(files.get("Api.ts") ?? "").matchAll(/group\("(\w+)"/gu)].map(([, name = ""]) => name)
  const lost = all.find(({ group }) => !groups.includes(group))
  if (lost !== undefined) throw new Error(`the group ${lost.group} of ${lost.file} is not in Api.ts`)
  const modules = [...new Set(all.map(({ file }) => file))].map((file) => {
    const names = all.filter((each) => each.file === file).map(({ name }) => name)
    return { file, line: importOf(names, file) }
  })
  const imports = [...modules, { file: "endpoint.ts", line: 'import type { AnyEndpoint } from "./endpoint.ts"' }]
  const members = groups.map((group) => {
    const names = all.filter((each) => each.group === group).toSorted(byPath)
    return `  ${group}: {\n${names.map(({ name }) => `    ${name}`).join(",\n")}\n  }`
  })
  const lines = imports.toSorted((one, other) => compare(one.file, other.file)).map(({ line }) => line)
  return [HEAD, ...lines, "", `${RESOURCES}\n${members.join(",\n")}\n} as const`, "", LIST].join("\n")
}

const declared = (file: string, text: string) =>
  [...text.matchAll(ENDPOINT)].map(([, name = "", method = "", path = ""]) => {
    return { file, group: posix.dirname(file), name, method, path }
  })
type Declared = ReturnType<typeof declared>[number]

const ENDPOINT = /^export const (\w+) = endpoint\(\s*HttpApiEndpoint\.(\w+)\("\w+", "([^"]+)"/gmu

const byPath = (one: Declared, other: Declared): number =>
  compare(one.path, other.path) || METHODS.indexOf(one.method) - METHODS.indexOf(other.method)

const METHODS = ["post", "get", "patch", "delete"]

const compare = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1)

const HEAD = "// Written by `npm run docs` from the files of the folders beside it."

const RESOURCES = `/** All endpoints, by their group in the document. \`docs/generated/endpoints.md\` is generated from it. */
export const resources = {`

const LIST = `/** All endpoints as one list. */
export const endpoints: ReadonlyArray<AnyEndpoint> = Object.values(resources).flatMap((group) =>
  Object.values<AnyEndpoint>(group)
)
`

/** Formats an import as Biome does: sorted names, one per line when they do not fit into one line. */
const importOf = (names: ReadonlyArray<string>, file: string): string => {
  const sorted = names.toSorted()
  const line = `import { ${sorted.join(", ")} } from "./${file}"`
  return line.length <= 120 ? line : `import {\n${sorted.map((name) => `  ${name}`).join(",\n")}\n} from "./${file}"`
}
