import { Schema, Struct } from "@countersign/core/effect"
import { AccessRule, type CatalogueEntry, FieldError, type RefusalTexts } from "@countersign/core/internal"

/** The catalogue entry of a refusal, with its HTTP status. */
export interface Entry extends Omit<CatalogueEntry, "kind"> {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 429 | 431 | 500 | 503
}

/** Declares a refusal that exists only in HTTP. */
export const entry = (status: Entry["status"], code: string, texts: RefusalTexts): Entry => ({ status, code, ...texts })

/** Collects the entries of the refusal classes that a module exports. Each class in core declares its own entry. */
export const entriesOf = <Module extends object>(module: Module): EntriesOf<Module> => {
  const refusals = Object.entries(module).filter((each): each is [string, Refusal] => isRefusal(each[1]))
  const entries = Object.fromEntries(refusals.map(([tag, { entry }]) => [tag, withStatus(entry)]))
  if (!isOf(entries, module)) throw new Error("http: a refusal of the module has no entry")
  return entries
}

/** As {@link entriesOf}, for several modules. */
export const entriesOfAll = <Modules extends Readonly<Record<string, object>>>(modules: Modules): AllOf<Modules> =>
  Object.assign({}, ...Object.values(modules).map(entriesOf))

type AllOf<Modules> = { readonly [Tag in TagOf<Modules[keyof Modules]>]: Entry }
type TagOf<Module> = Module extends object ? keyof EntriesOf<Module> : never

type EntriesOf<Module> = {
  readonly [Tag in keyof Module as Module[Tag] extends Refusal ? Tag : never]: Entry
}

interface Refusal {
  readonly entry: CatalogueEntry
}

const isRefusal = (exported: unknown): exported is Refusal => typeof exported === "function" && "entry" in exported

const isOf = <Module extends object>(entries: object, module: Module): entries is EntriesOf<Module> =>
  Object.entries(module).every(([tag, exported]) => isRefusal(exported) === Object.hasOwn(entries, tag))

const withStatus = ({ kind, ...texts }: CatalogueEntry): Entry => ({ status: statuses[kind], ...texts })

const statuses = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  gone: 410,
  limited: 429,
  unavailable: 503
} as const satisfies { readonly [Kind in CatalogueEntry["kind"]]: Entry["status"] }

/** The rule of the platform's access policy that refuses, and what it requires. */
const policy = {
  rule: AccessRule.annotate({
    description: "The rule of the platform's policy that refuses: `PAYMENT_LIMIT`, `OPERATION_SESSION_AGE`"
  }),
  credentialTypes: Schema.Array(Schema.String).annotate({
    description: "Of `STEP_UP_REQUIRED`: the types of credential whose sessions may sign"
  }),
  maxSessionAgeSeconds: Schema.Int.annotate({
    description: "Of `STEP_UP_REQUIRED`: the maximum time since the login, in seconds"
  }),
  limit: Schema.Int.annotate({
    description: "The limit that the payment exceeds, in the smallest unit of its currency"
  })
}

const Details = Schema.Struct({
  reason: Schema.String.annotate({ description: "The failed check in a few words, as in `reason` of the error" }),
  check: Schema.String.annotate({ description: "The failed check as a constant: `OTP_WRONG`, `REQUEST_ID_EXPIRED`" }),
  incident: Schema.String.annotate({ description: "The incident id to quote when you report an INTERNAL_ERROR" }),
  errors: Schema.Array(FieldError).annotate({ description: "Each rejected field, by its dotted path" }),
  more: Schema.String.annotate({ description: "One sentence about the errors that are not listed" }),
  heldUntil: Schema.String.annotate({ description: "The end of the hold of an account, in ISO 8601" }),
  serverTime: Schema.String.annotate({
    description: "Of a stale session proof: the time by the server's clock, in ISO 8601"
  }),
  ...policy
}).mapFields(Struct.map(Schema.optionalKey))
export type Details = typeof Details.Type
export type PolicyDetails = Pick<Details, keyof typeof policy>

export const ErrorBody = Schema.Struct({
  status: Schema.Int,
  code: Schema.String,
  message: Schema.String,
  reason: Schema.optionalKey(Schema.String),
  docs: Schema.optionalKey(Schema.String),
  details: Schema.optionalKey(Details)
}).annotate({ identifier: "Error", description: "The response body of every refusal" })
