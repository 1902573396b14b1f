import { HttpApi, type OpenApi } from "effect/http-api"
import { Api } from "../contract/Api.ts"
import { refusals } from "../contract/refusals.ts"
import { refusedBefore } from "../contract/refusalsOfEvery.ts"
import { bodyOf } from "../errors/answer.ts"
import { catalogue } from "../errors/catalogue.ts"
import type { RefusalTag } from "../errors/RefusalTag.ts"

type Operation = Readonly<OpenApi.OpenAPISpecOperation>

/** Lists under each operation every refusal it may answer with: by status, with its codes, and by name as an example. */
export const withRefusals = (document: OpenApi.OpenAPISpec): OpenApi.OpenAPISpec => {
  const tagsOf = refusalsOfOperations()
  const withOwn = (operation: Operation) => ({
    ...operation,
    responses: { ...successes(operation), ...responses(tagsOf.get(operation.operationId) ?? []) }
  })
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, value]) => [method, isOperation(value) ? withOwn(value) : value])
    )
  ])
  const examples = [...new Set([...tagsOf.values()].flat())]
    .sort()
    .map((tag) => [tag, { value: bodyOf({ _tag: tag }) }])
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: { ...document.components, ...{ examples: Object.fromEntries(examples) } }
  }
}

const isOperation = (value: object): value is Operation => Object.hasOwn(value, "operationId")

const refusalsOfOperations = (): ReadonlyMap<string, ReadonlyArray<RefusalTag>> => {
  const found = new Map<string, ReadonlyArray<RefusalTag>>()
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group }) => {
      const own = Object.entries(refusals).find(([name]) => name === endpoint.identifier)?.[1] ?? []
      found.set(`${group.identifier}.${endpoint.identifier}`, [...new Set([...refusedBefore(endpoint), ...own])].sort())
    }
  })
  return found
}

const successes = ({ responses }: Operation) =>
  Object.fromEntries(Object.entries(responses).filter(([status]) => Number(status) < 400))

const responses = (tags: ReadonlyArray<RefusalTag>) => {
  const statuses = [...new Set(tags.map((tag) => catalogue[tag].status))].sort()
  return Object.fromEntries(
    statuses.map((status) => {
      const named = tags.filter((tag) => catalogue[tag].status === status)
      return [status, response(status, named)]
    })
  )
}

const response = (status: number, tags: ReadonlyArray<RefusalTag>) => {
  const codes = [...new Set(tags.map((tag) => catalogue[tag].code))].sort()
  const narrowed = {
    type: "object",
    properties: { status: { type: "integer", enum: [status] }, code: { type: "string", enum: codes } }
  }
  return {
    description: codes.join(", "),
    content: {
      "application/json": {
        schema: { allOf: [{ $ref: "#/components/schemas/Error" }, narrowed] },
        examples: Object.fromEntries(tags.map((tag) => [tag, { $ref: `#/components/examples/${tag}` }]))
      }
    }
  }
}
