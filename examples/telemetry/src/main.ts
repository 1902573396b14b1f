import { startCollector } from "./collector.ts"
import { requireCollector } from "./requireCollector.ts"
import { metricsOf, spansOf } from "./shown.ts"
import { signInObserved } from "./signIn.ts"

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
