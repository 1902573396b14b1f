import type { Json, Scope } from "@countersign/core"
import { Context, Effect } from "effect"
import { HttpApi, type HttpApiEndpoint, OpenApi } from "effect/http-api"
import type { Refusal } from "../errors/answer.ts"
import type { RefusalTag } from "../errors/catalogue.ts"
import type { everyCall } from "../errors/edge.ts"
import type { Ground, Needs } from "../Ports.ts"

/** What an endpoint says of itself beside its path and its schemas. */
interface About<Tag extends RefusalTag> {
  readonly summary: string
  readonly description?: string
  /** What the API token has to permit; VIEW when absent. */
  readonly scope?: Scope
  /** Where it is there; elsewhere it is as if it did not exist. Everywhere when absent. */
  readonly ground?: Ground
  /**
   * The body may be absent, untyped or anything at all: what is not a JSON object counts as `{}`. With `ignoring`, fields of
   * it that the endpoint does not have are ignored too.
   */
  readonly lenient?: "empty" | "ignoring"
  /**
   * The answer delivers a key, once and to this caller alone (I7): it is not kept under an Idempotency-Key. A call that is
   * made again is refused with the word that it was carried out, and does nothing.
   */
  readonly isSecret?: boolean
  /** What it refuses of its own, beside what all endpoints do. One that fails with anything else does not compile. */
  readonly refusals?: ReadonlyArray<Tag>
}

/** One endpoint of the contract: its path and schemas, what a call must bring to it, what it refuses, and who answers. */
export interface Endpoint<Shape, R> {
  readonly shape: Shape
  readonly scope: Scope
  readonly ground: Ground | undefined
  /** How it reads a body: strictly, as `{}` where it is no JSON object, or not at all. */
  readonly body: "strict" | "lenient" | "none"
  /** Whether it takes an Idempotency-Key: called again with it, it answers as it did, and does nothing. */
  readonly isRepeatable: boolean
  readonly isSecret: boolean
  readonly refusals: ReadonlyArray<RefusalTag>
  /** `call` is what the decoders of this very endpoint made of a call. */
  readonly handle: (call: object) => Effect.Effect<unknown, Refusal, R>
}

/** An endpoint, for those who know it by its name alone. */
export type AnyEndpoint = Endpoint<
  Pick<HttpApiEndpoint.Top, "annotations" | "identifier" | "method" | "path" | (typeof SLOTS)[number]>,
  Needs
>

/** What a handler reads: the decoded call, and the body before it was decoded, as its sender spelled it. */
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
      isDecoded(call)
        ? handle(call)
        : Effect.die(new Error(`A call of ${shape.identifier} came without what it is decoded to`))
  }
}

/** What an endpoint may give a shape to. */
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

/** How parts of a call are read: all that is wrong is told at once. */
export const PARSE = { errors: "all" } as const

/** And of a body, a field that nobody knows is wrong as well. */
export const PARSE_PAYLOAD = { errors: "all", onExcessProperty: "error" } as const
