import type { OpenApi, Operation, Shape } from "./openApi.ts"
import { cell, codesOf, shapeAsMarkdown, typeOf } from "./shapes.ts"

/** A page of the HTTP reference, as markdown. */
export interface Reference {
  readonly url: string
  readonly title: string
  readonly description: string
  readonly markdown: string
}

/** A page for all endpoints, one for those of each tag, and one for the schemas they share. */
export const httpReference = (api: OpenApi): ReadonlyArray<Reference> => {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation }))
  )
  const ofTag = (tag: string) => operations.filter(({ operation }) => operation.tags.includes(tag))
  return [
    overview(api, ofTag),
    ...api.tags.map(({ name }) => ({
      url: `http/${name}.html`,
      title: titleOfTag(name),
      description: `The endpoints of ${titleOfTag(name)}: parameters, bodies, answers`,
      markdown: [`# ${titleOfTag(name)}`, "", ...ofTag(name).flatMap(operationAsMarkdown)].join("\n")
    })),
    schemas(api)
  ]
}

interface Placed {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

const overview = (api: OpenApi, ofTag: (tag: string) => ReadonlyArray<Placed>): Reference => ({
  url: "http/index.html",
  title: "HTTP reference",
  description: "Every endpoint of the contract",
  markdown: [
    "# HTTP reference",
    "",
    `Version \`${api.info.version}\`, which is the first part of each path under your mount. Calls are authorised by HTTP Basic:`,
    "an API token's id and its secret. Refusals are of [one shape and a closed list](../generated/errors.html). Printed from",
    "[openapi.json](../generated/openapi.json), which a running server hands out as `/openapi.json`.",
    "",
    ...api.tags.flatMap(({ name }) => [
      `## ${titleOfTag(name)}`,
      "",
      "| Call | Does |",
      "|---|---|",
      ...ofTag(name).map(
        (placed) => `| [\`${placed.method} ${placed.path}\`](${name}.html#${anchorOf(placed)}) | ${summaryOf(placed)} |`
      ),
      ""
    ])
  ].join("\n")
})

const schemas = (api: OpenApi): Reference => ({
  url: "http/schemas.html",
  title: "Schemas",
  description: "The bodies that several endpoints share",
  markdown: [
    "# Schemas",
    "",
    ...Object.entries(api.components.schemas).flatMap(([name, shape]) => [
      `## ${name}`,
      "",
      ...(shape.description === undefined ? [] : [shape.description, ""]),
      ...shapeAsMarkdown(shape)
    ])
  ].join("\n")
})

const operationAsMarkdown = ({ method, operation, path }: Placed): ReadonlyArray<string> => [
  `## ${method} ${path}`,
  "",
  ...(operation.summary === undefined ? [] : [`**${operation.summary}.** ${operation.description ?? ""}`, ""]),
  ...parametersAsMarkdown(operation),
  ...bodyOf(operation.requestBody).flatMap((shape) => ["Body:", "", ...shapeAsMarkdown(shape)]),
  "| Answer | Is |",
  "|---|---|",
  ...Object.entries(operation.responses).map(([status, response]) => `| ${status} | ${cell(answerOf(response))} |`),
  ""
]

/** What an answer holds. A refusal is its codes, each with a link to its causes, and the names of those that it may have here. */
const answerOf = (response: Operation["responses"][string]): string => {
  const codes = bodyOf(response).flatMap(codesOf)
  if (codes.length === 0) return bodyOf(response).map(typeOf).join(" or ") || (response.description ?? "")
  const causes = Object.values(response.content ?? {}).flatMap(({ examples = {} }) => Object.keys(examples))
  return `${codes.map(codeLink).join(", ")}${causes.length === 0 ? "" : `: ${causes.join(", ")}`}`
}

const codeLink = (code: string): string => `[${code}](../generated/errors.html#${code.toLowerCase()})`

const parametersAsMarkdown = ({ parameters = [] }: Operation): ReadonlyArray<string> =>
  parameters.length === 0
    ? []
    : [
        "| Parameter | In | Must | Is | Means |",
        "|---|---|---|---|---|",
        ...parameters.map(
          ({ description, in: where, name, required, schema }) =>
            `| \`${name}\` | ${where} | ${required === true ? "yes" : ""} | ${cell(typeOf(schema))} | ${cell(description ?? schema.description ?? "")} |`
        ),
        ""
      ]

const bodyOf = (holder: Operation["requestBody"]): ReadonlyArray<Shape> =>
  Object.values(holder?.content ?? {}).map(({ schema }) => schema)

const summaryOf = ({ operation }: Placed): string => cell(operation.summary ?? operation.operationId)

/** As the heading of an operation is slugged: `POST /auth/credentials/{id}/verify` is `post-authcredentialsidverify`. */
const anchorOf = ({ method, path }: Placed): string =>
  `${method} ${path}`
    .toLowerCase()
    .replaceAll(/[^\w\s-]/gu, "")
    .replaceAll(" ", "-")

const titleOfTag = (tag: string): string => {
  const words = tag.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, " ").toLowerCase()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
