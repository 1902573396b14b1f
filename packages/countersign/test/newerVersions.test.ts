import type { Json } from "@countersign/core/internal"
import { gbp } from "@countersign/harness/externalAccounts"
import { signed } from "@countersign/harness/fixtures"
import { callers, keys, makeWorld, session } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { sha256Hex } from "@countersign/wire"
import { Effect, Layer, Logger } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { type Change, Store } from "../src/effect.ts"

const FUTURE = { list: [{ of: "a newer version" }] }

/** A store that a node of a newer version also writes. */
const shared = () => {
  const inner = Effect.runSync(makeMemoryStore)
  const written = new Map<string, Change>()
  const inserted = new Set<string>()
  const lines: Array<string> = []
  const store = Layer.succeed(
    Store,
    Store.of({
      ...inner,
      commit: (changes, guards) =>
        Effect.tap(inner.commit(changes, guards), () =>
          Effect.sync(() => {
            for (const change of changes) {
              written.set(`${change.collection.name} ${change.id}`, change)
              if (change.op === "insert") inserted.add(`${change.collection.name} ${change.id}`)
            }
          })
        )
    })
  )
  const telemetry = Logger.layer([Logger.make((line) => void lines.push(JSON.stringify(line.message)))])
  const node = (given = keys) => {
    const world = makeWorld({ store, telemetry, logs: "none", keys: given })
    onTestFinished(() => world.countersign.close())
    return world
  }
  const bodyOf = async ({ collection, environment, id }: Change) => {
    const [[row] = []] = await Effect.runPromise(inner.load([{ collection, environment, by: "id", id }]))
    return row
  }
  /** Writes another body for the record, as the newer node does. */
  const rewrite = async (change: Change, next: (body: Record<string, Json>) => Json) => {
    const row = await bodyOf(change)
    if (row === undefined) return
    const { collection, environment, id } = change
    const body = next(Object(row.body))
    await Effect.runPromise(
      inner.commit([{ op: "replace", collection, environment, id, version: row.version, body, at: row.updatedAt }], [])
    )
  }
  return { bodyOf, inserted, lines, node, rewrite, written }
}

const of = (written: ReadonlyMap<string, Change>, name: string) =>
  [...written.values()].filter(({ collection, op }) => collection.name === name && op !== "remove")

