import { type EcmaScriptModule, type Program, type Span, Visitor } from "oxc-parser"

/** An import, a re-export, a dynamic import or an import type. */
export interface Import {
  /** Undefined when a dynamic import computes it. */
  readonly specifier: string | undefined
  /** What it takes: names, or `*` for the whole module. */
  readonly names: ReadonlyArray<string>
  readonly line: number
}

/** Every way a file can reach another one. */
export const importsOf = (
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
