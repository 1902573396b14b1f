import type { RequestId } from "@countersign/core"
import type { Ref, SignedRequest, Write } from "@countersign/core/internal"
import type { PublicKey } from "@countersign/wire"
import type { Operation, ReplyText } from "../cast/operations.ts"
import { numbered } from "../remembered.ts"

/** A call as it reaches a node. The network or an attacker may deliver it any number of times. */
export interface Message {
  readonly number: number
  readonly name: string
  readonly operation: Operation
  readonly retry?: Retry
}

/** The request that a call retries, and its stamp. */
export interface Retry {
  readonly requestId: RequestId
  readonly stamp: string
  /** The key that made the stamp. Absent for a malformed stamp. */
  readonly by?: PublicKey
  /** The request of a first leg that stored nothing. */
  readonly issued?: SignedRequest.Pending
}

/** One delivery of a message. Concurrent deliveries, and those that both create records, have different numbers. */
export interface Delivery {
  readonly message: Message
  readonly copy: number
}

/** Messages are equal if their name and request are equal. A request that is issued later has another id. */
export const messageOf = (name: string, operation: Operation, retry?: Retry): Message => {
  const number = numberOf(`${name} ${retry?.requestId}`)
  const message = messages[number] ?? { number, name, operation, ...(retry === undefined ? {} : { retry }) }
  messages[number] = message
  return message
}
const numberOf = numbered()
const messages: Array<Message> = []

/** Ids of records that a delivery creates end in the number of the delivery, in this many hexadecimal digits. */
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

/** The message whose delivery created a record, or undefined for an initial record. */
export const authorOf = (id: string): Message | undefined => messages[Number.parseInt(endIn(id).slice(0, -2), 16)]

/** The next action of a call: a request to the store, or its end. */
export type Next =
  | { readonly _tag: "Load"; readonly refs: ReadonlyArray<Ref> }
  | { readonly _tag: "Commit"; readonly plan: Write }
  | { readonly _tag: "Over"; readonly said: ReplyText }
