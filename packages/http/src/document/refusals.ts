import { Array, Record } from "@countersign/core/effect"
import type { OpenApi } from "@countersign/core/effect/http-api"
import { bodyOf } from "../errors/answer.ts"
import { catalogue, type RefusalTag, tagsOf } from "../errors/catalogue.ts"
import { everyBody, everyCall, everyChange, everyKey, everySecret } from "../errors/edge.ts"
import { everySandboxCall } from "../errors/sandbox.ts"
import type { AnyEndpoint } from "../resources/endpoint.ts"
import { resources } from "../resources/index.ts"

type Operation = Readonly<OpenApi.OpenAPISpecOperation>

/**
 * Adds every documented refusal to each operation: grouped by status, with its codes, and with one named example each.
 */
export const withRefusals = (document: OpenApi.OpenAPISpec): OpenApi.OpenAPISpec => {
  const refusalsOf = refusalsOfOperations()
  const withOwn = (operation: Operation) => ({
    ...operation,
    responses: { ...successes(operation), ...responses(refusalsOf.get(operation.operationId) ?? []) }
  })
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, value]) => [method, isOperation(value) ? withOwn(value) : value])
    )
  ])
  const examples = [...new Set([...refusalsOf.values()].flat())]
    .sort()
    .map((tag) => [tag, { value: bodyOf({ _tag: tag }) }])
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: { ...document.components, ...{ examples: Object.fromEntries(examples) } }
  }
}

const isOperation = (value: object): value is Operation => Object.hasOwn(value, "operationId")

const refusalsOfOperations = (): ReadonlyMap<string, ReadonlyArray<RefusalTag>> =>
  new Map(
    Object.entries(resources).flatMap(([group, all]) =>
      Object.values<AnyEndpoint>(all).map((each) => {
        const tags = [...new Set([...refusedBefore(each), ...each.refusals])].sort()
        return [`${group}.${each.shape.identifier}`, tags] as const
      })
    )
  )

/** The refusals that can precede the endpoint's handler, derived from the endpoint's properties. */
const refusedBefore = ({ body, ground, isRepeatable, isSecret }: AnyEndpoint): ReadonlyArray<RefusalTag> => [
  ...tagsOf(everyCall),
  ...(isRepeatable ? [...tagsOf(everyChange), ...tagsOf(everyKey)] : []),
  ...(body === "strict" ? tagsOf(everyBody) : []),
  ...(isRepeatable && isSecret ? tagsOf(everySecret) : []),
  ...(ground === undefined ? [] : (["EndpointNotFound"] as const)),
  ...(ground === "sandbox" ? tagsOf(everySandboxCall) : [])
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
