import type { Invariant } from "../invariants/Invariant.ts"
import { begin } from "./begin.ts"
import { type State, spelledState } from "./State.ts"
import type { Event, Step } from "./Step.ts"
import { stepsFrom } from "./stepsFrom.ts"
import type { World } from "./World.ts"

export interface Explored {
  readonly states: number
  readonly transitions: number
  /** Steps to the state that is farthest from the beginning. */
  readonly depth: number
  /** How often the calls of each leg of each operation ended in each way. */
  readonly ends: ReadonlyMap<string, number>
  /** The shortest way to the first step that breaks each invariant that is broken. */
  readonly broken: ReadonlyMap<Invariant, ReadonlyArray<Event>>
}

/** Walks through every state there is, nearest first, and holds each step to the invariants. */
export const explore = (world: World, invariants: ReadonlyArray<Invariant>, isEnough: IsEnough = never): Explored => {
  const first = begin()
  const known = new Set([spelledState(first)])
  // How each state was first reached: from which one, and by which of its steps.
  const from: Array<number> = [-1]
  const by: Array<number> = [-1]
  const trail = (state: number): ReadonlyArray<number> =>
    state <= 0 ? [] : [...trail(from[state] ?? 0), by[state] ?? 0]
  const broken = new Map<Invariant, ReadonlyArray<Event>>()
  const ends = new Map<string, number>()
  let transitions = 0
  let depth = 0
  let frontier: ReadonlyArray<{ readonly state: State; readonly number: number }> = [{ state: first, number: 0 }]
  while (frontier.length > 0 && !isEnough(broken)) {
    const reached: Array<{ readonly state: State; readonly number: number }> = []
    for (const { number, state } of frontier) {
      for (const [nth, step] of stepsFrom(state, world).entries()) {
        transitions += 1
        count(ends, step)
        for (const invariant of invariants) {
          if (broken.has(invariant) || invariant.holds(state, step)) continue
          broken.set(invariant, replayed(world, [...trail(number), nth]))
        }
        const spelled = spelledState(step.after)
        if (known.has(spelled)) continue
        known.add(spelled)
        reached.push({ state: step.after, number: from.length })
        from.push(number)
        by.push(nth)
      }
    }
    frontier = reached
    if (reached.length > 0) depth += 1
  }
  return { states: known.size, transitions, depth, ends, broken }
}

/** Whether to stop before the next step away from the beginning. */
type IsEnough = (broken: Explored["broken"]) => boolean
const never: IsEnough = () => false

const count = (ends: Map<string, number>, { event }: Step): void => {
  if (event._tag !== "Decided" && event._tag !== "Committed") return
  if (event.next._tag !== "Over") return
  const { operation, retry } = event.call.message
  const end = `${operation.name}${retry === undefined ? "" : ", retried"}: ${event.next.said.name}`
  ends.set(end, (ends.get(end) ?? 0) + 1)
}

/** What happened on the way to a state, or past it. */
const replayed = (world: World, trail: ReadonlyArray<number>): ReadonlyArray<Event> => {
  let state = begin()
  return trail.map((nth) => {
    const step = stepsFrom(state, world)[nth]
    if (step === undefined) throw new Error("model: a way that was walked is not there")
    state = step.after
    return step.event
  })
}
