import { rotation } from "@countersign/harness/rotation"
import { keys, makeWorld } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { sha256Hex } from "@countersign/wire"
import { Effect, Layer } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { Store } from "../src/effect.ts"
import type { KeyOptions } from "../src/index.ts"

const other = sha256Hex("a key of another installation")

/** Nodes that share one database, whose state a test may set. */
const cluster = () => {
  const state = { canWrite: true, apart: 0 }
  const inner = Effect.runSync(makeMemoryStore)
  const store = Layer.succeed(
    Store,
    Store.of({ ...inner, state: Effect.sync(() => ({ canWrite: state.canWrite, now: Date.now() + state.apart })) })
  )
  const node = (given: KeyOptions = keys) => {
    const { countersign } = makeWorld({ clock: "real", store, keys: given, logs: "none" })
    onTestFinished(() => countersign.close())
    return async () => {
      const answer = await countersign.handler(new Request("http://countersign.test/health/ready"))
      return { status: answer.status, reason: JSON.parse(await answer.text()).reason }
    }
  }
  return { node, state }
}

describe("readiness", () => {
  it.each([
    ["keys.vault", { ...keys, vault: other }],
    ["keys.service", { ...keys, service: other }],
    ["keys.webhooks", { ...keys, webhooks: [other] }]
  ])("GO3: a node whose %s no other node knows is not ready and says which", async (option, wrong) => {
    const { node } = cluster()
    expect(await node()()).toEqual({ status: 200, reason: undefined })
    const ready = await node(wrong)()
    expect(ready.status).toBe(503)
    expect(ready.reason).toMatch(
      new RegExp(`^Node not ready: ${option} has [0-9a-f]{16}, and lacks [0-9a-f]{16} `, "u")
    )
    expect(ready.reason).not.toContain(other.slice(0, 16))
    // The wrong node has changed nothing for the others.
    expect((await node()()).status).toBe(200)
  })

  it("GO3: every step of a key rotation is ready, and a node that missed the last one is not", async () => {
    const { node } = cluster()
    const steps = rotation.map((step) => () => node(step)())
    for (const [nth, step] of steps.entries()) {
      expect((await step()).status).toBe(200)
      // The nodes of the step before still run. The first step is the only one without the new keys.
      if (nth > 1) expect((await steps[nth - 1]?.())?.status).toBe(200)
    }
    expect((await steps[0]?.())?.reason).toMatch(/lacks/u)
  })

  it("GO2: a node whose database is read-only or a standby is not ready, until it can be written again", async () => {
    const { node, state } = cluster()
    const ready = node()
    expect((await ready()).status).toBe(200)
    state.canWrite = false
    await expect.poll(ready).toEqual({ status: 503, reason: "Node not ready: the database is read-only or a standby" })
    state.canWrite = true
    await expect.poll(async () => (await ready()).status).toBe(200)
  })

  it.each([
    [600_000, "Node not ready: the clock of the node is 600 s behind"],
    [-120_000, "Node not ready: the clock of the node is 120 s ahead"],
    [9_000, undefined],
    [-9_000, undefined]
  ])(
    "GO2, GO7: with the clock of the database at %i ms from its own, the reason of a node is %s",
    async (apart, reason) => {
      const { node, state } = cluster()
      state.apart = apart
      expect((await node()()).reason).toBe(reason)
    }
  )
})
