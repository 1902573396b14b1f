/**
 * Counts the files and functions of this repository that run in the first leg of a signed call, from the socket to the
 * response, by the coverage of one warm call. Prints one line of JSON. `--list` prints the functions.
 */

import { randomBytes } from "node:crypto"
import { createServer, request } from "node:http"

import { Session } from "node:inspector/promises"
import { nodeBridge } from "@countersign/http/node"
import { memoryStore } from "@countersign/memory"
import { createCountersign, secretDigest } from "countersign"
import { type Passed, passedBy } from "./passed.ts"

const SECRET = "hops-secret"
const UNLIMITED = { capacity: 1_000_000, refillEvery: 1 }

/** A service in memory with one production wallet, and the first leg of a change of the wallet's privacy. */
const signedCall = async () => {
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
  const send = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await countersign.handler(
      new Request(`http://countersign.test/2025-10-13${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
    )
    return Object(await response.json())
  }
  const { id } = await send("POST", "/customers", { customerType: "INDIVIDUAL", email: "ada@example.com" })
  const { data } = await send("GET", `/internal-accounts?customerId=${id}&type=EMBEDDED_WALLET`)
  const wallet = Array.isArray(data) ? Object(data[0]).id : undefined

  /** Makes one call over a socket. Rejects when the status is not 202. */
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

const ROUNDS = 5

const session = new Session()
session.connect()
await session.post("Profiler.enable")

const { bridge, close, firstLeg } = await signedCall()
const server = createServer({ keepAliveTimeout: 600_000 }, bridge)
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
const address = server.address()
if (typeof address !== "object" || address === null) throw new Error("hops: the server has no port")

for (let warm = 0; warm < 20; warm += 1) await firstLeg(address.port)
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
const rounds: Array<Passed> = []
for (let round = 0; round < ROUNDS; round += 1) {
  await session.post("Profiler.takePreciseCoverage")
  await firstLeg(address.port)
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
await close()
