import { posix } from "node:path"
import { parsed } from "../workspace/source.ts"

/** A syntax node of any kind. */
interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

type Module = ReturnType<typeof moduleIn>

/** A name used in an expression, and the property read from it, when known. */
interface Use {
  readonly name: string
  readonly property?: string
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof Reflect.get(value, "type") === "string"

const childrenOf = (node: Node): ReadonlyArray<readonly [string, Node]> =>
  Object.entries(node).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).filter(isNode).map((child): readonly [string, Node] => [key, child])
  )

const textOf = (node: unknown): string => (isNode(node) && typeof node.name === "string" ? node.name : "")
const nodeAt = (node: Node, key: string): Node | undefined => (isNode(node[key]) ? node[key] : undefined)
const nodesAt = (node: Node, key: string): ReadonlyArray<Node> =>
  Array.isArray(node[key]) ? node[key].filter(isNode) : []

/** Returns an expression without its type assertions. */
const bare = (node: Node): Node => {
  const inner = /^TS(?:As|Satisfies|NonNull)Expression$/u.test(node.type) ? nodeAt(node, "expression") : undefined
  return inner === undefined ? node : bare(inner)
}

/** Returns every name that a piece of code uses as a value. A local name that shadows a global one counts as global. */
const usesOf = (node: Node): ReadonlyArray<Use> => {
  const expression = bare(node)
  if (expression.type.startsWith("TS")) return []
  if (expression.type === "Identifier") return [{ name: textOf(expression) }]
  // `Object.hasOwn(kinds, type)` reads property names and no value.
  if (expression.type === "CallExpression" && isOfNames(nodeAt(expression, "callee"))) {
    return nodesAt(expression, "arguments").slice(1).flatMap(usesOf)
  }
  if (expression.type === "MemberExpression") {
    const [object, property] = [nodeAt(expression, "object"), nodeAt(expression, "property")]
    if (object === undefined || property === undefined) return []
    if (expression.computed === true) return [...usesOf(object), ...usesOf(property)]
    // `kinds[type].retire` reads only this property of each kind.
    const inner = bare(object)
    const root = inner.type === "MemberExpression" && inner.computed === true ? nodeAt(inner, "object") : inner
    if (root?.type !== "Identifier") return usesOf(object)
    const key = inner === root ? undefined : nodeAt(inner, "property")
    return [{ name: textOf(root), property: textOf(property) }, ...(key === undefined ? [] : usesOf(key))]
  }
  return childrenOf(expression).flatMap(([key, child]) =>
    expression.type === "Property" && key === "key" && expression.computed !== true ? [] : usesOf(child)
  )
}

const isOfNames = (callee: Node | undefined): boolean =>
  callee !== undefined && textOf(callee.object) === "Object" && /^(?:hasOwn|keys)$/u.test(textOf(callee.property))

/** Follows the values that functions use, across files. `read` returns the text of a file. */
export const makeWalk = (read: (file: string) => string) => {
  const modules = new Map<string, Module>()
  const moduleOf = (file: string): Module => {
    const module = modules.get(file) ?? moduleIn(file, read(file))
    modules.set(file, module)
    return module
  }

  /** Returns the reference chains from a piece of code to forbidden values. */
  const reached = (file: string, from: Node, isForbidden: (file: string, name: string) => boolean) => {
    const seen = new Set<string>()
    const found: Array<string> = []
    const follow = (place: string, use: Use, chain: string): void => {
      const { name, property } = use
      const { declared, imported } = moduleOf(place)
      const target = imported.get(name)
      if (target !== undefined) {
        const whole = target.name === "*" && property !== undefined
        const next: Use = whole ? { name: property } : { ...use, name: target.name }
        if (isForbidden(target.from, next.name)) found.push(`${chain} > ${next.name} of ${target.from}`)
        else if (target.from.endsWith(".ts")) follow(target.from, next, `${chain} > ${next.name}`)
        return
      }
      const declaration = declared.get(name)
      const key = `${place} ${name} ${property ?? ""}`
      if (declaration === undefined || seen.has(key)) return
      seen.add(key)
      if (isForbidden(place, name)) found.push(chain)
      const part = property === undefined ? undefined : propertyOf(place, declaration, property)
      for (const [at, code] of part ?? [[place, declaration] as const]) visit(at, code, chain)
    }
    const visit = (place: string, code: Node, chain: string): void => {
      for (const use of usesOf(code)) follow(place, use, chain)
    }

    /** Returns a property's values in an object literal or in each object of a list; otherwise `undefined`. */
    const propertyOf = (
      place: string,
      value: Node,
      property: string
    ): ReadonlyArray<readonly [string, Node]> | undefined => {
      const literal = bare(value)
      if (literal.type === "Identifier") return valueOf(place, textOf(literal), property)
      if (literal.type !== "ObjectExpression") return undefined
      const members = nodesAt(literal, "properties")
      const own = members.filter((member) => member.type === "Property" && textOf(member.key) === property)
      if (own.length > 0) return own.flatMap((member) => (isNode(member.value) ? [[place, member.value] as const] : []))
      const inner = members.flatMap((member) => {
        const held = member.type === "SpreadElement" ? nodeAt(member, "argument") : nodeAt(member, "value")
        return held === undefined ? [] : (propertyOf(place, held, property) ?? [])
      })
      return inner.length > 0 ? inner : undefined
    }
    const valueOf = (place: string, name: string, property: string) => {
      const { from, name: own } = moduleOf(place).imported.get(name) ?? { from: place, name }
      const declaration = from.endsWith(".ts") ? moduleOf(from).declared.get(own) : undefined
      return declaration === undefined ? undefined : propertyOf(from, declaration, property)
    }
    visit(file, from, file)
    return found
  }
  return { moduleOf, reached }
}

