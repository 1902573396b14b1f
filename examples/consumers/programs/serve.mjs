// Serves the web handler with the runtime's own server, and signs in through it.
import { createClient } from "@countersign/client"
import { createCountersign, mountedUnder } from "countersign"

const countersign = createCountersign()
const fetch = mountedUnder("/wallet", countersign.handler)
const { Bun, Deno } = globalThis
const serving = Bun?.serve({ port: 0, fetch }) ?? Deno.serve({ port: 0, onListen: () => {} }, fetch)
const url = `http://localhost:${serving.port ?? serving.addr.port}/wallet/2025-10-13`

const { id, secret } = countersign.sandboxToken
const headers = { authorization: `Basic ${btoa(`${id}:${secret}`)}` }
const wallet = countersign.api.in({ platformId: "sandbox", mode: "sandbox" })
const customer = await wallet.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
const { data } = await (await globalThis.fetch(`${url}/customers`, { headers })).json()
console.log(data.length, "customer", data[0].id === customer.id)

const {
  data: [account]
} = await wallet.internalAccounts.list({ customerId: customer.id, type: "EMBEDDED_WALLET" })
const [credential] = await wallet.credentials.list(account.id)
const client = createClient({ baseUrl: url, headers, bundleSigner: countersign.bundleSigner })
const session = await client.emailOtp.login({ credentialId: credential.id, code: () => "000000" })
console.log(session.type, (await client.sessions.list(account.id)).length, "active session")
process.exit()
