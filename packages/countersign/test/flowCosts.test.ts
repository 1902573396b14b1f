import { readFileSync } from "node:fs"
import { getHeapStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { gbp } from "@countersign/harness/externalAccounts"
import { clientKey } from "@countersign/harness/fixtures"
import { testDatabase } from "@countersign/harness/postgres"
import {
  callers,
  keys,
  requestOf,
  retryHeaders,
  session,
  tokenOptions,
  type World,
  withoutLimits,
  worldOver
} from "@countersign/harness/world"
import { postgres } from "@countersign/postgres"
import { Effect, ManagedRuntime, Scheduler } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type CountersignOptions, defaultPolicy, layer, makeWebHandler } from "../src/effect.ts"
import { countedPool, countedStore } from "./counted.ts"

/** The cost of a flow. */
interface Cost {
  /** Steps of Effect fibers. */
  readonly steps: number
  /** Calls of the memory store, or statements of PostgreSQL. */
  readonly trips: number
  /** Changes of the memory store, or rows that PostgreSQL writes into all its tables. */
  readonly rows: number
  /** Heap, with that of the test's own requests. */
  readonly kilobytes: number
}

/**
 * The most that a flow may cost with a person's pauses: three seconds before each call. Steps, trips and rows are those of
 * today, kilobytes twice as many. A feature that exceeds one looks at its cost here; what lowers one lowers it here.
 */
const MOST: Readonly<Record<string, Readonly<Record<string, Cost>>>> = {
  memory: {
    "first leg": { steps: 42, trips: 2, rows: 1, kilobytes: 240 },
    "second leg": { steps: 68, trips: 2, rows: 5, kilobytes: 600 },
    "e-mail login": { steps: 290, trips: 6, rows: 13, kilobytes: 1400 },
    "external account": { steps: 80, trips: 2, rows: 2, kilobytes: 340 }
  },
  PostgreSQL: {
    "first leg": { steps: 57, trips: 2, rows: 1, kilobytes: 380 },
    "second leg": { steps: 83, trips: 2, rows: 8, kilobytes: 900 },
    "e-mail login": { steps: 357, trips: 6, rows: 19, kilobytes: 2300 },
    "external account": { steps: 85, trips: 2, rows: 7, kilobytes: 470 }
  }
}
const PAUSE = 3000
const ROUNDS = 15

let steps = 0
/** The fibers of a call are younger than it: on a busy machine a call is longer, and timers of the node fire within it. */
let newest = 0
let at = performance.now()
const { prototype } = Scheduler.MixedScheduler
const { shouldYield } = prototype
// No spies: what they record would count as heap of the calls.
beforeAll(() => {
  // The run loop of a fiber calls its scheduler before each step.
  prototype.shouldYield = function (fiber) {
    if (fiber.id > newest) steps += 1
    return shouldYield.call(this, fiber)
  }
  // Cached rows age by the pauses alone, however busy the machine is (GT12).
  performance.now = () => at
})
afterAll(() => {
  prototype.shouldYield = shouldYield
  Reflect.deleteProperty(performance, "now")
})

setFlagsFromString("--expose-gc")
const collect: (options: { readonly type: "minor" }) => void = runInNewContext("gc")

const server = testDatabase()

// The limits of a real service and not those of tests.
const { challengesPerAddress, challengesPerCredential, requestsPerAccount } = defaultPolicy
const policy = { ...withoutLimits, challengesPerAddress, challengesPerCredential, requestsPerAccount }

/** A host by the door for Effect, without workers: their steps would fall between two counts on a busy machine (GT12). */
const hostOf = async (store: NonNullable<CountersignOptions["store"]>) => {
  const runtime = ManagedRuntime.make(
    layer({ tokens: tokenOptions, keys, logs: "none", mailer: { sendCode: async () => {} }, store, policy })
  )
  const { close, handler } = makeWebHandler(await runtime.context())
  return {
    world: worldOver((...given) => handler(requestOf("http://service.test", ...given))),
    close: async () => {
      await close()
      await runtime.dispose()
    }
  }
}

const stores = {
  memory: async () => {
    const { rows, store, take } = countedStore()
    return { ...(await hostOf(store)), take, rows: async () => rows() }
  },
  PostgreSQL: async () => {
    const pool = server.pool({ max: 1 })
    const counted = countedPool(pool)
    const rows = async () => {
      // The one connection reports what it wrote when it is idle after this statement.
      await pool.query("select pg_stat_force_next_flush()")
      const written = await pool.query(
        "select sum(n_tup_ins + n_tup_upd + n_tup_del) as all from pg_stat_user_tables where schemaname = 'countersign'"
      )
      return Number(written.rows[0].all)
    }
    const host = await hostOf(postgres({ pool: counted.pool, timeout: 300_000 }))
    return { ...host, take: counted.take, rows }
  }
}
type Counted = Awaited<ReturnType<(typeof stores)[keyof typeof stores]>>

