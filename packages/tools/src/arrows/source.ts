import { parseSync, Visitor } from "oxc-parser"
import { type Import, importsOf } from "./imports.ts"

/** What the rules need to know of one file. Lines count from one. */
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
  readonly faults: ReadonlyArray<{
    readonly line: number
    readonly message: string
  }>
}

/** Reads one file of TypeScript. */
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
  const inner = new Set<unknown>()

  new Visitor({
    TSAsExpression(node) {
      if (inner.has(node)) return
      const type = node.typeAnnotation
      if (type.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name === "const")
        return
      // `x as unknown as T` is two nodes and one cast: the outer one is met first.
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
      if (node.object.type !== "Identifier" || node.object.name !== "Math") return
      const { property } = node
      const named = property.type === "Identifier" && !node.computed && property.name === "random"
      const quoted = property.type === "Literal" && property.value === "random"
      if (named || quoted) randoms.push(lineOf(node.start))
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
    faults
  }
}

/** Tells the line of an offset, from one. */
export const lineNumbers = (text: string) => {
  const starts = [0, ...[...text.matchAll(/\n/gu)].map((match) => match.index + 1)]
  return (offset: number): number => starts.filter((start) => start <= offset).length
}
