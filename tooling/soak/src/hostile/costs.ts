import { quantile } from "@countersign/bench/run/Cell"
import { memoryStore } from "@countersign/memory"
import { createCountersign, secretDigest } from "countersign"
import { Schema } from "effect"
import type { Outcome, Run } from "../report/Recorded.ts"
import { type HostileBody, hostileBodies } from "./bodies.ts"

/** What one hostile body came to. */
export interface Cost {
  readonly body: HostileBody
  readonly status: number
  /** Processor time of the whole call, in milliseconds; the least over its repeats. */
  readonly millis: number
  /** Bytes of the longest answer. */
  readonly answered: number
}

/** A service in this process. */
export interface Service {
  readonly handler: (request: Request) => Promise<Response>
  readonly authorization: string
  /** Where it is mounted, with the version of the API. */
  readonly base: string
}

/**
 * What a body costs a service of this process. The whole call is counted, which is never less than its longest stretch
 * without a pause (I20). A call over `enough` milliseconds is repeated up to `repeats` times: a collection of garbage
 * falls into any call, and into all of them only if they cause it.
 */
export const costOf = async (
  { authorization, base, handler }: Service,
  body: HostileBody,
  { enough, repeats }: { readonly enough: number; readonly repeats: number }
): Promise<Cost> => {
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

/** What every hostile body costs a sandbox of this process, where every endpoint exists. */
export const costs: Run = {
  name: "costs",
  says: "Every kind of hostile body of 64 KiB is sent to every endpoint of a sandbox in memory, and its processor time is taken.",
  unit: "bodies at the most",
  whole: 5_000,
  run: async ({ size }) => {
    const service = await sandbox()
    const bodies = hostileBodies(65_000, (prefix) => service.ids.get(prefix)).slice(0, size)
    // Compiled code is part of no body's cost.
    for (const body of bodies) await costOf(service, body, { enough: 0, repeats: 1 })
    const measured: Array<Cost> = []
    for (const body of bodies) measured.push(await costOf(service, body, { enough: GO / 2, repeats: 5 }))
    await service.close()
    return outcomeOf(measured)
  }
}

/** Milliseconds that no body may take of one go (I20). */
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
      { name: "Processor time of a call, median", value: quantile(millis, 0.5), unit: "ms" },
      { name: "Processor time of a call, p99", value: quantile(millis, 0.99), unit: "ms" },
      { name: "Processor time of a call, most (I20)", value: Math.max(...millis), unit: "ms", goal: { below: GO } },
      {
        name: "Longest answer (I20)",
        value: Math.max(...measured.map(({ answered }) => answered)),
        unit: "bytes",
        goal: { below: ANSWER + 1 }
      }
    ],
    tables: [
      {
        title: "The most expensive",
        head: ["Endpoint", "Body", "Status", "ms", "Bytes of the answer"],
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
  const countersign = createCountersign({
    tokens: [{ id: "loud", secretSha256: secretDigest("loud-secret"), platformId: "loud", mode: "sandbox" }],
    keys: { vault: "5a".repeat(32), service: "5b".repeat(32) },
    mailer: { sendCode: async () => {} },
    store: memoryStore,
    policy: {
      callsPerToken: UNLIMITED,
      challengesPerCredential: UNLIMITED,
      challengesPerAddress: UNLIMITED,
      requestsPerAccount: UNLIMITED,
      webhookTests: UNLIMITED
    }
  })
  const service: Service = {
    handler: countersign.handler,
    authorization: `Basic ${Buffer.from("loud:loud-secret").toString("base64")}`,
    base: "/2025-10-13"
  }
  const person = { customerType: "INDIVIDUAL", email: "ada@example.com" }
  const customerId = idOf(await asked(service, "POST", "/customers", person))
  const accountId = firstOf(
    await asked(service, "GET", `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`)
  )
  const credentialId = firstOf(await asked(service, "GET", `/auth/credentials?accountId=${accountId}`))
  const ids = [customerId, accountId, credentialId]
  return { ...service, ids: new Map(ids.map((id) => [id.slice(0, id.indexOf(":")), id])), close: countersign.close }
}

const UNLIMITED = { capacity: 1_000_000, refillEvery: 1 }

const asked = async ({ authorization, base, handler }: Service, method: string, path: string, body?: object) => {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const headers = { authorization, "content-type": "application/json" }
  const request = new Request(`http://hostile.test${base}${path}`, { method, headers, ...sent })
  return (await handler(request)).json()
}

const Named = Schema.Struct({ id: Schema.String })
const idOf = (answer: unknown): string => Schema.decodeUnknownSync(Named)(answer).id
const firstOf = (answer: unknown): string =>
  Schema.decodeUnknownSync(Schema.Struct({ data: Schema.NonEmptyArray(Named) }))(answer).data[0].id
