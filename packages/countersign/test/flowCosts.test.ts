import { readFileSync } from "node:fs"
import { getHeapStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { gbp } from "@countersign/harness/externalAccounts"
import { addOauth, addPasskey, clientKey, oauthVerify, passkeySession } from "@countersign/harness/fixtures"
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
import { createCountersign } from "../src/createCountersign.ts"
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
    "first leg": { steps: 40, trips: 2, rows: 1, kilobytes: 220 },
    "second leg": { steps: 66, trips: 2, rows: 4, kilobytes: 580 },
    "e-mail login": { steps: 264, trips: 6, rows: 10, kilobytes: 1300 },
    "external account": { steps: 78, trips: 2, rows: 2, kilobytes: 330 },
    "passkey login": { steps: 150, trips: 4, rows: 6, kilobytes: 850 },
    "token login": { steps: 84, trips: 2, rows: 5, kilobytes: 560 },
    "list of sessions": { steps: 37, trips: 1, rows: 0, kilobytes: 130 },
    "list of credentials": { steps: 28, trips: 1, rows: 0, kilobytes: 110 }
  },
  PostgreSQL: {
    "first leg": { steps: 47, trips: 2, rows: 1, kilobytes: 330 },
    "second leg": { steps: 73, trips: 2, rows: 4, kilobytes: 730 },
    "e-mail login": { steps: 300, trips: 6, rows: 10, kilobytes: 1740 },
    "external account": { steps: 80, trips: 1, rows: 2, kilobytes: 420 },
    "passkey login": { steps: 164, trips: 4, rows: 6, kilobytes: 1150 },
    "token login": { steps: 91, trips: 2, rows: 5, kilobytes: 760 },
    "list of sessions": { steps: 41, trips: 1, rows: 0, kilobytes: 200 },
    "list of credentials": { steps: 47, trips: 1, rows: 0, kilobytes: 230 }
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
const { now } = Date
/** The time of a test. A node reads the moved clock of a sandbox again after 250 ms, which a call exceeds on a busy machine. */
let moment = now()
// No spies: what they record would count as heap of the calls.
beforeAll(() => {
  // The run loop of a fiber calls its scheduler before each step.
  prototype.shouldYield = function (fiber) {
    if (fiber.id > newest) steps += 1
    return shouldYield.call(this, fiber)
  }
  // Cached rows age by the pauses alone, however busy the machine is (GT12).
  performance.now = () => at
  Date.now = () => moment
})
afterAll(() => {
  prototype.shouldYield = shouldYield
  Date.now = now
  Reflect.deleteProperty(performance, "now")
})

setFlagsFromString("--expose-gc")
const collect: (options: { readonly type: "minor" }) => void = runInNewContext("gc")

const server = testDatabase()
/** Counts of PostgreSQL are of a database, and come late from the connections of another test. */
const ofWorkers = testDatabase()

// The limits of a real service and not those of tests.
const { challengesPerAddress, challengesPerCredential, requestsPerAccount } = defaultPolicy
const policy = { ...withoutLimits, challengesPerAddress, challengesPerCredential, requestsPerAccount }

const options = { tokens: tokenOptions, keys, logs: "none", mailer: { sendCode: async () => {} }, policy } as const

/** A host by the door for Effect, without workers: their steps would fall between two counts on a busy machine (GT12). */
const hostOf = async (store: NonNullable<CountersignOptions["store"]>) => {
  const runtime = ManagedRuntime.make(layer({ ...options, store }))
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
    const rows = () => rowsOf(pool)
    const host = await hostOf(postgres({ pool: counted.pool, timeout: 300_000 }))
    return { ...host, take: counted.take, rows }
  }
}
/** The rows that the one connection of a pool has written. */
const rowsOf = async (pool: ReturnType<typeof server.pool>) => {
  // It reports what it wrote when it is idle after this statement.
  await pool.query("select pg_stat_force_next_flush()")
  const written = await pool.query(
    "select sum(n_tup_ins + n_tup_upd + n_tup_del) as all from pg_stat_user_tables where schemaname = 'countersign'"
  )
  return Number(written.rows[0].all)
}

interface Wal {
  readonly bytes: number
  /** Whole pages in it. */
  readonly pages: number
}

