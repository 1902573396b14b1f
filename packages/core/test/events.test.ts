import { Effect, Redacted, Schema } from "effect"
import { describe, expect, it } from "vitest"
import {
  announce,
  announceTest,
  Collection,
  CurrentEnvironment,
  CurrentEventFault,
  type EventFault,
  Secrets
} from "../src/index.ts"

const T = 1_800_000_000_000
const DAY = 86_400_000
const environment = { platformId: "acme", mode: "sandbox" } as typeof CurrentEnvironment.Service
const notes = Collection.make({ name: "notes", schema: Schema.Struct({ at: Schema.Date }), id: () => "n" })

const secrets = Secrets.of({
  bytes: (count) => Effect.succeed(new Uint8Array(count)),
  code: () => Effect.succeed(Redacted.make("000000"))
})
const put = (fault?: EventFault, what: ReturnType<typeof announceTest> = told) =>
  what.pipe(
    Effect.provideService(CurrentEventFault, fault),
    Effect.provideService(CurrentEnvironment, environment),
    Effect.provideService(Secrets, secrets),
    Effect.runSync
  )
const told = announce("EXTERNAL_ACCOUNT.STATUS_UPDATED", notes, { at: new Date(0) }, T, 3)
const bodyOf = (fault: EventFault) => {
  const change = put(fault)
  return change.op === "insert" ? change.body : undefined
}

describe("I12: an event is a change beside others", () => {
  it("that inserts what happened, of which version, to be told at once and kept for eight days", () => {
    const change = put()
    expect(change).toMatchObject({ op: "insert", environment: "sandbox/acme", at: T })
    expect(change.op === "insert" && change.body).toEqual({
      eventId: expect.stringMatching(/^Webhook:/u),
      environment,
      type: "EXTERNAL_ACCOUNT.STATUS_UPDATED",
      subject: { at: "1970-01-01T00:00:00.000Z" },
      sequence: 3,
      at: T,
      status: "PENDING",
      attempts: 0,
      dueAt: T,
      expiresAt: T + 8 * DAY
    })
  })

  it("is of nothing where it only tests that somebody is there", () => {
    const change = put(undefined, announceTest(T))
    expect(change.op === "insert" && change.body).toMatchObject({ type: "TEST", subject: {}, at: T, dueAt: T })
  })
})

describe("how a caller of the sandbox asks for the events of its call", () => {
  it("twice: each is sent once more, at once", () => {
    expect(bodyOf({ kind: "duplicate", announced: 0 })).toMatchObject({ repeats: 1, dueAt: T })
  })

  it("late: a minute", () => {
    const body = bodyOf({ kind: "late", announced: 0 })
    expect(body).toMatchObject({ dueAt: T + 60_000 })
    expect(body).not.toHaveProperty("repeats")
  })

  it("reordered: the first waits longest, and each after it a second less, but one at least", () => {
    const fault: EventFault = { kind: "reordered", announced: 0 }
    const waits = Array.from({ length: 11 }, () => {
      const body = bodyOf(fault)
      return typeof body === "object" && body !== null && "dueAt" in body ? Number(body.dueAt) - T : undefined
    })
    expect(waits).toEqual([9000, 8000, 7000, 6000, 5000, 4000, 3000, 2000, 1000, 1000, 1000])
    expect(fault.announced).toBe(11)
  })
})
