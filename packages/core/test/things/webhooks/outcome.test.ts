import { describe, expect, it } from "vitest"
import {
  DeliveryOutcome,
  type Event,
  events,
  isWaiting,
  makeCircuitBreaker,
  type Waiting
} from "../../../src/internal.ts"

const T = 1_800_000_000_000
const DAY = 86_400_000
const {
  after,
  isEndpointAtFault,
  isGone,
  isAccepted: isTaken,
  postponed: putOff,
  redriven,
  undeliverable: unreported,
  wait
} = DeliveryOutcome

const answered = (status: number) => ({ _tag: "Answered", status }) as const
const failed = (fault: NonNullable<Event["lastFault"]>) => ({ _tag: "Failed", fault }) as const
const fields = {
  eventId: "Webhook:019ca945-0a00-7004-89aa-eb1635c726a6",
  environment: { platformId: "acme", mode: "sandbox" },
  type: "EXTERNAL_ACCOUNT.STATUS_UPDATED",
  subject: {},
  at: T,
  status: "PENDING",
  attempts: 0,
  dueAt: T,
  expiresAt: T + 8 * DAY
}
const { dueAt: _, ...over } = fields
/** A stored event that is waiting for delivery. */
const waiting = (more: Partial<Event> = {}): Waiting => {
  const event = events.decode({ ...fields, ...more })
  if (!isWaiting(event)) throw new Error(`the event is ${event.status}`)
  return event
}
const pending = waiting()

describe("W9: the answer of an endpoint", () => {
  it.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [410, false]
  ])("%d means delivered: %s", (status, accepted) => expect(isTaken(answered(status))).toBe(accepted))

  it.each([
    [409, false],
    [410, true],
    [411, false]
  ])("%d means gone: %s", (status, removed) => expect(isGone(answered(status))).toBe(removed))

  it.each([
    [200, false],
    [428, false],
    [429, true],
    [430, false],
    [499, false],
    [500, true],
    [503, true]
  ])("%d is a fault of the endpoint: %s", (status, fault) => {
    expect(isEndpointAtFault(answered(status))).toBe(fault)
  })

  it("counts a missing answer as a fault of the endpoint, but not a rendering failure", () => {
    expect([failed("TIMED_OUT"), failed("UNRENDERED")].map(isEndpointAtFault)).toEqual([true, false])
    expect([isTaken(failed("TIMED_OUT")), isGone(failed("TIMED_OUT"))]).toEqual([false, false])
  })
})

describe("W9: an event after a delivery attempt", () => {
  it("is delivered after a success, and no longer due", () => {
    expect(after(waiting({ lastFault: "TIMED_OUT" }), answered(204), T + 5, 0)).toEqual({
      ...over,
      status: "DELIVERED",
      attempts: 1,
      lastStatus: 204,
      deliveredAt: T + 5
    })
  })

  it.each([200, 403, 422])("is delivered after %d, if it asks for an approval", (status) => {
    const call = waiting({ type: "INCOMING_PAYMENT.PENDING" })
    expect(after(call, answered(status), T, 0).status).toBe("DELIVERED")
    expect(after(pending, answered(status), T, 0).status).toBe(status === 200 ? "DELIVERED" : "PENDING")
  })

  it.each([402, 404, 421, 500])("is given up after %d, if it asks for an approval", (status) => {
    expect(after(waiting({ type: "INCOMING_PAYMENT.PENDING" }), answered(status), T, 0).status).toBe("GIVEN_UP")
  })

  it("is due immediately after a success, if it must be sent again", () => {
    const repeated = after(waiting({ repeats: 1 }), answered(200), T + 5, 0)
    expect(repeated).toMatchObject({ status: "PENDING", repeats: 0, dueAt: T + 5, attempts: 1 })
    expect(after(waiting(repeated), answered(200), T + 6, 0)).toEqual({
      ...over,
      status: "DELIVERED",
      attempts: 2,
      lastStatus: 200,
      deliveredAt: T + 6
    })
  })

  it("is due after a backoff, and records only the last fault", () => {
    const tried = waiting({ attempts: 3, lastStatus: 500, repeats: 1 })
    expect(after(tried, failed("TIMED_OUT"), T + 5, 1)).toEqual({
      ...pending,
      attempts: 4,
      repeats: 1,
      lastFault: "TIMED_OUT",
      dueAt: T + 5 + 40_000
    })
  })

  it.each([409, 410])("is given up after a %d answer", (status) => {
    expect(after(pending, answered(status), T, 0)).toEqual({
      ...over,
      status: "GIVEN_UP",
      attempts: 1,
      lastStatus: status
    })
  })

  it("is given up after one attempt, if it is a TEST", () => {
    expect(after(waiting({ type: "TEST" }), answered(503), T, 0).status).toBe("GIVEN_UP")
  })

  it.each([
    [158, "PENDING"],
    [159, "GIVEN_UP"]
  ])("after %d earlier attempts is %s: 160 attempts are the maximum", (attempts, status) => {
    expect(after(waiting({ attempts }), answered(400), T, 0).status).toBe(status)
  })

  it.each([
    [7 * DAY - 2501, "PENDING"],
    [7 * DAY - 2500, "GIVEN_UP"]
  ])("at %d ms is %s: the next attempt must start within seven days", (since, status) => {
    expect(after(pending, answered(400), T + since, 0).status).toBe(status)
  })
})