describe("an old node beside a newer one", () => {
  it("GO4: keeps every member that the newer one wrote, through logins, renames and updates", async () => {
    const { bodyOf, inserted, node, rewrite, written } = shared()
    const world = node()
    const { accountId, credentialId, customerId } = await world.customer(callers.a)
    await session(world, callers.a, credentialId)
    for (const change of [...written.values()]) await rewrite(change, (body) => ({ ...body, fromNewer: FUTURE }))
    const marked = [...written.values()]
    inserted.clear()
    const { keys: signer } = await session(world, callers.a, credentialId)
    for (const privateEnabled of [true, false]) {
      const update = { method: "PATCH", path: `/internal-accounts/${accountId}`, body: { privateEnabled } }
      expect((await signed(world, callers.a, signer, update)).status).toBe(200)
    }
    await world.call(callers.a, "PATCH", `/customers/${customerId}`, { body: { fullName: "Ada King" } })
    await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`)
    expect((await world.call(callers.a, "GET", `/internal-accounts/${accountId}`)).status).toBe(200)
    const replaced = new Set<string>()
    for (const change of marked) {
      const row = await bodyOf(change)
      // A record that was removed and inserted anew, such as a mail, is another one.
      if (row === undefined || inserted.has(`${change.collection.name} ${change.id}`)) continue
      if (row.version > 2) replaced.add(change.collection.name)
      expect([change.collection.name, Object(row.body).fromNewer]).toEqual([change.collection.name, FUTURE])
    }
    for (const name of ["credentials", "internal_accounts", "customers", "email_otps"]) expect(replaced).toContain(name)
  })

  it("GO5: lists a credential of an unknown type, and refuses by name what would need to know it", async () => {
    const { node, rewrite, written } = shared()
    const world = node()
    const { accountId, credentialId } = await world.customer(callers.a)
    const [credential] = of(written, "credentials")
    if (credential === undefined) throw new Error("no credential was written")
    await rewrite(credential, (body) => ({ ...body, type: "FACE", material: { face: 1 } }))
    const list = await world.call(callers.a, "GET", `/auth/credentials?accountId=${accountId}`)
    expect([list.status, list.body.data.map(({ type }: { readonly type: string }) => type)]).toEqual([200, ["FACE"]])
    for (const [method, path, body] of [
      ["POST", `/auth/credentials/${credentialId}/challenge`, undefined],
      ["DELETE", `/auth/credentials/${credentialId}`, undefined]
    ] as const) {
      const refused = await world.call(callers.a, method, path, body === undefined ? {} : { body })
      expect([path, refused.status, refused.body.code]).not.toContain(500)
      expect([refused.status, refused.body.code]).not.toEqual([500, "INTERNAL_ERROR"])
    }
    const challenge = await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`)
    expect([challenge.status, challenge.body.reason]).toEqual([
      503,
      "Record of a newer version: credentials of type FACE"
    ])
    // The other calls about the wallet work.
    expect((await world.call(callers.a, "GET", `/internal-accounts/${accountId}`)).status).toBe(200)
  })

  it("GO5: lists an event of an unknown type, and a list names the records in the log that it cannot read", async () => {
    const { lines, node, rewrite, written } = shared()
    const world = node()
    for (const email of ["a@example.com", "b@example.com", "c@example.com"]) await world.customer(callers.a, email)
    const all = of(written, "events")
    const [first, second] = all
    if (first === undefined || second === undefined) throw new Error("no event was written")
    await rewrite(first, (body) => ({ ...body, type: "CARD.ISSUED" }))
    await rewrite(second, (body) => ({ ...body, status: "QUARANTINED" }))
    const list = await world.call(callers.a, "GET", "/webhooks/deliveries?limit=100")
    expect(list.status).toBe(200)
    const found: ReadonlyArray<{ readonly id: string; readonly type: string }> = list.body.data
    expect(found.find(({ id }) => id === first.id)?.type).toBe("CARD.ISSUED")
    expect(found.map(({ id }) => id)).not.toContain(second.id)
    expect(found).toHaveLength(all.length - 1)
    expect(lines.join("\n")).toContain(second.id)
  })

  it("GO3: a list returns the rows that it can open and names the others in the log", async () => {
    const { lines, node } = shared()
    const [well, wrong] = [node(), node({ ...keys, vault: sha256Hex("a wrong key") })]
    const create = (world: typeof well, fullName: string) =>
      world.call(callers.a, "POST", "/customers", { body: { customerType: "INDIVIDUAL", fullName, region: "GB" } })
    const [ada, eve] = [await create(well, "Ada"), await create(wrong, "Eve")]
    const account = (world: typeof well, customerId: string) =>
      world.call(callers.a, "POST", "/customers/external-accounts", { body: { ...gbp(), customerId } })
    const list = await well.call(callers.a, "GET", "/customers")
    expect([list.status, list.body.data.map(({ id }: { readonly id: string }) => id)]).toEqual([200, [ada.body.id]])
    expect(lines.join("\n")).toContain(eve.body.id)
    const [own, other] = [await account(well, ada.body.id), await account(wrong, ada.body.id)]
    const accounts = await well.call(callers.a, "GET", `/customers/external-accounts?customerId=${ada.body.id}`)
    expect([own.status, other.status, accounts.status]).toEqual([201, 201, 200])
    expect(accounts.body.data.map(({ id }: { readonly id: string }) => id)).toEqual([own.body.id])
    expect(lines.join("\n")).toContain(other.body.id)
  })
})
