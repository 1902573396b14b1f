/** Throws if the collector is unreachable. The service itself ignores lost telemetry, so the example checks it here. */
export const requireCollector = async (endpoint: string): Promise<void> => {
  const url = `${endpoint.replace(/\/+$/u, "")}/v1/traces`
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
    signal: AbortSignal.timeout(5000)
  }).catch(() => undefined)
  if (answer?.ok === true) return
  const received = answer === undefined ? "does not respond" : `answered ${answer.status}`
  throw new Error(
    `${url} ${received}. OTEL_EXPORTER_OTLP_ENDPOINT must be a collector that takes OTLP over HTTP as JSON.`
  )
}
