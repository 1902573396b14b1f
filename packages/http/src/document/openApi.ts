import { Array, Record, Schema, Struct } from "@countersign/core/effect"
import { OpenApi } from "@countersign/core/effect/http-api"
import {
  accountInfoSchemas,
  EventType,
  ExternalAccountPatch,
  NewExternalAccount,
  NewPlatformAccount
} from "@countersign/core/internal"
import { bodyOf as bodyOfRefusal } from "../errors/answer.ts"
import { catalogue, type RefusalTag } from "../errors/catalogue.ts"
import { everyBody, everyCall, everyChange, everyKey, everySecret } from "../errors/edge.ts"
import { everySandboxCall } from "../errors/sandbox.ts"
import { SIGNATURE_HEADER } from "../message/Call.ts"
import type { AnyEndpoint } from "../resources/endpoint.ts"
import { Api } from "../resources/groups.ts"
import { endpoints } from "../resources/index.ts"
import { rowOf } from "../resources/webhooks/eventBodies.ts"

/** The `webhooks` section of the document: one POST to the platform's endpoint for each event type. */
const webhooks = (): Readonly<Record<string, object>> =>
  Object.fromEntries(EventType.literals.map((type) => [type, { post: operation(type) }]))

const operation = (type: EventType) => ({
  operationId: `webhooks.${type}`,
  summary: `Posted to webhookEndpoint: ${type}`,
  // The platform verifies signatures. Events carry no API token.
  security: [],
  parameters: HEADERS.map(([name, description]) => ({
    name,
    in: "header",
    required: true,
    schema: { type: "string" },
    description
  })),
  requestBody: { required: true, content: { "application/json": { schema: bodyOf(type) } } },
  responses: { "2XX": { description: "Received. Any other status, or no response within 15 seconds, is retried." } }
})

const HEADERS = [
  ["webhook-id", "The event id, the same on every retry"],
  ["webhook-timestamp", "When this delivery was signed, in seconds since the epoch"],
  ["webhook-signature", "Standard Webhooks: v1 (HMAC-SHA256) and v1a (Ed25519) over id, timestamp and body"],
  ["X-Service-Signature", 'JSON {"v":"1","s":"<base64>"}: a DER signature of P-256 over the body. Hosts may rename it.']
] as const

const SEQUENCE = "Of two events about the same object, the later one has the higher sequence"

const bodyOf = (type: EventType) => {
  // A TEST event has an empty object.
  const component = rowOf(type)?.component
  const data = component === undefined ? { type: "object" } : { $ref: `#/components/schemas/${component}` }
  const isPayment = type.startsWith("OUTGOING_PAYMENT.")
  return {
    type: "object",
    required: ["id", "type", "timestamp", "data", ...(isPayment ? ["eventType", "transaction"] : [])],
    properties: {
      id: { type: "string", description: "Webhook:<uuid>" },
      type: { type: "string", enum: isPayment ? ["OUTGOING_PAYMENT", type] : [type] },
      timestamp: { type: "string", format: "date-time" },
      sequence: { type: "integer", description: SEQUENCE },
      data,
      ...(isPayment ? { eventType: { type: "string", enum: [type] }, transaction: data } : {})
    }
  }
}

/**
 * Returns the OpenAPI 3.1 document of the contract and the webhooks. `signatureHeader` is the host's name for the stamp
 * header.
 */
export const openApiDocument = (
  signatureHeader: string = SIGNATURE_HEADER
): OpenApi.OpenAPISpec & { readonly webhooks: Readonly<Record<string, object>> } => {
  const document = OpenApi.fromApi(Api.annotate(OpenApi.Servers, [{ url: "." }]))
  const schemas = { ...document.components.schemas, ...externalAccountSchemas() }
  const whole = { ...document, components: { ...document.components, schemas } }
  const named = JSON.parse(JSON.stringify(whole), (key, value) => {
    if (key === "name") return headerName(value, signatureHeader)
    return key === "$ref" ? String(value).replace("#/$defs/", "#/components/schemas/") : value
  })
  return { ...withRefusals(named), webhooks: webhooks() }
}

/** Header names are case-insensitive in HTTP. The document shows them in their conventional case. */
const headerName = (name: unknown, signatureHeader: string) => {
  if (name === "service-wallet-signature") return signatureHeader
  return typeof name === "string" && Object.hasOwn(SPELLINGS, name) ? SPELLINGS[name] : name
}

const SPELLINGS: Readonly<Record<string, string>> = { "request-id": "Request-Id", "idempotency-key": "Idempotency-Key" }

/**
 * The schemas of external accounts in the document. The contract accepts any JSON object for such a body, because the
 * account type validates it as a whole.
 */
const externalAccountSchemas = (): Readonly<Record<string, unknown>> => {
  const accountInfo = Schema.Union([...accountInfoSchemas().values()])
  const destination = {
    currency: Schema.String.annotate({ description: "One of the currencies of the accountType" }),
    accountInfo
  }
  const { definitions } = Schema.toJsonSchemaDocument(
    Schema.Union([
      Schema.Struct({ ...NewExternalAccount.fields, ...destination }).annotate({ identifier: "NewExternalAccount" }),
      Schema.Struct({ ...NewPlatformAccount.fields, ...destination }).annotate({ identifier: "NewPlatformAccount" }),
      Schema.Struct({
        ...ExternalAccountPatch.fields,
        accountInfo: Schema.optionalKey(
          Schema.Record(Schema.String, Schema.Json).annotate({
            description: "Merged into what is stored (RFC 7396): null removes a field. accountType stays as it is."
          })
        )
      }).annotate({ identifier: "ExternalAccountPatch" })
    ]),
    { onExcessProperty: "error" }
  )
  return definitions
}

