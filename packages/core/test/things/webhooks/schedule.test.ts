import { DeliveryOutcome, makeCircuitBreaker } from "@countersign/core/internal"
import { START } from "@countersign/harness/world"
import { describe, expect, it } from "vitest"
import { alpha, beta, deskWithEndpoint, makeDesk } from "./desk.ts"

const DAY = 86_400_000

describe("W9: an undelivered event", () => {
  it("is retried 160 times over days, each after a wait within its bounds, and then given up", async () => {
    // A fault of the event and not of the endpoint, so that only the backoff schedule has an effect.
    const desk = await deskWithEndpoint(() => 400)
    const id = await desk.happens()
    const waits: Array<number> = []
    for (let event = await desk.event(id); event.dueAt !== undefined; event = await desk.event(id)) {
      expect(await desk.round()).toBe(event.dueAt <= desk.clock.at ? 1 : 0)
      const next = (await desk.event(id)).dueAt
      if (next === undefined) break
      // One millisecond early it is not due.
      desk.clock.at = next - 1
      expect(await desk.round()).toBe(0)
      waits.push(next - desk.sent.at(-1)!.at)
      desk.clock.at = next
    }
    expect(await desk.event(id)).toMatchObject({ status: "GIVEN_UP", attempts: 160, lastStatus: 400 })
    expect(desk.sent).toHaveLength(160)
    expect(new Set(desk.sent.map((one) => one.id))).toEqual(new Set([id]))
    for (const [nth, wait] of waits.entries()) {
      const most = Math.min(1_800_000, 5000 * 2 ** nth)
      expect(wait).toBeGreaterThanOrEqual(most / 2)
      expect(wait).toBeLessThanOrEqual(most)
    }
    // Jitter is applied: hardly two of so many long waits are equal.
    expect(new Set(waits.slice(10)).size).toBeGreaterThan(120)
    const whole = desk.clock.at - START
    expect([whole > 1.6 * DAY, whole < 7 * DAY]).toEqual([true, true])
  })

  it("is not retried after seven days, however few attempts it had", () => {
    const event = {
      ...given,
      attempts: 20,
      at: START,
      dueAt: START + 7 * DAY - 1000
    } as typeof given
    const after = DeliveryOutcome.after(event, { _tag: "Failed", fault: "TIMED_OUT" }, START + 7 * DAY - 1000, 0)
    expect([after.status, after.dueAt]).toEqual(["GIVEN_UP", undefined])
    expect(DeliveryOutcome.postponed(event, START + 7 * DAY)).toMatchObject({ status: "GIVEN_UP" })
    expect(DeliveryOutcome.postponed(event, START + 7 * DAY - 1)).toMatchObject({ status: "PENDING" })
  })

  it("a TEST is sent once", async () => {
    const desk = await deskWithEndpoint(() => 503)
    const id = await desk.happens("TEST")
    await desk.round()
    expect(await desk.event(id)).toMatchObject({ status: "GIVEN_UP", attempts: 1, lastStatus: 503 })
  })

  it("an event that cannot be rendered is retried, and affects no other event", async () => {
    const desk = await deskWithEndpoint(() => 200)
    const broken = await desk.happens("VERIFICATION.APPROVED")
    const well = await desk.happens()
    await desk.round()
    expect(await desk.event(broken)).toMatchObject({ status: "PENDING", attempts: 1, lastFault: "UNRENDERED" })
    expect(await desk.event(well)).toMatchObject({ status: "DELIVERED" })
  })
})

