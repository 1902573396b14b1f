import { Context, type Effect } from "effect"
import type { Millis } from "../model/Environment.ts"
import type { EventId } from "../model/ids.ts"
import type { Json } from "../store/Collection.ts"
import type { KeysUnavailable } from "./Vault.ts"

/** The input of an event body. */
export interface AnnouncedEvent {
  readonly eventId: EventId
  readonly type: string
  readonly subject: Json
  readonly sequence?: number
  readonly at: Millis
}

/** Renders the body of an event, with identical bytes at every attempt. Dies for an unknown event type. */
export class EventBodies extends Context.Service<
  EventBodies,
  { readonly render: (event: AnnouncedEvent) => Effect.Effect<Uint8Array, KeysUnavailable> }
>()("@countersign/core/ports/EventBodies") {}
