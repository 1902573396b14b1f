import { createServer } from "node:http"
import type { Socket } from "node:net"
import { figure, limit, rounds } from "@countersign/harness/rounds"
import { change, deliveries, endpoint, hookWorld, receiver } from "@countersign/harness/webhooks/receiver"
import { OK, rude } from "@countersign/harness/webhooks/rude"
import { listener } from "@countersign/harness/webhooks/sender"
import { secretDigest } from "countersign"
import { describe, expect, it } from "vitest"
import { percentile } from "./percentile.ts"

const manners: ReadonlyArray<readonly [string, (socket: Socket) => void]> = [
  ...rude.map(([name, serve]) => [name, serve] as const),
  ["answers 500", (socket) => void socket.end("HTTP/1.1 500 Fault\r\ncontent-length: 0\r\n\r\n")],
  ["resets as it is called", (socket) => void socket.resetAndDestroy()],
  ["answers ten megabytes", (socket) => void socket.write(`${OK}x: ${"a".repeat(10_000_000)}`)]
]

/** Each fault at least once. */
const FAULTY = rounds(50, manners.length)
const EVENTS = rounds(60, 4)

/** A receiver that is faulty until its repair. Then it accepts each delivery and records the owner of the event. */
const repairable = async (serve: (socket: Socket) => void) => {
  const occupied = new Set<string>()
  const state = { isWell: false }
  const well = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    request.resume().once("end", () => {
      occupied.add(String(request.headers["webhook-id"]))
      response.end()
    })
  })
  const { port } = await listener((socket) => (state.isWell ? well.emit("connection", socket) : serve(socket)))
  return Object.assign(state, { taken: occupied, url: `http://127.0.0.1:${port}/` })
}

const platform = (nth: number) => ({
  id: `token-${nth}`,
  secretSha256: secretDigest(`secret-${nth}`),
  platformId: `platform-${nth}`,
  mode: "sandbox" as const
})
const callerOf = (nth: number) => ({ token: `token-${nth}`, secret: `secret-${nth}` })

describe("W4 W9: one platform with a healthy receiver, among many with faulty receivers", () => {
  it(`gets its events without delay beside ${FAULTY} of them, and each of those gets all events after its repair`, {
    timeout: 600_000
  }, async () => {
    const callers = Array.from({ length: FAULTY }, (_, nth) => callerOf(nth + 1))
    const world = hookWorld({
      clock: "test",
      tokens: Array.from({ length: FAULTY + 1 }, (_, nth) => platform(nth)),
      policy: { webhookTimeout: 1000 }
    })
    const healthy = await receiver()
    await endpoint(world, healthy.url, callerOf(0))
    const faulty = await Promise.all(callers.map((_, nth) => repairable(manners[nth % manners.length]![1])))
    for (const [nth, caller] of callers.entries()) await endpoint(world, faulty[nth]!.url, caller)

    const waits: Array<number> = []
    for (let event = 1; event <= EVENTS; event += 1) {
      for (const caller of callers.slice(0, event === 1 ? FAULTY : 5)) await change(world, caller)
      const began = performance.now()
      await change(world, callerOf(0))
      await healthy.until(event)
      waits.push(performance.now() - began)
      // Advance the clock, so that failed deliveries become due again.
      world.pass(7000)
    }
    const p99 = percentile(99, waits)
    expect(p99).toBeLessThan(limit(1000))

    for (const one of faulty) one.isWell = true
    const waiting = async () => {
      world.pass(600_000)
      const left = await Promise.all(callers.map((caller) => deliveries(world, "?status=PENDING&limit=100", caller)))
      return left.flat().length
    }
    await expect.poll(waiting, { timeout: 600_000, interval: 500 }).toBe(0)
    let events = 0
    for (const [nth, caller] of callers.entries()) {
      const all = await deliveries(world, "?limit=100", caller)
      expect(new Set(all.map(({ status }: { readonly status: string }) => status))).toEqual(new Set(["DELIVERED"]))
      events += all.length
      // Receivers that returned 200 already have the event. The others have it now.
      const [, , outcomes = []] = rude[nth % manners.length] ?? []
      if (!outcomes.includes(200)) for (const { id } of all) expect(faulty[nth]!.taken.has(id)).toBe(true)
    }
    figure(
      `webhooks beside ${FAULTY} faulty receivers: p99 of the healthy one ${p99.toFixed(0)} ms over ${EVENTS} events; ` +
        `${events} events of the others, all delivered after repair`
    )
  })
})