describe("W9: a failing endpoint", () => {
  it("opens its circuit breaker after five failures in a row, and gets one probe before it is used again", async () => {
    let isUp = false
    const desk = await deskWithEndpoint(() => (isUp ? 200 : "TIMED_OUT"))
    const ids = await Promise.all(Array.from({ length: 40 }, () => desk.happens()))
    while ((await desk.round()) > 0) {}
    const storm = desk.sent.length
    // The deliveries in progress when the breaker opened, and none after.
    expect(storm).toBeLessThanOrEqual(20)
    for (let nth = 0; nth < 29; nth += 1) {
      desk.clock.at += 1000
      await desk.round()
    }
    expect(desk.sent.length).toBe(storm)
    const first = desk.clock.at
    while (desk.sent.length === storm) {
      desk.clock.at += 500
      await desk.round()
    }
    expect([desk.sent.length, desk.clock.at - first < 5000]).toEqual([storm + 1, true])
    isUp = true
    for (let nth = 0; nth < 1200 && desk.sent.length < storm + 1 + 40; nth += 1) {
      desk.clock.at += 1000
      await desk.round()
    }
    for (const id of ids) expect(await desk.event(id)).toMatchObject({ status: "DELIVERED" })
  })

  it("has one circuit breaker, whatever the path and query of its address (GA4)", async () => {
    const desk = await makeDesk(() => "TIMED_OUT")
    for (let nth = 0; nth < 12; nth += 1) {
      await desk.endpoint(`https://slow.example.com/${nth}?n=${nth}`)
      await desk.happens()
      await desk.round()
    }
    // Each round sends the event and the test of the new address, so the fifth failure is in the third round.
    expect(desk.sent.length).toBeLessThanOrEqual(6)
  })

  it("delays no other endpoint: another platform's events arrive at once, while 400 wait for one that hangs", async () => {
    let letGo = () => {}
    const hanging = new Promise<"TIMED_OUT">((resolve) => {
      letGo = () => resolve("TIMED_OUT")
    })
    const desk = await makeDesk(({ url }) => (url.includes("poison") ? hanging : 200))
    await desk.endpoint("https://poison.example.com/")
    await desk.endpoint("https://well.example.com/", beta)
    await desk.start()
    await desk.happenMany(400, alpha)
    const mine: Array<string> = []
    for (let nth = 0; nth < 20; nth += 1) mine.push(await desk.happens("EXTERNAL_ACCOUNT.STATUS_UPDATED", beta))
    for (const id of mine) {
      await expect
        .poll(async () => {
          await desk.start()
          return desk.event(id, beta)
        })
        .toMatchObject({ status: "DELIVERED", attempts: 1 })
    }
    expect(desk.underWay()).toBe(16)
    letGo()
  })

  it("closes its circuit breaker when it recovers, for its own platform only", () => {
    const breaker = makeCircuitBreaker()
    for (let nth = 0; nth < 5; nth += 1) {
      expect(breaker.enter("sandbox/a", "x", START)).toBeUndefined()
      breaker.leave("sandbox/a", "x", true, START)
    }
    expect(breaker.enter("sandbox/a", "x", START)).toBe(START + 30_000)
    // The same host under another platform has its own breaker.
    expect(breaker.enter("sandbox/b", "x", START)).toBeUndefined()
    breaker.leave("sandbox/b", "x", false, START)
    expect(breaker.size()).toBe(1)
    expect(breaker.enter("sandbox/a", "x", START + 30_000)).toBeUndefined()
    // One delivery at a time, until the endpoint responds.
    expect(breaker.enter("sandbox/a", "x", START + 30_000)).toBeGreaterThan(START + 30_000)
    breaker.leave("sandbox/a", "x", false, START + 30_000)
    expect(breaker.size()).toBe(0)
  })

  it("waits 30 seconds at first, and five minutes at most", () => {
    const breaker = makeCircuitBreaker()
    const rests: Array<number> = []
    let at = START
    for (let nth = 0; nth < 12; nth += 1) {
      expect(breaker.enter("sandbox/a", "x", at)).toBeUndefined()
      breaker.leave("sandbox/a", "x", true, at)
      const until = breaker.enter("sandbox/a", "x", at)
      if (until === undefined) breaker.leave("sandbox/a", "x", true, at)
      else {
        rests.push((until - at) / 1000)
        at = until
      }
    }
    expect(rests.slice(0, 5)).toEqual([30, 60, 120, 240, 300])
  })
})

const given = {
  eventId: "Webhook:00000000-0000-7000-8000-000000000000",
  environment: beta,
  type: "EXTERNAL_ACCOUNT.STATUS_UPDATED",
  subject: {},
  status: "PENDING",
  expiresAt: START + 8 * DAY
} as never as Parameters<typeof DeliveryOutcome.after>[0]
