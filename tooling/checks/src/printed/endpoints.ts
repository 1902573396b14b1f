import type { AnyEndpoint } from "@countersign/http"
import { SchemaAST as AST, Schema } from "effect"

export type Read = ReturnType<typeof read>

/** The parts of an endpoint that the promise API shows. Schemas are those of the contract before its JSON codec. */
export const read = ({ description, refusals, shape, summary }: AnyEndpoint) => {
  const query = shape.query === undefined ? [] : fieldsOf(sourceOf(shape.query))
  const names = query.map(({ name }) => String(name))
  const answers = shape.success.size === 0 ? [Schema.Void.ast] : [...shape.success].map(sourceOf)
  const isChallenge = (answer: AST.AST) => AST.resolve(answer)?.identifier === "SignedRequestChallenge"
  return {
    name: shape.identifier,
    call: `${shape.method} ${shape.path.replaceAll(/:(\w+)/gu, "{$1}")}`,
    summary,
    description,
    refusals,
    hasId: shape.path.includes(":id"),
    headers: shape.headers === undefined ? [] : fieldsOf(sourceOf(shape.headers)).map(({ name }) => String(name)),
    /** The fields of the query without those of paging. */
    filter: query.filter(({ name }) => !PAGING.includes(String(name))).map(asArgument),
    page: names.includes("createdAfter") ? "ListQuery" : names.includes("cursor") ? "PageQuery" : undefined,
    body: [...shape.payload.values()].flatMap(({ schemas }) => schemas).map(sourceOf)[0],
    /** The results of a call, without the challenge of a signed retry. */
    answers: answers.filter((answer) => !isChallenge(answer)),
    isSigned: answers.some(isChallenge)
  }
}

/** The fields of a query that select a page, which every list has. */
const PAGING = ["limit", "cursor", "createdAfter", "createdBefore"]

/** The schema that a codec of the contract wraps. */
const sourceOf = (codec: Schema.Top): AST.AST =>
  "schema" in codec && Schema.isSchema(codec.schema) ? codec.schema.ast : codec.ast

export const fieldsOf = (ast: AST.AST): ReadonlyArray<AST.PropertySignature> =>
  AST.isObjects(ast) ? ast.propertySignatures : []

/** A schema with these fields. */
export const objectOf = (fields: ReadonlyArray<AST.PropertySignature>, description?: string): AST.AST =>
  Schema.Struct(
    Object.fromEntries(fields.map(({ name, type }) => [String(name), Schema.make<Schema.Top>(type)]))
  ).annotate({ description }).ast

/** Numbers and booleans are text in a query of HTTP, and themselves in an argument. */
const asArgument = (field: AST.PropertySignature): AST.PropertySignature => {
  const { type } = field
  const isText = AST.isNumber(type) && AST.resolve(AST.toEncoded(type))?.format === "date-time"
  return type.encoding === undefined || isText ? field : { ...field, type: AST.toType(type) }
}

/** The schema of the result of an endpoint. */
export const answer = (endpoint: AnyEndpoint): AST.AST => required(read(endpoint).answers[0])

export const body = (endpoint: AnyEndpoint): AST.AST => required(read(endpoint).body)

export const part = (ast: AST.AST, name: string): AST.AST =>
  required(fieldsOf(ast).find((field) => field.name === name)).type

export const item = (ast: AST.AST): AST.AST => required(AST.isArrays(ast) ? ast.rest[0] : undefined)

export const member = (ast: AST.AST, index: number): AST.AST =>
  required(AST.isUnion(ast) ? ast.types[index] : undefined)

const required = <A>(found: A | undefined): A => {
  if (found === undefined) throw new Error("printed: the contract lacks a part that a printed type names")
  return found
}
