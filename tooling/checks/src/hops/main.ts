/**
 * Counts what the first leg of a signed call passes on its way from the socket to its answer: the files and functions of
 * this repository that run, by the coverage of one warm call. Prints one line of JSON; `--list` prints the functions.
 */
import { createServer } from "node:http"
import { Session } from "node:inspector/promises"
import { type Passed, passedBy } from "./passed.ts"
import { signedCall } from "./signedCall.ts"

const ROUNDS = 5

const session = new Session()
session.connect()
await session.post("Profiler.enable")

const { bridge, close, firstLeg } = await signedCall()
const server = createServer(bridge)
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
// Work of the service beside the call may fall into a round: the one with the fewest functions is the call.
const [least] = rounds.toSorted((one, other) => one.functions.length - other.functions.length)
if (least === undefined) throw new Error("hops: no round was measured")
process.stdout.write(`${JSON.stringify({ files: least.files.length, functions: least.functions.length })}\n`)
if (process.argv.includes("--list")) for (const line of least.functions) process.stdout.write(`${line}\n`)
server.closeAllConnections()
server.close()
await close()
