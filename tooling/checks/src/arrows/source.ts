import { posix } from "node:path"
import { type Expression, type MemberExpression, Visitor } from "oxc-parser"
import { parsed } from "../workspace/source.ts"

/** An import, a re-export, a dynamic import or an import type. */
export interface Import {
  /** `undefined` when a dynamic import computes its specifier. */
  readonly specifier: string | undefined
  /** The path of a relative specifier. */
  readonly file: string | undefined
  /** The imported names, or `*` for the whole module. */
  readonly names: ReadonlyArray<string>
  readonly line: number
}

/** Code that only some files may contain. `reading` parses JSON with `JSON.parse` or with a schema that calls it. */
export type Kind = "cast" | "castThroughUnknown" | "default" | "random" | "reading"

/** The facts about one file that the rules use. */
export interface Source {
  readonly path: string
  readonly text: string
  readonly imports: ReadonlyArray<Import>
  readonly found: ReadonlyArray<{ readonly kind: Kind; readonly line: number }>
}

interface Node {
  readonly start: number
}

/** Reads one TypeScript file, with every syntax by which it can import another. */
export const read = (path: string, text: string): Source => {
  const { lineAt, module, program } = parsed(path, text)
  const imports: Array<Import> = []
  const found: Array<Source["found"][number]> = []
  const add = (specifier: string | undefined, names: ReadonlyArray<string>, node: Node) => {
    const file = specifier?.startsWith(".") ? posix.join(posix.dirname(path), specifier) : undefined
    imports.push({ specifier, file, names, line: lineAt(node) })
  }
  const note = (kind: Kind, node: Node) => void found.push({ kind, line: lineAt(node) })

  for (const { entries, moduleRequest, ...node } of module.staticImports) {
    const names = entries.map(({ importName }) => importName.name ?? "*")
    add(moduleRequest.value, names.length === 0 ? ["*"] : names, node)
  }
  for (const { importName, moduleRequest, ...node } of module.staticExports.flatMap(({ entries }) => entries)) {
    if (moduleRequest !== null) add(moduleRequest.value, [importName.name ?? "*"], node)
  }
  const inner = new Set<Expression>()
  new Visitor({
    ImportExpression: (node) => add(textOf(node.source), ["*"], node),
    TSImportType: (node) => add(node.source.value, ["*"], node),
    TSAsExpression: (node) => {
      const { expression, typeAnnotation: type } = node
      const isConst =
        type.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name === "const"
      if (inner.has(node) || isConst) return
      // `x as unknown as T` is two nodes and one cast. The walk visits the outer node first.
      inner.add(expression)
      const isUnknown = expression.type === "TSAsExpression" && expression.typeAnnotation.type === "TSUnknownKeyword"
      note(isUnknown ? "castThroughUnknown" : "cast", node)
    },
    TSTypeAssertion: (node) => note("cast", node),
    SwitchCase: (node) => {
      if (node.test === null) note("default", node)
    },
    MemberExpression: (node) => {
      if (isMember(node, "Math", "random")) note("random", node)
      if (isMember(node, "JSON", "parse") || isMember(node, "Schema", "fromJsonString")) note("reading", node)
    }
  }).visit(program)
  return { path, text, imports, found }
}

const textOf = (node: Expression): string | undefined =>
  node.type === "Literal" && typeof node.value === "string" ? node.value : undefined

/** Returns whether the node is `object.member` or `object["member"]`. */
const isMember = ({ computed, object, property }: MemberExpression, name: string, member: string): boolean => {
  if (object.type !== "Identifier" || object.name !== name) return false
  const named = property.type === "Identifier" && !computed && property.name === member
  return named || (property.type === "Literal" && property.value === member)
}
