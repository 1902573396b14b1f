import type { Millis } from "@countersign/core"
import { keys, START } from "../cast/cast.ts"
import type { Scene } from "../cast/operations.ts"
import { ids } from "../cast/records.ts"
import { invariants } from "../invariants/all.ts"
import type { Invariant } from "../invariants/invariants.ts"
import { arrivals, WRONG_STAMP } from "./arrivals.ts"
import { onward } from "./onward.ts"
import type { Bounds, NodeName, State, World } from "./State.ts"
import { encodedState } from "./State.ts"
import type { Event, Step } from "./Step.ts"

export interface Explored {
  readonly states: number
  readonly transitions: number
  /** The number of steps to the state that is farthest from the start. */
  readonly depth: number
  /** The results of the calls by leg and operation, with their counts. */
  readonly ends: ReadonlyMap<string, number>
  /** For each broken invariant, the shortest path to a step that breaks it. */
  readonly broken: ReadonlyMap<Invariant, ReadonlyArray<Event>>
}

/** Explores all reachable states breadth-first, and checks the invariants at each step. */
export const explore = (world: World, isEnough: IsEnough = never): Explored => {
  const first = begin(world.scene)
  const known = new Set([encodedState(first)])
  // How each state was first reached: its predecessor and the number of the step.
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
        const encoded = encodedState(step.after)
        if (known.has(encoded)) continue
        known.add(encoded)
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

/** Whether to stop before the next level of the search. */
type IsEnough = (broken: Explored["broken"]) => boolean
const never: IsEnough = () => false

const count = (ends: Map<string, number>, { event }: Step): void => {
  if (event._tag !== "Decided" && event._tag !== "Committed") return
  if (event.next._tag !== "Over") return
  const { operation, retry } = event.call.message
  const end = `${operation.name}${retry === undefined ? "" : ", retried"}: ${event.next.said.name}`
  ends.set(end, (ends.get(end) ?? 0) + 1)
}

const replayed = (world: World, trail: ReadonlyArray<number>): ReadonlyArray<Event> => {
  let state = begin(world.scene)
  return trail.map((nth) => {
    const step = stepsFrom(state, world)[nth]
    if (step === undefined) throw new Error("model: a recorded path cannot be replayed")
    state = step.after
    return step.event
  })
}

/**
 * The initial state: the records, a pending request for each operation that can be signed, and one failed stamp on one
 * that is probed. The real workflows create all of them, one after another.
 */
export const begin = (scene: Scene): State => {
  const opened = new Map(
    (["S1", "S2", "S3", "S8", "S9"] as const).map((name) => [ids[name], keys[name].publicKey] as const)
  )
  const empty: State = { now: START, rows: scene.records, calls: [], sent: 0, keys: opened }
  const issued = scene.prepared.reduce((state, { name }) => alone(state, scene, (message) => message === name), empty)
  const isProbed = scene.prepared.some((operation) => operation.isProbed)
  const probed = isProbed ? alone(issued, scene, (name) => name.endsWith(WRONG_STAMP)) : issued
  return { ...probed, sent: 0 }
}

/** Runs one call to its end without interleaving. */
const alone = (state: State, scene: Scene, isIt: (name: string) => boolean): State => {
  const arrived = arrivals(state, ["A"], scene, undefined).find(
    ({ event }) => event._tag === "Taken" && isIt(event.message.name)
  )
  if (arrived === undefined) throw new Error("model: an initial message cannot be sent")
  return finished(arrived.after)
}

const finished = (state: State): State => {
  const [call] = state.calls
  if (call === undefined) return state
  const [step] = onward(state, call, state.now, undefined)
  if (step === undefined) throw new Error(`model: ${call.message.name} has no next step`)
  return finished(step.after)
}

const stepsFrom = (state: State, { bounds, bug, scene }: World): ReadonlyArray<Step> => [
  ...(state.now < bounds.until ? [ticked(state)] : []),
  ...(state.sent < bounds.calls && state.calls.length < bounds.atOnce ? arrivals(state, nodes, scene, bug) : []),
  ...state.calls.flatMap((call) => onward(state, call, clockOf(call.node, state.now, bounds), bug)),
  ...nodes.flatMap((node) => crashed(state, node))
]

const nodes: ReadonlyArray<NodeName> = ["A", "B"]

/** The time by a node's clock. */
const clockOf = (node: NodeName, now: Millis, { ahead }: Bounds): Millis => (node === "A" ? now : now + ahead)

const ticked = (state: State): Step => {
  const now = state.now + 1
  return { event: { _tag: "Ticked", now }, after: { ...state, now } }
}

/** A crash loses all calls of the node. */
const crashed = (state: State, node: NodeName): ReadonlyArray<Step> => {
  const calls = state.calls.filter((call) => call.node !== node)
  return calls.length === state.calls.length ? [] : [{ event: { _tag: "Crashed", node }, after: { ...state, calls } }]
}
