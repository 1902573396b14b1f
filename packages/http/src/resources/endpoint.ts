import type { Json, Scope } from "@countersign/core"
import { Context, Effect } from "effect"
import { HttpApi, type HttpApiEndpoint, OpenApi } from "effect/http-api"
import type { Refusal } from "../errors/answer.ts"
import type { RefusalTag } from "../errors/catalogue.ts"
import type { everyCall } from "../errors/edge.ts"
import type { Ground, Needs } from "../Ports.ts"

/** The properties of an endpoint besides its path and schemas. */
interface About<Tag extends RefusalTag> {
  readonly summary: string
  readonly description?: string
  /** The permission that the API token requires; default VIEW. */
  readonly scope?: Scope
  /**
   * The capability that the endpoint requires. Modes without it respond as if the path did not exist. Default:
   * available in every mode.
   */
  readonly ground?: Ground
  /**
   * Accepts an absent, untyped or malformed body; anything but a JSON object is read as `{}`. With `ignoring`, unknown
   * fields are ignored too.
   */
  readonly lenient?: "empty" | "ignoring"
  /**
   * The response delivers a key once, to this caller only (I7). It is not stored under an Idempotency-Key: a repeated
   * call does nothing, and its refusal states that the first call succeeded.
   */
  readonly isSecret?: boolean
  /**
   * The refusals of this endpoint besides the common ones. A handler that fails with any other refusal does not
   * compile.
   */
  readonly refusals?: ReadonlyArray<Tag>
}

/** An endpoint of the contract: its path, schemas, requirements, refusals and handler. */
export interface Endpoint<Shape, R> {
  readonly shape: Shape
  readonly scope: Scope
  readonly ground: Ground | undefined
  /** How the body is read: strictly, as `{}` when it is not a JSON object, or not at all. */
  readonly body: "strict" | "lenient" | "none"
  /** Whether it accepts an Idempotency-Key. A repeated call returns the first response and does nothing else. */
  readonly isRepeatable: boolean
  readonly isSecret: boolean
  readonly refusals: ReadonlyArray<RefusalTag>
  /** `call` is the output of this endpoint's decoders. */
  readonly handle: (call: object) => Effect.Effect<unknown, Refusal, R>
}

/** An endpoint without its specific types, for code that handles all endpoints. */
export type AnyEndpoint = Endpoint<
  Pick<HttpApiEndpoint.Top, "annotations" | "identifier" | "method" | "path" | (typeof SLOTS)[number]>,
  Needs
>

/** The input of a handler: the decoded call, and the body before decoding. */
type Decoded<Shape extends HttpApiEndpoint.Constraint> = Omit<Shape["~Request"], "endpoint" | "group" | "request"> & {
  readonly sent: Json
}

/** Declares an endpoint. */
export const endpoint = <Shape extends Declarable<Shape>, R extends Needs, Tag extends RefusalTag = never>(
  shape: Shape,
  about: About<Tag>,
  handle: (
    call: Decoded<Shape>
  ) => Effect.Effect<Shape["~Success"]["Type"], Refusal & { readonly _tag: NoInfer<Tag> | keyof typeof everyCall }, R>
): Endpoint<Shape, R> => {
  const { description, ground, isSecret = false, lenient, refusals = [], scope = "VIEW", summary } = about
  const slots = SLOTS.filter((slot) => (slot === "payload" ? shape.payload.size > 0 : shape[slot] !== undefined))
  const isDecoded = (call: object): call is Decoded<Shape> => {
    for (const slot of slots) if (!Object.hasOwn(call, slot)) return false
    return true
  }
  return {
    shape: shape.annotateMerge(annotations(summary, description, lenient)),
    scope,
    ground,
    body: shape.payload.size === 0 ? "none" : lenient === undefined ? "strict" : "lenient",
    isRepeatable: shape.method !== "GET",
    isSecret,
    refusals,
    handle: (call) =>
      isDecoded(call) ? handle(call) : Effect.die(new Error(`The call of ${shape.identifier} has no decoded input`))
  }
}

/** The parts of a call that an endpoint can declare a schema for. */
const SLOTS = ["params", "headers", "query", "payload"] as const

interface Declarable<Shape>
  extends HttpApiEndpoint.Constraint,
    Pick<HttpApiEndpoint.Top, "method" | (typeof SLOTS)[number]> {
  readonly annotateMerge: <I>(annotations: Context.Context<I>) => Shape
}

const annotations = (summary: string, description: string | undefined, lenient: About<never>["lenient"]) => {
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
