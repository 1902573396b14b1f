// A worker that has the service and its client: each request signs a user in, in memory.
import { createClient } from "@countersign/client"
import { createCountersign } from "countersign"

export default {
  async fetch() {
    const { api, bundleSigner, close, forUser } = createCountersign({ logs: "none" })
    const environment = { platformId: "acme", mode: "sandbox" }
    const wallet = api.in(environment)
    const { id: customerId } = await wallet.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
    const { data } = await wallet.internalAccounts.list({ customerId, type: "EMBEDDED_WALLET" })
    const [credential] = await wallet.credentials.list(data[0].id)
    const handler = forUser(() => ({ ...environment, customerId }))
    const local = (url, init) => handler(new Request(url, init))
    const client = createClient({ baseUrl: "http://localhost/2025-10-13", bundleSigner, fetch: local })
    const { type } = await client.emailOtp.login({ credentialId: credential.id, code: () => "000000" })
    await close()
    return new Response(`signed in by ${type}`)
  }
}