type Operation = Readonly<OpenApi.OpenAPISpecOperation>

/**
 * Adds every documented refusal to each operation: grouped by status, with its codes, and with one named example each.
 */
const withRefusals = (document: OpenApi.OpenAPISpec): OpenApi.OpenAPISpec => {
  const refusalsOf = refusalsOfOperations()
  const withOwn = (operation: Operation) => ({
    ...operation,
    responses: {
      ...successes(operation),
      ...responses(refusalsOf.get(operation.operationId.split(".")[1] ?? "") ?? [])
    }
  })
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, value]) => [method, isOperation(value) ? withOwn(value) : value])
    )
  ])
  const examples = [...new Set([...refusalsOf.values()].flat())]
    .sort()
    .map((tag) => [tag, { value: bodyOfRefusal({ _tag: tag }) }])
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: { ...document.components, ...{ examples: Object.fromEntries(examples) } }
  }
}

const isOperation = (value: object): value is Operation => Object.hasOwn(value, "operationId")

const refusalsOfOperations = (): ReadonlyMap<string, ReadonlyArray<RefusalTag>> =>
  new Map(
    endpoints.map((each) => {
      const tags = [...new Set([...refusedBefore(each), ...each.refusals])].sort()
      return [each.shape.identifier, tags] as const
    })
  )

/** The refusals that can precede the endpoint's handler, derived from the endpoint's properties. */
const refusedBefore = ({ body, ground, isRepeatable, isSecret }: AnyEndpoint): ReadonlyArray<RefusalTag> => [
  ...Struct.keys(everyCall),
  ...(isRepeatable ? [...Struct.keys(everyChange), ...Struct.keys(everyKey)] : []),
  ...(body === "strict" ? Struct.keys(everyBody) : []),
  ...(isRepeatable && isSecret ? Struct.keys(everySecret) : []),
  ...(ground === undefined ? [] : (["EndpointNotFound"] as const)),
  ...(ground === "sandbox" ? Struct.keys(everySandboxCall) : [])
]

const successes = ({ responses }: Operation) =>
  Object.fromEntries(Object.entries(responses).filter(([status]) => Number(status) < 400))

const responses = (tags: ReadonlyArray<RefusalTag>) =>
  Record.map(
    Array.groupBy(tags, (tag) => String(catalogue[tag].status)),
    (same, status) => {
      const codes = [...new Set(same.map((tag) => catalogue[tag].code))].sort()
      const narrowed = {
        type: "object",
        properties: { status: { type: "integer", enum: [Number(status)] }, code: { type: "string", enum: codes } }
      }
      return {
        description: codes.join(", "),
        content: {
          "application/json": {
            schema: { allOf: [{ $ref: "#/components/schemas/Error" }, narrowed] },
            examples: Object.fromEntries(same.map((tag) => [tag, { $ref: `#/components/examples/${tag}` }]))
          }
        }
      }
    }
  )

/** The document with requests that can be sent as they are: optional parameters are off, bodies have required fields. */
export const sendableDocument = (signatureHeader: string): object => {
  const whole = JSON.stringify({ ...openApiDocument(signatureHeader), security: [{ basic: [] }] })
  const { schemas }: { readonly schemas: Readonly<Record<string, Shape>> } = JSON.parse(whole).components
  return JSON.parse(whole, (key, value) => {
    if (key === "parameters") return value.map((each: { required: boolean }) => (each.required ? each : off(each)))
    if (key !== "requestBody") return value
    const { schema } = value.content["application/json"]
    const examples = { default: { value: leastOf(schema, schemas) } }
    return { ...value, content: { "application/json": { schema, examples } } }
  })
}

const off = (parameter: object) => ({ ...parameter, examples: { default: { value: "", "x-disabled": true } } })

interface Shape {
  readonly $ref?: string
  readonly anyOf?: ReadonlyArray<Shape>
  readonly enum?: ReadonlyArray<string>
  readonly minimum?: number
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: ReadonlyArray<string>
  readonly type?: string
}

/** The smallest value of a schema: the required fields of an object, the first member of a union. */
const leastOf = (shape: Shape = {}, schemas: Readonly<Record<string, Shape>>): unknown => {
  if (shape.$ref !== undefined) return leastOf(schemas[shape.$ref.slice("#/components/schemas/".length)], schemas)
  if (shape.anyOf !== undefined) return leastOf(shape.anyOf[0], schemas)
  if (shape.type === "object") {
    return Object.fromEntries((shape.required ?? []).map((name) => [name, leastOf(shape.properties?.[name], schemas)]))
  }
  const empty = { array: [], boolean: false, integer: Math.max(0, shape.minimum ?? 0) }
  return shape.enum?.[0] ?? new Map<string, unknown>(Object.entries(empty)).get(shape.type ?? "") ?? ""
}
