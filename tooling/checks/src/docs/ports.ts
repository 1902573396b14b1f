import { type Expression, Visitor } from "oxc-parser"
import { parsed } from "../workspace/source.ts"

/** A file by its path. */
export type Source = Readonly<Record<"path" | "text", string>>

/** Prints the index of the ports of core: the class of each file that declares a service under the name of the file. */
export const portIndex = (files: ReadonlyArray<Source>): string => {
  const ports = files.flatMap(({ path, text }) => {
    const name = path.replace(/^.*\/|\.ts$/gu, "")
    return text.includes(`export class ${name} extends Context.Service<`) ? [name] : []
  })
  return [
    "// Printed from the files of this folder by `npm run docs`: every port.",
    ...ports.toSorted().map((name) => `export { ${name} } from "./${name}.ts"`),
    ""
  ].join("\n")
}

/**
 * Prints the options that bring a port, from the rows of the table of ports: the name and the docstring of each, and its
 * type, which is the layer of the port when the row names no other. Throws for an option without a docstring.
 */
export const portOptions = ({ path, text }: Source): string => {
  const options = optionsIn(path, text).toSorted((one, other) => one.start - other.start)
  const named = options.flatMap(({ type }) => (/^[A-Z]\w+$/u.test(type) ? [type] : []))
  return [
    "// Printed from the table of ports by `npm run docs`. Change the row of the port, not this file.",
    `import type { ${named.toSorted().join(", ")} } from "./hostPorts.ts"`,
    `import type { PortLayer } from "./PortLayer.ts"`,
    "",
    "/** The options that bring a port of the host. */",
    "export interface PortOptions {",
    ...options.flatMap(({ name, text, type }) => [`  ${text}`, `  readonly ${name}?: ${type}`]),
    "}",
    ""
  ].join("\n")
}

const optionsIn = (path: string, text: string) => {
  const source = parsed(path, text)
  const rows: Array<readonly [port: string, row: Expression]> = []
  new Visitor({
    CallExpression: ({ arguments: [port, row] }) => {
      if (port?.type !== "MemberExpression" || row?.type !== "ObjectExpression") return
      rows.push([source.words(port.property), row])
    }
  }).visit(source.program)
  return rows.flatMap(([port, row]) =>
    membersOf(row, "option").flatMap(({ value: options }) =>
      membersOf(options).map((member) => {
        const [type] = membersOf(member.value, "type").map(({ value }) => value)
        const written = type?.type === "Literal" ? String(type.value) : `PortLayer<"${port}">`
        return { ...member, text: docstringOf(member, path, source), type: written }
      })
    )
  )
}

type Member = ReturnType<typeof membersOf>[number]

/** Returns the docstring of a member of an object, indented as a member of an interface. Throws when it has none. */
export const docstringOf = (member: Member, path: string, { commentOf, words }: ReturnType<typeof parsed>): string => {
  const comment = commentOf(member)
  if (comment === undefined) throw new Error(`docs: the option ${member.name} of ${path} has no docstring`)
  return words(comment).replaceAll(/\n\s*/gu, "\n   ")
}

export const membersOf = (node: Expression, only?: string) =>
  (node.type === "ObjectExpression" ? node.properties : []).flatMap((each) =>
    each.type === "Property" && each.key.type === "Identifier" && (only ?? each.key.name) === each.key.name
      ? [{ name: each.key.name, start: each.start, value: each.value }]
      : []
  )
