import { readFileSync } from "node:fs"
import { Schema } from "effect"

const Response = Schema.Struct({
  content: Schema.optionalKey(
    Schema.Record(
      Schema.String,
      Schema.Struct({ examples: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)) })
    )
  )
})
const Document = Schema.Struct({
  paths: Schema.Record(
    Schema.String,
    Schema.Record(Schema.String, Schema.Struct({ responses: Schema.Record(Schema.String, Response) }))
  ),
  components: Schema.Struct({
    examples: Schema.Record(Schema.String, Schema.Struct({ value: Schema.Struct({ message: Schema.String }) }))
  })
})

const { components, paths } = Schema.decodeUnknownSync(Schema.fromJsonString(Document))(
  readFileSync(new URL("../../../docs/generated/openapi.json", import.meta.url), "utf8")
)

/** The fields of a response that a test reads. */
export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any field of an answer, and its assertion is the check
  readonly body: any
  readonly headers: Headers
}

/** Throws unless the document lists this answer under its operation: a status, and for a refusal which one it is. */
export const requireListed = (method: string, path: string, { body, status }: Answer): void => {
  const operation = operationOf(method, path)
  if (operation === undefined) return
  const response = operation.responses[status]
  if (response === undefined) throw new Error(`${method} ${path} answered ${status}, which the document does not list`)
  if (status < 400) return
  const names = Object.keys(response.content?.["application/json"]?.examples ?? {})
  if (names.some((name) => components.examples[name]?.value.message === body.message)) return
  throw new Error(`${method} ${path} refused ${body.code}, which the document does not list: ${body.message}`)
}

/** Every operation of the contract, as `POST /customers/{id}`. */
export const operations: ReadonlyArray<string> = Object.entries(paths).flatMap(([template, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${template}`)
)

/** The operation of a call; none where the contract has no such path, or no such method of it. */
const operationOf = (method: string, path: string) => paths[templateOf(path) ?? ""]?.[method.toLowerCase()]

/** The path template of the contract for a path, or undefined if no template matches. */
export const templateOf = (path: string): string | undefined => {
  const segments = path.replace(/\?.*$/u, "").split("/")
  const [template] = Object.keys(paths)
    .filter((template) => matches(template.split("/"), segments))
    .sort((one, other) => parametersOf(one) - parametersOf(other))
  return template
}

const parametersOf = (template: string): number => template.split("{").length

const matches = (template: ReadonlyArray<string>, segments: ReadonlyArray<string>): boolean =>
  template.length === segments.length &&
  template.every((segment, at) => (segment.startsWith("{") ? segments[at] !== "" : segment === segments[at]))
