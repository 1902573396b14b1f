// Signs a user in over the network, with nothing but the address, the token and the pinned key of a service.
import { createClient } from "@countersign/client"
import { createCountersign } from "countersign"

const { SECRET, SERVICE_KEY, URL: base, VAULT_KEY } = process.env
const headers = { authorization: `Basic ${btoa(`app:${SECRET}`)}`, "content-type": "application/json" }
const call = async (path, init) => {
  const response = await fetch(`${base}/2025-10-13${path}`, { headers, ...init })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
const profile = JSON.stringify({ customerType: "INDIVIDUAL", email: "ada@example.com" })
const { id } = await call("/customers", { method: "POST", body: profile })
const {
  data: [account]
} = await call(`/internal-accounts?customerId=${id}&type=EMBEDDED_WALLET`)
// The service has the same keys.
const { bundleSigner, close } = createCountersign({ keys: { vault: VAULT_KEY, service: SERVICE_KEY } })
const client = createClient({ baseUrl: `${base}/2025-10-13`, headers, bundleSigner })
const [credential] = await client.credentials.list(account.id)
const session = await client.emailOtp.login({ credentialId: credential.id, code: () => "000000" })
console.log(session.type, (await client.sessions.list(account.id)).length, "active session")
if (process.env.OWN !== undefined) {
  const url = process.env.OWN
  const proven = await fetch(url, { headers: await client.prove(session, { method: "GET", url }) })
  console.log(proven.status, (await proven.json()).accountId === account.id, (await fetch(url)).status)
}
await client.logout(session)
console.log((await client.sessions.list(account.id)).length, "after logout")
await close()
