import { expect, it } from "vitest"
import { startCollector } from "../src/collector.ts"
import { signInObserved } from "../src/observed.ts"
import { requireCollector } from "../src/requireCollector.ts"
import { metricsOf, spansOf } from "../src/shown.ts"

it("a sign-in is seen from the path of the contract down to the rule, and is counted", async () => {
  const collector = await startCollector()
  await signInObserved(collector.url)
  collector.close()
  const spans = spansOf(collector.received)
  expect(spans).toContain("POST /auth/credentials/:id/verify")
  // Under it, a step to the right, what it did.
  const verify = spans.indexOf("POST /auth/credentials/:id/verify")
  expect(spans.slice(verify + 1, verify + 3)).toEqual(["  signedRetry VerifyCredential", "    emailOtp.verify"])
  expect(spans).toContain("DELETE /auth/sessions/:id")
  expect(metricsOf(collector.received)).toEqual(
    expect.arrayContaining(["countersign_requests", "countersign_request_duration_ms"])
  )
})

it("a collector that is away costs nothing but what was meant for it", async () => {
  await signInObserved("http://127.0.0.1:1")
})

it("the example says when nobody takes what it sends", async () => {
  const collector = await startCollector()
  await requireCollector(collector.url)
  collector.close()
  await expect(requireCollector("http://127.0.0.1:1")).rejects.toThrow("http://127.0.0.1:1/v1/traces does not answer")
})
