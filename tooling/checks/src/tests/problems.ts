import { type CallExpression, type Node, parseSync, Visitor } from "oxc-parser"

/** Ways in which a test passes or fails by chance, or accepts everything. Each is a place in the file and what to do. */
export const problemsIn = (file: string, source: string): ReadonlyArray<string> => {
  const { program } = parseSync(file, source)
  const problems: Array<string> = []
  const report = ({ start }: Node, problem: string) =>
    void problems.push(`${file}:${source.slice(0, start).split("\n").length}: ${problem}`)
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
    ImportDeclaration: (declaration) => {
      const { source: from, specifiers } = declaration
      if (/harness\/browser\//u.test(from.value) && isQuick(file))
        report(declaration, "npm test drives one browser: name this file *.gate.test.ts")
      if (!/^node:https?$/u.test(from.value)) return
      for (const each of specifiers) {
        if (each.type === "ImportSpecifier" && source.slice(each.imported.start, each.imported.end) === "createServer")
          servers.add(each.local.name)
      }
    }
  }).visit(program)
  const words = (node: Node) => source.slice(node.start, node.end)
  // A pattern that is the argument of another call, `expect.stringMatching(/a/u)`, is compared by that call.
  const isIn = (outer: Node, inner: Node) => outer.start <= inner.start && inner.end <= outer.end
  for (const call of calls) {
    const { callee } = call
    if (servers.has(words(callee)) && !call.arguments.some((given) => words(given).includes("keepAliveTimeout"))) {
      report(call, "the server closes idle connections under its client: set keepAliveTimeout, or use `listening`")
    }
    if (callee.type !== "MemberExpression" || words(callee.property) !== "toMatchObject") continue
    const inner = calls.filter((other) => other !== call && call.arguments.some((given) => isIn(given, other)))
    for (const node of loose) {
      const isCompared = call.arguments.some((given) => isIn(given, node)) && !inner.some((other) => isIn(other, node))
      if (isCompared)
        report(node, `toMatchObject accepts every value for ${words(node)}: use expect.stringMatching or toEqual`)
    }
  }
  return problems
}

/** A file of `npm test`, except its one journey through a browser. */
const isQuick = (file: string): boolean =>
  /^(?!tooling\/).*(?<!\.gate|\.slow)\.test\.tsx?$/u.test(file) && !file.endsWith("/browser/journey.test.ts")
