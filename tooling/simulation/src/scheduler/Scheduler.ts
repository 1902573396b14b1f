import TinyQueue from "tinyqueue"
import type { Random } from "./Random.ts"

/** A node, a device or the database. The timers that it starts, and the answers to it, belong to it. */
export interface Actor {
  readonly name: string
  /** How far its clock is ahead of the simulated time, in milliseconds. */
  ahead: number
  /** A process that has ended: nothing of it runs again. */
  isGone: boolean
  /** A process that is frozen until this time: what belongs to it waits. */
  frozenUntil: number
}

export const actor = (name: string, ahead = 0): Actor => ({ name, ahead, isGone: false, frozenUntil: 0 })

/** Something that runs at an instant, unless it is cancelled. */
export interface Entry {
  at: number
  readonly order: number
  readonly owner: Actor
  readonly run: () => void
  /** The interval of a worker's poll. */
  readonly poll: number | undefined
  isCancelled: boolean
}

/**
 * The simulated time. It runs one entry after the other, each until its owner has nothing left to do at this instant, so the
 * order of all work depends on the seed alone. `quiet` resolves when nothing is left to do.
 */
export const makeScheduler = (random: Random, start: number, quiet: () => Promise<void>) => {
  const [polls, others] = [queue(), queue()]
  const world = actor("world")
  let [now, current, pushed, ran, skipped] = [start, world, 0, 0, 0]
  let nextDue = (_poll: number) => now

  /** A poll before the database has work for it, and before anything else happens, finds nothing: the next useful one runs. */
  const idleUntil = ({ at, poll }: Entry): number => {
    if (poll === undefined) return at
    const next = Math.min(nextDue(poll), others.peek()?.at ?? Number.POSITIVE_INFINITY)
    return at + Math.max(0, Math.ceil((next - at) / poll)) * poll
  }
  const take = (end: number): Entry | undefined => {
    const [poll, other] = [polls.peek(), others.peek()]
    const isPoll = poll !== undefined && (other === undefined || compare(poll, other) < 0)
    const first = isPoll ? poll : other
    return first === undefined || first.at > end ? undefined : (isPoll ? polls : others).pop()
  }
  const enqueue = (entry: Entry) => (entry.poll === undefined ? others : polls).push(entry)

  return {
    now: () => now,
    /** The actor that runs. */
    current: () => current,
    /** How many entries have run, and how many polls were not needed. */
    counts: () => ({ ran, skipped }),
    /** Runs something for an actor after some milliseconds. `poll` is the interval of a worker that looks for due work. */
    after: (millis: number, owner: Actor, run: () => void, poll?: number): Entry => {
      pushed += 1
      // Entries of one instant run in any order.
      const order = random.upTo(0xffff) * 2 ** 36 + pushed
      const entry = { at: now + Math.max(0, millis), order, owner, run, poll, isCancelled: false }
      enqueue(entry)
      return entry
    },
    /** `read` returns the time at which the database has work next for those who poll at this interval. */
    onNextDue: (read: (poll: number) => number): void => {
      nextDue = read
    },
    /** Runs everything up to an instant, or until `isOver`. */
    runUntil: async (end: number, isOver: () => boolean): Promise<void> => {
      for (let entry = take(end); entry !== undefined && !isOver(); entry = take(end)) {
        if (entry.isCancelled || entry.owner.isGone) continue
        const later = Math.max(entry.owner.frozenUntil, idleUntil(entry))
        if (later > entry.at) {
          if (entry.poll !== undefined) skipped += 1
          entry.at = later
          enqueue(entry)
          continue
        }
        now = entry.at
        current = entry.owner
        ran += 1
        entry.run()
        await quiet()
        current = world
      }
      if (!isOver()) now = end
    }
  }
}

export type Scheduler = ReturnType<typeof makeScheduler>

const compare = (one: Entry, other: Entry): number => one.at - other.at || one.order - other.order
const queue = () => new TinyQueue<Entry>([], compare)
