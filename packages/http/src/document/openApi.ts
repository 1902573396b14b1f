import {
  accountInfoSchemas,
  ExternalAccountPatch,
  NewExternalAccount,
  NewPlatformAccount
} from "@countersign/core/internal"
import { Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { SIGNATURE_HEADER } from "../message/headers.ts"
import { Api } from "../resources/Api.ts"
import { withRefusals } from "./refusals.ts"
import { webhooks } from "./webhooks.ts"

/** The OpenAPI 3.1 document: the calls of the contract, with the stamp under the name the host gave it, and the webhooks. */
export const openApiDocument = (
  signatureHeader: string = SIGNATURE_HEADER
): OpenApi.OpenAPISpec & { readonly webhooks: Readonly<Record<string, object>> } => ({
  ...withRefusals(
    OpenApi.fromApi(
      Api.annotate(OpenApi.Servers, [{ url: "." }]).annotate(OpenApi.Transform, (document) =>
        JSON.parse(JSON.stringify(withExternalAccounts(document)), (key, value) => {
          if (key === "name") return headerName(value, signatureHeader)
          return key === "$ref" ? String(value).replace("#/$defs/", "#/components/schemas/") : value
        })
      )
    )
  ),
  webhooks: webhooks()
})

/** HTTP reads header names in any case; people read them as they are written here. */
const headerName = (name: unknown, signatureHeader: string) => {
  if (name === "service-wallet-signature") return signatureHeader
  return typeof name === "string" && Object.hasOwn(SPELLINGS, name) ? SPELLINGS[name] : name
}

const SPELLINGS: Readonly<Record<string, string>> = {
  "request-id": "Request-Id",
  "idempotency-key": "Idempotency-Key"
}

const withExternalAccounts = (document: { readonly [key: string]: unknown }): object => {
  const components = objectOf(document.components)
  return {
    ...document,
    components: { ...components, schemas: { ...objectOf(components.schemas), ...externalAccountSchemas() } }
  }
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}

/**
 * The schemas of external accounts as the document shows them. The contract itself lets such bodies through unread: the
 * type of an account judges them whole.
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
