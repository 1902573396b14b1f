import { Clock, Context, Effect, Exit, Option } from "effect"
import type { EnvironmentKey, Millis } from "../model/Environment.ts"
import { type Declaration, instantOf } from "../store/Collection.ts"
import type { Write } from "../store/plans.ts"
import { type Change, Conflict, type Row, Store } from "../store/Store.ts"

/** The slots of this node for one kind of work in one mode (see `makeLanes`). */
export interface Slots {
  /** Takes a slot for a new order of the environment, of a kind that is sent at once, within the limits of a claim (I23). */
  readonly take: (environment: EnvironmentKey) => boolean
  readonly giveBack: (environment: EnvironmentKey) => void
  /** Begins the order in the slot that `take` reserved. */
  readonly begin: (row: Row, leasedUntil: Millis) => void
  /** Begins it if the store has it, after a commit with an unknown outcome. */
  readonly confirm: (row: Row, leasedUntil: Millis) => void
  /** An order that got no slot was committed. Begins a claim, if the environment now has one. */
  readonly waits: (environment: EnvironmentKey) => void
  /** Begins a claim. Undefined unless they wait for work. */
  readonly idle: () => (() => void) | undefined
}

type Insert = Extract<Change, { readonly op: "insert" }>

/**
 * The orders that this node inserts and sends itself, right after their commit. They are inserted leased, so no claim is
 * needed and no other node sends them. If this node dies, another one claims the order when its lease expires. An order for
 * which the node has no slot is inserted without a lease, and waits for a claim.
 */
export const makeOutbox = (now: () => Millis) => {
  /** Each with the time since when work was due at the last look. */
  const queues = new Map<string, { readonly of: Declaration; readonly own: Slots; since?: Millis | undefined }>()
  const slotsFor = ({ collection: { due, name }, environment, ...change }: Change) => {
    const { own } = queues.get(`${environment.slice(0, environment.indexOf("/"))} ${name}`) ?? {}
    const dueAt = change.op === "remove" || due === undefined ? undefined : instantOf(change.body, due)
    return own && dueAt !== undefined ? { own, isNew: change.op === "insert" && dueAt <= change.at } : undefined
  }
  let [isSoon, next, pause] = [true, 0, PAUSE]
  return {
    /** Sends the new orders of a kind and mode, until the returned function is called. */
    serve: (of: Declaration, mode: string, own: Slots): (() => void) => {
      const place = `${mode} ${of.name}`
      queues.set(place, { of, own })
      return () => void queues.delete(place)
    },
    /** Another call moved due times, as that of a sandbox clock does. */
    soon: () => {
      isSoon = true
    },
    /**
     * Looks for work of idle queues. Runs every {@link PAUSE} milliseconds, and sends a statement, one for all of them, when work is
     * known to be due before the next one, and otherwise ever more rarely. Where the store has none for this, the queues claim.
     */
    look: Effect.gen(function* () {
      const millis = Number((yield* Clock.monotonicTimeNanos) / 1_000_000n)
      const idle = [...queues].filter(([, { own }]) => own.idle() !== undefined)
      if (idle.length === 0 || (millis < next && !isSoon)) return
      const wasSoon = isSoon
      isSoon = false
      const [{ depths }, at] = [yield* Store, now()]
      const found = depths && (yield* depths([...new Set(idle.map(([, { of }]) => of))], at + LONGEST))
      for (const [place, queue] of idle) {
        const depth = found?.find(({ collection, mode }) => `${mode} ${collection}` === place)
        const since = found === undefined ? 0 : depth?.since
        const isDue = since !== undefined && since <= at
        if (isDue) queue.own.idle()?.()
        // What another node has in progress is found again and again.
        isSoon ||= since !== undefined && !(isDue && since === queue.since)
        queue.since = isDue ? since : undefined
      }
      // The commit for which this look came early may end after it.
      pause = isSoon || wasSoon ? PAUSE : Math.min(2 * pause, LONGEST)
      next = millis + pause
    }),
    commit: <E>(write: Write, run: (write: Write) => Effect.Effect<void, E>): Effect.Effect<void, E> => {
      let isNew = false
      for (const change of write.changes) {
        const found = slotsFor(change)
        isSoon ||= found?.isNew === false
        isNew ||= found?.isNew === true
      }
      if (!isNew) return run(write)
      const held: Array<{ readonly own: Slots; readonly order: Insert }> = []
      const waiting: Array<() => void> = []
      let leasedUntil = 0
      const leased = Effect.suspend(() => {
        leasedUntil = now() + LEASE
        const changes = write.changes.map((change): Change => {
          const found = slotsFor(change)
          if (change.op !== "insert" || found?.isNew !== true) return change
          const { own } = found
          const isHeld = own.take(change.environment)
          if (isHeld) held.push({ own, order: change })
          else waiting.push(() => own.waits(change.environment))
          return isHeld ? { ...change, leasedUntil } : change
        })
        return run({ ...write, changes })
      })
      return Effect.onExitPrimitive(leased, (exit) => {
        for (const { order, own } of held) {
          if (Exit.isSuccess(exit)) own.begin(rowOf(order), leasedUntil)
          else if (isRefused(exit)) own.giveBack(order.environment)
          else own.confirm(rowOf(order), leasedUntil)
        }
        for (const waits of waiting) waits()
        isSoon ||= held.length < write.changes.filter(slotsFor).length
        return undefined
      })
    }
  }
}

/** Whether the store refused a commit. After another failure, and after an interruption, it may have been written. */
const isRefused = (exit: Exit.Exit<void, unknown>): boolean =>
  Option.getOrUndefined(Exit.findErrorOption(exit)) instanceof Conflict

/** The pauses of a node without work, in milliseconds: the shortest and the longest. */
export const PAUSE: Millis = 250
const LONGEST: Millis = 2000

/** Longer than the lease of a claim by the time that a commit may take. */
const LEASE: Millis = 35_000

/** The row that the insert makes. */
const rowOf = ({ at, body, environment, id }: Insert): Row => ({
  environment,
  id,
  version: 1,
  createdAt: at,
  updatedAt: at,
  body
})

/** The wiring gives each service with workers its own. Without it, orders wait for a claim. */
export const Outbox = Context.Reference<ReturnType<typeof makeOutbox> | undefined>(
  "@countersign/core/operations/Outbox",
  { defaultValue: () => undefined }
)
