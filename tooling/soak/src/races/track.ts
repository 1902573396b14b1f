import { createHash } from "node:crypto"
import { ENVIRONMENT } from "@countersign/bench/ours/equipped"
import { openStore, settle } from "@countersign/bench/ours/start"
import { child } from "@countersign/bench/run/servers"
import type { Subject } from "@countersign/bench/seed/Seed"
import { receiptHeads } from "@countersign/core/internal"
import { createCountersign } from "countersign"
import { environmentKey, Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { built } from "../built.ts"
import { issuer, nodeOf, options, type RaceNode } from "./nodeOf.ts"

/**
 * A store that responds after zero or more turns of the event loop, by a seed. A memory store responds at once, so the
 * first caller would always win.
 */
const jittered = (store: Store["Service"], seed: number): Store["Service"] => {
  let drawn = Buffer.alloc(0)
  let next = 0
  const turns = (): number => {
    if (next === drawn.length) {
      drawn = createHash("sha512")
        .update(`${seed} ${drawn.toString("hex")}`)
        .digest()
      next = 0
    }
    next += 1
    return (drawn[next - 1] ?? 0) % MOST_TURNS
  }
  const later = Effect.promise(async () => {
    for (let left = turns(); left > 0; left -= 1) await new Promise(setImmediate)
  })
  return {
    ...store,
    load: (refs) => Effect.andThen(later, store.load(refs)),
    commit: (changes, guards) => Effect.andThen(later, store.commit(changes, guards))
  }
}

const MOST_TURNS = 4

/**
 * Two nodes on one store, and the subjects of their calls. With a database: two processes. Without one: two services of
 * this process on one memory store.
 */
export const openTrack = async (
  database: string | undefined,
  { count, seed }: { readonly count: number; readonly seed: number }
) => {
  const opened = await openStore(database)
  const subjects = await settle(opened.store, options, { count, issuer })
  const shared = jittered(opened.store, seed)
  const node = async () => (database === undefined ? ownNode(shared) : processNode(database))
  const nodes = [await node(), await node()] as const
  return {
    subjects,
    nodes,
    /** The number of writes to the chain heads of the subjects' accounts, which must be one per success. */
    writes: () => writesOf(opened.store, subjects),
    stop: async () => {
      await Promise.all(nodes.map(({ stop }) => stop()))
      await opened.close()
    }
  }
}

export type Track = Awaited<ReturnType<typeof openTrack>>

const ownNode = (store: Store["Service"]): RaceNode =>
  nodeOf(createCountersign({ ...options, store: Layer.succeed(Store, store) }))

const processNode = async (database: string): Promise<RaceNode> => {
  const process = child(built("races/node.js"), [database])
  await process.next()
  return {
    prepare: (races) => process.ask({ prepare: races }),
    race: (heats) => process.ask({ race: heats }),
    stop: process.stop
  }
}

const writesOf = async (store: Store["Service"], subjects: ReadonlyArray<Subject>): Promise<number> => {
  const place = { collection: receiptHeads, environment: environmentKey(ENVIRONMENT), by: "id" as const }
  const found = await Effect.runPromise(store.load(subjects.map(({ accountId: id }) => ({ ...place, id }))))
  return found.flat().reduce((sum, { version }) => sum + version, 0)
}
