import { createHash } from "node:crypto"
import { ENVIRONMENT } from "@countersign/bench/ours/equipped"
import { openStore, settle } from "@countersign/bench/ours/start"
import { child } from "@countersign/bench/run/servers"
import type { Subject } from "@countersign/bench/seed/Seed"
import { receiptHeads } from "@countersign/core/internal"
import { createCountersign } from "countersign"
import { environmentKey, Store } from "countersign/effect"
import { Effect, Layer, Schema } from "effect"
import { built } from "../built.ts"
import type { Question } from "./node.ts"
import { issuer, nodeOf, options, type RaceNode, SecondLeg, Tally } from "./nodeOf.ts"

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

/** Two nodes on one store, and the subjects of their calls. */
export interface Track {
  readonly subjects: ReadonlyArray<Subject>
  readonly nodes: readonly [RaceNode, RaceNode]
  /** The number of writes to the chain heads of the subjects' accounts, which must be one per success. */
  readonly writes: () => Promise<number>
  readonly stop: () => Promise<void>
}

/** With a database: two processes. Without one: two services of this process on one memory store. */
export const openTrack = async (
  database: string | undefined,
  { count, seed }: { readonly count: number; readonly seed: number }
): Promise<Track> => {
  const opened = await openStore(database)
  const subjects = await settle(opened.store, options, { count, issuer })
  const shared = jittered(opened.store, seed)
  const node = async () => (database === undefined ? ownNode(shared) : processNode(database))
  const nodes = [await node(), await node()] as const
  return {
    subjects,
    nodes,
    writes: async () => (await versions(opened.store, subjects)).reduce((sum, version) => sum + version, 0),
    stop: async () => {
      await Promise.all(nodes.map(({ stop }) => stop()))
      await opened.close()
    }
  }
}

const ownNode = (store: Store["Service"]): RaceNode =>
  nodeOf(createCountersign({ ...options, store: Layer.succeed(Store, store) }))

const processNode = async (database: string): Promise<RaceNode> => {
  const process = child(built("races/node.js"), [database])
  await process.next()
  const ask = (question: Question) => process.ask(question)
  return {
    prepare: async (races) => legs(await ask({ prepare: races })),
    race: async (heats) => tallies(await ask({ race: heats })),
    stop: process.stop
  }
}

const legs = Schema.decodeUnknownSync(Schema.Array(SecondLeg))
const tallies = Schema.decodeUnknownSync(Schema.Array(Tally))

const versions = async (store: Store["Service"], subjects: ReadonlyArray<Subject>): Promise<ReadonlyArray<number>> => {
  const environment = environmentKey(ENVIRONMENT)
  const refs = subjects.map(({ accountId }) => ({
    collection: receiptHeads,
    environment,
    by: "id" as const,
    id: accountId
  }))
  const found = await Effect.runPromise(store.load(refs))
  return found.flatMap((rows) => rows.map(({ version }) => version))
}
