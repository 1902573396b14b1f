import { encodeHex, encodeUtf8, sha256, uncompressedHex } from "@countersign/wire"
import { Clock, Context, Effect } from "effect"
import { SERVICE } from "../../model/Environment.ts"
import { NodeTime } from "../../ports/ClockControl.ts"
import { ServiceKey } from "../../ports/ServiceKey.ts"
import { Vault } from "../../ports/Vault.ts"
import { WebhookKeys } from "../../ports/WebhookSender.ts"
import { put } from "../../store/plans.ts"
import { byId, type FoundOf, load, type Stored } from "../../store/records.ts"
import { Store, StoreUnavailable } from "../../store/Store.ts"
import { judgeKeys, type KnownKeys, knownKeys, NotReady } from "./rules/KnownKeys.ts"

/** Whether the keys of the node are expected to be those of other nodes. Not so for keys that were generated at the start. */
export const SharesKeys = Context.Reference<boolean>("@countersign/core/operations/SharesKeys", {
  defaultValue: () => true
})

/**
 * Succeeds if this node can serve: the store answers and can be written, the node has the keys that are in use on it, and
 * the clock of the node is near that of the store. Otherwise fails as a call would, or with `NotReady`. The first node of
 * a database, and a node of a rotation, store the fingerprints of their keys.
 */
export const checkReady = Effect.fnUntraced(function* () {
  const store = yield* Store
  const nodeTime = yield* NodeTime
  const began = yield* nodeTime
  const [found, state] = yield* Effect.all([load(KNOWN), store.state ?? Effect.succeed(undefined)], {
    concurrency: "unbounded"
  })
  const ended = yield* nodeTime
  if (state?.canWrite === false) return yield* new NotReady({ check: "the database is read-only or a standby" })
  if (state !== undefined && (state.now < began - CLOCK_BOUND || state.now > ended + CLOCK_BOUND)) {
    const apart = Math.round((ended - state.now) / 1000)
    return yield* new NotReady({
      check: `the clock of the node is ${Math.abs(apart)} s ${apart > 0 ? "ahead" : "behind"}`
    })
  }
  if (!(yield* SharesKeys)) return
  // If another node stored its keys first, the next check compares with them.
  for (const { known, ...learned } of yield* newKeys(found)) yield* storeKnown(known, learned)
})

/** Stores the keys of a use over the record that was read, unless another node did so first. */
export const storeKnown = Effect.fnUntraced(function* (
  known: Stored<typeof KnownKeys.Type> | undefined,
  keys: typeof KnownKeys.Type
) {
  const store = yield* Store
  const change = put(knownKeys, SERVICE, known, keys, yield* Clock.currentTimeMillis)
  yield* Effect.catchTag(store.commit([change], []), "Conflict", () => Effect.void)
})

/**
 * Fails with `NotReady` if the node lacks a key that is active on this database, as {@link checkReady} does. Stores
 * nothing.
 */
export const requireKeys = Effect.fnUntraced(function* () {
  if (yield* SharesKeys) yield* newKeys(yield* load(KNOWN))
})

/** Returns the keys of the node to store, if it lacks none of those that are active. */
const newKeys = Effect.fnUntraced(function* (found: FoundOf<typeof KNOWN>) {
  const learned: Array<typeof KnownKeys.Type & { readonly known: FoundOf<typeof KNOWN>["keys.vault"] }> = []
  for (const [use, own] of yield* fingerprints) {
    const known = found[use]
    const { lacks, learns } = judgeKeys(known?.value.fingerprints, own)
    if (lacks !== undefined) {
      return yield* new NotReady({ check: `${use} has ${own.join(" and ")}, and lacks ${lacks} of the other nodes` })
    }
    if (learns !== undefined) learned.push({ use, fingerprints: learns, known })
  }
  return learned
})

const KNOWN = {
  "keys.vault": byId(knownKeys, SERVICE, "keys.vault"),
  "keys.service": byId(knownKeys, SERVICE, "keys.service"),
  "keys.webhooks": byId(knownKeys, SERVICE, "keys.webhooks")
}

/** Milliseconds. The node uses the store's clock, but its `Date` header, its certificates and its peers do not. */
const CLOCK_BOUND = 10_000

/** The fingerprints of the keys of the node by option, the active one first. They reveal nothing about a key. */
const fingerprints = Effect.gen(function* () {
  const short = (hex: string) => hex.slice(0, 16)
  const digest = (bytes: Uint8Array) => short(encodeHex(sha256(bytes)))
  const { bundles } = yield* ServiceKey
  return [
    ["keys.vault", (yield* (yield* Vault).digests("fingerprint", "known keys v1")).map(short)],
    ["keys.service", bundles.publicKeys.map((key) => digest(encodeUtf8(uncompressedHex(key))))],
    ["keys.webhooks", (yield* (yield* WebhookKeys).publicKeys(SERVICE)).map(digest)]
  ] as const
})

/**
 * Returns the key of a use as the key management service encrypted it, the same on all nodes. The first node stores the
 * one that it makes: of two nodes that start at once, both return the one that was stored first.
 */
export const wrappedKey = Effect.fnUntraced(function* <E, R>(use: string, make: Effect.Effect<string, E, R>) {
  const found = yield* read(use)
  if (found?.value.wrapped !== undefined) return found.value.wrapped
  yield* storeKnown(found, { use, fingerprints: [], wrapped: yield* make })
  const stored = yield* read(use)
  return stored?.value.wrapped ?? (yield* new StoreUnavailable({}))
})

/** Stores a key that was encrypted again, unless another node did so first. */
export const rewrapKey = Effect.fnUntraced(function* <E, R>(
  use: string,
  anew: (wrapped: string) => Effect.Effect<string | undefined, E, R>
) {
  const found = yield* read(use)
  const next = found?.value.wrapped === undefined ? undefined : yield* anew(found.value.wrapped)
  if (next !== undefined) yield* storeKnown(found, { use, fingerprints: [], wrapped: next })
})

const read = (use: string) => Effect.map(load({ found: byId(knownKeys, SERVICE, use) }), ({ found }) => found)
