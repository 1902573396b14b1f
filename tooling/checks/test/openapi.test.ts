import { createConfig, lintFromString } from "@redocly/openapi-core"
import { Validator } from "@seriousme/openapi-schema-validator"
import { describe, expect, it } from "vitest"
import { text } from "../src/workspace/disk.ts"

// biome-ignore lint/suspicious/noExplicitAny: the validators accept a document of any shape
type Loose = any

const document = (): Loose => JSON.parse(text("docs/generated/openapi.json"))

/** Validates a document against the schema of OpenAPI 3.1. */
const bySchema = async (document: Loose): Promise<ReadonlyArray<unknown>> => {
  const { errors, valid } = await new Validator().validate(document)
  return valid ? [] : [errors]
}

/** Validates a document with Redocly: rules of the standard that no schema can express, and invalid examples. */
const byRules = async (document: Loose): Promise<ReadonlyArray<string>> => {
  const rules = Object.fromEntries(RULES.map((rule) => [rule, "error" as const]))
  const config = await createConfig({ rules })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "openapi.json", config })
  return problems.map(({ location, message, ruleId }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
}

const RULES = [
  "struct",
  "no-unresolved-refs",
  "operation-operationId",
  "operation-operationId-unique",
  "operation-parameters-unique",
  "operation-2xx-response",
  "operation-4xx-response",
  "path-parameters-defined",
  "path-declaration-must-exist",
  "no-identical-paths",
  "no-invalid-media-type-examples",
  "no-unused-components",
  "security-defined"
]

describe("the OpenAPI document", () => {
  it("is valid for two independent validators", async () => {
    expect(await bySchema(document())).toEqual([])
    expect(await byRules(document())).toEqual([])
  })

  it("is invalid for both validators without a required description", async () => {
    const broken = document()
    delete broken.paths["/customers"].post.responses["201"].description
    expect(await bySchema(structuredClone(broken))).toHaveLength(1)
    expect(await byRules(broken)).toEqual([expect.stringContaining("struct #/paths/~1customers/post/responses/201")])
  })

  it("has a unique id for each operation, and the validator reports duplicates", async () => {
    const shared = document()
    const ids = Object.values<Loose>(shared.paths).flatMap((path) =>
      Object.values<Loose>(path).map(({ operationId }) => operationId)
    )
    expect(ids.length).toBeGreaterThan(60)
    expect(new Set(ids).size).toBe(ids.length)
    shared.paths["/customers"].get.operationId = shared.paths["/customers"].post.operationId
    expect(await byRules(shared)).toEqual([expect.stringContaining("operation-operationId-unique")])
  })

  it("lists every refusal of the catalogue, except those that belong to no operation", () => {
    const named = Object.keys(document().components.examples)
    const missing = [...text("docs/generated/errors.md").matchAll(/^### (\w+)$/gmu)]
      .map(([, name]) => name)
      .filter((name) => name !== undefined && !named.includes(name))
    // A method that a path has not, a verdict on bank details that were changed meanwhile, and the refusals of `forUser`
    // and of the guards of a host's own endpoints, which no API token meets.
    expect(missing.sort()).toEqual([
      "BodyUnexpected",
      "CallForBackend",
      "IdsTooMany",
      "MethodNotAllowed",
      "ObjectOfAnother",
      "OriginRefused",
      "PayloadDiffers",
      "PayloadTooLarge",
      "RevisionSuperseded",
      "SessionEnded",
      "SessionProofMalformed",
      "SessionProofMissing",
      "SessionProofRefused",
      "SessionProofStale",
      "SessionProofUsed",
      "UserUnknown",
      "VisitorRefused"
    ])
  })
})
