import { resources } from "@countersign/http"
import { SchemaAST as AST } from "effect"
import { fieldsOf, objectOf, type Read, read } from "./endpoints.ts"
import type { Group, Method } from "./groups.ts"
import { nameOf } from "./types.ts"
import { descriptionOf, shapeOf, typeOf } from "./typescript.ts"

export interface Argument {
  readonly name: string
  readonly type: string
  readonly isOptional: boolean
  readonly about?: string | undefined
}

export type Call = ReturnType<typeof callOf>

export const callsOf = ({ methods }: Group): ReadonlyArray<Call> =>
  Object.entries(methods).map(([name, given]) => callOf(name, "shape" in given ? { endpoint: given } : given))

/** A method of the promise API, and the call of its endpoint. */
const callOf = (name: string, method: Method) => {
  const endpoint = read(method.endpoint)
  const { body } = endpoint
  const filter = endpoint.filter.filter((field) => method.hidden?.includes(String(field.name)) !== true)
  const asArgument = (field: AST.PropertySignature): Argument => ({
    name: String(field.name),
    type: method.types?.[String(field.name)] ?? typeOf(field.type, nameOf),
    isOptional: AST.isOptional(field.type),
    about: descriptionOf(field.type)
  })
  const isNamed = nameOf(shapeOf(objectOf(filter))) !== undefined
  const isAlone = ({ name: each, type }: AST.PropertySignature) =>
    method.arguments?.includes(String(each)) ?? !(isNamed || AST.isOptional(type))
  const type = method.body ?? (body === undefined ? undefined : nameOf(shapeOf(body))?.name)
  const sent = body === undefined || type !== undefined ? [] : fieldsOf(body)
  return {
    name,
    /** The endpoint, by its name in `resources`. */
    target: targetOf(endpoint),
    endpoint,
    /** Fields of the query and of the body that are arguments of their own. */
    inQuery: filter.filter(isAlone).map((field) => ({ ...asArgument(field), isOptional: false })),
    inBody: sent.filter((field) => !AST.isLiteral(field.type)).map(asArgument),
    /** The body, if it is one argument. */
    body: type === undefined ? undefined : { name: "body", type, isOptional: false },
    /** The filters of the query. */
    query: queryOf(
      endpoint,
      filter.filter((field) => !isAlone(field))
    ),
    /** The headers of the call. */
    options: optionsOf(endpoint),
    /** The field of the answer that the method resolves to. */
    answer: method.answer ?? (isBareList(endpoint) ? "data" : undefined)
  }
}

const targetOf = ({ name }: Read): string => {
  const group = Object.entries(resources).find(([, endpoints]) => Object.hasOwn(endpoints, name))
  if (group === undefined) throw new Error(`printed: no resource has the endpoint ${name}`)
  return `${group[0]}.${name}`
}

const queryOf = ({ page }: Read, filter: ReadonlyArray<AST.PropertySignature>): Argument | undefined => {
  const types = [filter.length === 0 ? undefined : typeOf(objectOf(filter), nameOf), page].flatMap((each) => each ?? [])
  if (types.length === 0) return undefined
  return { name: "query", type: types.join(" & "), isOptional: filter.every(({ type }) => AST.isOptional(type)) }
}

/** The argument for the headers that an endpoint reads. */
const optionsOf = ({ call, headers }: Read): Argument | undefined => {
  const has = (name: string) => headers.includes(name)
  if (call.startsWith("GET ")) return undefined
  if (has("service-client-address")) return { name: "opening", type: "Opening", isOptional: true }
  if (has("service-wallet-signature") && has("request-id")) return { name: "retry", type: "Retry", isOptional: true }
  if (!has("request-id")) return { name: "once", type: "Once", isOptional: true }
  return { name: "once", type: "Once & { readonly requestId?: string | null }", isOptional: true }
}

/** A stamp over a payload of an earlier answer is an argument of its own. */
export const stampOf = ({ headers }: Read): ReadonlyArray<Argument> =>
  headers.includes("service-wallet-signature") && !headers.includes("request-id")
    ? [{ name: "stamp", type: "string", isOptional: true }]
    : []

/** Returns whether an answer is a list without pages and without a name. */
const isBareList = ({ answers: [answer], page }: Read): boolean =>
  answer !== undefined &&
  page === undefined &&
  AST.resolve(answer)?.identifier === undefined &&
  String(fieldsOf(answer).map(({ name }) => name)) === "data"

export const argumentsOf = ({ body, endpoint, inBody, inQuery, options, query }: Call): ReadonlyArray<Argument> => [
  ...(endpoint.hasId ? [{ name: "id", type: "string", isOptional: false }] : []),
  ...inQuery,
  ...inBody,
  ...[body, query].flatMap((each) => each ?? []),
  ...stampOf(endpoint),
  ...(options === undefined ? [] : [options])
]
