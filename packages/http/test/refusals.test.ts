import { EventType } from "@countersign/core/internal"
import { Effect, Schema } from "effect"
import { expect, it } from "vitest"
import { openApiDocument } from "../src/document/openApi.ts"
import { catalogue } from "../src/errors/catalogue.ts"
import { get, post } from "../src/resources/endpoint.ts"
import { endpoints } from "../src/resources/index.ts"

it("I16: a handler with an undeclared refusal does not compile", () => {
  const declared = { _tag: "CustomerNotFound" } as const
  const strange = { _tag: "LastCredential" } as const
  const about = { summary: "Read a thing", success: Schema.Void, refusals: [declared._tag] }
  const accepted = get("readThing", "/things", { ...about, handle: () => Effect.fail(declared) })
  expect(accepted.refusals).toEqual([declared._tag])
  // @ts-expect-error the endpoint does not declare this refusal
  get("readThing", "/things", { ...about, handle: () => Effect.fail(strange) })
})

it("I16: an endpoint with a refusal outside the catalogue does not compile", () => {
  const lost = { _tag: "PinWrong" } as const
  const about = { summary: "Read a thing", success: Schema.Void, handle: () => Effect.void }
  // @ts-expect-error "is in no module that packages/core/src/refusals.ts lists"
  const accepted = get("readThing", "/things", { ...about, refusals: [lost._tag] })
  expect(accepted.refusals.filter((tag) => Object.hasOwn(catalogue, tag))).toEqual([])
  // @ts-expect-error the tag of the failure is not in the catalogue
  get("readThing", "/things", { ...about, handle: () => Effect.fail(lost) })
})

it("I18: an endpoint without its row of SECURITY.md does not compile", () => {
  const about = { summary: "A thing", success: Schema.Void, handle: () => Effect.void }
  expect(get("readThing", "/things", about)).toMatchObject({ scope: "VIEW", tokenAlone: { writes: [] } })
  // @ts-expect-error tokenAlone is missing
  get("readSecret", "/things/secret", { ...about, scope: "MANAGE" })
  // @ts-expect-error tokenAlone is missing
  post("makeThing", "/things", about)
})

/** Words in the name of a field that may hold a secret. */
const SECRET = /secret|password|mnemonic|seed|encrypted|token$|key$|bundle$|codes$/iu

/** Such fields of replies that hold none. */
const HARMLESS = [
  // Present only in the answer that opens the session.
  "encryptedSessionSigningKey",
  // A public key.
  "otpEncryptionTargetBundle",
  "publicKey",
  // The setting that allows a recovery by saved codes.
  "savedCodes"
]

it("I18: an endpoint with the row of a reader returns no field that may hold a secret", () => {
  const { components, paths } = openApiDocument()
  const fieldsOf = (value: unknown, seen: ReadonlySet<string>): ReadonlyArray<string> => {
    if (typeof value !== "object" || value === null) return []
    return Object.entries(value).flatMap(([key, each]) => {
      const name = key === "$ref" ? String(each).replace("#/components/schemas/", "") : undefined
      if (name !== undefined) return seen.has(name) ? [] : fieldsOf(components.schemas[name], new Set([...seen, name]))
      return [...(key === "properties" ? Object.keys(each) : []), ...fieldsOf(each, seen)]
    })
  }
  const { tokenAlone: reads } = get("readThing", "/things", {
    summary: "",
    success: Schema.Void,
    handle: () => Effect.void
  })
  const readers = endpoints.filter(({ tokenAlone }) => tokenAlone.achieves === reads.achieves)
  expect(readers.length).toBeGreaterThan(30)
  const fields = readers.flatMap(({ shape }) =>
    fieldsOf(paths[shape.path.replaceAll(/:(\w+)/gu, "{$1}")]?.get?.responses[200], new Set())
  )
  expect([...new Set(fields)].filter((name) => SECRET.test(name)).sort()).toEqual(HARMLESS)
})

it("I16: the document lists each declared refusal by status and name", () => {
  const { paths } = openApiDocument()
  const { responses } = paths["/customers/{id}"]?.get ?? {}
  expect(responses?.[404]?.content?.["application/json"]).toMatchObject({
    schema: { allOf: [{ $ref: "#/components/schemas/Error" }, { properties: { code: { enum: ["USER_NOT_FOUND"] } } }] },
    examples: { CustomerNotFound: { $ref: "#/components/examples/CustomerNotFound" } }
  })
})

it("FC17: the document describes the POST of each event type, with the component of its data", () => {
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