const moduleIn = (file: string, text: string) => {
  const { module, program: parsedProgram } = parsed(file, text)
  const program: Node = { ...parsedProgram }
  /** Top-level declarations, by name. */
  const declared = new Map<string, Node>()
  for (const statement of nodesAt(program, "body")) {
    const declaration = nodeAt(statement, "declaration") ?? statement
    for (const each of nodesAt(declaration, "declarations")) {
      const value = nodeAt(each, "init")
      if (value !== undefined) declared.set(textOf(each.id), bare(value))
    }
    if (/^(?:Function|Class)Declaration$/u.test(declaration.type)) declared.set(textOf(declaration.id), declaration)
  }
  /** Imported values: their file or package, and their name in it; `*` for the whole module. */
  const imported = new Map<string, { readonly from: string; readonly name: string }>()
  for (const { entries, moduleRequest } of module.staticImports) {
    const { value } = moduleRequest
    const from = value.startsWith(".") ? posix.join(posix.dirname(file), value) : value
    for (const { importName, isType, localName } of entries) {
      if (!isType) imported.set(localName.value, { from, name: importName.name ?? "*" })
    }
  }
  return { declared, imported, program }
}

/** The functions that begin a chain of steps, and those that take the steps in an object. */
export const MAKERS = ["begins", "finishes", "operation", "signedRetry"]

/**
 * Returns the steps of every operation in a file: `decide` of an operation, and of each leg of a signed retry. Each has its
 * code, and how a test calls it, such as `revokeSession.begin.decide`.
 */
export const stepsIn = (program: Node, step: string) => {
  const found: Array<{ readonly call: string; readonly code: Node }> = []
  const look = (node: Node, path: ReadonlyArray<string>): void => {
    const callee = node.type === "CallExpression" ? nodeAt(node, "callee") : undefined
    const [code] = nodesAt(node, "arguments")
    if (
      code !== undefined &&
      callee?.type === "MemberExpression" &&
      textOf(callee.property) === step &&
      isChain(callee)
    )
      found.push({ call: textOf(code) || [...path, step].join("."), code })
    const name = node.type === "VariableDeclarator" ? textOf(node.id) : node.type === "Property" ? textOf(node.key) : ""
    const inner = node.type === "VariableDeclarator" ? [name] : [...path, ...(name === "" ? [] : [name])]
    for (const [, child] of childrenOf(node)) look(child, inner)
  }
  look(program, [])
  return found
}

/** Whether a link belongs to a chain that a maker begins. */
const isChain = (link: Node): boolean => {
  const object = nodeAt(link, "object")
  const callee = object?.type === "CallExpression" ? nodeAt(object, "callee") : undefined
  return (
    callee !== undefined && (MAKERS.includes(textOf(callee)) || (callee.type === "MemberExpression" && isChain(callee)))
  )
}

/** Whether a stack trace or a profile shows a name for a step. */
export const isNamed = (code: Node): boolean => {
  const [given] = code.type === "CallExpression" ? nodesAt(code, "arguments") : [code]
  return given !== undefined && (given.type === "Identifier" || textOf(given.id) !== "")
}

/** The declarations of a program with more type parameters than `most`, by the parameters' names. */
export const crowded = (program: Node, most: number): ReadonlyArray<string> => {
  const names = nodesAt(program, "params").map(({ name }) => (isNode(name) ? textOf(name) : String(name)))
  const own = program.type === "TSTypeParameterDeclaration" && names.length > most ? [names.join(", ")] : []
  return [...own, ...childrenOf(program).flatMap(([, child]) => crowded(child, most))]
}
