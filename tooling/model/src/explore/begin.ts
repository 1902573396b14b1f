import { keys } from "../cast/keys.ts"
import { prepared } from "../cast/operations.ts"
import { ids, records } from "../cast/records.ts"
import { START } from "../cast/times.ts"
import { arrivals } from "./arrivals.ts"
import { WRONG_STAMP } from "./messages.ts"
import { onward } from "./onward.ts"
import type { State } from "./State.ts"

/**
 * Where every run begins: the records, a request for each thing that can be signed, and one wrong stamp on the last of
 * them. The workflows themselves made them, one after another.
 */
export const begin = (): State => {
  const opened = new Map([
    [ids.S1, keys.S1.publicKey],
    [ids.S2, keys.S2.publicKey],
    [ids.S3, keys.S3.publicKey]
  ])
  const empty: State = { now: START, rows: records, calls: [], sent: 0, keys: opened }
  const issued = prepared.reduce((state, { name }) => alone(state, (message) => message === name), empty)
  return { ...alone(issued, (name) => name.endsWith(WRONG_STAMP)), sent: 0 }
}

/** A call from its arrival to its end, while nothing else happens. */
const alone = (state: State, isIt: (name: string) => boolean): State => {
  const arrived = arrivals(state, ["A"], undefined).find(
    ({ event }) => event._tag === "Taken" && isIt(event.message.name)
  )
  if (arrived === undefined) throw new Error("model: what the run begins with cannot be sent")
  return finished(arrived.after)
}

const finished = (state: State): State => {
  const [call] = state.calls
  if (call === undefined) return state
  const [step] = onward(state, call, state.now, undefined)
  if (step === undefined) throw new Error(`model: ${call.message.name} cannot go on`)
  return finished(step.after)
}