/** The write-ahead log that the one connection of a pool has written. */
const walOf = async (pool: ReturnType<typeof server.pool>): Promise<Wal> => {
  await pool.query("select pg_stat_force_next_flush()")
  const { rows } = await pool.query(
    "select wal_bytes::float8 as bytes, wal_fpi::float8 as pages from pg_stat_get_backend_wal(pg_backend_pid())"
  )
  return rows[0]
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

/** Returns each flow of a person, with the status of its last answer, in groups that run one after the other. */
const flowsOf = async ({ world: plain }: Counted) => {
  const { accountId, credentialId, customerId } = await plain.customer(callers.a)
  const { keys, session: opened } = await session(plain, callers.a, credentialId)
  const passkey = await addPasskey(plain, callers.a, accountId, keys)
  const oauth = await addOauth(plain, callers.a, accountId, keys)
  // Their logins do not add to these lists.
  const reader = await plain.customer(callers.a, "reader@example.com")
  await session(plain, callers.a, reader.credentialId)
  const list = (path: string) => async (world: World) =>
    (await world.call(callers.a, "GET", `${path}?accountId=${reader.accountId}`)).status
  const path = `/auth/sessions/${opened.id}/refresh`
  const body = { clientPublicKey: clientKey().hex }
  let headers = {}
  let accounts = 10_000_000
  let people = 0
  const calls = {
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
  // The clock of the database ends a token after a minute, however long the test takes.
  const first = {
    "token login": async (world: World) => (await oauthVerify(world, callers.a, oauth.credentialId, clientKey())).status
  }
  const others = {
    "passkey login": async (world: World) =>
      (await passkeySession(world, callers.a, passkey.credentialId, passkey.authenticator)).answer.status,
    "list of sessions": list("/auth/sessions"),
    "list of credentials": list("/auth/credentials")
  }
  return [
    { flows: Object.entries(first), expected: [200] },
    { flows: Object.entries(calls), expected: [202, 200, 200, 201] },
    { flows: Object.entries(others), expected: [200, 200, 200] }
  ]
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
    // As in the table, the node is a few seconds behind the database.
    moment = now() - 5000
    const counted = await open()
    const costs = new Map<string, Array<Cost>>()
    for (const { expected, flows } of await flowsOf(counted)) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const statuses: Array<number> = []
        for (const [flow, run] of flows) {
          const cost = await costOf(counted, async (world) => statuses.push(await run(world)))
          costs.set(flow, [...(costs.get(flow) ?? []), cost])
        }
        expect(statuses).toEqual(expected)
      }
    }
    await counted.close()

    const found = Object.fromEntries([...costs].map(([flow, each]) => [flow, typical(each)]))
    process.stdout.write(`${name}: ${JSON.stringify(found)}\n`)
    const above = Object.entries(found).flatMap(([flow, cost]) =>
      kinds.filter((kind) => cost[kind] > (MOST[name]?.[flow]?.[kind] ?? 0)).map((kind) => [flow, kind, cost[kind]])
    )
    expect(above).toEqual([])
    // The counts themselves: a meter that counts nothing exceeds nothing. A list writes nothing.
    expect(Object.keys(found).toSorted()).toEqual(Object.keys(MOST[name] ?? {}).toSorted())
    const isCounted = (cost: Cost, most: Cost | undefined) =>
      cost.steps > 10 && kinds.every((kind) => cost[kind] > 0 || most?.[kind] === 0)
    expect(Object.entries(found).filter(([flow, cost]) => !isCounted(cost, MOST[name]?.[flow]))).toEqual([])
  })

  it("GO14: on PostgreSQL an e-mail login writes 11 rows and at most 11 kB of WAL with its workers, which claim nothing", async () => {
    const pool = ofWorkers.pool({ max: 1 })
    const service = createCountersign({ ...options, store: postgres({ pool, timeout: 300_000 }) })
    const world = worldOver((...given) => service.handler(requestOf("http://service.test", ...given)))
    const removed = async () => {
      await rowsOf(pool)
      const { rows } = await pool.query("select n_tup_del as all from pg_stat_user_tables where relname = 'code_mails'")
      return Number(rows[0].all)
    }
    const logins: Array<number> = []
    const wal: Array<Wal> = []
    // The first ones may come before the workers have found their queues empty.
    for (let nth = 0; nth < ROUNDS; nth += 1) {
      const { credentialId } = await world.customer(callers.a, `eve-${nth}@example.com`)
      // The first change of a page after a checkpoint writes the whole page.
      if (nth === ROUNDS - 1) await pool.query("checkpoint")
      const [before, walBefore] = [await rowsOf(pool), await walOf(pool)]
      expect((await session(world, callers.a, credentialId)).done.status).toBe(200)
      await expect.poll(removed).toBe(nth + 1)
      logins.push((await rowsOf(pool)) - before)
      const { bytes, pages } = await walOf(pool)
      wal.push({ bytes: bytes - walBefore.bytes, pages: pages - walBefore.pages })
    }
    await service.close()
    const cold = wal.pop()
    process.stdout.write(`PostgreSQL, WAL of logins: ${JSON.stringify({ warm: wal, cold })}\n`)
    process.stdout.write(`PostgreSQL, rows of logins with workers: ${JSON.stringify(logins)}\n`)
    expect(logins.toSorted((one, other) => one - other)[ROUNDS >> 1]).toBe(11)
    // As in docs/guides/scale.md.
    const kilobytes = wal.filter(({ pages }) => pages === 0).map(({ bytes }) => bytes / 1000)
    expect(kilobytes.length).toBeGreaterThan(ROUNDS >> 1)
    expect(Math.max(...kilobytes.slice(1))).toBeLessThan(11)
    expect(cold?.pages).toBeGreaterThan(0)
  })

  it("on PostgreSQL has the statements and rows of docs/performance.md (GS2)", () => {
    const page = readFileSync(new URL("../../../docs/performance.md", import.meta.url), "utf8")
    const said = (row: string) =>
      new RegExp(`^\\| ${row} \\| \\d \\| (\\d+) \\| (\\d+) \\|$`, "mu").exec(page)?.slice(1).map(Number)
    const most = (flows: ReadonlyArray<string>) =>
      (["trips", "rows"] as const).map((kind) =>
        flows.reduce((sum, flow) => sum + (MOST.PostgreSQL?.[flow]?.[kind] ?? Number.NaN), 0)
      )
    expect(ROWS_OF_PAGE.map(([row]) => [row, said(row)])).toEqual(
      ROWS_OF_PAGE.map(([row, ...flows]) => [row, most(flows)])
    )
  })
})

/** The flows of each row of the page. */
const ROWS_OF_PAGE: ReadonlyArray<readonly [row: string, ...flows: ReadonlyArray<string>]> = [
  ["signed leg 1", "first leg"],
  ["legs 1 and 2, with a sealed key", "first leg", "second leg"],
  ["EMAIL_OTP login", "e-mail login"],
  ["PASSKEY login", "passkey login"],
  ["OAUTH verify", "token login"],
  ["external account create", "external account"],
  ["list sessions", "list of sessions"],
  ["list credentials", "list of credentials"]
]

const kinds = ["steps", "trips", "rows", "kilobytes"] as const
