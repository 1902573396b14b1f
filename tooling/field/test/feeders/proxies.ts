import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { basic, callers } from "@countersign/harness/world"
import { nodeBridge } from "@countersign/http/node"
import { Schema } from "effect"
import { feeding, Texts } from "../feeding.ts"
import { ownerIn, worldOf } from "../wallet.ts"

const world = worldOf()
const alpha = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })

/** The headers that a proxy or a tracing tool adds to each call: the statuses of a signed call, an unsigned one, a read and a guard. */
export const proxies = feeding(Schema.Struct({ headers: Texts }), async ({ headers }) => {
  const { accountId, customerId, sessionId } = await ownerIn(world)
  const renamed = { body: { fullName: "Ada King" }, headers }
  const pay = alpha.requireSignature("Pay", () => ({ accountId, payload: { amount: 1 } }))
  const json = { "content-type": "application/json", ...headers }
  const request = new Request("http://host.test/pay", { method: "POST", body: "{}", headers: json })
  return {
    signed: (await world.call(callers.a, "DELETE", `/auth/sessions/${sessionId}`, { headers })).status,
    unsigned: (await world.call(callers.a, "PATCH", `/customers/${customerId}`, renamed)).status,
    read: (await world.call(callers.a, "GET", `/customers/${customerId}`, { headers })).status,
    guard: (await pay.check(request)).answer?.status
  }
})

/** One header of a call that creates a customer, or that reads the document: the status. */
export const headers = feeding(
  Schema.Struct({ headers: Texts, path: Schema.optionalKey(Schema.String) }),
  async ({ headers, path }) => {
    if (path !== undefined) return (await world.call(callers.a, "GET", path, { headers })).status
    const raw = '{"customerType":"INDIVIDUAL"}'
    return (await world.call(callers.a, "POST", "/customers", { raw, headers })).status
  }
)

const Left = Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Array(Schema.String)]))

/** A request as a host hands it over: the headers that it left, and the raw ones. The status of a list of customers. */
export const hostHeaders = feeding(
  Schema.Struct({ left: Left, raw: Schema.optionalKey(Schema.Array(Schema.String)) }),
  async ({ left, raw = [] }) => {
    const filled = (text: string) => text.replace("{{right}}", basic(callers.a))
    const incoming = new IncomingMessage(new Socket())
    Object.assign(incoming, {
      method: "GET",
      url: "/2025-10-13/customers?limit=1",
      rawHeaders: raw.map(filled),
      headers: Object.fromEntries(
        Object.entries(left).map(([name, value]) => [
          name,
          typeof value === "string" ? filled(value) : value.map(filled)
        ])
      )
    })
    incoming.push(null)
    const outgoing = new ServerResponse(incoming)
    await nodeBridge(world.countersign)(incoming, outgoing)
    return outgoing.statusCode
  }
)
