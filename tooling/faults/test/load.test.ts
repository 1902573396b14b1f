import { clientKey } from "@countersign/harness/fixtures"
import { testDatabase } from "@countersign/harness/postgres"
import { requireWhole } from "@countersign/harness/requireWhole"
import { figure, limit, rounds } from "@countersign/harness/rounds"
import { answerOf, callers, type LocalWorld, makeWorld, requestOf, retryHeaders } from "@countersign/harness/world"
import { postgres } from "@countersign/postgres"
import type pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TcpProxy, tcpProxy } from "../src/link/tcpProxy.ts"
import { percentile } from "./percentile.ts"
import { isUnavailable, newOwner, type Owner } from "./switching.ts"
import { watchedPool } from "./watchedPool.ts"

const LEGS = rounds(150, 40)
const CALLS = rounds(400, 60)
const ROUNDS = rounds(4, 1)
const ACCOUNTS = rounds(40, 8)
/** The default of `policy.callTimeout`. */
const DEADLINE = 10_000

const server = testDatabase()
let database: TcpProxy
let pool: pg.Pool
let world: LocalWorld
let owners: ReadonlyArray<Owner>
/** Commits of a second leg that were sent to the database. */
let commits = 0

beforeAll(async () => {
  database = await tcpProxy(server.port())
  pool = server.pool({ port: database.port, max: 10 })
  world = makeWorld({
    clock: "real",
    logs: "none",
    store: postgres({ pool: watched }),
    policy: { callTimeout: DEADLINE }
  })
  const made: Array<Owner> = []
  for (let nth = 0; nth < ACCOUNTS; nth += 1) made.push(await newOwner(world))
  owners = made
})
afterAll(async () => {
  await world.countersign.close()
  await pool.end()
  await database.close()
})

const watched = watchedPool(
  () => pool,
  (collections) => {
    commits += collections.filter((name) => name === "receipt_heads").length
  }
)

/** A call that only has to be sent. The work of its client is done, because it is in the process of the server. */
type Ready = () => Promise<Response>

const ready = (...[method, path, more]: [string, string, Parameters<typeof requestOf>[4]?]): Ready => {
  const request = requestOf("http://countersign.test", callers.a, method, path, more)
  return () => world.countersign.handler(request)
}

/** A signed second leg of an export, which any number of callers may have at once. */
const pendingExport = async ({ accountId, keys }: Owner): Promise<Ready> => {
  const path = `/internal-accounts/${accountId}/export`
  const body = { clientPublicKey: clientKey().hex }
  const first = await world.call(callers.a, "POST", path, { body })
  if (first.status !== 202) throw new Error(`the first leg returned ${first.status}`)
  return ready("POST", path, { body, headers: retryHeaders(first.body, keys) })
}

const pendingExports = async (count: number, from: ReadonlyArray<Owner>) => {
  const legs: Array<Ready> = []
  for (let nth = 0; nth < count; nth += 1) {
    const owner = from[nth % from.length]
    if (owner !== undefined) legs.push(await pendingExport(owner))
  }
  return legs
}

/** A read of another account: how long it took, and the processor time of the node until its answer, in milliseconds. */
interface Read {
  readonly took: number
  readonly cpu: number
}

interface Load {
  readonly done: number
  readonly refused: number
  readonly commits: number
  /** Milliseconds of processor time, and until the last response. */
  readonly cpu: number
  readonly took: number
}

/** Makes all calls at once. Each has a success or a 503. */
const atOnce = async (calls: ReadonlyArray<Ready>): Promise<Load> => {
  commits = 0
  const [before, began] = [process.cpuUsage(), performance.now()]
  const responses = await Promise.all(calls.map((call) => call()))
  const { system, user } = process.cpuUsage(before)
  const took = performance.now() - began
  const answers = await Promise.all(responses.map(answerOf))
  const refused = answers.filter(isUnavailable).length
  const done = answers.filter(({ status }) => status < 300).length
  expect(done + refused).toBe(calls.length)
  return { done, refused, commits, cpu: (system + user) / 1000, took }
}

