import type { Json, Scope } from "@countersign/core"
import { Context, Effect, Schema } from "@countersign/core/effect"
import { HttpApi, HttpApiEndpoint, type HttpApiSchema, OpenApi } from "@countersign/core/effect/http-api"
import type { Refusal } from "../errors/answer.ts"
import type { Listed, RefusalTag } from "../errors/catalogue.ts"
import type { everyCall } from "../errors/edge.ts"
import type { CallHeaders } from "../message/hostTypes.ts"
import type { Ground, Needs } from "../Ports.ts"
import { optional } from "./fields.ts"

/** The properties of an endpoint that need no handling. */
interface Described {
  readonly summary: string
  readonly description?: string
  /**
   * The capability that the endpoint requires. Modes without it respond as if the path did not exist. Default:
   * available in every mode.
   */
  readonly ground?: Ground
  /**
   * The response delivers a key once, to this caller only (I7). It is not stored under an Idempotency-Key: a repeated
   * call does nothing, and its refusal states that the first call succeeded.
   */
  readonly isSecret?: boolean
}

/** The permission that the API token requires, and the row of the endpoint in SECURITY.md. */
interface Powers {
  readonly scope: Scope
  readonly tokenAlone: TokenAlone
}

/**
 * The most that an API token with the scope of an endpoint achieves by it against an end user whose wallet has credentials
 * (I18): the row of the endpoint in SECURITY.md. Endpoints of one scope with the same row share a line there.
 */
export interface TokenAlone {
  readonly achieves: string
  readonly because: string
  /**
   * The collections in which it writes records of the end user; default none. A test makes the call and compares all
   * records.
   */
  readonly writes?: ReadonlyArray<string>
}

/** An endpoint of the contract: its path, schemas, requirements, refusals and handler. */
export interface Endpoint<Shape> extends Described, Powers {
  readonly shape: Shape
  /** How the body is read: strictly, as `{}` when it is not a JSON object, or not at all. */
  readonly body: "strict" | "lenient" | "none"
  /** Whether it accepts an Idempotency-Key. A repeated call returns the first response and does nothing else. */
  readonly isRepeatable: boolean
  readonly isSecret: boolean
  readonly tokenAlone: Required<TokenAlone>
  readonly ofUser: OfUser | undefined
  readonly refusals: ReadonlyArray<RefusalTag>
  /** `call` is the output of this endpoint's decoders. */
  readonly handle: (call: object) => Effect.Effect<unknown, Refusal, Needs>
}

/**
 * The field that names the object of the end user: the `id` of the path, or a field of the query, or of the body when the
 * method has one. `none` serves every user the same.
 */
type Owner = "accountId" | "customerId" | "id" | "none" | "source.accountId"

/** The calls of an endpoint that `forUser` serves to the end user of a wallet. */
export interface OfUser {
  readonly owner: Owner
  /** The fields of the body that the user may send. Default: all. */
  readonly fields?: ReadonlyArray<string>
}

/** An endpoint without its specific types, for code that handles all endpoints. */
export type AnyEndpoint = Endpoint<
  HttpApiEndpoint.Constraint &
    Pick<HttpApiEndpoint.Top, "annotations" | "method" | "path" | "success" | (typeof SLOTS)[number]>
>

/** The parts of a call that an endpoint can declare a schema for. */
const SLOTS = ["params", "headers", "query", "payload"] as const

/** The properties of an endpoint besides its path, its schemas and its powers. */
interface About<Call, Success extends HttpApiEndpoint.SuccessConstraint, Tag extends string> extends Described {
  /**
   * Accepts an absent, untyped or malformed body; anything but a JSON object is read as `{}`. With `ignoring`, unknown
   * fields are ignored too.
   */
  readonly lenient?: "empty" | "ignoring"
  /** Without it, only a platform's backend may call the endpoint. */
  readonly ofUser?: OfUser | Owner
  /**
   * The refusals of this endpoint besides the common ones. A handler that fails with any other refusal does not
   * compile.
   */
  readonly refusals?: ReadonlyArray<Listed<Tag>>
  readonly handle: (
    call: Call
  ) => Effect.Effect<Replied<Success>, Refusal & { readonly _tag: NoInfer<Tag> | keyof typeof everyCall }, Needs>
}

/** A path of the contract. A segment such as `:id` is a parameter. */
export type Path = `/${string}`

type Fields = Schema.Struct.Fields
type Type<Of extends Fields> = Schema.Struct.Type<Of>
type Replied<Success> =
  Success extends ReadonlyArray<infer Each extends Schema.Top>
    ? Each["Type"]
    : Success extends Schema.Top
      ? Success["Type"]
      : never