describe("W9: an event without a delivery attempt", () => {
  it("is postponed, or given up if it expires first", () => {
    expect(putOff(pending, T + 7 * DAY - 1)).toEqual({ ...pending, dueAt: T + 7 * DAY - 1 })
    expect(putOff(pending, T + 7 * DAY)).toEqual({ ...over, status: "GIVEN_UP" })
  })

  it("is given up without an endpoint, whatever the earlier faults", () => {
    expect(unreported(waiting({ attempts: 2, lastStatus: 500 }))).toEqual({
      ...over,
      attempts: 2,
      status: "GIVEN_UP",
      lastFault: "NO_ENDPOINT"
    })
  })

  it("is due immediately after a redelivery request, with all attempts available", () => {
    const done = events.decode({ ...over, status: "DELIVERED", attempts: 9, deliveredAt: T + 1 })
    expect(redriven(done, T + 5)).toEqual({ ...pending, dueAt: T + 5 })
  })
})

describe("W9: the backoff before the next attempt", () => {
  it.each([
    [0, 5000],
    [1, 10_000],
    [2, 20_000],
    [8, 1_280_000],
    [9, 1_800_000],
    [160, 1_800_000]
  ])("after %d attempts is between half and all of %d ms", (attempts, most) => {
    expect([0, 0.5, 1].map((chance) => wait(attempts, chance))).toEqual([most / 2, 0.75 * most, most])
  })
})

