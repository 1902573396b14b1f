import { catalogue, endpoints } from "@countersign/http"
import { SchemaAST as AST } from "effect"
import { argumentsOf, type Call, callsOf, stampOf } from "./calls.ts"
import { fieldsOf, item, part, read } from "./endpoints.ts"
import { formatted, type Modules, withImports } from "./formatted.ts"
import { GROUPS, type Group } from "./groups.ts"
import { nameOf, TYPE_NAMES } from "./types.ts"
import { commentOf, typeOf } from "./typescript.ts"

/** Prints the files of the methods of the promise API, and the calls of their endpoints. */
export const methodFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ...FILES.map((file) => [`${FOLDER}/methods/${file}.ts`, methodsFile(file)] as const),
    [`${FOLDER}/methods/EnvironmentApi.ts`, environmentFile()],
    [`${FOLDER}/surface.ts`, surfaceFile()]
  ])

const FILES = [...new Set(Object.values(GROUPS).map(({ file }) => file))]

const groupsOf = (file: string): ReadonlyArray<readonly [name: string, group: Group]> =>
  Object.entries(GROUPS).filter(([, group]) => group.file === file)

/** The interface of a group: `CustomersApi` of `customers`. */
const apiOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Api`

const FOLDER = "packages/countersign/src"

const methodsFile = (file: string): string => {
  const source = groupsOf(file).map(interfaceOf).join("\n")
  return formatted(`${FOLDER}/methods/${file}.ts`, withImports(source, MODULES))
}

const interfaceOf = ([name, group]: readonly [name: string, group: Group]): string => {
  const methods = callsOf(group).map(
    (call) => `${commentOf(documentation(call))}readonly ${call.name}: ${signature(call)}`
  )
  const base = group.byHand === undefined ? "" : ` extends ${group.byHand}`
  return `${commentOf(group.about)}export interface ${apiOf(name)}${base} {\n${methods.join("\n")}\n}\n`
}

/** The API of one environment, which has all groups. */
const environmentFile = (): string => {
  const groups = Object.entries(GROUPS).map(
    ([name, { about }]) => `${commentOf(about)}readonly ${name}: ${apiOf(name)}`
  )
  const source = `${commentOf(ENVIRONMENT)}export interface EnvironmentApi extends EnvironmentOfHost {\n${groups.join("\n")}\n}\n`
  const modules = FILES.map((file) => [`./${file}.ts`, groupsOf(file).map(([name]) => apiOf(name))] as const)
  const all = Object.fromEntries([...modules, ["./byHand.ts", ["EnvironmentOfHost"]]])
  return formatted(`${FOLDER}/methods/EnvironmentApi.ts`, withImports(source, all))
}

const ENVIRONMENT =
  "The promise API of one environment. It cannot read or change records of another environment. Each call runs the decoders, the handler and the encoders of its endpoint in this process, and rejects with `CountersignError` when the endpoint refuses it. Operations that need a signature resolve to a `SignedRequestChallenge` on the first call, and to their result on the signed retry."

/** The function that calls the endpoint of each method. */
const surfaceFile = (): string => {
  const groups = Object.entries(GROUPS).map(([name, group]) => {
    const methods = callsOf(group).map((call) => `${call.name}: ${implementation(call)}`)
    return `${name}: {\n${methods.join(",\n")}\n}`
  })
  const targets = Object.values(GROUPS).flatMap(callsOf)
  const used = [...new Set(targets.map(({ target }) => target.split(".")[0]))].toSorted()
  const source = `import { type CallInProcess, resources } from "@countersign/http"
import type { Endpoints } from "./methods/CountersignApi.ts"
import { paged } from "./paged.ts"

/** Runs the decoders, the handler and the encoders of each endpoint in this process. */
export const surface = (call: CallInProcess): Endpoints => ({
${groups.join(",\n")}
})

