import { createClient } from "@countersign/client"
import { type CountersignOptions, createCountersign } from "countersign"
import { Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { Otlp } from "effect/observability"

/** The traces, metrics and logs of a service, in OTLP over HTTP, for any collector. */
export const openTelemetry = (baseUrl: string) =>
  Otlp.layerJson({
    baseUrl,
    resource: { serviceName: "countersign" },
    loggerMergeWithExisting: true,
    tracerExportInterval: "1 seconds",
    metricsExportInterval: "5 seconds",
    loggerExportInterval: "1 seconds"
  }).pipe(Layer.provide(FetchHttpClient.layer))

/** Signs in to an instrumented service and out again. Closing the service flushes its telemetry. */
export const signInObserved = async (collector: string, options: CountersignOptions = {}): Promise<void> => {
  const countersign = createCountersign({ logs: "none", ...options, telemetry: openTelemetry(collector) })
  const wallet = countersign.api.in({ platformId: "sandbox", mode: "sandbox" })
  const customer = await wallet.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
  const {
    data: [account]
  } = await wallet.internalAccounts.list({ customerId: customer.id, type: "EMBEDDED_WALLET" })
  const [credential] = await wallet.credentials.list(account?.id ?? "")
  const { id, secret } = countersign.sandboxToken ?? { id: "", secret: "" }
  const client = createClient({
    baseUrl: "http://countersign.test/2025-10-13",
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` },
    bundleSigner: countersign.bundleSigner,
    fetch: (url, init) => countersign.handler(new Request(url, init))
  })
  const session = await client.emailOtp.login({ credentialId: credential?.id ?? "", code: () => "000000" })
  await client.logout(session)
  await countersign.close()
}
