import type { Sabotage } from "../problems.ts"

/** Webhooks. */
export const webhooksEdits: ReadonlyArray<Sabotage> = [
  {
    row: "W1",
    removes: "addresses of private networks count as public",
    file: "adapters/webhooks/src/checkUrl.ts",
    find: '  if (address.range() !== "unicast") return false',
    replace: "",
    tests: ["adapters/webhooks/test/ssrf.test.ts"]
  },
  {
    row: "W2",
    removes: "a host name with one public address is accepted",
    file: "adapters/webhooks/src/checkUrl.ts",
    find: "  return rules.isFree(mode) || addresses.every(isPublic) ? addresses : []",
    replace: "  return rules.isFree(mode) || addresses.some(isPublic) ? addresses : []",
    tests: ["adapters/webhooks/test/dns.test.ts"]
  },
  {
    row: "W3",
    removes: "a redirect counts as success",
    file: "adapters/webhooks/src/post.ts",
    find: "      const given = response.statusCode ?? 0",
    replace: '      const given = String(response.statusCode).startsWith("3") ? 200 : (response.statusCode ?? 0)',
    tests: ["adapters/webhooks/test/faults.test.ts"]
  },
  {
    row: "W4",
    removes: "a delivery has no time limit",
    file: "adapters/webhooks/src/post.ts",
    find: "  const timer = setTimeout(() => late.abort(), message.timeout)",
    replace: "  const timer = setTimeout(() => late.abort(), message.timeout * 1000)",
    tests: ["adapters/webhooks/test/faults.test.ts"]
  },
  {
    row: "W5",
    removes: "the client accepts any signature",
    file: "packages/client/src/verifyWebhook.ts",
    find: '      if (await crypto.subtle.verify("Ed25519", key, signature, message)) return eventOf(body)',
    replace: '      if (key.type === "public" && signature.length === 64) return eventOf(body)',
    tests: ["packages/client/test/webhooks.test.ts"]
  },
  {
    row: "W5",
    removes: "environments share their webhook key",
    file: "adapters/node-crypto/src/nodeWebhookKeys.ts",
    find: "  const environmentSeed = derived(seed, `countersign/webhooks/v1/ed25519/${environment}`)",
    replace: "  const environmentSeed = derived(seed, `countersign/webhooks/v1/ed25519/${typeof environment}`)",
    tests: ["adapters/node-crypto/test/webhookKeys.test.ts"]
  },
  {
    row: "W6",
    removes: "the client accepts a delivery of any age",
    file: "packages/client/src/verifyWebhook.ts",
    find: "  if (!(Math.abs(now() / 1000 - Number(timestamp)) <= toleranceSeconds)) {",
    replace: "  if (!(Math.abs(now() / 1000 - Number(timestamp)) >= -toleranceSeconds)) {",
    tests: ["packages/client/test/webhooks.test.ts"]
  },
  {
    row: "W7",
    removes: "events have no sequence number",
    file: "packages/core/src/rules/events/Event.ts",
    find: "announce(type, collection, next, at, eventCount)",
    replace: "announce(type, collection, next, at, Math.min(1, eventCount))",
    tests: ["packages/countersign/test/webhooks/deliveries.test.ts"]
  },
  {
    row: "W8",
    removes: "an event is never due",
    file: "packages/core/src/rules/events/Event.ts",
    find: "    dueAt: what.at,",
    replace: "",
    tests: ["packages/countersign/test/webhooks/crash.test.ts"]
  },
  {
    row: "W9",
    removes: "the circuit of a failing endpoint never opens",
    file: "packages/core/src/rules/events/circuitBreaker.ts",
    find: "const PATIENCE = 5",
    replace: "const PATIENCE = 5_000_000",
    tests: ["packages/core/test/deliveries.test.ts"]
  },
  {
    row: "W10",
    removes: "the event is sent to the endpoint of another platform",
    file: "packages/core/src/operations/webhooks/deliver.ts",
    find: "  const url = (yield* loadOne(configOf(order.environment)))?.value.webhookEndpoint",
    replace: '  const url = (yield* loadOne(configOf("sandbox/alpha")))?.value.webhookEndpoint',
    tests: ["packages/countersign/test/webhooks/tenants.test.ts"]
  },
  {
    row: "W11",
    removes: "the body contains personal data",
    file: "packages/http/src/resources/webhooks/masked.ts",
    find: "  customerBody({ customer, profile: maskedProfile(profile) })",
    replace: "  customerBody({ customer, profile: profile ?? maskedProfile(profile) })",
    tests: ["packages/countersign/test/people/canary.test.ts"]
  },
  {
    row: "W12",
    removes: "test webhooks have no limit",
    file: "packages/core/src/operations/webhooks/test.ts",
    find: "  yield* (yield* Throttle).spend([testLimit(environment, yield* Policy)])\n",
    replace: "",
    tests: ["packages/countersign/test/webhooks/config.test.ts"]
  },
  {
    row: "W12",
    removes: "a test webhook goes to any address",
    file: "packages/core/src/operations/webhooks/test.ts",
    find: "  yield* requireEndpoint(url)\n  yield* (yield* Throttle)",
    replace: "  yield* (yield* Throttle)",
    tests: ["packages/countersign/test/webhooks/config.test.ts"]
  },
  {
    row: "W13",
    removes: "an address may contain line breaks",
    file: "adapters/webhooks/src/checkUrl.ts",
    find: "const SHAPE = /^[A-Za-z][A-Za-z0-9+.-]*:\\/\\/[^\\s\\p{Cc}\\p{Cs}\\\\]+$/u",
    replace: "const SHAPE = /^[A-Za-z][A-Za-z0-9+.-]*:\\/\\/.+$/su",
    tests: ["adapters/webhooks/test/ssrf.test.ts"]
  }
]