describe("GO6: many calls at once", { timeout: 900_000 }, () => {
  it(`GO6: ${LEGS} second legs on one account cost one commit each and delay no other account`, async () => {
    const [hot, other] = owners
    if (hot === undefined || other === undefined) throw new Error("no owners")
    /** Reads of another account, one after the other. */
    const reads = async (until: (count: number) => boolean) => {
      const all: Array<Read> = []
      while (!until(all.length)) {
        const read = ready("GET", `/internal-accounts/${other.accountId}`)
        const [before, began] = [process.cpuUsage(), performance.now()]
        const { status } = await read()
        const { system, user } = process.cpuUsage(before)
        all.push({ took: performance.now() - began, cpu: (system + user) / 1000 })
        expect(status).toBe(200)
      }
      return all
    }
    // The first calls compile their decoders.
    await atOnce(await pendingExports(LEGS, owners))
    const loads: Array<{ readonly spread: number; readonly alone: number }> = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const spread = await atOnce(await pendingExports(LEGS, owners))
      const alone = await atOnce(await pendingExports(LEGS, [hot]))
      loads.push({ spread: spread.cpu, alone: alone.cpu })
    }
    const median = (figures: ReadonlyArray<number>) => percentile(50, figures)
    const [perLeg, times] = [
      median(loads.map(({ alone }) => alone / LEGS)),
      median(loads.map(({ alone, spread }) => alone / spread))
    ]
    const [quiet, busy]: [Array<Read>, Array<Read>] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      const legs = await pendingExports(LEGS, [hot])
      let isOver = false
      const beside = reads(() => isOver)
      const one = await atOnce(legs)
      isOver = true
      const all = await beside
      busy.push(...all)
      quiet.push(...(await reads((count) => count >= all.length)))
      expect(one.done).toBe(LEGS)
      // A commit that meets one of a worker is explained by a second statement.
      expect(one.commits).toBeLessThanOrEqual(LEGS + 5)
      expect(one.took).toBeLessThan(limit(DEADLINE))
      figure(
        `${LEGS} second legs on one account: ${one.done} done, ${one.refused} refused, ${one.commits} commits sent, ` +
          `${one.took.toFixed(0)} ms`
      )
    }
    const p99 = (all: ReadonlyArray<Read>, of: keyof Read) =>
      percentile(
        99,
        all.map((read) => read[of])
      )
    const shown = (all: ReadonlyArray<Read>) =>
      `${p99(all, "took").toFixed(1)} ms, of the processor ${p99(all, "cpu").toFixed(1)} ms`
    const ahead = p99(busy, "cpu") / perLeg
    figure(
      `processor time of ${LEGS} legs on one account ${times.toFixed(2)} of the same over ${ACCOUNTS}; ` +
        `p99 of ${busy.length} reads of another account beside them ${shown(busy)}, quiet ${shown(quiet)}: ` +
        `${(p99(busy, "took") / p99(quiet, "took")).toFixed(2)} of quiet, behind the work of ${ahead.toFixed(1)} legs of ${perLeg.toFixed(1)} ms`
    )
    // Asserted where the machine does nothing else.
    expect(times).toBeLessThan(rounds(2, 50))
    // The time that a read takes is also that of other processes. The processor time until its answer is the node's own: a
    // read waits for the work of a few legs, and not for all that wait.
    expect(ahead).toBeLessThan(rounds(6, 15))
    await requireWhole(server.pool())
  })

  it(`GO6: ${CALLS} calls on a database 200 ms away have a success or a 503 within the deadline`, async () => {
    const legs = await pendingExports(CALLS / 2, owners)
    const reads = legs.map((_, nth) => ready("GET", `/internal-accounts/${owners[nth % owners.length]?.accountId}`))
    database.delay(100)
    const far = await atOnce([...legs, ...reads])
    database.pass()
    figure(
      `${CALLS} calls on a database 200 ms away: ${far.done} done, ${far.refused} refused with 503, ` +
        `${far.commits} commits sent for ${legs.length} legs, ${far.took.toFixed(0)} ms`
    )
    expect(far.commits).toBeLessThanOrEqual(2 * legs.length)
    expect(far.took).toBeLessThan(limit(DEADLINE + 1000))
    await requireWhole(server.pool())
  })
})
