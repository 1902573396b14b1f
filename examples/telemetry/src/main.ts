import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { signInObserved } from "./observed.ts"

/** What was sent to a collector, by path: `/v1/traces`, `/v1/metrics`, `/v1/logs`. */
interface Received {
  readonly path: string
  readonly body: unknown
}

/** An OpenTelemetry collector of a few lines: it keeps what it is sent. Put your own in its place. */
export const startCollector = async () => {
  const received: Array<Received> = []
  const server = createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({ path: request.url ?? "", body: JSON.parse(Buffer.concat(chunks).toString("utf8")) })
    response.setHeader("content-type", "application/json")
    response.end("{}")
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, received, close: () => void server.close() }
}

/** The names of all spans, each under the one it is part of. */
export const spansOf = (received: ReadonlyArray<Received>): ReadonlyArray<string> => {
  const spans = ofPath(received, "/v1/traces").flatMap((body) => all(body, "resourceSpans", "scopeSpans", "spans"))
  const under = (parent: unknown, depth: number): ReadonlyArray<string> =>
    spans
      .filter((span) => (field(span, "parentSpanId") ?? "") === parent)
      .flatMap((span) => [
        `${"  ".repeat(depth)}${String(field(span, "name"))}`,
        ...under(field(span, "spanId"), depth + 1)
      ])
  return under("", 0)
}

/** The names of all metrics. */
export const metricsOf = (received: ReadonlyArray<Received>): ReadonlyArray<string> => [
  ...new Set(
    ofPath(received, "/v1/metrics")
      .flatMap((body) => all(body, "resourceMetrics", "scopeMetrics", "metrics"))
      .map((metric) => String(field(metric, "name")))
  )
]

const ofPath = (received: ReadonlyArray<Received>, path: string): ReadonlyArray<unknown> =>
  received.filter((one) => one.path === path).map(({ body }) => body)

/** What stands in lists inside lists. */
const all = (body: unknown, ...names: ReadonlyArray<string>): ReadonlyArray<unknown> =>
  names.reduce<ReadonlyArray<unknown>>((found, name) => found.flatMap((one) => list(field(one, name))), [body])

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

/** What is lost on the way to a collector costs the service nothing, so it does not say so. Here one wants to know. */
export const requireCollector = async (endpoint: string): Promise<void> => {
  const url = `${endpoint.replace(/\/+$/u, "")}/v1/traces`
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
    signal: AbortSignal.timeout(5000)
  }).catch(() => undefined)
  if (answer?.ok === true) return
  const came = answer === undefined ? "does not answer" : `answered ${answer.status}`
  throw new Error(`${url} ${came}. OTEL_EXPORTER_OTLP_ENDPOINT must be a collector that takes OTLP over HTTP as JSON.`)
}

const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = process.env
if (endpoint !== undefined) {
  try {
    await requireCollector(endpoint)
    await signInObserved(endpoint)
    console.log(`Sent to ${endpoint}`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
} else {
  const collector = await startCollector()
  await signInObserved(collector.url)
  for (const line of [...spansOf(collector.received), ...metricsOf(collector.received)]) console.log(line)
  collector.close()
}
