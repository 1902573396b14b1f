import { Context } from "effect"
import { describe, expect, it } from "vitest"
import { edge, makeGate } from "../src/server/gate.ts"

const SECRET = "password of the database"
const text = new TextDecoder()

/** An edge whose handler and document both fail with a message that must not reach the caller. */
const failing = (fail: () => never) =>
  edge(async () => fail(), {
    basePath: "/v",
    signatureHeader: { name: "Service-Wallet-Signature" },
    documents: new Map([["/docs", async () => fail()]]),
    context: Context.empty(),
    acceptRequestId: false,
    gate: makeGate(() => "incident-1"),
    linked: (reply) => reply
  })

describe("the reply to a defect", () => {
  it.each(["/v/customers", "/docs"])(
    "at %s is a 500 with an incident id and without the error message (D11, FS25)",
    async (target) => {
      for (const fault of [new Error(SECRET), SECRET, new Error("outer", { cause: new Error(SECRET) })]) {
        const answer = failing(() => {
          throw fault
        })
        const call = {
          method: "GET",
          target,
          headers: {},
          body: async () => new Uint8Array(0),
          onDisconnect: () => () => {}
        }
        const { body, status } = await answer(call)
        const reported = typeof body === "string" ? body : text.decode(body)
        expect([status, JSON.parse(reported).details]).toEqual([500, { incident: "incident-1" }])
        expect(reported).not.toContain(SECRET)
        expect(reported).not.toContain("outer")
      }
    }
  )
})
