import { SignedRequest } from "@countersign/core/internal"
import { type Key, keys } from "../cast/keys.ts"
import { makerOf } from "../cast/names.ts"
import { type Operation, operations, payment } from "../cast/operations.ts"
import { ids } from "../cast/records.ts"
import { authorOf, type Message, messageOf } from "../node/Message.ts"
import type { Kept, Rows } from "../store/Rows.ts"

/** The first legs, one for each operation; of a login, and of what is refused, also the only one. */
export const firstLegs: ReadonlyArray<Message> = operations.map((operation) => messageOf(operation.name, operation))

const unknown = messageOf("the retry of a request that nobody issued", payment, {
  requestId: ids.none,
  stamp: keys.S2.stamp(""),
  by: keys.S2.publicKey
})

/**
 * Whatever may be sent while these rows are stored: any first leg, and for every request that was issued its retry under
 * the key of every session, that of a stranger and of one that is over too.
 */
export const messagesFor = (rows: Rows): ReadonlyArray<Message> => [
  ...firstLegs,
  unknown,
  ...[...rows.values()]
    .filter(({ collection }) => collection.name === SignedRequest.signedRequests.name)
    .flatMap(retriesOf)
]

export const WRONG_STAMP = "a stamp over another text"

/** Of a request the retries need its payload alone, and that stays. */
const retriesOf = ({ row }: Kept): ReadonlyArray<Message> => {
  const before = known.get(row.id)
  if (before !== undefined) return before
  const issuer = authorOf(row.id)
  if (issuer === undefined) throw new Error(`model: nobody issued ${row.id}`)
  const made = retriesTo(SignedRequest.signedRequests.decode(row.body), issuer.operation)
  known.set(row.id, made)
  return made
}
const known = new Map<string, ReadonlyArray<Message>>()

const retriesTo = ({ payload, requestId }: SignedRequest.SignedRequest, issued: Operation): ReadonlyArray<Message> => {
  const retried = `the retry of ${makerOf(requestId)}`
  const stamped = ({ name, publicKey, stamp }: Key, as: Operation) => {
    const what = as === issued ? retried : `${retried} as "${as.name}"`
    return messageOf(`${what}, stamped by ${name}`, as, { requestId, stamp: stamp(payload), by: publicKey })
  }
  const altered = (what: string, stamp: string) => messageOf(`${retried}, with ${what}`, issued, { requestId, stamp })
  return [
    ...[keys.S1, keys.S2, keys.S3, keys.opened].map((key) => stamped(key, issued)),
    ...(issued.twins ?? []).map((twin) => stamped(keys.S1, twin)),
    ...(issued.isProbed
      ? [altered(WRONG_STAMP, keys.S2.stamp("another text")), altered("no stamp of any shape", "none")]
      : [])
  ]
}
