import { type CallExpression, type Node, Visitor } from "oxc-parser"
import { parsed } from "../workspace/source.ts"

/** Ways in which a test passes or fails by chance, or accepts everything. Each is a place in the file and what to do. */
export const problemsIn = (file: string, source: string): ReadonlyArray<string> => {
  const { lineAt, program, words } = parsed(file, source)
  const problems: Array<readonly [node: Node, problem: string]> = []
  const report = (node: Node, problem: string) => void problems.push([node, problem])
  const calls: Array<CallExpression> = []
  const loose: Array<Node> = []
  const servers = new Set<string>()
  new Visitor({
    CallExpression: (call) => void calls.push(call),
    Literal: (literal) => {
      if ("regex" in literal) loose.push(literal)
    },
    ObjectExpression: (object) => {
      if (object.properties.length === 0) loose.push(object)
    },
    ExpressionStatement: ({ expression }) => {
      const said = expression.type === "AwaitExpression" ? expression.argument : expression
      // `expect(found)`, `expect(found).rejects` and `expect(found).toBe` compare nothing.
      const isUnmatched =
        said.type === "MemberExpression"
          ? /^expect(?:\.\w+)?\(/u.test(words(said))
          : said.type === "CallExpression" && /^expect(?:\.soft|\.poll)?$/u.test(words(said.callee))
      if (isUnmatched) report(said, "the expectation has no matcher: it accepts every value")
    },
    ImportDeclaration: (declaration) => {
      const { source: from, specifiers } = declaration
      if (/harness\/browser\//u.test(from.value) && isQuick(file))
        report(declaration, "npm test drives one browser: name this file *.gate.test.ts")
      if (!/^node:https?$/u.test(from.value)) return
      for (const each of specifiers) {
        if (each.type === "ImportSpecifier" && words(each.imported) === "createServer") servers.add(each.local.name)
      }
    }
  }).visit(program)
  // A pattern that is the argument of another call, `expect.stringMatching(/a/u)`, is compared by that call.
  const isIn = (outer: Node, inner: Node) => outer.start <= inner.start && inner.end <= outer.end
  for (const call of calls) {
    const { arguments: given, callee } = call
    const name = words(callee)
    if (servers.has(name) && !given.some((each) => words(each).includes("keepAliveTimeout"))) {
      report(call, "the server closes idle connections under its client: set keepAliveTimeout, or use `listening`")
    }
    if (/^(?:describe|it|test)\b.*\.fails$/su.test(name)) {
      report(call, `${name} takes any failure: expect the one that is meant with rejects.toThrow`)
    }
    if (name === "expect.anything") report(call, "expect.anything accepts every value: compare with the one expected")
    if (name === "expect" && given[0]?.type === "Literal") {
      report(call, "the subject is a constant: expect what the code under test returned")
    }
    if (callee.type !== "MemberExpression" || !/\bexpect\b/u.test(name)) continue
    const matcher = words(callee.property)
    const isNegated = words(callee.object).endsWith(".not")
    if (/^toThrow(?:Error)?$/u.test(matcher) && given.length === 0 && !isNegated) {
      report(callee.property, `${matcher} accepts every error: name its class or its text`)
    }
    if (ACCEPTS_ALL.test(`${matcher}(${given.map(words).join()})`) && !isNegated) {
      report(
        callee.property,
        `${matcher}(${given.map(words).join()}) accepts every value: compare with the one expected`
      )
    }
    if (matcher !== "toMatchObject") continue
    const inner = calls.filter((other) => other !== call && call.arguments.some((each) => isIn(each, other)))
    for (const node of loose) {
      const isCompared = given.some((each) => isIn(each, node)) && !inner.some((other) => isIn(other, node))
      if (isCompared)
        report(node, `toMatchObject accepts every value for ${words(node)}: use expect.stringMatching or toEqual`)
    }
  }
  return problems
    .toSorted(([one], [other]) => one.start - other.start)
    .map(([node, problem]) => `${file}:${lineAt(node)}: ${problem}`)
}

/** A file of `npm test`, except its one journey through a browser. */
const isQuick = (file: string): boolean =>
  /^(?!tooling\/).*(?<!\.gate|\.slow)\.test\.tsx?$/u.test(file) && !file.endsWith("/browser/journey.test.ts")

/** A matcher, with the argument that every value of its type matches. */
const ACCEPTS_ALL =
  /^(?:(?:toContain|toMatch|stringContaining)\((?:""|''|``)\)|(?:toMatch|stringMatching)\(\/(?:\(\?:\))?\.?\*?\/[a-z]*\)|(?:objectContaining\(\{\s*\}|arrayContaining\(\[\s*\])\))$/u
