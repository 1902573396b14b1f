import { type EcmaScriptModule, type MemberExpression, type Program, parseSync, type Span, Visitor } from "oxc-parser"

/** An import, a re-export, a dynamic import or an import type. */
export interface Import {
  /** `undefined` when a dynamic import computes its specifier. */
  readonly specifier: string | undefined
  /** The imported names, or `*` for the whole module. */
  readonly names: ReadonlyArray<string>
  readonly line: number
}

/** Every syntax by which one file can import another. */
const importsOf = (
  program: Program,
  module: EcmaScriptModule,
  lineOf: (offset: number) => number
): ReadonlyArray<Import> => {
  const found: Array<Import> = []

  for (const { moduleRequest, entries, start } of module.staticImports) {
    const names = entries.map(({ importName }) => importName.name ?? "*")
    found.push({
      specifier: moduleRequest.value,
      names: names.length === 0 ? ["*"] : names,
      line: lineOf(start)
    })
  }

  for (const { moduleRequest, importName, start } of module.staticExports.flatMap(({ entries }) => entries)) {
    if (moduleRequest === null) continue
    found.push({
      specifier: moduleRequest.value,
      names: [importName.name ?? "*"],
      line: lineOf(start)
    })
  }

  const dynamic = (source: { readonly type: string; readonly value?: unknown }, span: Span) =>
    found.push({
      specifier: source.type === "Literal" && typeof source.value === "string" ? source.value : undefined,
      names: ["*"],
      line: lineOf(span.start)
    })
  new Visitor({
    ImportExpression: (node) => dynamic(node.source, node),
    TSImportType: (node) => dynamic(node.source, node)
  }).visit(program)

  return found
}

/** The facts about one file that the rules use. Line numbers are 1-based. */
export interface Source {
  readonly path: string
  readonly text: string
  readonly imports: ReadonlyArray<Import>
  readonly casts: ReadonlyArray<{
    readonly line: number
    readonly throughUnknown: boolean
  }>
  readonly defaults: ReadonlyArray<number>
  readonly randoms: ReadonlyArray<number>
  /** Lines that parse JSON with `JSON.parse` or with a schema that calls it. */
  readonly readings: ReadonlyArray<number>
  readonly faults: ReadonlyArray<{
    readonly line: number
    readonly message: string
  }>
}

/** Parses one TypeScript file. */
export const read = (path: string, text: string): Source => {
  const lineOf = lineNumbers(text)
  const { program, module, errors } = parseSync(path, text, {
    lang: "ts",
    sourceType: "module",
    preserveParens: false
  })
  const casts: Array<{ line: number; throughUnknown: boolean }> = []
  const defaults: Array<number> = []
  const randoms: Array<number> = []
  const readings: Array<number> = []
  const inner = new Set<unknown>()

  new Visitor({
    TSAsExpression(node) {
      if (inner.has(node)) return
      const type = node.typeAnnotation
      if (type.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name === "const")
        return
      // `x as unknown as T` is two nodes and one cast. The walk visits the outer node first.
      inner.add(node.expression)
      const { expression } = node
      const throughUnknown =
        expression.type === "TSAsExpression" && expression.typeAnnotation.type === "TSUnknownKeyword"
      casts.push({ line: lineOf(node.start), throughUnknown })
    },
    TSTypeAssertion(node) {
      casts.push({ line: lineOf(node.start), throughUnknown: false })
    },
    SwitchCase(node) {
      if (node.test === null) defaults.push(lineOf(node.start))
    },
    MemberExpression(node) {
      if (isMember(node, "Math", "random")) randoms.push(lineOf(node.start))
      if (isMember(node, "JSON", "parse") || isMember(node, "Schema", "fromJsonString"))
        readings.push(lineOf(node.start))
    }
  }).visit(program)

  const faults = errors.map(({ message, labels }) => ({
    message,
    line: lineOf(labels[0]?.start ?? 0)
  }))
  return {
    path,
    text,
    imports: importsOf(program, module, lineOf),
    casts,
    defaults,
    randoms,
    readings,
    faults
  }
}

/** Returns whether the node is `object.member` or `object["member"]`. */
const isMember = ({ computed, object, property }: MemberExpression, name: string, member: string): boolean => {
  if (object.type !== "Identifier" || object.name !== name) return false
  const named = property.type === "Identifier" && !computed && property.name === member
  return named || (property.type === "Literal" && property.value === member)
}

/** Returns the 1-based line number of an offset. */
export const lineNumbers = (text: string) => {
  const starts = [0, ...[...text.matchAll(/\n/gu)].map((match) => match.index + 1)]
  return (offset: number): number => starts.filter((start) => start <= offset).length
}
