import { createClient } from "@countersign/client"
import { type CountersignOptions, createCountersign } from "countersign"
import { openTelemetry } from "./openTelemetry.ts"

/** Signs in to an instrumented service and out again. */
export const signIn = async (telemetry: CountersignOptions["telemetry"], options: CountersignOptions = {}) => {
  const countersign = createCountersign({ logs: "none", ...options, ...(telemetry && { telemetry }) })
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

/** Signs in, and sends the telemetry to a collector. */
export const signInObserved = async (collector: string): Promise<void> => {
  const { shutdown, telemetry } = openTelemetry(collector)
  await signIn(telemetry)
  await shutdown()
}
