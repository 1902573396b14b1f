import type { CurrentEnvironment } from "@countersign/core"
import {
  HttpApi,
  type HttpApiEndpoint,
  HttpApiGroup,
  HttpApiMiddleware,
  HttpApiSchema,
  HttpApiSecurity,
  OpenApi
} from "@countersign/core/effect/http-api"
import { catalogue } from "../errors/catalogue.ts"
import { ErrorBody } from "../errors/Entry.ts"
import type { ModePorts } from "../Ports.ts"
import { PARSE, PARSE_PAYLOAD } from "./endpoint.ts"
import { resources } from "./index.ts"

const statuses = [...new Set(Object.values(catalogue).map(({ status }) => status))]

/**
 * HTTP Basic authentication with an API token. Provides the endpoint with its environment and the ports of that
 * environment's mode.
 */
export class Authentication extends HttpApiMiddleware.Service<
  Authentication,
  { provides: CurrentEnvironment | ModePorts }
>()("@countersign/http/Authentication", {
  security: { basic: HttpApiSecurity.basic },
  error: statuses.map((status) => ErrorBody.pipe(HttpApiSchema.status(status)))
}) {}

const group = <const Name extends string, Each extends { readonly shape: HttpApiEndpoint.Constraint }>(
  name: Name,
  endpoints: Readonly<Record<string, Each>>
) => {
  const [first, ...others] = Object.values(endpoints).map((each): Each["shape"] => each.shape)
  if (first === undefined) throw new Error(`http: the group ${name} is empty`)
  return HttpApiGroup.make(name).add(first, ...others)
}

/** The contract as an `effect/http-api` value, from which the document and typed clients are derived. */
export const Api = HttpApi.make("countersign")
  .add(
    group("customers", resources.customers),
    group("verifications", resources.verifications),
    group("tokens", resources.tokens),
    group("operators", resources.operators),
    group("settings", resources.settings),
    group("platforms", resources.platforms),
    group("recovery", resources.recovery),
    group("receipts", resources.receipts),
    group("externalAccounts", resources.externalAccounts),
    group("payments", resources.payments),
    group("sandbox", resources.sandbox),
    group("authentication", resources.authentication),
    group("webhooks", resources.webhooks)
  )
  .middleware(Authentication)
  .annotate(HttpApi.ParseOptions, PARSE)
  .annotate(HttpApi.PayloadParseOptions, PARSE_PAYLOAD)
  .annotate(OpenApi.Title, "Countersign")
  .annotate(OpenApi.Version, "2025-10-13")
  .annotate(OpenApi.Description, "Embedded-wallet authentication: credentials, sessions and signed retries.")
