import { monitorEventLoopDelay } from "node:perf_hooks"
import { cluster } from "@countersign/harness/postgres"
import { requireWhole } from "@countersign/harness/requireWhole"
import { figure, limit, rounds } from "@countersign/harness/rounds"
import {
  type Answer,
  callers,
  type Keys,
  type LocalWorld,
  makeWorld,
  retryHeaders,
  session
} from "@countersign/harness/world"
import { migrate, postgres } from "@countersign/postgres"
import { beforeAll, describe, expect, it } from "vitest"

const CRASHES = rounds(20, 4)
const CLIENTS = rounds(50, 16)

const server = cluster({ isDurable: true })

beforeAll(async () => {
  await migrate(server.pool())
})

const wallet = async (world: LocalWorld) => {
  const { accountId, credentialId } = await world.customer(callers.a)
  const { keys } = await session(world, callers.a, credentialId)
  return { accountId, keys }
}

/** Both calls that switch a wallet's privacy. Records the id of each acknowledged request. */
const switched = async (
  world: LocalWorld,
  { accountId, keys }: { readonly accountId: string; readonly keys: Keys },
  to: boolean,
  acknowledged: Array<string>
): Promise<Answer> => {
  const path = `/internal-accounts/${accountId}`
  const body = { privateEnabled: to }
  const leg = await world.call(callers.a, "PATCH", path, { body })
  if (leg.status !== 202) return leg
  const done = await world.call(callers.a, "PATCH", path, { body, headers: retryHeaders(leg.body, keys) })
  if (done.status === 200) acknowledged.push(leg.body.requestId)
  return done
}

