import { Context, type Effect } from "effect"
import type { Millis } from "../model/Environment.ts"
import type { EventId } from "../model/ids.ts"
import type { Json } from "../store/Collection.ts"

/** What a body is made of. */
export interface ToldEvent {
  readonly eventId: EventId
  readonly type: string
  readonly subject: Json
  readonly sequence?: number
  readonly at: Millis
}

/** Writes what is told of an event, the same bytes at every try. Dies of a type that nobody taught it. */
export class EventBodies extends Context.Service<
  EventBodies,
  { readonly render: (event: ToldEvent) => Effect.Effect<Uint8Array> }
>()("@countersign/core/ports/EventBodies") {}
