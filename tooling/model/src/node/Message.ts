import type { RequestId } from "@countersign/core"
import type { Ref, Write } from "@countersign/core/internal"
import type { PublicKey } from "@countersign/wire"
import type { Operation, Said } from "../cast/operations.ts"
import { numbered } from "../numbered.ts"

/** A call as it reaches a node, as often as the network or an attacker delivers it. */
export interface Message {
  readonly number: number
  readonly name: string
  readonly operation: Operation
  readonly retry?: Retry
}

/** Which request a call is to finish, and under whose stamp. */
export interface Retry {
  readonly requestId: RequestId
  readonly stamp: string
  /** The key it is signed with; of what is no stamp, none. */
  readonly by?: PublicKey
}

/** One delivery of a message. Two that are under way at once, or that both left something behind, are two copies. */
export interface Delivery {
  readonly message: Message
  readonly copy: number
}

/** Messages of one name, about one request, are one message: a request that is issued later has another id. */
export const messageOf = (name: string, operation: Operation, retry?: Retry): Message => {
  const number = numberOf(`${name} ${retry?.requestId}`)
  const message = messages[number] ?? { number, name, operation, ...(retry === undefined ? {} : { retry }) }
  messages[number] = message
  return message
}
const numberOf = numbered()
const messages: Array<Message> = []

/** What a delivery makes ends in its own number: this many hexadecimal digits of an id. */
const DIGITS = 6

export const numberIn = ({ copy, message }: Delivery): ReadonlyArray<number> => [
  message.number >> 8,
  message.number & 255,
  copy
]

export const endOf = (delivery: Delivery): string =>
  numberIn(delivery)
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")

export const endIn = (id: string): string => id.slice(-DIGITS)

/** The message by whose delivery the thing of this id was made; undefined where it was there from the start. */
export const authorOf = (id: string): Message | undefined => messages[Number.parseInt(endIn(id).slice(0, -2), 16)]

/** What a call does next: it asks the store, or it is over. */
export type Next =
  | { readonly _tag: "Load"; readonly refs: ReadonlyArray<Ref> }
  | { readonly _tag: "Commit"; readonly plan: Write }
  | { readonly _tag: "Over"; readonly said: Said }
