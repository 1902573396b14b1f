import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { announce, announceTest, Collection, type CurrentEnvironment } from "../../../src/internal.ts"

const T = 1_800_000_000_000
const DAY = 86_400_000
const environment = { platformId: "acme", mode: "sandbox" } as typeof CurrentEnvironment.Service
const notes = Collection.make({ name: "notes", schema: Schema.Struct({ at: Schema.Date }), id: () => "n" })

const id = `Webhook:${"0".repeat(8)}-0000-7000-8000-${"0".repeat(12)}`
const put = (what: ReturnType<typeof announceTest> = reported) => what.insert(id, environment)
const reported = announce("EXTERNAL_ACCOUNT.STATUS_UPDATED", notes, { at: new Date(0) }, T, 3)

describe("I12: the change that announces an event", () => {
  it("inserts the type, the subject and the sequence, due immediately and retained for eight days", () => {
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

  it("has an empty subject for a TEST event", () => {
    const change = put(announceTest(T))
    const body = change.op === "insert" ? change.body : undefined
    expect(body).toMatchObject({ type: "TEST", at: T, dueAt: T })
    expect(body).toHaveProperty("subject", {})
  })
})