describe("a database that crashes under load", () => {
  it(`I11 F8: loses nothing acknowledged, answers 503 meanwhile, and recovers within 2 s, ${CRASHES} crashes`, {
    timeout: 900_000
  }, async () => {
    const pool = server.pool({ max: 20 })
    const world = makeWorld({ clock: "real", logs: "none", store: postgres({ pool, timeout: 2000 }) })
    // A service with longer timeouts creates the clients, because a slow machine is not a database fault.
    const patient = makeWorld({ clock: "real", logs: "none", store: postgres({ pool, timeout: 600_000 }) })
    const wallets = await Promise.all(Array.from({ length: CLIENTS }, () => wallet(patient)))
    await patient.countersign.close()
    const acknowledged: Array<string> = []
    const state = { isOver: false, refused: 0, firstSuccessAt: 0, isBack: false }
    const odd: Array<string> = []
    const known = new Map<string, boolean | undefined>()
    const clients = wallets.map(async (one, nth) => {
      let to = true
      while (!state.isOver) {
        // A session expires after 15 minutes, so the clients are renewed before that.
        const answer = await switched(world, one, to, acknowledged)
        if (answer.status === 200) {
          if (state.isBack && state.firstSuccessAt === 0) state.firstSuccessAt = performance.now()
          known.set(one.accountId, to)
          to = !to
        } else {
          state.refused += 1
          if (answer.status !== 503 || answer.headers.get("retry-after") === null) {
            odd.push(`${nth}: ${answer.status} ${JSON.stringify(answer.body)}`)
          }
          // A call in progress may or may not have been applied. The next acknowledgement shows which.
          known.set(one.accountId, undefined)
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      }
    })
    const recoveries: Array<number> = []
    for (let crash = 0; crash < CRASHES; crash += 1) {
      const { length } = acknowledged
      await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(length + 5)
      await new Promise((resolve) => setTimeout(resolve, (crash * 70) % 300))
      const { refused } = state
      await server.crash()
      await expect.poll(() => state.refused, { interval: 5 }).toBeGreaterThan(refused)
      state.firstSuccessAt = 0
      await server.start()
      const back = performance.now()
      state.isBack = true
      await expect.poll(() => state.firstSuccessAt, { interval: 5 }).toBeGreaterThan(0)
      recoveries.push(state.firstSuccessAt - back)
      state.isBack = false
    }
    state.isOver = true
    await Promise.all(clients)
    expect(odd).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(CRASHES * 5)
    const used = await server.pool().query(
      `select count(*)::int as count from countersign.signed_requests
       where 'Request:' || id = any($1) and body::json ->> '_tag' = 'Consumed'`,
      [acknowledged]
    )
    expect(used.rows).toEqual([{ count: acknowledged.length }])
    expect(state.refused).toBeGreaterThan(0)
    // The gate's short run allows a slow machine more time; the full run verifies the documented figure.
    const slowest = Math.max(...recoveries)
    expect(slowest).toBeLessThan(limit(2000))
    figure(
      `${CRASHES} crashes of the database: ${acknowledged.length} effects acknowledged, 0 lost; ` +
        `first 2xx ${slowest.toFixed(0)} ms after a start at the latest`
    )
    for (const { accountId } of wallets) {
      const last = known.get(accountId)
      const { body } = await world.call(callers.a, "GET", `/internal-accounts/${accountId}`)
      if (last !== undefined) expect(body.privateEnabled).toBe(last)
    }
    await requireWhole(server.pool())
    await world.countersign.close()
  })
})

describe("F9: a database that freezes", () => {
  it("gives 503 within the timeout, delays nothing else, and recovers without intervention", {
    timeout: 600_000
  }, async () => {
    const pool = server.pool({ max: 8 })
    const world = makeWorld({ clock: "real", logs: "none", store: postgres({ pool, timeout: 1000 }) })
    const { accountId } = await wallet(world)
    const read = () => world.call(callers.a, "GET", `/internal-accounts/${accountId}`)
    const pids = await backends(server.pool({ max: 1 }))
    expect(pids.length).toBeGreaterThan(0)
    for (const pid of pids) process.kill(pid, "SIGSTOP")
    const delays = monitorEventLoopDelay({ resolution: 10 })
    delays.enable()
    try {
      const began = performance.now()
      const answers = await Promise.all(Array.from({ length: 20 }, read))
      const took = performance.now() - began
      // Only calls on a frozen connection fail. The pool opens new connections for the others.
      const statuses = new Set(answers.map(({ status }) => status))
      expect([...statuses].filter((status) => status !== 503 && status !== 200)).toEqual([])
      expect(statuses.has(503)).toBe(true)
      for (const answer of answers) if (answer.status === 503) expect(answer.headers.get("retry-after")).toBe("1")
      expect(took).toBeLessThan(limit(3000))
      delays.disable()
      expect(delays.max / 1e6).toBeLessThan(limit(500))
      await expect.poll(async () => (await read()).status).toBe(200)
    } finally {
      for (const pid of pids) process.kill(pid, "SIGCONT")
    }
    await world.countersign.close()
  })

  it("with the server itself stopped, refuses calls and continues to run", async () => {
    const pool = server.pool({ max: 4 })
    const world = makeWorld({ clock: "real", logs: "none", store: postgres({ pool, timeout: 500 }) })
    const { accountId } = await wallet(world)
    const admin = server.pool({ max: 1 })
    const { rows } = await admin.query("select pg_backend_pid() as pid")
    const postmaster = await parentOf(rows[0].pid)
    // It accepts no connection from here on, so the list of those that there are is complete.
    process.kill(postmaster, "SIGSTOP")
    const pids = [postmaster, ...(await backends(admin))]
    for (const pid of pids) process.kill(pid, "SIGSTOP")
    try {
      for (let round = 0; round < 3; round += 1) {
        const began = performance.now()
        const answers = await Promise.all(
          Array.from({ length: 8 }, () => world.call(callers.a, "GET", `/internal-accounts/${accountId}`))
        )
        expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 503))
        expect(performance.now() - began).toBeLessThan(limit(2000))
        const live = await world.countersign.handler(new Request("http://countersign.test/health/live"))
        expect(live.status).toBe(200)
      }
    } finally {
      for (const pid of pids.toReversed()) process.kill(pid, "SIGCONT")
    }
    await expect
      .poll(async () => (await world.call(callers.a, "GET", `/internal-accounts/${accountId}`)).status)
      .toBe(200)
    await world.countersign.close()
  })
})

/** The server processes of client connections. */
const backends = async (admin: ReturnType<typeof server.pool>): Promise<ReadonlyArray<number>> => {
  const { rows } = await admin.query(
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()"
  )
  return rows.map(({ pid }) => Number(pid))
}

const parentOf = async (pid: number): Promise<number> => {
  const { readFile } = await import("node:fs/promises")
  const status = await readFile(`/proc/${pid}/status`, "utf8")
  return Number(/^PPid:\s+(\d+)$/mu.exec(status)?.[1])
}
