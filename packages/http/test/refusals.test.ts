import { EventType } from "@countersign/core"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { readCustomer } from "../src/contract/endpoints/readCustomer.ts"
import { refusals } from "../src/contract/refusals.ts"
import { openApiDocument } from "../src/document/openApi.ts"
import { answered } from "../src/errors/answer.ts"
import { handler } from "../src/handlers/handler.ts"

it("I16: a handler that refuses what its operation does not declare does not compile", () => {
  const declared = { _tag: "CustomerNotFound" } as const
  const strange = { _tag: "LastCredential" } as const
  handler(readCustomer, () => answered(Effect.fail(declared)))
  // @ts-expect-error readCustomer declares no such refusal
  handler(readCustomer, () => answered(Effect.fail(strange)))
  expect(refusals.readCustomer).toEqual([declared._tag])
})

it("I16: the document shows each refusal that an operation declares, under its status and by its name", () => {
  const { paths } = openApiDocument()
  const { responses } = paths["/customers/{id}"]?.get ?? {}
  expect(responses?.[404]?.content?.["application/json"]).toMatchObject({
    schema: { allOf: [{ $ref: "#/components/schemas/Error" }, { properties: { code: { enum: ["USER_NOT_FOUND"] } } }] },
    examples: { CustomerNotFound: { $ref: "#/components/examples/CustomerNotFound" } }
  })
})

it("FC17: the document describes the POST of each type of event, with the component of its data", () => {
  const { components, webhooks } = openApiDocument()
  expect(Object.keys(webhooks)).toEqual([...EventType.literals])
  for (const [type, webhook] of Object.entries(webhooks)) {
    const [, component] = /#\/components\/schemas\/([A-Za-z]+)/u.exec(JSON.stringify(webhook)) ?? []
    expect([type, component === undefined || Object.hasOwn(components.schemas, component)]).toEqual([type, true])
  }
  expect(webhooks["CUSTOMER.KYC_APPROVED"]).toMatchObject({
    post: {
      requestBody: { content: { "application/json": { schema: { required: ["id", "type", "timestamp", "data"] } } } }
    }
  })
})
