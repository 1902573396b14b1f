/**
 * The headers that proxies, gateways and tracing tools add to a call, in their usual forms and with ids made here. Each
 * set has a Request-Id that is not of this service.
 */
export const PROXIES: ReadonlyArray<{ readonly name: string; readonly headers: Readonly<Record<string, string>> }> = [
  {
    name: "a cloud load balancer",
    headers: {
      "request-id": "1-67891233-abcdef012345678912345678",
      "x-amzn-trace-id": "Root=1-67891233-abcdef012345678912345678;Self=1-67891233-12456789abcdef012345678",
      "x-forwarded-for": "203.0.113.7, 10.0.0.1",
      "x-forwarded-proto": "https",
      "x-forwarded-port": "443"
    }
  },
  {
    name: "a reverse proxy",
    headers: { "request-id": "444535f9378a3dfa1b8604bc9e05a303", "x-real-ip": "203.0.113.7", via: "1.1 proxy" }
  },
  {
    name: "a service mesh",
    headers: {
      "request-id": "0190b0a4-0000-7000-8000-000000000000",
      "x-request-id": "0190b0a4-0000-7000-8000-000000000000",
      "x-envoy-attempt-count": "1",
      "x-b3-traceid": "80f198ee56343ba864fe8b2a57d3eff7",
      "x-b3-sampled": "1"
    }
  },
  {
    name: "an API gateway",
    headers: { "request-id": "b4b6c1d0-5f0c-4d6c-9e55-0242ac120002#17", forwarded: 'for="[2001:db8::7]";proto=https' }
  },
  {
    name: "a tracing agent",
    headers: {
      "request-id": "|4bf92f3577b34da6a3ce929d0e0e4736.00f067aa0ba902b7.",
      "request-context": "appId=cid-v1:0190b0a4",
      traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
      tracestate: "a=1,b=2",
      baggage: "user=ada;p=1"
    }
  },
  {
    name: "an edge network",
    headers: { "request-id": "8c7d0f3a1b2c3d4e-FRA", "cdn-loop": "edge", "accept-encoding": "gzip, br" }
  },
  { name: "a framework", headers: { "request-id": "req-1a", "x-runtime": "0.01" } },
  { name: "two tools at once", headers: { "request-id": "a-1, b-2" } },
  { name: "a tool without a value", headers: { "request-id": "" } },
  { name: "a tool with our prefix", headers: { "request-id": "Request:abc" } },
  { name: "a host language", headers: { "request-id": "préfixe\u00e9", "x-client": "1" } }
]
