import type { AnnouncedEvent } from "@countersign/core/internal"
import { START } from "@countersign/harness/world"
import { EventBodyMissing, envelope } from "@countersign/http"
import { EventBodies, layer } from "countersign/effect"
import { Cause, Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"

const reported = (type: string): AnnouncedEvent => ({
  eventId: "Webhook:00000000-0000-7000-8000-000000000001" as AnnouncedEvent["eventId"],
  type,
  subject: {},
  sequence: 3,
  at: START
})
const settings = { signatureHeader: "X-Service-Signature", paymentTypes: "plain" } as const

describe("C10 W2: the envelope", () => {
  it("has an id, a type, a time, a sequence and the resource", () => {
    expect(envelope(reported("INTERNAL_ACCOUNT.BALANCE_UPDATED"), { balance: 1 }, settings)).toEqual({
      id: "Webhook:00000000-0000-7000-8000-000000000001",
      type: "INTERNAL_ACCOUNT.BALANCE_UPDATED",
      timestamp: "2026-03-01T12:00:00.000Z",
      sequence: 3,
      data: { balance: 1 }
    })
  })

  it("names a payment event OUTGOING_PAYMENT, with its outcome and the resource in the body, unless dotted types are set", () => {
    const event = reported("OUTGOING_PAYMENT.COMPLETED")
    const data = { id: "Transaction:1", status: "COMPLETED" }
    const plain = envelope(event, data, settings)
    expect(plain).toMatchObject({ type: "OUTGOING_PAYMENT", eventType: event.type, transaction: data, data })
    const dotted = envelope(event, data, { ...settings, paymentTypes: "dotted" })
    expect(dotted).toEqual({ ...plain, type: "OUTGOING_PAYMENT.COMPLETED" })
    expect(envelope(reported("INCOMING_PAYMENT.COMPLETED"), data, settings)).not.toHaveProperty("transaction")
  })
})

it("an event of a resource without a renderer is a defect with a name", async () => {
  const render = Effect.flatMap(EventBodies, (bodies) => bodies.render(reported("DISPUTE.OPENED")))
  const exit = await Effect.runPromiseExit(Effect.provide(render, layer({ logs: "none" })))
  expect(Exit.isFailure(exit) && Cause.squash(exit.cause)).toBeInstanceOf(EventBodyMissing)
})
