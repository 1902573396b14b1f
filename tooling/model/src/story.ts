import { type Change, Collection } from "@countersign/core"
import { nameOf } from "./cast/names.ts"
import type { Call } from "./explore/State.ts"
import type { Event } from "./explore/Step.ts"
import type { Next } from "./node/Message.ts"

/** The events of a path, one line per event. */
export const story = (events: ReadonlyArray<Event>): ReadonlyArray<string> =>
  events.map((event, nth) => `${String(nth + 1).padStart(2)}. ${reported(event)}`)

const reported = (event: Event): string => {
  switch (event._tag) {
    case "Ticked":
      return `the store's clock shows ${event.now}`
    case "Crashed":
      return `node ${event.node} crashes, with all that it has under way`
    case "Taken":
      return `node ${event.node} takes ${event.message.name}; it reads`
    case "Read":
      return `node ${event.call.node}, for ${named(event.call)}: reads again`
    case "Decided":
      return `node ${event.call.node}, for ${named(event.call)}: decides by a clock that shows ${event.at}${answered(event.next)}`
    case "Committed": {
      const changes = event.plan.changes.map(written).join(", ")
      return `the store, for ${named(event.call)}: ${ended[event.outcome]} (${changes})${answered(event.next)}`
    }
  }
}

const ended = {
  done: "commits",
  "done, unheard": "commits, and the node never hears of it",
  "not done, unheard": "does not commit, and the node never hears of it",
  conflict: "commits nothing, since a guard does not hold"
}

const named = ({ copy, message }: Call): string => `${message.name}${copy === 0 ? "" : ` (copy ${copy + 1})`}`

const answered = (next: Next): string => (next._tag === "Over" ? `; the answer is ${next.said.name}` : "")

const written = (change: Change): string => {
  const name = change.id.includes(":") ? nameOf(change.id) : `a mark in ${change.collection.name}`
  if (change.op === "remove") return `removes ${name}`
  const tag = Collection.textOf(change.body, "_tag")
  return `${change.op === "insert" ? "adds" : "writes"} ${name}${tag === undefined ? "" : ` as ${tag}`}`
}
