import { testDatabase } from "@countersign/harness/postgres"
import { requireWhole } from "@countersign/harness/requireWhole"
import { rounds } from "@countersign/harness/rounds"
import { basic, callers, type LocalWorld, makeWorld, retryHeaders, session } from "@countersign/harness/world"
import { postgres } from "@countersign/postgres"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const LEAVES = rounds(2000, 60)

const server = testDatabase()
let world: LocalWorld

beforeAll(async () => {
  const pool = server.pool({ max: 10 })
  world = makeWorld({ clock: "real", logs: "none", store: postgres({ pool, timeout: 300_000 }) })
})
afterAll(() => world.countersign.close())

describe("D16: a caller that disconnects during a signed retry", () => {
  it(`finds the call applied or not started, never in part, ${LEAVES} times`, { timeout: 600_000 }, async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const path = `/internal-accounts/${accountId}`
    let { keys } = await session(world, callers.a, credentialId)
    const seen = { done: 0, notBegun: 0 }
    let isPrivate = false
    for (let leave = 0; leave < LEAVES; leave += 1) {
      // A session expires after 15 minutes.
      if (leave % 500 === 499) keys = (await session(world, callers.a, credentialId)).keys
      const body: { readonly privateEnabled: boolean } = { privateEnabled: !isPrivate }
      const leg = await world.call(callers.a, "PATCH", path, { body })
      const headers = retryHeaders(leg.body, keys)
      const leaving = new AbortController()
      const answer = world.countersign
        .handler(
          new Request(`http://countersign.test/2025-10-13${path}`, {
            method: "PATCH",
            headers: { ...headers, authorization: basic(callers.a), "content-type": "application/json" },
            body: JSON.stringify(body),
            signal: leaving.signal
          })
        )
        .catch(() => undefined)
      // The first disconnects at once and the second after its response, so both cases occur on a machine of any speed.
      if (leave === 1) await answer
      else if (leave > 1) await new Promise((resolve) => setTimeout(resolve, leave % 8))
      leaving.abort()
      await answer
      // A statement in flight may reach the database before this read, after it, or never.
      const before = (await world.call(callers.a, "GET", path)).body.privateEnabled
      const retried = await world.call(callers.a, "PATCH", path, { body, headers })
      if (retried.status === 200) {
        expect(before).toBe(isPrivate)
        seen.notBegun += 1
      } else {
        expect([retried.status, retried.body.reason]).toEqual([401, "Request id already used"])
        expect((await world.call(callers.a, "GET", path)).body.privateEnabled).toBe(body.privateEnabled)
        seen.done += 1
      }
      isPrivate = body.privateEnabled
    }
    expect(seen.done).toBeGreaterThan(0)
    expect(seen.notBegun).toBeGreaterThan(0)
    await requireWhole(server.pool())
  })
})
