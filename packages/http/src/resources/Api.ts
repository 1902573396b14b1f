import type { Array } from "@countersign/core/effect"
import {
  HttpApi,
  HttpApiGroup,
  HttpApiMiddleware,
  HttpApiSchema,
  HttpApiSecurity,
  OpenApi
} from "@countersign/core/effect/http-api"
import { catalogue } from "../errors/catalogue.ts"
import { ErrorBody } from "../errors/Entry.ts"
import { type AnyEndpoint, PARSE, PARSE_PAYLOAD } from "./endpoint.ts"
import { resources } from "./index.ts"

const statuses = [...new Set(Object.values(catalogue).map(({ status }) => status))]

/** HTTP Basic authentication with an API token, as the document describes it. The server runs its own (`server/run.ts`). */
class Authentication extends HttpApiMiddleware.Service<Authentication>()("@countersign/http/Authentication", {
  security: { basic: HttpApiSecurity.basic },
  error: statuses.map((status) => ErrorBody.pipe(HttpApiSchema.status(status)))
}) {}

const nonEmpty = <A>([first, ...others]: ReadonlyArray<A>): Array.NonEmptyReadonlyArray<A> => {
  if (first === undefined) throw new Error("http: a group is empty")
  return [first, ...others]
}

const groups = Object.entries(resources).map(([name, endpoints]) => {
  const shapes = Object.values<AnyEndpoint>(endpoints).map(({ shape }) => shape)
  return HttpApiGroup.make(name).add(...nonEmpty(shapes))
})

/** The contract as an `effect/http-api` value, from which the document and typed clients are derived. */
export const Api = HttpApi.make("countersign")
  .add(...nonEmpty(groups))
  .middleware(Authentication)
  .annotate(HttpApi.ParseOptions, PARSE)
  .annotate(HttpApi.PayloadParseOptions, PARSE_PAYLOAD)
  .annotate(OpenApi.Title, "Countersign")
  .annotate(OpenApi.Version, "2025-10-13")
  .annotate(OpenApi.Description, "Embedded-wallet authentication: credentials, sessions and signed retries.")
