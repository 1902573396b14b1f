/** The author of a value: the client, the service, or the service in an error response. */
export type Side = "request" | "response" | "refusal"

/** The two documents, the side of the schema, and the reference pairs whose comparison is in progress. */
export interface Compared {
  readonly released: Document
  readonly current: Document
  readonly side: Side
  readonly under?: ReadonlySet<string>
}

/** Returns the breaking changes between a released schema and the current one, each with its location. */
export const schemaBreaks = (at: string, was: JsonSchema, is: JsonSchema, of: Compared): ReadonlyArray<string> => {
  const pair = `${was.$ref} ${is.$ref}`
  if (was.$ref !== undefined && of.under?.has(pair)) return []
  const within = { ...of, under: new Set([...(of.under ?? []), pair]) }
  const [before, after] = [alternatives(was, of.released), alternatives(is, of.current)]
  const [one] = before
  const [other] = after
  if (one !== undefined && other !== undefined && before.length === 1 && after.length === 1) {
    return plainBreaks(at, one, other, within)
  }
  // Every released request must stay valid, and a response must not contain an alternative unknown to the client.
  const [needed, offered] = of.side === "request" ? [before, after] : [after, before]
  return needed.flatMap((need, position) => {
    const fits = (offer: JsonSchema) =>
      (of.side === "request" ? plainBreaks(at, need, offer, within) : plainBreaks(at, offer, need, within)).length === 0
    const what = of.side === "request" ? "is taken no longer" : "was not there"
    return offered.some(fits) ? [] : [`${at}: alternative ${position + 1} ${what}`]
  })
}

/** Returns the alternatives of a schema, each resolved and merged. */
const alternatives = (schema: JsonSchema, document: Document): ReadonlyArray<JsonSchema> => {
  const merged = mergedOf(schema, document)
  return merged.anyOf === undefined ? [merged] : merged.anyOf.flatMap((each) => alternatives(each, document))
}

/** Resolves the reference and merges `allOf` of a schema. A later part narrows the fields of an earlier part. */
const mergedOf = (schema: JsonSchema, document: Document): JsonSchema => {
  if (schema.$ref !== undefined) {
    const target = document.components.schemas[schema.$ref.replace("#/components/schemas/", "")]
    if (target === undefined) throw new Error(`${schema.$ref} leads nowhere`)
    return mergedOf(target, document)
  }
  const { allOf = [], ...own } = schema
  return [...allOf.map((part) => mergedOf(part, document)), own].reduce(both)
}

const both = (one: JsonSchema, other: JsonSchema): JsonSchema => ({
  ...one,
  ...other,
  properties: { ...one.properties, ...other.properties },
  required: [...(one.required ?? []), ...(other.required ?? [])]
})

const plainBreaks = (at: string, was: JsonSchema, is: JsonSchema, of: Compared): ReadonlyArray<string> => {
  if (was.type !== is.type) return [`${at}: was ${was.type ?? "anything"}, is ${is.type ?? "anything"}`]
  const items = was.items && is.items ? schemaBreaks(`${at}[]`, was.items, is.items, of) : []
  const format = was.format === is.format ? [] : [`${at}: format was ${was.format}, is ${is.format}`]
  const limits = of.side === "request" ? limitBreaks(at, was, is) : []
  return [...format, ...limits, ...enumBreaks(at, was, is, of), ...fieldBreaks(at, was, is, of), ...items]
}

const enumBreaks = (at: string, was: JsonSchema, is: JsonSchema, { side }: Compared): ReadonlyArray<string> => {
  const [before, after] = [was.enum, is.enum]
  // The API documentation requires clients to accept unknown error codes. Known codes must not be removed.
  const isNarrowed = side !== "response"
  if (before === undefined || after === undefined) {
    return (isNarrowed ? after !== undefined : before !== undefined) && before !== after
      ? [`${at}: ${isNarrowed ? "takes only some values now" : "may be any value now"}`]
      : []
  }
  return isNarrowed
    ? before.filter((value) => !after.includes(value)).map((value) => `${at}: ${JSON.stringify(value)} is gone`)
    : after.filter((value) => !before.includes(value)).map((value) => `${at}: ${JSON.stringify(value)} is new`)
}

const fieldBreaks = (at: string, was: JsonSchema, is: JsonSchema, of: Compared): ReadonlyArray<string> => {
  const isRequest = of.side === "request"
  const stored = Object.entries(was.properties ?? {}).flatMap(([name, schema]) => {
    const now = is.properties?.[name]
    if (now !== undefined) return schemaBreaks(`${at}.${name}`, schema, now, of)
    return isRequest && is.additionalProperties !== false ? [] : [`${at}.${name}: is gone`]
  })
  const [before, after] = [was.required ?? [], is.required ?? []]
  const required = isRequest
    ? after.filter((name) => !before.includes(name)).map((name) => `${at}.${name}: has to be sent now`)
    : before.filter((name) => !after.includes(name)).map((name) => `${at}.${name}: may be left out now`)
  const isClosed = isRequest && was.additionalProperties !== false && is.additionalProperties === false
  return [...stored, ...required, ...(isClosed ? [`${at}: takes no other fields now`] : [])]
}

/** Checks that the current limits include the released ones. A changed pattern counts as narrower. */
const limitBreaks = (at: string, was: JsonSchema, is: JsonSchema): ReadonlyArray<string> => [
  ...(is.pattern !== undefined && is.pattern !== was.pattern ? [`${at}: has another pattern`] : []),
  ...LOWER.filter((limit) => (is[limit] ?? -Infinity) > (was[limit] ?? -Infinity)).map(
    (limit) => `${at}: ${limit} rose`
  ),
  ...UPPER.filter((limit) => (is[limit] ?? Infinity) < (was[limit] ?? Infinity)).map((limit) => `${at}: ${limit} fell`)
]

const LOWER = ["minimum", "minLength", "minItems"] as const
const UPPER = ["maximum", "maxLength", "maxItems"] as const

/** The JSON Schema keywords that the document uses and whose change can break a client. */
type JsonSchema = Partial<Readonly<Record<(typeof LOWER)[number] | (typeof UPPER)[number], number>>> & {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly required?: ReadonlyArray<string>
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
}

export type Content = Readonly<Record<string, { readonly schema: JsonSchema }>> | undefined

export interface Operation {
  readonly operationId: string
  readonly parameters?: ReadonlyArray<{
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: JsonSchema
  }>
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

/** The parts of an OpenAPI document whose change can break a client. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

/** Reads a document that this service printed. Returns `undefined` for any other JSON. */
export const documentIn = (text: string): Document | undefined => {
  const document: Partial<Document> = JSON.parse(text)
  const { components, paths } = document
  return components?.schemas === undefined || paths === undefined ? undefined : { components, paths }
}
