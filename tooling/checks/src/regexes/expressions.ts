import { type Expression as Node, parseSync, Visitor } from "oxc-parser"
import { check } from "recheck"
import type { Breach } from "../arrows/breach.ts"
import { lineNumbers } from "../arrows/source.ts"

/** A regular expression, and where it stands. */
export interface Expression {
  readonly pattern: string
  readonly flags: string
  readonly path: string
  readonly line: number
}

/** The regular expressions of one file; `computed` are the lines of those whose pattern cannot be read off it. */
export interface Found {
  readonly expressions: ReadonlyArray<Expression>
  readonly computed: ReadonlyArray<number>
}

/** Finds literals, and what `RegExp` is made of where that is text, with or without constants of the file in it. */
export const expressionsOf = (path: string, text: string): Found => {
  const lineOf = lineNumbers(text)
  const { program } = parseSync(path, text, { lang: "ts", sourceType: "module", preserveParens: false })
  const constants = new Map<string, Node>()
  const expressions: Array<Expression> = []
  const computed: Array<number> = []

  const made = ({ callee, arguments: [pattern, flags], start }: Made): void => {
    if (callee.type !== "Identifier" || callee.name !== "RegExp") return
    const line = lineOf(start)
    const [patternText, flagsText] = [textOf(pattern, constants), flags === undefined ? "" : textOf(flags, constants)]
    if (patternText === undefined || flagsText === undefined) computed.push(line)
    else expressions.push({ pattern: patternText, flags: flagsText, path, line })
  }
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && init !== null) constants.set(id.name, init)
    }
  }).visit(program)
  new Visitor({
    Literal(node) {
      if ("regex" in node) expressions.push({ ...node.regex, path, line: lineOf(node.start) })
    },
    NewExpression: made,
    CallExpression: made
  }).visit(program)
  return { expressions, computed }
}

/** What a call and a construction have in common. */
interface Made {
  readonly callee: Node
  readonly arguments: ReadonlyArray<Node | { readonly type: "SpreadElement" }>
  readonly start: number
}

/** The text that an expression stands for, where nothing but constants of the file is in it. */
const textOf = (
  node: Node | { readonly type: "SpreadElement" } | undefined,
  constants: ReadonlyMap<string, Node>
): string | undefined => {
  if (node?.type === "Literal") return typeof node.value === "string" ? node.value : undefined
  if (node?.type === "Identifier") return textOf(constants.get(node.name), constants)
  if (node?.type !== "TemplateLiteral") return undefined
  const parts = node.expressions.map((part) => textOf(part, constants))
  const quasis = node.quasis.map(({ value }) => value.cooked ?? "")
  return parts.includes(undefined) ? undefined : quasis.map((quasi, at) => quasi + (parts[at] ?? "")).join("")
}

/**
 * Asks an analyser whether the time an expression takes grows faster than its text. First by its automaton, which is a
 * proof and takes two seconds where it comes to an end at all; what that cannot read is attacked instead.
 */
export const judge = async ({ flags, line, path, pattern }: Expression): Promise<ReadonlyArray<Breach>> => {
  const proof = await check(pattern, flags, { checker: "automaton", timeout: 10_000 })
  const verdict = proof.status === "unknown" ? await check(pattern, flags, ATTACK) : proof
  const breach = (rule: string, remedy: string) => [{ path, line, rule, remedy: `/${pattern}/${flags} ${remedy}` }]
  switch (verdict.status) {
    case "safe":
      return []
    case "vulnerable":
      return breach("regex", `takes ${verdict.complexity.summary} time, by ${verdict.attack.pattern}`)
    case "unknown":
      return breach("regex-unread", `could not be judged (${verdict.error.kind}): write it more plainly`)
  }
}

/** An attack is judged by the steps it takes: by the clock, a busy machine would find every expression slow. */
const ATTACK = { timeout: 120_000, attackTimeout: null, incubationTimeout: null }