/** The row of an endpoint that only reads. */
const reads: TokenAlone = {
  achieves: "Reads what the platform may read.",
  because:
    "No reply contains a code, a session key or a wallet's recovery phrase. Without MANAGE, the webhook endpoint has only its origin."
}

/** Declares a GET endpoint. Without a scope it requires VIEW, and its row says that it only reads. */
export const get = <
  const Success extends HttpApiEndpoint.SuccessConstraint,
  Params extends Fields = never,
  Query extends Fields = never,
  Tag extends string = never
>(
  name: string,
  path: Path,
  {
    params,
    query,
    scope = "VIEW",
    success,
    tokenAlone = reads,
    ...about
  }: {
    readonly params?: Params
    readonly query?: Query
    readonly success: Success
  } & About<{ readonly params: Type<Params>; readonly query: Type<Query> }, Success, Tag> &
    (Powers | { readonly [Name in keyof Powers]?: never })
) => declared(HttpApiEndpoint.get(name, path, { params, query, success }), { ...about, scope, tokenAlone })

/** The Idempotency-Key header. The server validates it before it handles the call. */
const idempotencyHeader = {
  "idempotency-key": optional(
    Schema.String,
    "1 to 255 printable characters. A repeated call with the same key returns the first response and does nothing else."
  )
}

/** Returns the constructor of endpoints with a method that changes something. They accept an Idempotency-Key. */
const changing = <Method extends "POST" | "PATCH" | "DELETE">(method: Method) => {
  const make = HttpApiEndpoint.make(method)
  return <
    const Success extends HttpApiEndpoint.SuccessConstraint = HttpApiSchema.NoContent,
    Params extends Fields = never,
    Query extends Fields = never,
    Payload extends HttpApiEndpoint.PayloadConstraintCodecs<Method> & Schema.Top = never,
    Tag extends string = never
  >(
    name: string,
    path: Path,
    {
      headers,
      params,
      payload,
      query,
      scope = "MANAGE",
      success,
      ...about
    }: Partial<Pick<Powers, "scope">> &
      Pick<Powers, "tokenAlone"> & {
        readonly params?: Params
        readonly query?: Query
        /** Each is a text that may be absent. */
        readonly headers?: Readonly<Record<string, Schema.Top & { readonly Type: string }>>
        readonly payload?: Payload
        readonly success?: Success
      } & About<
        {
          readonly params: Type<Params>
          readonly query: Type<Query>
          readonly headers: CallHeaders
          readonly payload: Payload["Type"]
          /** The body before decoding. */
          readonly sent: Json
        },
        Success,
        Tag
      >
  ) =>
    declared(make(name, path, { params, query, headers: { ...headers, ...idempotencyHeader }, payload, success }), {
      ...about,
      scope
    })
}

export const post = changing("POST")
export const patch = changing("PATCH")
export const remove = changing("DELETE")

const declared = <
  Shape extends Declarable<Shape>,
  Call,
  Success extends HttpApiEndpoint.SuccessConstraint,
  Tag extends string
>(
  shape: Shape,
  { handle, lenient, ofUser, ...about }: About<Call, Success, Tag> & Powers
): Endpoint<Shape> => {
  const slots = SLOTS.filter((slot) => (slot === "payload" ? shape.payload.size > 0 : shape[slot] !== undefined))
  const isDecoded = (call: object): call is Call & object => slots.every((slot) => Object.hasOwn(call, slot))
  return {
    isSecret: false,
    refusals: [],
    ...about,
    tokenAlone: { writes: [], ...about.tokenAlone },
    shape: shape.annotateMerge(annotations(about, lenient)),
    body: shape.payload.size === 0 ? "none" : lenient === undefined ? "strict" : "lenient",
    isRepeatable: shape.method !== "GET",
    ofUser: typeof ofUser === "string" ? { owner: ofUser } : ofUser,
    handle: (call) =>
      isDecoded(call) ? handle(call) : Effect.die(new Error(`The call of ${shape.identifier} has no decoded input`))
  }
}

interface Declarable<Shape>
  extends HttpApiEndpoint.Constraint,
    Pick<HttpApiEndpoint.Top, "method" | (typeof SLOTS)[number]> {
  readonly annotateMerge: <I>(annotations: Context.Context<I>) => Shape
}

const annotations = ({ description, summary }: Described, lenient: "empty" | "ignoring" | undefined) => {
  const summed = Context.make(OpenApi.Summary, summary)
  const described = description === undefined ? summed : Context.add(summed, OpenApi.Description, description)
  return lenient === "ignoring"
    ? Context.add(described, HttpApi.PayloadParseOptions, { onExcessProperty: "ignore" })
    : described
}

/** Parse options for a call: reports all errors together. */
export const PARSE = { errors: "all" } as const

/** Parse options for a body: also rejects unknown fields. */
export const PARSE_PAYLOAD = { errors: "all", onExcessProperty: "error" } as const
