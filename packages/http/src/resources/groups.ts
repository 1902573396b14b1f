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
import * as credentials from "./authentication/credentials.ts"
import * as sessions from "./authentication/sessions.ts"
import * as signIns from "./authentication/signIns.ts"
import * as accounts from "./customers/accounts.ts"
import * as customers from "./customers/customers.ts"
import * as dueWork from "./dueWork/dueWork.ts"
import { type AnyEndpoint, PARSE, PARSE_PAYLOAD } from "./endpoint.ts"
import * as externalAccounts from "./externalAccounts/externalAccounts.ts"
import * as operators from "./operators/operators.ts"
import * as exchangeRates from "./payments/exchangeRates.ts"
import * as quotes from "./payments/quotes.ts"
import * as transactions from "./payments/transactions.ts"
import * as platforms from "./platform/platforms.ts"
import * as settings from "./platform/settings.ts"
import * as receipts from "./receipts/receipts.ts"
import * as guardians from "./recovery/guardians.ts"
import * as recoveries from "./recovery/recoveries.ts"
import * as sandbox from "./sandbox/sandbox.ts"
import * as tokens from "./tokens/tokens.ts"
import * as verifications from "./verifications/verifications.ts"
import * as config from "./webhooks/config.ts"
import * as deliveries from "./webhooks/deliveries.ts"
import * as keys from "./webhooks/keys.ts"

type EndpointsOf<Module> = {
  readonly [Name in keyof Module as Module[Name] extends AnyEndpoint ? Name : never]: Module[Name]
}

/** Returns the endpoints among the exports of modules, in the order of their paths. */
const group = <
  One extends object,
  Two extends object = object,
  Three extends object = object,
  Four extends object = object
>(
  ...modules: readonly [One, Two?, Three?, Four?]
): EndpointsOf<One & Two & Three & Four> => {
  const exports: object = Object.assign({}, ...modules)
  const all = Object.entries(exports).filter((entry): entry is [string, AnyEndpoint] => isEndpoint(entry[1]))
  const sorted = Object.fromEntries(all.toSorted(([, { shape: one }], [, { shape: other }]) => byPath(one, other)))
  if (!isGroupOf<One & Two & Three & Four>(sorted, exports)) throw new Error("http: a group lacks an endpoint")
  return sorted
}

const byPath = (one: AnyEndpoint["shape"], other: AnyEndpoint["shape"]): number => {
  if (one.path === other.path) return METHODS.indexOf(one.method) - METHODS.indexOf(other.method)
  return one.path < other.path ? -1 : 1
}

const METHODS = ["POST", "GET", "PATCH", "DELETE"]

const isEndpoint = (exported: unknown): exported is AnyEndpoint =>
  typeof exported === "object" && exported !== null && Object.hasOwn(exported, "handle")

const isGroupOf = <Module extends object>(all: object, exports: object): all is EndpointsOf<Module> =>
  Object.entries(exports).every(([name, exported]) => isEndpoint(exported) === Object.hasOwn(all, name))

/** All endpoints, by their group in the document. The routes, the document and the promise API are derived from it. */
export const resources = {
  customers: group(customers, accounts),
  verifications: group(verifications),
  tokens: group(tokens),
  operators: group(operators),
  settings: group(settings),
  platforms: group(platforms),
  recovery: group(guardians, recoveries),
  receipts: group(receipts),
  externalAccounts: group(externalAccounts),
  payments: group(exchangeRates, quotes, transactions),
  sandbox: group(sandbox),
  authentication: group(credentials, sessions, signIns),
  webhooks: group(config, deliveries, keys),
  dueWork: group(dueWork)
}

export const endpoints: ReadonlyArray<AnyEndpoint> = Object.values(resources).flatMap((group) =>
  Object.values<AnyEndpoint>(group)
)

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
