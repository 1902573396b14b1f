import { Context, Effect, Exit, Option } from "effect"
import type { EnvironmentKey, Millis } from "../model/Environment.ts"
import type { Declaration } from "../store/Collection.ts"
import { instantOf } from "../store/Collection.ts"
import type { Write } from "../store/plans.ts"
import { type Change, Conflict, type Row } from "../store/Store.ts"

/** The slots of this node for one kind of work in one mode (see `makeLanes`). */
export interface Slots {
  /** Takes a slot for a new order of the environment. Returns false where a claim would not be within its limits (I23). */
  readonly take: (environment: EnvironmentKey) => boolean
  readonly giveBack: (environment: EnvironmentKey) => void
  /** Begins the order in the slot that `take` reserved. */
  readonly begin: (row: Row) => void
  /** Begins it if the store has it, after a commit with an unknown outcome. */
  readonly confirm: (row: Row) => void
}

type Insert = Extract<Change, { readonly op: "insert" }>

/**
 * The orders that this node inserts and sends itself, right after their commit. They are inserted leased, so no claim is
 * needed and no other node sends them. If this node dies, another one claims the order when its lease expires. An order for
 * which the node has no slot is inserted without a lease, and waits for a claim.
 */
export const makeOutbox = (now: () => Millis) => {
  const slots = new Map<string, Slots>()
  const slotsFor = ({ at, body, collection, environment }: Insert): Slots | undefined => {
    const found = slots.get(`${environment.slice(0, environment.indexOf("/"))} ${collection.name}`)
    if (found === undefined || collection.due === undefined) return undefined
    const dueAt = instantOf(body, collection.due)
    return dueAt !== undefined && dueAt <= at ? found : undefined
  }
  return {
    /** Sends the new orders of a kind and mode, until the returned function is called. */
    serve: ({ name }: Declaration, mode: string, own: Slots): (() => void) => {
      const place = `${mode} ${name}`
      slots.set(place, own)
      return () => void slots.delete(place)
    },
    commit: <E>(write: Write, run: (write: Write) => Effect.Effect<void, E>): Effect.Effect<void, E> => {
      if (!write.changes.some((change) => change.op === "insert" && slotsFor(change) !== undefined)) return run(write)
      const held: Array<{ readonly own: Slots; readonly order: Insert }> = []
      const leased = Effect.suspend(() => {
        const changes = write.changes.map((change): Change => {
          const own = change.op === "insert" ? slotsFor(change) : undefined
          if (change.op !== "insert" || own?.take(change.environment) !== true) return change
          held.push({ own, order: change })
          return { ...change, leasedUntil: now() + LEASE }
        })
        return run({ ...write, changes })
      })
      return Effect.onExitPrimitive(leased, (exit) => {
        for (const { order, own } of held) {
          if (Exit.isSuccess(exit)) own.begin(rowOf(order))
          else if (isRefused(exit)) own.giveBack(order.environment)
          else own.confirm(rowOf(order))
        }
        return undefined
      })
    }
  }
}

/** Whether the store refused a commit. After another failure, and after an interruption, it may have been written. */
const isRefused = (exit: Exit.Exit<void, unknown>): boolean =>
  Option.getOrUndefined(Exit.findErrorOption(exit)) instanceof Conflict

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
  {
    defaultValue: () => undefined
  }
)
