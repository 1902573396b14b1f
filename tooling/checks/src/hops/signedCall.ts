import { randomBytes } from "node:crypto"
import { request } from "node:http"
import { nodeBridge } from "@countersign/http/node"
import { memoryStore } from "@countersign/memory"
import { createCountersign, secretDigest } from "countersign"

const SECRET = "hops-secret"
const UNLIMITED = { capacity: 1_000_000, refillEvery: 1 }

/** A service in memory with one wallet in production, and the first leg of a change of its privacy. */
export const signedCall = async () => {
  const hex = () => randomBytes(32).toString("hex")
  const countersign = createCountersign({
    logs: "none",
    store: memoryStore,
    tokens: [{ id: "hops", secretSha256: secretDigest(SECRET), platformId: "alpha", mode: "production" }],
    keys: { vault: hex(), service: hex() },
    mailer: { sendCode: async () => {}, sendNotice: async () => {} },
    policy: { requestsPerAccount: UNLIMITED, callsPerToken: UNLIMITED }
  })
  const headers = {
    authorization: `Basic ${Buffer.from(`hops:${SECRET}`).toString("base64")}`,
    "content-type": "application/json"
  }
  const ask = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await countersign.handler(
      new Request(`http://countersign.test/2025-10-13${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
    )
    return Object(await response.json())
  }
  const { id } = await ask("POST", "/customers", { customerType: "INDIVIDUAL", email: "ada@example.com" })
  const { data } = await ask("GET", `/internal-accounts?customerId=${id}&type=EMBEDDED_WALLET`)
  const wallet = Array.isArray(data) ? Object(data[0]).id : undefined

  /** One call over a socket; rejects where it is not answered 202. */
  const firstLeg = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const path = `/2025-10-13/internal-accounts/${wallet}`
      request({ host: "127.0.0.1", port, method: "PATCH", path, headers }, (response) => {
        response.resume()
        response.on("end", () =>
          response.statusCode === 202 ? resolve() : reject(new Error(`hops: answered ${response.statusCode}`))
        )
      })
        .on("error", reject)
        .end(JSON.stringify({ privateEnabled: true }))
    })
  return { bridge: nodeBridge(countersign), close: () => countersign.close(), firstLeg }
}
