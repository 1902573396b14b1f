import { Context, Effect, Tracer } from "effect"
import { expect, it } from "vitest"
import { json } from "../src/message/Reply.ts"
import { listSessions } from "../src/resources/authentication/sessions.ts"
import { spanned } from "../src/server/observe.ts"
import type { AcceptedCall } from "../src/server/route.ts"

const requested: AcceptedCall = {
  requestId: "request-1",
  endpoint: listSessions,
  call: {
    method: "GET",
    target: "/auth/sessions",
    headers: {},
    body: async () => new Uint8Array(0),
    onDisconnect: () => () => {}
  },
  headers: {},
  target: "/auth/sessions",
  params: {},
  query: {}
}
const program = Effect.succeed(json(200, {}))

it("runs the call without a span when no tracer is configured", () => {
  expect(spanned(Context.empty())).toBeUndefined()
})

it("creates one span for a call, named by the contract, with its status", async () => {
  const spans: Array<Tracer.NativeSpan> = []
  const listening = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  const context = Context.make(Tracer.Tracer, listening)
  await Effect.runPromise(Effect.provideContext(spanned(context)?.(requested, program) ?? program, context))
  expect(
    spans.map(({ attributes, name }) => [
      name,
      attributes.get("http.response.status_code"),
      attributes.get("http.response.header.x-request-id")
    ])
  ).toEqual([["GET /auth/sessions", 200, ["request-1"]]])
})
