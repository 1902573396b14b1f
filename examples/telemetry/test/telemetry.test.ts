import { createCountersign } from "countersign"
import { expect, it } from "vitest"
import { startCollector } from "../src/collector.ts"
import { requireCollector } from "../src/requireCollector.ts"
import { metricsOf, spansOf } from "../src/shown.ts"
import { signIn, signInObserved } from "../src/signIn.ts"
import { effectTelemetry } from "../src/withEffect.ts"

it.each([
  ["the SDK of OpenTelemetry", signInObserved],
  ["a layer of Effect", (url: string) => signIn(effectTelemetry(url))]
])("with %s, a sign-in has one span per call, named by its route, and is in the metrics", async (_, observed) => {
  const collector = await startCollector()
  await observed(collector.url)
  collector.close()
  const spans = spansOf(collector.received)
  // Both requests, without child spans: the in-memory store of the example emits none.
  expect(spans.filter((name) => name.endsWith("/verify"))).toEqual(Array(2).fill("POST /auth/credentials/:id/verify"))
  expect(spans).toContain("DELETE /auth/sessions/:id")
  expect(metricsOf(collector.received)).toEqual(
    expect.arrayContaining(["countersign_requests", "countersign_request_duration_ms", "countersign_store_duration_ms"])
  )
})

it("a call continues the trace of its caller", async () => {
  const collector = await startCollector()
  const countersign = createCountersign({ logs: "none", telemetry: effectTelemetry(collector.url) })
  const [trace, parent] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"]
  const headers = { traceparent: `00-${trace}-${parent}-01` }
  await countersign.handler(new Request("http://countersign.test/2025-10-13/customers", { headers }))
  await countersign.close()
  collector.close()
  const sent = JSON.stringify(collector.received)
  expect(sent).toContain(`"traceId":"${trace}"`)
  expect(sent).toContain(`"parentSpanId":"${parent}"`)
})

it("an unreachable collector loses its telemetry and affects nothing else", async () => {
  await signInObserved("http://127.0.0.1:1")
  await signIn(effectTelemetry("http://127.0.0.1:1"))
})

it("the example reports an unreachable collector", async () => {
  const collector = await startCollector()
  await requireCollector(collector.url)
  collector.close()
  await expect(requireCollector("http://127.0.0.1:1")).rejects.toThrow("http://127.0.0.1:1/v1/traces does not respond")
})
