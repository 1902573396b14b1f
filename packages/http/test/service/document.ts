import { readFileSync } from "node:fs"
import { Schema } from "effect"

/** The part of JSON Schema that describes the fields of an object. */
export interface Shape {
  readonly $ref?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<Shape>
  readonly properties?: Readonly<Record<string, Shape>>
}
const Shape: Schema.Codec<Shape> = Schema.Struct({
  $ref: Schema.optionalKey(Schema.String),
  enum: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  anyOf: Schema.optionalKey(Schema.Array(Schema.suspend((): Schema.Codec<Shape> => Shape))),
  properties: Schema.optionalKey(
    Schema.Record(
      Schema.String,
      Schema.suspend((): Schema.Codec<Shape> => Shape)
    )
  )
})

const Content = Schema.Struct({
  content: Schema.optionalKey(Schema.Record(Schema.String, Schema.Struct({ schema: Schema.optionalKey(Shape) })))
})
const Operation = Schema.Struct({
  parameters: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        name: Schema.String,
        in: Schema.String,
        schema: Schema.optionalKey(Schema.Struct({ pattern: Schema.optionalKey(Schema.String) }))
      })
    )
  ),
  requestBody: Schema.optionalKey(Content),
  responses: Schema.Record(Schema.String, Content)
})
type Operation = typeof Operation.Type

const { components, paths } = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)),
      components: Schema.Struct({ schemas: Schema.Record(Schema.String, Shape) })
    })
  )
)(readFileSync(new URL("../../../../docs/generated/openapi.json", import.meta.url), "utf8"))

export interface Endpoint {
  readonly method: string
  /** The path as in the document: `/customers/{id}`. */
  readonly template: string
  /** The path with ids that were never issued. */
  readonly path: string
  readonly operation: Operation
}

/** Every endpoint of the document. */
export const endpoints: ReadonlyArray<Endpoint> = Object.entries(paths).flatMap(([template, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    template,
    path: template.replace(/\{\w+\}/gu, `${prefixOf(operation)}:01890000-0000-7000-8000-000000000000`),
    operation
  }))
)

/** The prefix of a path's id, from the pattern in the document. */
function prefixOf({ parameters = [] }: Operation): string {
  const pattern = parameters.find((each) => each.in === "path")?.schema?.pattern ?? ""
  return /[A-Z]\w+/u.exec(pattern)?.[0] ?? "Customer"
}

/** The object schemas that a body may match, one per alternative. */
export const alternativesOf = (shape: Shape | undefined): ReadonlyArray<Shape> => {
  if (shape === undefined) return []
  if (shape.$ref !== undefined) return alternativesOf(components.schemas[shape.$ref.split("/").at(-1) ?? ""])
  return shape.anyOf === undefined ? [shape] : shape.anyOf.flatMap(alternativesOf)
}

/** The schema of a JSON body. */
export const bodyOf = ({ content }: typeof Content.Type): Shape | undefined => content?.["application/json"]?.schema
