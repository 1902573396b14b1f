import { OpenApi } from "effect/http-api"
import { Api } from "../contract/Api.ts"
import { SIGNATURE_HEADER } from "../contract/bodies/retryHeaders.ts"
import { externalAccountSchemas } from "./externalAccounts.ts"
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
