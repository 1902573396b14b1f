/**
 * Counts the files and functions of this repository that run in the first leg of a signed call, from the socket to the
 * response, by the coverage of one warm call. Prints one line of JSON. `--list` prints the functions.
 */

import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import { Session } from "node:inspector/promises"
import { nodeBridge } from "@countersign/http/node"
import { memoryStore } from "@countersign/memory"
import { createCountersign, secretDigest } from "countersign"
import { type Passed, passedBy } from "./passed.ts"

const SECRET = "hops-secret"
const UNLIMITED = { capacity: 1_000_000, refillEvery: 1 }

const session = new Session()
session.connect()
await session.post("Profiler.enable")

const hex = () => randomBytes(32).toString("hex")
const countersign = createCountersign({
  logs: "none",
  store: memoryStore,
  tokens: [{ id: "hops", secretSha256: secretDigest(SECRET), platformId: "alpha", mode: "production" }],
  keys: { vault: hex(), service: hex() },
  mailer: { sendCode: async () => {}, sendNotice: async () => {} },
  policy: { requestsPerAccount: UNLIMITED, callsPerToken: UNLIMITED }
})
const api = countersign.api.in({ platformId: "alpha", mode: "production" })
const { id: customerId } = await api.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
const { data: wallets } = await api.internalAccounts.list({ customerId, type: "EMBEDDED_WALLET" })
const server = createServer({ keepAliveTimeout: 600_000 }, nodeBridge(countersign)).listen(0, "127.0.0.1")
await once(server, "listening")
const address = server.address()
if (typeof address !== "object" || address === null) throw new Error("hops: the server has no port")
const call = `http://127.0.0.1:${address.port}/2025-10-13/internal-accounts/${wallets[0]?.id}`

/** The first leg of a change of the wallet's privacy, over a socket. Rejects when the status is not 202. */
const firstLeg = async (): Promise<void> => {
  const headers = {
    authorization: `Basic ${Buffer.from(`hops:${SECRET}`).toString("base64")}`,
    "content-type": "application/json"
  }
  const response = await fetch(call, { method: "PATCH", headers, body: JSON.stringify({ privateEnabled: true }) })
  await response.text()
  if (response.status !== 202) throw new Error(`hops: answered ${response.status}`)
}

const ROUNDS = 5

for (let warm = 0; warm < 20; warm += 1) await firstLeg()
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
const rounds: Array<Passed> = []
for (let round = 0; round < ROUNDS; round += 1) {
  await session.post("Profiler.takePreciseCoverage")
  await firstLeg()
  const { result } = await session.post("Profiler.takePreciseCoverage")
  rounds.push(passedBy(result))
}
// Background work of the service may add functions to a round. The round with the fewest functions is the call alone.
const [least] = rounds.toSorted((one, other) => one.functions.length - other.functions.length)
if (least === undefined) throw new Error("hops: no round was measured")
process.stdout.write(`${JSON.stringify({ files: least.files.length, functions: least.functions.length })}\n`)
if (process.argv.includes("--list")) for (const line of least.functions) process.stdout.write(`${line}\n`)
server.closeAllConnections()
server.close()
await countersign.close()