describe("W9: the circuit breaker", () => {
  const fail = (breaker: ReturnType<typeof makeCircuitBreaker>, times: number, at: number) => {
    for (let nth = 0; nth < times; nth += 1) {
      expect(breaker.enter("e", "k", at)).toBeUndefined()
      breaker.leave("e", "k", true, at)
    }
  }

  it("counts by environment and host: another environment with the same host has a circuit of its own (GA4, I23)", () => {
    const breaker = makeCircuitBreaker()
    fail(breaker, 5, T)
    expect([breaker.enter("other", "k", T), breaker.enter("e", "other", T)]).toEqual([undefined, undefined])
    expect(breaker.enter("e", "k", T)).toBe(T + 30_000)
  })

  it("one environment with ever new hosts evicts only its own (GA4, I23)", () => {
    const breaker = makeCircuitBreaker()
    fail(breaker, 5, T)
    for (let nth = 0; nth < 5000; nth += 1) {
      breaker.enter("flood", `${nth}.example`, T)
      breaker.leave("flood", `${nth}.example`, true, T)
    }
    expect([breaker.enter("e", "k", T), breaker.size()]).toEqual([T + 30_000, 5])
  })

  it("opens at the fifth consecutive failure, to the millisecond", () => {
    const breaker = makeCircuitBreaker()
    fail(breaker, 4, T)
    expect(breaker.enter("e", "k", T)).toBeUndefined()
    breaker.leave("e", "k", true, T)
    expect([breaker.enter("e", "k", T), breaker.enter("e", "k", T + 29_999)]).toEqual([T + 30_000, T + 30_000])
    expect(breaker.enter("e", "k", T + 30_000)).toBeUndefined()
  })

  it("resets the count after a success", () => {
    const breaker = makeCircuitBreaker()
    fail(breaker, 4, T)
    breaker.enter("e", "k", T)
    breaker.leave("e", "k", false, T)
    fail(breaker, 5, T)
    expect(breaker.enter("e", "k", T)).toBe(T + 30_000)
  })

  it("probes with one delivery after the open period, and postpones the others by the same period", () => {
    const breaker = makeCircuitBreaker()
    fail(breaker, 5, T)
    const at = T + 30_000
    expect([breaker.enter("e", "k", at), breaker.enter("e", "k", at)]).toEqual([undefined, at + 30_000])
    breaker.leave("e", "k", true, at)
    expect(breaker.enter("e", "k", at)).toBe(at + 60_000)
  })

  it("counts concurrent failures as one", () => {
    const breaker = makeCircuitBreaker()
    for (let nth = 0; nth < 16; nth += 1) breaker.enter("e", "k", T)
    for (let nth = 0; nth < 16; nth += 1) breaker.leave("e", "k", true, T)
    expect(breaker.enter("e", "k", T)).toBe(T + 30_000)
  })

  it("doubles the open period each time, up to five minutes", () => {
    const breaker = makeCircuitBreaker()
    fail(breaker, 5, T)
    const rests: Array<number> = []
    let at = T
    for (let nth = 0; nth < 14; nth += 1) {
      const until = breaker.enter("e", "k", at) ?? 0
      rests.push((until - at) / 1000)
      at = until
      fail(breaker, 1, at)
    }
    expect(rests).toEqual([30, 60, 120, 240, ...Array.from({ length: 10 }, () => 300)])
  })

  it("stores at most 1,024 environments, and evicts the least recently used one (FL3)", () => {
    const breaker = makeCircuitBreaker()
    const failOnce = (environment: string) => {
      breaker.enter(environment, "host", T)
      breaker.leave(environment, "host", true, T)
    }
    fail(breaker, 5, T)
    for (let nth = 0; nth < 100_000; nth += 1) {
      failOnce(`endpoint ${nth}`)
      // The host stays in use, so it is not evicted.
      if (nth % 1000 === 0) expect(breaker.enter("e", "k", T)).toBe(T + 30_000)
    }
    expect(breaker.size()).toBe(1024)
    for (let nth = 0; nth < 1024; nth += 1) failOnce(`other ${nth}`)
    expect([breaker.enter("e", "k", T), breaker.size()]).toEqual([undefined, 1024])
  })

  it("does not evict a host with an active delivery beside other hosts of its environment (FL3)", () => {
    const breaker = makeCircuitBreaker()
    breaker.enter("e", "k", T)
    for (const others of [
      Array.from({ length: 8 }, (_, nth) => ["e", `host ${nth}`] as const),
      Array.from({ length: 2000 }, (_, nth) => [`other ${nth}`, "host"] as const)
    ]) {
      for (const [environment, host] of others) {
        breaker.enter(environment, host, T)
        breaker.leave(environment, host, true, T)
      }
    }
    breaker.leave("e", "k", true, T)
    fail(breaker, 4, T)
    expect(breaker.enter("e", "k", T)).toBe(T + 30_000)
  })

  it("does not count the environments whose deliveries all succeeded, nor the end of a delivery that it does not know", () => {
    const breaker = makeCircuitBreaker()
    breaker.leave("e", "k", true, T)
    fail(breaker, 5, T)
    breaker.leave("e", "unknown", true, T)
    for (let nth = 0; nth < 2000; nth += 1) {
      breaker.enter(`other ${nth}`, "host", T)
      breaker.leave(`other ${nth}`, "host", false, T)
    }
    expect([breaker.enter("e", "k", T), breaker.size()]).toEqual([T + 30_000, 1])
  })

  it("does not evict a host with an active delivery, however many others fail (FL3)", () => {
    const breaker = makeCircuitBreaker()
    expect(breaker.enter("busy", "host", T)).toBeUndefined()
    for (let nth = 0; nth < 3000; nth += 1) {
      breaker.enter(`environment ${nth}`, "host", T)
      breaker.leave(`environment ${nth}`, "host", true, T)
    }
    expect(breaker.size()).toBe(1024)
    breaker.leave("busy", "host", false, T)
    expect(breaker.size()).toBe(1023)
  })

  it("stores only hosts with failures or active deliveries", () => {
    const breaker = makeCircuitBreaker()
    breaker.leave("e", "never", true, T)
    expect(breaker.size()).toBe(0)
    for (const key of ["a", "b", "b"]) breaker.enter("e", key, T)
    expect(breaker.size()).toBe(2)
    breaker.leave("e", "b", false, T)
    expect(breaker.size()).toBe(2)
    breaker.leave("e", "b", false, T)
    breaker.leave("e", "a", true, T)
    expect(breaker.size()).toBe(1)
  })
})
