import { type Argument, type CallExpression, type NewExpression, type Expression as Node, Visitor } from "oxc-parser"
import { check } from "recheck"
import type { Breach } from "../arrows/breach.ts"
import { constantsOf, parsed } from "../workspace/source.ts"

/** A regular expression and its source position. */
export interface Expression {
  readonly pattern: string
  readonly flags: string
  readonly path: string
  readonly line: number
}

/**
 * Returns regex literals, and `RegExp` patterns that consist of text and constants of the same file. `computed` lists the
 * lines of other patterns.
 */
export const expressionsOf = (path: string, text: string) => {
  const { lineAt, program } = parsed(path, text)
  const constants = constantsOf(program)
  const expressions: Array<Expression> = []
  const computed: Array<number> = []

  const made = (node: CallExpression | NewExpression): void => {
    const {
      arguments: [pattern, flags],
      callee
    } = node
    if (callee.type !== "Identifier" || callee.name !== "RegExp") return
    const line = lineAt(node)
    const [patternText, flagsText] = [textOf(pattern, constants), flags === undefined ? "" : textOf(flags, constants)]
    if (patternText === undefined || flagsText === undefined) computed.push(line)
    else expressions.push({ pattern: patternText, flags: flagsText, path, line })
  }
  new Visitor({
    Literal(node) {
      if ("regex" in node) expressions.push({ ...node.regex, path, line: lineAt(node) })
    },
    NewExpression: made,
    CallExpression: made
  }).visit(program)
  return { expressions, computed }
}

/** Returns the text of an expression that consists of literals and constants of the file, or `undefined`. */
const textOf = (node: Argument | undefined, constants: ReadonlyMap<string, Node>): string | undefined => {
  if (node?.type === "Literal") return typeof node.value === "string" ? node.value : undefined
  if (node?.type === "Identifier") return textOf(constants.get(node.name), constants)
  if (node?.type !== "TemplateLiteral") return undefined
  const parts = node.expressions.map((part) => textOf(part, constants))
  const quasis = node.quasis.map(({ value }) => value.cooked ?? "")
  return parts.includes(undefined) ? undefined : quasis.map((quasi, at) => quasi + (parts[at] ?? "")).join("")
}

/**
 * Checks with an analyser whether matching time grows faster than the input length. The automaton checker is a proof
 * and gets two seconds. Expressions it cannot decide are fuzzed instead.
 */
export const verify = async ({ flags, line, path, pattern }: Expression): Promise<ReadonlyArray<Breach>> => {
  const proof = await check(pattern, flags, { checker: "automaton", timeout: 10_000 })
  const verdict = proof.status === "unknown" ? await check(pattern, flags, ATTACK) : proof
  const breach = (rule: string, remedy: string) => [{ path, line, rule, remedy: `/${pattern}/${flags} ${remedy}` }]
  switch (verdict.status) {
    case "safe":
      return []
    case "vulnerable":
      return breach("regex", `takes ${verdict.complexity.summary} time, by ${verdict.attack.pattern}`)
    case "unknown":
      return breach("regex-unread", `could not be analysed (${verdict.error.kind}): simplify the expression`)
  }
}

/** An attack is measured in steps and not in time, because on a busy machine every expression would seem slow. */
const ATTACK = { timeout: 120_000, attackTimeout: null, incubationTimeout: null }
