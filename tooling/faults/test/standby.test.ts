import { Conflict, type Declaration, Store } from "@countersign/core"
import { cluster } from "@countersign/harness/postgres"
import { requireWhole } from "@countersign/harness/requireWhole"
import { figure, rounds } from "@countersign/harness/rounds"
import { makeWorld } from "@countersign/harness/world"
import { collectionsSql, migrate, postgres } from "@countersign/postgres"
import { Context, Effect, Exit, Layer, Logger, Result, Scope } from "effect"
import type pg from "pg"
import { beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { keepSwitching } from "./keepSwitching.ts"
import { replicated } from "./replicated.ts"

const EFFECTS = rounds(300, 20)

const things: Declaration = { name: "things", unique: {}, indexes: {} }

const primary = cluster()
beforeAll(async () => {
  await migrate(primary.pool())
  await primary.pool().query(collectionsSql([things]))
})

/** A service on a replicated primary, under load. */
const pair = async () => {
  const servers = await replicated(primary)
  const world = makeWorld({
    clock: "real",
    logs: "none",
    store: postgres({ pool: primary.pool({ port: servers.address.port, max: 8 }), timeout: 3000 })
  })
  onTestFinished(() => world.countersign.close())
  const promote = async () => {
    await primary.crash()
    await servers.moved()
  }
  return { ...servers, promote, load: await keepSwitching(world, 6) }
}

const moments = [
  ["behind a link that is cut", true],
  ["while it follows", false]
] as const

describe("D5: a standby that is promoted when its primary crashes under load", { timeout: 600_000 }, () => {
  it("has lost the acknowledged writes since its link broke, with asynchronous replication", async () => {
    const { followed, link, load, promote, promoted } = await pair()
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(EFFECTS)
    const early = load.acknowledged.length
    await followed()
    link.blackhole()
    const before = load.acknowledged.length
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(before + EFFECTS)
    await promote()
    await load.stop()
    const missing = await load.missing(promoted)
    expect(missing.length).toBeGreaterThan(0)
    // The replicated prefix is complete and consistent.
    expect(missing.filter((id) => load.acknowledged.indexOf(id) < early)).toEqual([])
    await requireWhole(promoted)
    figure(`asynchronous standby, link cut: ${missing.length} of ${load.acknowledged.length} acknowledged effects lost`)
  })

  it.each(moments.slice(0, rounds(2, 1)))(
    "has lost nothing %s, with synchronous replication, and the service continues on it",
    async (when, isCut) => {
      const { configure, link, load, promote, promoted } = await pair()
      await configure("synchronous_standby_names", "'*'")
      await expect.poll(() => load.acknowledged.length).toBeGreaterThan(EFFECTS)
      if (isCut) {
        link.blackhole()
        const before = load.refused()
        await expect.poll(() => load.refused()).toBeGreaterThan(before + 6)
      }
      const before = load.acknowledged.length
      const began = performance.now()
      await promote()
      await expect.poll(() => load.acknowledged.length, { interval: 5 }).toBeGreaterThan(before + 20)
      const took = performance.now() - began
      await load.stop()
      expect(load.odd).toEqual([])
      expect(await load.missing(promoted)).toEqual([])
      await requireWhole(promoted)
      figure(
        `synchronous standby, promoted ${when}: 0 of ${load.acknowledged.length} acknowledged effects lost; ` +
          `20 more acknowledged ${took.toFixed(0)} ms after the crash began`
      )
    }
  )
})

describe("GO9: a node that cached records of the old primary", { timeout: 600_000 }, () => {
  it("GO2, GO9: decides nothing from them after an asynchronous standby was promoted, and logs the change", async () => {
    const { address, followed, link, moved, promoted } = await replicated(primary)
    const scope = Effect.runSync(Scope.make())
    const lines: Array<string> = []
    const logger = Logger.layer([Logger.make(({ message }) => void lines.push(JSON.stringify(message)))])
    const opened = (pool: pg.Pool) =>
      Effect.runPromise(
        Layer.buildWithScope(Layer.provide(postgres({ pool }), logger), scope).pipe(
          Effect.map((context) => Context.get(context, Store))
        )
      )
    onTestFinished(() => Effect.runPromise(Scope.close(scope, Exit.void)))
    const place = { collection: things, environment: "sandbox/acme", id: "code" } as const
    const ref = { ...place, by: "id" } as const
    const write = (store: Store["Service"], version: number, by: string) =>
      store
        .commit(
          [
            version === 0
              ? { ...place, op: "insert", body: { by }, at: 1 }
              : { ...place, op: "replace", version, body: { by }, at: 1 }
          ],
          []
        )
        .pipe(Effect.result, Effect.runPromise)
    const node = await opened(primary.pool({ port: address.port, max: 8 }))
    expect(await Effect.runPromise(node.state ?? Effect.die("no state"))).toMatchObject({ canWrite: true })
    await write(node, 0, "first")
    await followed()
    link.blackhole()
    // The old primary has a version 2 that the standby never receives, and the node caches it.
    await write(node, 1, "lost")
    await Effect.runPromise(node.load([ref]))
    expect(node.recent?.([ref])?.[0]?.[0]).toMatchObject({ version: 2, body: { by: "lost" } })
    await primary.crash()
    await moved()
    // Another node writes another version 2 on the new primary.
    expect(Result.isSuccess(await write(await opened(promoted), 1, "other"))).toBe(true)
    // The commit names version 2, which exists. It is refused: its content is of another history.
    let answer = await write(node, 2, "from the cache")
    while (Result.isFailure(answer) && answer.failure._tag === "StoreUnavailable")
      answer = await write(node, 2, "from the cache")
    expect(answer).toEqual(Result.fail(new Conflict({ because: "version", collection: "things" })))
    expect(node.recent?.([ref])).toBeUndefined()
    expect((await Effect.runPromise(node.load([ref])))[0]?.[0]).toMatchObject({ version: 2, body: { by: "other" } })
    expect(lines.filter((line) => line.includes("another history"))).toHaveLength(1)
    expect(Result.isSuccess(await write(node, 2, "decided again"))).toBe(true)
    expect(await Effect.runPromise(node.state ?? Effect.die("no state"))).toMatchObject({ canWrite: true })
  })
})
