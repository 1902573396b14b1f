/**
 * Counts the files and functions of the published packages that run in each leg of a signed call, from the socket to the
 * response, by the coverage of one warm call: `main.js [memory] [postgres] [--list]`. Prints a line of JSON for each leg,
 * and with `--list` the functions.
 */

import { Session } from "node:inspector/promises"
import { poolOf, startServer } from "@countersign/harness/PostgresServer"
import { memoryStore } from "@countersign/memory"
import { migrate, postgres } from "@countersign/postgres"
import type { CountersignOptions } from "countersign"
import { callOf, passedBy } from "./passed.ts"
import { signedCalls } from "./signedCalls.ts"

const [WARM, ROUNDS] = [20, 20]

const session = new Session()
session.connect()
await session.post("Profiler.enable")

/** Measures warm calls of both legs. The second is signed outside of its measurement. */
const measure = async (name: string, store: NonNullable<CountersignOptions["store"]>) => {
  const { close, first, second, signed } = await signedCalls(store)
  for (let warm = 0; warm < WARM; warm += 1) await second(signed(await first()))
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
  const passed = async () => passedBy((await session.post("Profiler.takePreciseCoverage")).result)
  const legs: [Array<ReadonlyArray<string>>, Array<ReadonlyArray<string>>] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    await passed()
    const challenge = await first()
    legs[0].push(await passed())
    const headers = signed(challenge)
    await passed()
    await second(headers)
    legs[1].push(await passed())
  }
  await session.post("Profiler.stopPreciseCoverage")
  await close()
  for (const [nth, rounds] of legs.entries()) {
    const { files, functions } = callOf(rounds)
    const line = { store: name, leg: nth + 1, files: files.length, functions: functions.length }
    process.stdout.write(`${JSON.stringify(line)}\n`)
    if (process.argv.includes("--list")) for (const each of functions) process.stdout.write(`${each}\n`)
  }
}

const named = process.argv.slice(2).filter((argument) => argument !== "--list")
const isNamed = (store: "memory" | "postgres"): boolean => named.length === 0 || named.includes(store)

if (isNamed("memory")) await measure("memory", memoryStore)
if (isNamed("postgres")) {
  const server = await startServer()
  const pool = poolOf(server.port, "postgres")
  try {
    await migrate(pool)
    await measure("postgres", postgres({ pool }))
  } finally {
    await pool.end()
    await server.stop()
  }
}
