import type { Json } from "@countersign/core"
import { Effect } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import type { refusals } from "../contract/refusals.ts"
import type { everyCall } from "../contract/refusalsOfEvery.ts"
import type { Refused } from "../errors/answer.ts"
import type { Reply } from "../serve/Reply.ts"

/** What a handler reads: the decoded call, and the body before it was decoded, as its sender spelled it. */
type Decoded<Endpoint extends HttpApiEndpoint.Constraint> = Omit<
  Endpoint["~Request"],
  "endpoint" | "group" | "request"
> & { readonly sent: Json }

/** What a handler answers: a body of its endpoint, or a refusal that its endpoint declares. */
type Answer<Endpoint extends HttpApiEndpoint.Constraint> =
  | Endpoint["~Success"]["Type"]
  | Refused<Declared<Endpoint["identifier"]>>

type Declared<Operation> =
  | (typeof everyCall)[number]
  | (Operation extends keyof typeof refusals ? (typeof refusals)[Operation][number] : never)

/** Who answers an endpoint, for whoever knows it by its name alone. */
export interface Handled<Operation extends string, R> {
  readonly operation: Operation
  /** `call` is what the decoders of this very endpoint made of a call. */
  readonly handle: (call: object) => Effect.Effect<unknown | Reply, never, R>
}

/** Types a handler by its endpoint, so that each can stand in a file of its own. */
export const handler = <Endpoint extends HttpApiEndpoint.Constraint & Slots, R>(
  endpoint: Endpoint,
  handle: (request: Decoded<Endpoint>) => Effect.Effect<Answer<Endpoint>, never, R>
): Handled<Endpoint["identifier"], R> => {
  const slots = SLOTS.filter((slot) => (slot === "payload" ? endpoint.payload.size > 0 : endpoint[slot] !== undefined))
  const isDecoded = (call: object): call is Decoded<Endpoint> => slots.every((slot) => Object.hasOwn(call, slot))
  return {
    operation: endpoint.identifier,
    handle: (call) =>
      isDecoded(call)
        ? handle(call)
        : Effect.die(new Error(`A call of ${endpoint.identifier} came without what it is decoded to`))
  }
}

/** What an endpoint may give a shape to. */
type Slots = Pick<HttpApiEndpoint.Top, "params" | "headers" | "query" | "payload">

const SLOTS = ["params", "headers", "query", "payload"] as const
