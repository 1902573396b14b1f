import { NOTHING } from "../node/Heard.ts"
import { endIn, endOf, type Message } from "../node/Message.ts"
import { nextOf } from "../node/nextOf.ts"
import type { Switch } from "../switches/Switch.ts"
import { answerOf } from "./answerOf.ts"
import { messagesFor } from "./messages.ts"
import type { NodeName, State } from "./State.ts"
import type { Step } from "./Step.ts"

/**
 * Any message may reach any node, however often it came before. That the store answers its first question at once leaves
 * nothing out: until then a call knows nothing, and nobody knows of the call.
 */
export const arrivals = (
  state: State,
  nodes: ReadonlyArray<NodeName>,
  bug: Switch | undefined
): ReadonlyArray<Step> => {
  const taken = new Set(Array.from(state.rows.values(), ({ row }) => endIn(row.id)))
  return messagesFor(state.rows).flatMap((message) => {
    const delivery = { message, copy: freeCopy(state, taken, message) }
    const answer = answerOf(state.rows, delivery, nextOf(delivery, NOTHING), bug)
    return nodes.map((node): Step => {
      const calls = [...state.calls, { ...delivery, node, heard: NOTHING, answer }]
      return { event: { _tag: "Taken", node, message }, after: { ...state, calls, sent: state.sent + 1 } }
    })
  })
}

/** What two deliveries make has two names, so that neither is in the way of the other. */
const freeCopy = ({ calls }: State, taken: ReadonlySet<string>, message: Message): number => {
  const isTaken = (copy: number) =>
    taken.has(endOf({ message, copy })) || calls.some((call) => call.message === message && call.copy === copy)
  let copy = 0
  while (isTaken(copy)) copy += 1
  return copy
}
