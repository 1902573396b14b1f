import { type Collection, collections } from "@countersign/core"
import { callers, makeWorld, session } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { type Change, Store } from "countersign/effect"
import { Effect, Layer, Schema } from "effect"
import { onTestFinished } from "vitest"
import { feeding } from "../feeding.ts"

/** A node of this version, on a store in which a newer one changes records. */
const shared = () => {
  const inner = Effect.runSync(makeMemoryStore)
  const written = new Map<string, Change>()
  const inserted = new Set<string>()
  const keyOf = ({ collection, environment, id }: Change) => `${collection.name} ${environment} ${id}`
  const store = Store.of({
    ...inner,
    commit: (changes, guards) =>
      Effect.tap(inner.commit(changes, guards), () =>
        Effect.sync(() => {
          for (const change of changes) {
            if (change.op === "remove") written.delete(keyOf(change))
            else written.set(keyOf(change), change)
            if (change.op === "insert") inserted.add(keyOf(change))
          }
        })
      )
  })
  const world = makeWorld({ store: Layer.succeed(Store, store), logs: "none" })
  onTestFinished(() => world.countersign.close())
  const rowOf = async ({ collection, environment, id }: Change) =>
    (await Effect.runPromise(inner.load([{ collection, environment, by: "id", id }])))[0]?.[0]
  const rewrite = async (change: Change, members: object) => {
    const row = await rowOf(change)
    if (row === undefined) return
    const { collection, environment, id } = change
    const body: Collection.Json = JSON.parse(JSON.stringify({ ...Object(row.body), ...members }))
    const { updatedAt: at, version } = row
    await Effect.runPromise(inner.commit([{ op: "replace", collection, environment, id, version, body, at }], []))
  }
  return { inserted, keyOf, rewrite, rowOf, world, written }
}

const known = new Set(collections.map(({ name }) => name))

const Members = Schema.Record(Schema.String, Schema.Unknown)

/** Members that a newer version added to each record of a collection: whether they survive what this version then writes. */
export const newerMembers = feeding(
  Schema.Struct({ collection: Schema.String, adds: Members }),
  async ({ adds, collection }) => {
    if (!known.has(collection)) throw new Error(`no collection ${collection}`)
    const { inserted, keyOf, rewrite, rowOf, world, written } = shared()
    const { accountId, credentialId, customerId } = await world.customer(callers.a)
    await session(world, callers.a, credentialId)
    const marked = [...written.values()].filter((change) => change.collection.name === collection)
    for (const change of marked) await rewrite(change, adds)
    inserted.clear()
    const statuses = [
      (await session(world, callers.a, credentialId)).done.status,
      (await world.call(callers.a, "PATCH", `/customers/${customerId}`, { body: { fullName: "Ada King" } })).status,
      (await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`)).status,
      (await world.call(callers.a, "GET", `/internal-accounts/${accountId}`)).status
    ]
    let kept = 0
    for (const change of marked) {
      const row = await rowOf(change)
      // A record that was removed and inserted anew is another one.
      if (row === undefined || inserted.has(keyOf(change))) continue
      const body: object = Object(row.body)
      for (const [name, value] of Object.entries(adds)) {
        const now = Object.entries(body).find(([other]) => other === name)?.[1]
        if (JSON.stringify(now) !== JSON.stringify(value)) return { lost: name, from: collection }
      }
      kept += 1
    }
    return { statuses, kept: kept > 0 }
  }
)

/** A value that a newer version wrote in place of a known one: the statuses of the calls about the wallet and its platform. */
export const newerValues = feeding(
  Schema.Struct({ collection: Schema.String, sets: Members }),
  async ({ collection, sets }) => {
    if (!known.has(collection)) throw new Error(`no collection ${collection}`)
    const { rewrite, world, written } = shared()
    const { accountId, credentialId, customerId } = await world.customer(callers.a)
    await session(world, callers.a, credentialId)
    const all = [...written.values()].filter((change) => change.collection.name === collection)
    if (all.length === 0) throw new Error(`nothing was written to ${collection}`)
    for (const change of all) await rewrite(change, sets)
    const status = async (method: string, path: string) => (await world.call(callers.a, method, path)).status
    return {
      customer: await status("GET", `/customers/${customerId}`),
      account: await status("GET", `/internal-accounts/${accountId}`),
      credentials: await status("GET", `/auth/credentials?accountId=${accountId}`),
      sessions: await status("GET", `/auth/sessions?accountId=${accountId}`),
      challenge: await status("POST", `/auth/credentials/${credentialId}/challenge`),
      activity: await status("GET", `/activity?accountId=${accountId}`),
      events: await status("GET", "/webhooks/deliveries?limit=100")
    }
  }
)
