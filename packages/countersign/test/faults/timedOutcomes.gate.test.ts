import { type Node, serviceOf, startNode } from "@countersign/harness/nodes"
import { bankOf, payee, transferOf } from "@countersign/harness/payments"
import { cluster } from "@countersign/harness/postgres"
import { requireWhole } from "@countersign/harness/requireWhole"
import { rounds } from "@countersign/harness/rounds"
import { callers } from "@countersign/harness/world"
import { migrate } from "@countersign/postgres"
import type pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const RUNS = rounds(40, 2)
const PAYMENTS = 6

const server = cluster({ isDurable: true })
let pool: pg.Pool
const nodes: Array<Node> = []
const service = serviceOf(() => nodes)

beforeAll(async () => {
  pool = server.pool()
  await migrate(pool)
  nodes.push(await startNode(server.url()), await startNode(server.url()))
})
afterAll(() => Promise.all(nodes.map((node) => node.stop("SIGKILL"))))

const call = (method: string, path: string, body?: unknown) =>
  service.call(callers.a, method, path, body === undefined ? {} : { body })
const advance = (seconds: number) => call("POST", "/sandbox/clock/advance", { seconds })

/** A customer with money, and a bank that leaves a transfer pending for 30 seconds and then fails it. */
const payer = async () => {
  const { customerId } = await service.customer(callers.a)
  const accountId = await bankOf(service, customerId, 10_000)
  return { accountId, bank: await payee(service, customerId, "005") }
}

/** The number of stored events of a payment. */
const reported = async (mark: string, id: string): Promise<number> => {
  const { rows } = await pool.query(
    "select count(*)::int as count from countersign.events where body like $1 and body like $2",
    [`%${id}%`, `%${mark}%`]
  )
  return rows[0].count
}

/** Another node continues a dead node's payment when the lease expires. */
const untilFailed = async (id: string): Promise<void> => {
  const status = async () => (await call("GET", `/transactions/${id}`)).body.status
  await expect.poll(status, { interval: 100, timeout: 600_000 }).toBe("FAILED")
}

describe("B7: a scheduled outcome", () => {
  it(`is applied exactly once by two nodes, one of them killed halfway or when it falls due, ${RUNS} times`, {
    timeout: 1_800_000
  }, async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const { accountId, bank } = await payer()
      const pending = await Promise.all(
        Array.from({ length: PAYMENTS }, () => call("POST", "/transfer-out", transferOf(accountId, bank, 100)))
      )
      expect(pending.map(({ body }) => body.status)).toEqual(Array(PAYMENTS).fill("PENDING"))
      const ids = pending.map(({ body }) => String(body.id))
      expect((await advance(15)).status).toBe(200)

      const victim = nodes[run % 2]
      if (run % 3 === 0) await victim?.stop("SIGKILL")
      // Both nodes advance the clock past the due time at once, and one of them is killed meanwhile.
      const moves = [0, 1].map((at) =>
        serviceOf(() => nodes.slice(at, at + 1))
          .call(callers.a, "POST", "/sandbox/clock/advance", { body: { seconds: 16 } })
          .catch(() => undefined)
      )
      await new Promise((resolve) => setTimeout(resolve, (run * 7) % 60))
      await victim?.stop("SIGKILL")
      await Promise.all(moves)
      nodes[run % 2] = await startNode(server.url())
      await advance(16)

      for (const id of ids) {
        await untilFailed(id)
        expect(await reported("OUTGOING_PAYMENT.FAILED", id)).toBe(1)
        expect(await reported("OUTGOING_PAYMENT.REFUND_COMPLETED", id)).toBe(1)
      }
      const { rows } = await pool.query(
        "select count(*)::int as count from countersign.journal where id like any($1)",
        [ids.map((id) => `%${id} giveBack`)]
      )
      expect(rows[0].count).toBe(PAYMENTS)
      expect((await call("GET", `/internal-accounts/${accountId}`)).body.balance.amount).toBe(10_000)
      await requireWhole(pool)
    }
  })
})