const { ${used.join(", ")} } = resources
`
  return formatted(`${FOLDER}/surface.ts`, source)
}

const signature = (call: Call): string => {
  const list = argumentsOf(call).map(({ isOptional, name, type }) => `${name}${isOptional ? "?" : ""}: ${type}`)
  return `(${list.join(", ")}) => ${resultOf(call)}`
}

const resultOf = ({ answer, endpoint: { answers, isSigned, page } }: Call): string => {
  const [first] = answers
  if (page !== undefined && first !== undefined) return `List<${typeOf(item(part(first, "data")), nameOf)}>`
  const types = answers.map((each) => typeOf(answer === undefined ? each : part(each, answer), nameOf))
  if (!isSigned) return `Promise<${types.join(" | ").replace("undefined", "void")}>`
  // An empty answer is named last.
  const isEmpty = (type: string) => type === "undefined"
  const shown = [...types.filter((type) => !isEmpty(type)), "SignedRequestChallenge", ...types.filter(isEmpty)]
  return `Promise<${shown.join(" | ")}>`
}

const implementation = (call: Call): string => {
  const { answer, endpoint, query, target } = call
  const list = argumentsOf(call).map(({ isOptional, name, type }) =>
    isOptional && type !== "string" ? `${name} = {}` : name
  )
  const head = `(${list.join(", ")}) => `
  if (endpoint.page !== undefined) return `${head}paged(query, (page) => call(${target}, { ${partsOf(call, "page")} }))`
  const called = `${head}call(${target}, { ${partsOf(call, query === undefined ? undefined : "query")} })`
  if (answer !== undefined) return `${called}.then(({ ${answer} }) => ${answer})`
  const isEmptied = endpoint.isSigned && resultOf(call).includes("undefined")
  return isEmptied ? `${called}.then((answer) => answer ?? undefined)` : called
}

/** The parts of a call: its id, query, body and headers. `rest` has the fields of the query that are not arguments. */
const partsOf = ({ body, endpoint, inBody, inQuery, options }: Call, rest: "page" | "query" | undefined): string => {
  const alone = inQuery.map(({ name }) => name)
  const query =
    alone.length === 0
      ? rest === "page"
        ? "query: page"
        : rest
      : `query: { ${[...alone, ...(rest === undefined ? [] : [`...${rest}`])].join(", ")} }`
  const constants = endpoint.body === undefined ? [] : fieldsOf(endpoint.body).filter(({ type }) => AST.isLiteral(type))
  const fields = [
    ...inBody.map(({ name }) => name),
    ...constants.map(({ name, type }) => `${String(name)}: ${typeOf(type, nameOf)}`)
  ]
  const parts = [
    endpoint.hasId ? "id" : undefined,
    query,
    body !== undefined ? "body" : fields.length === 0 ? undefined : `body: { ${fields.join(", ")} }`,
    ...stampOf(endpoint).map(({ name }) => name),
    options === undefined ? undefined : `...${options.name}`
  ]
  return parts.filter((part) => part !== undefined).join(", ")
}

/** The text of a method: that of its endpoint, of its arguments, and the codes of the refusals that are its own. */
const documentation = ({ endpoint: { description, page, refusals, summary }, inBody }: Call): string => {
  const own = refusals.filter((tag) => !OF_EVERY_RETRY.has(tag)).map((tag) => catalogue[tag])
  const sorted = own.toSorted((one, other) => one.status - other.status)
  const codes = [...new Set(sorted.map(({ code, status }) => `\`${code}\` (${status})`))]
  const list = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(codes)
  return [
    `${summary}.`,
    ...(description === undefined ? [] : [named(description)]),
    ...(page === undefined ? [] : ["Up to 100 per page."]),
    ...inBody.flatMap(({ about, name }) => (about === undefined ? [] : [`\`${name}\`: ${inText(about)}`])),
    ...(codes.length === 0 ? [] : [`Rejects with ${list}.`])
  ].join(" ")
}

/** A sentence after a colon. Abbreviations stay as they are. */
const inText = (sentence: string): string => sentence.replace(/^[A-Z](?=[a-z ])/u, (first) => first.toLowerCase())

/** The refusals that all signed retries share. */
const OF_EVERY_RETRY: ReadonlySet<string> = new Set(
  endpoints
    .map(read)
    .filter(({ isSigned }) => isSigned)
    .map(({ refusals }) => refusals)
    .reduce((shared, refusals) => shared.filter((tag) => refusals.includes(tag)))
)

/** A text of the contract with the names of methods in place of calls over HTTP. */
const named = (text: string): string =>
  text.replaceAll(/\b(?:DELETE|GET|PATCH|POST) \/[\w/{}-]+/gu, (call) => {
    const method = METHODS.get(call)
    return method === undefined ? call : `\`${method}\``
  })

const METHODS: ReadonlyMap<string, string> = new Map(
  Object.entries(GROUPS).flatMap(([resource, group]) =>
    callsOf(group).map(({ endpoint, name }) => [endpoint.call, `${resource}.${name}`] as const)
  )
)

/** The modules whose types methods name. */
const MODULES: Modules = {
  "../paged.ts": ["List", "ListQuery", "PageQuery"],
  "../types.ts": [...TYPE_NAMES, "SettingsPatch"],
  "./byHand.ts": Object.values(GROUPS).flatMap(({ byHand }) => byHand ?? []),
  "./calls.ts": ["Once", "Opening", "Retry"]
}
