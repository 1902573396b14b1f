import { Schema } from "effect"

/** The part of JSON Schema that the contract uses. */
export interface Shape {
  readonly $ref?: string | undefined
  readonly type?: string | ReadonlyArray<string> | undefined
  readonly enum?: ReadonlyArray<unknown> | undefined
  readonly const?: unknown
  readonly description?: string | undefined
  readonly format?: string | undefined
  readonly pattern?: string | undefined
  readonly items?: Shape | boolean | undefined
  readonly properties?: { readonly [name: string]: Shape } | undefined
  readonly required?: ReadonlyArray<string> | undefined
  readonly anyOf?: ReadonlyArray<Shape> | undefined
  readonly oneOf?: ReadonlyArray<Shape> | undefined
  readonly allOf?: ReadonlyArray<Shape> | undefined
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
}

const Texts = Schema.Array(Schema.String)
const Nested = Schema.suspend((): Schema.Codec<Shape> => ShapeSchema)
const ShapeSchema = Schema.Struct({
  $ref: Schema.optional(Schema.String),
  type: Schema.optional(Schema.Union([Schema.String, Texts])),
  enum: Schema.optional(Schema.Array(Schema.Unknown)),
  const: Schema.optional(Schema.Unknown),
  description: Schema.optional(Schema.String),
  format: Schema.optional(Schema.String),
  pattern: Schema.optional(Schema.String),
  items: Schema.optional(Schema.Union([Nested, Schema.Boolean])),
  properties: Schema.optional(Schema.Record(Schema.String, Nested)),
  required: Schema.optional(Texts),
  anyOf: Schema.optional(Schema.Array(Nested)),
  oneOf: Schema.optional(Schema.Array(Nested)),
  allOf: Schema.optional(Schema.Array(Nested)),
  minLength: Schema.optional(Schema.Number),
  maxLength: Schema.optional(Schema.Number),
  minimum: Schema.optional(Schema.Number),
  maximum: Schema.optional(Schema.Number)
})

const Body = Schema.Struct({
  schema: ShapeSchema,
  examples: Schema.optional(Schema.Record(Schema.String, Schema.Unknown))
})
const Bodies = Schema.optional(Schema.Record(Schema.String, Body))

const Parameter = Schema.Struct({
  name: Schema.String,
  in: Schema.String,
  required: Schema.optional(Schema.Boolean),
  description: Schema.optional(Schema.String),
  schema: ShapeSchema
})

/** One operation of the contract. */
export const Operation = Schema.Struct({
  tags: Texts,
  operationId: Schema.String,
  summary: Schema.optional(Schema.String),
  description: Schema.optional(Schema.String),
  parameters: Schema.optional(Schema.Array(Parameter)),
  requestBody: Schema.optional(Schema.Struct({ content: Bodies })),
  responses: Schema.Record(
    Schema.String,
    Schema.Struct({ description: Schema.optional(Schema.String), content: Bodies })
  )
})
export type Operation = typeof Operation.Type

const OpenApi = Schema.Struct({
  info: Schema.Struct({ title: Schema.String, version: Schema.String }),
  tags: Schema.Array(Schema.Struct({ name: Schema.String, description: Schema.optional(Schema.String) })),
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)),
  components: Schema.Struct({ schemas: Schema.Record(Schema.String, ShapeSchema) })
})
export type OpenApi = typeof OpenApi.Type

/** Reads the text of an OpenAPI document; throws where it has something that the reference could not show. */
export const parseOpenApi = Schema.decodeUnknownSync(Schema.fromJsonString(OpenApi))
