import { SchemaAST as AST, Schema } from "effect"
import { wrapped } from "../workspace/wrapped.ts"

/** A type with a name of its own, and its description there. */
export interface Named {
  readonly name: string
  readonly description: string | undefined
}

/** Returns the named type of a shape, as {@link shapeOf} prints it. */
export type NameOf = (shape: string) => Named | undefined

/** Prints the JSON side of a schema as a TypeScript type without comments, each part in full. Equal types print equally. */
export const shapeOf = (schema: AST.AST): string => bodyOf(schema, () => undefined, { isDocumented: false })

/** Prints the JSON side of a schema as a TypeScript type, by its name if it has one. */
export const typeOf = (schema: AST.AST, nameOf: NameOf): string =>
  nameOf(shapeOf(schema))?.name ?? bodyOf(schema, nameOf)

/** Prints the JSON side of a schema as a TypeScript type in full, and its parts by their names. */
export const bodyOf = (schema: AST.AST, nameOf: NameOf, { isDocumented } = { isDocumented: true }): string => {
  const part = (each: AST.AST): string => (isDocumented ? typeOf(each, nameOf) : shapeOf(each))
  const sent = AST.toEncoded(schema)
  switch (sent._tag) {
    case "Null":
      return "null"
    case "Void":
    case "Undefined":
      return "undefined"
    case "Boolean":
      return "boolean"
    case "Number":
      return "number"
    case "ObjectKeyword":
      return "object"
    case "String":
      return AST.resolve(sent)?.format === "date-time" ? "Instant" : (listed(schema) ?? "string")
    case "TemplateLiteral":
      return "string"
    case "Literal":
      return JSON.stringify(sent.literal)
    case "Declaration":
      if (sent.annotations?.expected === "JSON value") return "JsonValue"
      throw new Error(`printed: ${String(sent.annotations?.expected)} has no type in JSON`)
    case "Union":
      return union((AST.isUnion(schema) ? schema : sent).types.map(part))
    case "Arrays": {
      const [item] = (AST.isArrays(schema) ? schema : sent).rest
      if (item === undefined) throw new Error("printed: a tuple has no name for its items")
      return `ReadonlyArray<${part(item)}>`
    }
    case "Objects": {
      const { indexSignatures, propertySignatures } = AST.isObjects(schema) ? schema : sent
      const [index] = indexSignatures
      if (index !== undefined)
        return part(index.type) === "JsonValue" ? "JsonFields" : `{ readonly [name: string]: ${part(index.type)} }`
      const fields = propertySignatures.map(({ name, type }) => {
        const comment = isDocumented ? commentOf(fieldDescriptionOf(type, nameOf)) : ""
        return `${comment}readonly ${String(name)}${AST.isOptional(type) ? "?" : ""}: ${part(type)}`
      })
      return fields.some((field) => field.startsWith("/**")) ? `{\n${fields.join("\n")}\n}` : `{ ${fields.join("; ")} }`
    }
    default:
      throw new Error(`printed: a schema of ${sent._tag} has no TypeScript type`)
  }
}

/** Returns whether a schema is an object with known fields, which an interface declares. */
export const isInterface = (schema: AST.AST): boolean => {
  const sent = AST.toEncoded(schema)
  return AST.isObjects(sent) && sent.indexSignatures.length === 0
}

/** The description of a schema, as a sentence. */
export const descriptionOf = (schema: AST.AST): string | undefined => sentence(describe(schema))

const describe = AST.resolveAt<string>("description")

/** The description of a field. That of a type with a name is at its declaration. */
const fieldDescriptionOf = (schema: AST.AST, nameOf: NameOf): string | undefined => {
  const ofKey = schema.context?.annotations?.description
  if (ofKey !== undefined) return sentence(ofKey)
  const own = describe(schema)
  if (own !== undefined) return nameOf(shapeOf(schema))?.description === sentence(own) ? undefined : sentence(own)
  const { description, format } = AST.toEncoded(schema).annotations ?? {}
  // The name of the type says that a text is an instant.
  if (typeof description !== "string" || format === "date-time") return undefined
  return description.endsWith(":<uuid>") ? `\`${description}\`` : sentence(description)
}

const sentence = (text: string | undefined): string | undefined =>
  text === undefined || /[.:)]$/u.test(text) ? text : `${text}.`

/** Prints a text as a comment of documentation. Without a text it prints nothing. */
export const commentOf = (text: string | undefined): string => {
  if (text === undefined) return ""
  if (text.length <= WIDTH - "/**  */".length) return `/** ${text} */\n`
  const lines = wrapped(text.split(" "), " ", WIDTH - " * ".length)
  return `/**\n${lines.map((line) => ` * ${line}`).join("\n")}\n */\n`
}

/** The columns of a line at the indentation of a field of a field. */
const WIDTH = 116

/** The known values of a list that replies may extend. */
const listed = (schema: AST.AST): string | undefined => {
  if (!AST.isString(schema) || schema.checks === undefined) return undefined
  const { allOf = [] } = Schema.toJsonSchemaDocument(Schema.make<Schema.Top>(schema)).schema
  const values = Array.isArray(allOf) ? allOf.flatMap((each) => each.enum ?? []) : []
  return values.length === 0 ? undefined : union(values.map((each) => JSON.stringify(each)))
}

const union = (types: ReadonlyArray<string>): string => {
  const hasText = types.includes("string")
  return [...new Set(types)].filter((type) => !hasText || !type.startsWith('"')).join(" | ")
}
