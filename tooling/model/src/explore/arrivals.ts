import { Policy } from "@countersign/core"
import { SignedRequest } from "@countersign/core/internal"
import { Effect } from "effect"
import { type Key, keys, policy, START } from "../cast/cast.ts"
import { makerOf } from "../cast/names.ts"
import { type Operation, payment, type Scene } from "../cast/operations.ts"
import { ids } from "../cast/records.ts"
import { type Answer, NOTHING, receivedAfter } from "../node/Heard.ts"
import {
  authorOf,
  type Delivery,
  endIn,
  endOf,
  type Message,
  messageOf,
  type Next,
  type Retry
} from "../node/Message.ts"
import { nextOf } from "../node/nextOf.ts"
import { remembered } from "../remembered.ts"
import { type Rows, read, type StoredRow } from "../store/Rows.ts"
import type { Switch } from "../switches/Switch.ts"
import type { NodeName, State } from "./State.ts"
import type { Step } from "./Step.ts"

/** The first leg of each operation. A login and a refused operation have no second leg. */
const firstLegs = ({ operations }: Scene): ReadonlyArray<Message> =>
  operations.map((operation) => messageOf(operation.name, operation))

const unknown = messageOf("the retry of a request that was never issued", payment, {
  requestId: ids.none,
  stamp: keys.S2.stamp(""),
  by: keys.S2.publicKey
})

/**
 * All messages that may be sent while these rows are stored: every first leg, and the retry of every issued request
 * with the key of every session, including sessions of another account and ended ones.
 */
const messagesFor = (rows: Rows, scene: Scene): ReadonlyArray<Message> => [
  ...firstLegs(scene),
  unknown,
  ...[...unstoredOf(scene).values()].flat(),
  ...[...rows.values()]
    .filter(
      ({ collection, row }) => collection.name === SignedRequest.signedRequests.name && !unstoredOf(scene).has(row.id)
    )
    .flatMap((row) => retriesOf(row, scene))
]

/** The retries of the requests that no first leg of the scene stored, by their ids. */
const unstoredOf = (scene: Scene): ReadonlyMap<string, ReadonlyArray<Message>> =>
  issued(scene.name, () => {
    const requests = (scene.unstored ?? []).map((operation) => ({
      operation,
      request: issuedBy(operation, scene.records)
    }))
    return new Map(
      requests.map(({ operation, request }) => {
        const name = `the unstored ${operation.name}`
        return [request.requestId, retriesTo(request, operation, scene.signers, name, { issued: request })]
      })
    )
  })
const issued = remembered<string, ReadonlyMap<string, ReadonlyArray<Message>>>()

/** The request of a first leg that stores nothing, from these rows. */
const issuedBy = (operation: Operation, rows: Rows): SignedRequest.Pending => {
  const run: Operation["run"] = (headers) =>
    Effect.provideService(operation.run(headers), Policy, { ...policy, firstLegs: "unstored" })
  const delivery = { message: messageOf(`${operation.name}, not stored`, { ...operation, run }), copy: 0 }
  const answer = answerOf(rows, delivery, nextOf(delivery, NOTHING), undefined)
  const next = nextOf(delivery, receivedAfter(NOTHING, answer, START))
  if (next._tag !== "Over" || next.said.request === undefined) throw new Error(`model: ${operation.name} is stored`)
  return next.said.request
}

export const WRONG_STAMP = "a stamp over another text"

/** Retries depend only on the payload of a request, which is immutable. */
const retriesOf = ({ row }: StoredRow, { name, signers }: Scene): ReadonlyArray<Message> =>
  known(`${name} ${row.id}`, () => {
    const issuer = authorOf(row.id)
    if (issuer === undefined) throw new Error(`model: no message issued ${row.id}`)
    return retriesTo(SignedRequest.signedRequests.decode(row.body), issuer.operation, signers, makerOf(row.id))
  })
const known = remembered<string, ReadonlyArray<Message>>()

const retriesTo = (
  { payload, requestId }: SignedRequest.SignedRequest,
  issued: Operation,
  signers: Scene["signers"],
  maker: string,
  more: Pick<Retry, "issued"> = {}
): ReadonlyArray<Message> => {
  const signed = SignedRequest.withSecret(payload, issued.secret)
  const retried = `the retry of ${maker}`
  const stamped = ({ name, publicKey, stamp }: Key, as: Operation) => {
    const what = as === issued ? retried : `${retried} as "${as.name}"`
    return messageOf(`${what}, stamped by ${name}`, as, { requestId, stamp: stamp(signed), by: publicKey, ...more })
  }
  const altered = (what: string, stamp: string) =>
    messageOf(`${retried}, with ${what}`, issued, { requestId, stamp, ...more })
  return [
    ...signers.map((key) => stamped(key, issued)),
    ...(issued.twins ?? []).map((twin) => stamped(keys.S1, twin)),
    ...(issued.isProbed
      ? [altered(WRONG_STAMP, keys.S2.stamp("another text")), altered("no stamp of any shape", "none")]
      : [])
  ]
}

/** The store's response to a call that reads. */
export const answerOf = (rows: Rows, delivery: Delivery, next: Next, bug: Switch | undefined): Answer => {
  if (next._tag !== "Load") throw new Error(`model: expected ${delivery.message.name} to read`)
  return {
    _tag: "Found",
    rows: next.refs.map((ref) => {
      const found = read(rows, ref)
      return bug?.read?.({ found, ref, rows, delivery }) ?? found
    })
  }
}

/**
 * Any message may reach any node, any number of times. The store answers its first read in the same step. This omits no
 * interleaving: before its first read, a call knows nothing and has no effect.
 */
export const arrivals = (
  state: State,
  nodes: ReadonlyArray<NodeName>,
  scene: Scene,
  bug: Switch | undefined
): ReadonlyArray<Step> => {
  const occupied = new Set(Array.from(state.rows.values(), ({ row }) => endIn(row.id)))
  return messagesFor(state.rows, scene).flatMap((message) => {
    const delivery = { message, copy: freeCopy(state, occupied, message) }
    const answer = answerOf(state.rows, delivery, nextOf(delivery, NOTHING), bug)
    return nodes.map((node): Step => {
      const calls = [...state.calls, { ...delivery, node, received: NOTHING, answer }]
      return { event: { _tag: "Taken", node, message }, after: { ...state, calls, sent: state.sent + 1 } }
    })
  })
}

/** Two deliveries that both create records get different copy numbers, so their ids do not collide. */
const freeCopy = ({ calls }: State, occupied: ReadonlySet<string>, message: Message): number => {
  const isTaken = (copy: number) =>
    occupied.has(endOf({ message, copy })) || calls.some((call) => call.message === message && call.copy === copy)
  let copy = 0
  while (isTaken(copy)) copy += 1
  return copy
}
