import { quantile } from "@countersign/bench/run/figures"
import { basic, callers, makeWorld, UNLIMITED } from "@countersign/harness/world"
import { memoryStore } from "@countersign/memory"
import type { Outcome, Run } from "../report/Recorded.ts"
import { type HostileBody, hostileBodies } from "./bodies.ts"

export type Cost = Awaited<ReturnType<typeof costOf>>

export interface Service {
  readonly handler: (request: Request) => Promise<Response>
  readonly authorization: string
  /** The base URL, with the version of the API. */
  readonly base: string
}

/**
 * Measures the cost of a body for a service of this process: the CPU time of the whole call, an upper bound for
 * its longest synchronous part (I20). A call over `enough` milliseconds is repeated up to `repeats` times. A garbage
 * collection can occur in any call, but occurs in all repetitions only if the body causes it. Returns the minimum over
 * its repetitions in milliseconds, and the size of the longest response in bytes.
 */
export const costOf = async (
  { authorization, base, handler }: Service,
  body: HostileBody,
  { enough, repeats }: { readonly enough: number; readonly repeats: number }
) => {
  const sent = body.text()
  let [answered, millis, status] = [0, Number.POSITIVE_INFINITY, 0]
  for (let repeat = 0; repeat < repeats && millis > enough; repeat += 1) {
    const request = new Request(`http://hostile.test${base}${body.path}`, {
      method: body.method,
      headers: { authorization, "content-type": "application/json" },
      body: sent
    })
    const before = process.cpuUsage()
    const response = await handler(request)
    const text = await response.text()
    const { system, user } = process.cpuUsage(before)
    millis = Math.min(millis, (system + user) / 1000)
    answered = Math.max(answered, Buffer.byteLength(text))
    status = response.status
  }
  return { body, status, millis, answered }
}

/** The cost of every hostile body for a sandbox of this process, which has every endpoint. */
export const costs: Run = {
  name: "costs",
  says: "Sends every kind of hostile body of 64 KiB to every endpoint of a memory sandbox, and measures the CPU time.",
  unit: "bodies at the most",
  fullSize: 5_000,
  run: async ({ size }) => {
    const service = await sandbox()
    const bodies = hostileBodies(65_000, (prefix) => service.ids.get(prefix)).slice(0, size)
    // The compilation of code is not part of the cost of a body.
    for (const body of bodies) await costOf(service, body, { enough: 0, repeats: 1 })
    const measured: Array<Cost> = []
    for (const body of bodies) measured.push(await costOf(service, body, { enough: GO / 2, repeats: 5 }))
    await service.close()
    return outcomeOf(measured)
  }
}

/** Maximum CPU time of a body in milliseconds, without a pause (I20). */
const GO = 20
const ANSWER = 65_536
const ROWS = 10

const outcomeOf = (measured: ReadonlyArray<Cost>): Outcome => {
  const millis = measured.map((cost) => cost.millis)
  const worst = measured.toSorted((a, b) => b.millis - a.millis).slice(0, ROWS)
  return {
    figures: [
      { name: "Bodies", value: measured.length, unit: "bodies" },
      {
        name: "Answered with a 5xx",
        value: measured.filter(({ status }) => status >= 500).length,
        unit: "bodies",
        goal: { exactly: 0 }
      },
      { name: "CPU time of a call, median", value: quantile(millis, 0.5), unit: "ms" },
      { name: "CPU time of a call, p99", value: quantile(millis, 0.99), unit: "ms" },
      { name: "CPU time of a call, maximum (I20)", value: Math.max(...millis), unit: "ms", goal: { below: GO } },
      {
        name: "Longest response (I20)",
        value: Math.max(...measured.map(({ answered }) => answered)),
        unit: "bytes",
        goal: { below: ANSWER + 1 }
      }
    ],
    tables: [
      {
        title: "The most expensive bodies",
        head: ["Endpoint", "Body", "Status", "ms", "Bytes of the response"],
        rows: worst.map((cost) => [
          cost.body.endpoint,
          cost.body.name,
          cost.status,
          cost.millis.toFixed(1),
          cost.answered
        ])
      }
    ]
  }
}

const sandbox = async () => {
  const { countersign, customer } = makeWorld({
    clock: "real",
    store: memoryStore,
    policy: { webhookTests: UNLIMITED }
  })
  const ids = Object.values(await customer(callers.a))
  return {
    handler: countersign.handler,
    authorization: basic(callers.a),
    base: "/2025-10-13",
    ids: new Map(ids.map((id) => [id.slice(0, id.indexOf(":")), id])),
    close: countersign.close
  }
}