/** Runs a flow, and returns what it costs within its calls: what the client does between them does not count. */
const costOf = async ({ rows, take, world }: Counted, flow: (world: World) => Promise<unknown>): Promise<Cost> => {
  const cost = { steps: 0, trips: 0, rows: 0, kilobytes: 0 }
  const call: World["call"] = async (...given) => {
    at += PAUSE
    const written = await rows()
    take()
    collect({ type: "minor" })
    newest = Effect.runFork(Effect.void).id
    const before = { steps, heap: getHeapStatistics().used_heap_size }
    const answer = await world.call(...given)
    cost.kilobytes += (getHeapStatistics().used_heap_size - before.heap) / 1000
    cost.steps += steps - before.steps
    cost.trips += take().length
    cost.rows += (await rows()) - written
    return answer
  }
  await flow({ ...world, call })
  return cost
}

/** Returns each flow of a person, with the status of its last answer. */
const flowsOf = async ({ world: plain }: Counted) => {
  const { credentialId, customerId } = await plain.customer(callers.a)
  const { keys, session: opened } = await session(plain, callers.a, credentialId)
  const path = `/auth/sessions/${opened.id}/refresh`
  const body = { clientPublicKey: clientKey().hex }
  let headers = {}
  let accounts = 10_000_000
  let people = 0
  return {
    "first leg": async (world: World) => {
      const answer = await world.call(callers.a, "POST", path, { body })
      headers = retryHeaders(answer.body, keys)
      return answer.status
    },
    "second leg": async (world: World) => (await world.call(callers.a, "POST", path, { body, headers })).status,
    "e-mail login": async (world: World) => {
      people += 1
      const person = await plain.customer(callers.a, `ada-${people}@example.com`)
      return (await session(world, callers.a, person.credentialId)).done.status
    },
    "external account": async (world: World) => {
      accounts += 1
      const account = { customerId, ...gbp(String(accounts)) }
      return (await world.call(callers.a, "POST", "/customers/external-accounts", { body: account })).status
    }
  }
}

/** Returns the cost of a flow from those of its rounds. A collection takes heap from some. */
const typical = (costs: ReadonlyArray<Cost>): Cost => {
  const sorted = (of: keyof Cost) => costs.map((cost) => cost[of]).toSorted((one, other) => one - other)
  const [least, middle] = [0, costs.length >> 1]
  const [steps = 0, trips = 0, rows = 0] = [sorted("steps")[least], sorted("trips")[middle], sorted("rows")[least]]
  return { steps, trips, rows, kilobytes: Math.round(sorted("kilobytes")[middle] ?? 0) }
}

describe("GS17: the cost of a flow", () => {
  it.each(Object.entries(stores))("on %s is at most that of the table", async (name, open) => {
    const counted = await open()
    const flows = Object.entries(await flowsOf(counted))
    const costs = new Map(flows.map(([flow]): [string, Array<Cost>] => [flow, []]))
    for (let round = 0; round < ROUNDS; round += 1) {
      const statuses: Array<number> = []
      for (const [flow, run] of flows)
        costs.get(flow)?.push(await costOf(counted, async (world) => statuses.push(await run(world))))
      expect(statuses).toEqual([202, 200, 200, 201])
    }
    await counted.close()

    const found = Object.fromEntries([...costs].map(([flow, each]) => [flow, typical(each)]))
    process.stdout.write(`${name}: ${JSON.stringify(found)}\n`)
    const above = Object.entries(found).flatMap(([flow, cost]) =>
      kinds.filter((kind) => cost[kind] > (MOST[name]?.[flow]?.[kind] ?? 0)).map((kind) => [flow, kind, cost[kind]])
    )
    expect(above).toEqual([])
    // The counts themselves: a meter that counts nothing exceeds nothing.
    expect(Object.keys(found)).toEqual(Object.keys(MOST[name] ?? {}))
    expect(Object.values(found).filter((cost) => cost.steps <= 10 || kinds.some((kind) => cost[kind] <= 0))).toEqual([])
  })

  it("on PostgreSQL has the statements of docs/performance.md (GS2)", () => {
    const page = readFileSync(new URL("../../../docs/performance.md", import.meta.url), "utf8")
    const said = (row: string) => Number(new RegExp(`^\\| ${row} \\| \\d \\| (\\d+) \\|`, "mu").exec(page)?.[1])
    const most = (...flows: ReadonlyArray<string>) =>
      flows.reduce((sum, flow) => sum + (MOST.PostgreSQL?.[flow]?.trips ?? 0), 0)
    expect([
      said("signed leg 1"),
      said("legs 1 and 2, with a sealed key"),
      said("EMAIL_OTP login"),
      said("external account create")
    ]).toEqual([most("first leg"), most("first leg", "second leg"), most("e-mail login"), most("external account")])
  })
})

const kinds = ["steps", "trips", "rows", "kilobytes"] as const
