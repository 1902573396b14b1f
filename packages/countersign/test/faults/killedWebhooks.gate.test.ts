import { createServer, type Server } from "node:http"
import { type Hold, type Node, serviceOf, startNode } from "@countersign/harness/nodes"
import { bankOf, payee, transferOf } from "@countersign/harness/payments"
import { cluster } from "@countersign/harness/postgres"
import { figure, rounds } from "@countersign/harness/rounds"
import { callers } from "@countersign/harness/world"
import { migrate } from "@countersign/postgres"
import type pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const RUNS = rounds(1200, 8)

const server = cluster({ isDurable: true })
let pool: pg.Pool
let node: Node | undefined
const service = serviceOf(() => (node === undefined ? [] : [node]))
const start = () => startNode(server.url(), { webhooks: { allowPrivate: true } })

/** The received deliveries by id, with the payment of each. */
const arrived = new Map<string, string>()
let onArrival: () => void = () => {}
let onAnswered: () => void = () => {}
let receiver: Server

beforeAll(async () => {
  pool = server.pool()
  await migrate(pool)
  node = await start()
  receiver = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8"))
      if (body.eventType === "OUTGOING_PAYMENT.COMPLETED") {
        arrived.set(String(request.headers["webhook-id"]), String(body.data.id))
        onArrival()
      }
      response.end("", () => onAnswered())
    })
  })
  await new Promise<void>((resolve) => {
    receiver.listen(0, "127.0.0.1", resolve)
  })
})
afterAll(async () => {
  await node?.stop("SIGKILL")
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})

const call = (method: string, path: string, body?: unknown) =>
  service.call(callers.a, method, path, body === undefined ? {} : { body })

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))
/** Every payment is delivered to the receiver, this one or one that was delayed by a kill. */
const arrival = () =>
  new Promise<void>((resolve) => {
    onArrival = resolve
  })
const answered = () =>
  new Promise<void>((resolve) => {
    onAnswered = resolve
  })

/** Pays until an event that the payment causes. */
const during = async (event: () => Promise<void>, pay: () => Promise<unknown>): Promise<void> => {
  const happened = event()
  void pay()
  await happened
}

/** Pays until the commit of the payment is at this point. */
const heldAt = async (point: Hold["point"], pay: () => Promise<unknown>): Promise<void> => {
  const hold = await node?.hold({ point, contains: ['"op":"insert","collection":{"name":"transactions"'] })
  void pay()
  await hold?.reached
}

/** The moment, relative to one payment, at which the node is killed. */
const moments: ReadonlyArray<(pay: () => Promise<unknown>) => Promise<unknown>> = [
  (pay) => heldAt("before", pay),
  (pay) => heldAt("during", pay),
  (pay) => heldAt("after", pay),
  // When it is acknowledged, shortly after that, and when everything is complete.
  (pay) => pay(),
  async (pay) => pay().then(() => pause(20)),
  async (pay) => Promise.all([pay(), pause(400)]),
  // While its webhook is sent, and when it was sent.
  (pay) => during(arrival, pay),
  (pay) => during(answered, pay)
]

describe("W8 I12: a node that is killed around a payment", () => {
  it(`leaves no payment without a webhook, and sends none for a payment that does not exist, killed ${RUNS} times at moments of it (GS15)`, {
    timeout: 7_200_000
  }, async () => {
    const { customerId } = await service.customer(callers.a)
    const accountId = await bankOf(service, customerId, 1_000_000)
    const bank = await payee(service, customerId)
    const address = receiver.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const configured = await call("PATCH", "/config", { webhookEndpoint: `http://127.0.0.1:${port}/` })
    expect(configured.status).toBe(200)

    let acknowledged = 0
    for (let run = 0; run < RUNS; run += 1) {
      const paid: Array<Promise<void>> = []
      const pay = async () => {
        const answer = await call("POST", "/transfer-out", transferOf(accountId, bank, run + 1)).catch(() => undefined)
        if (answer?.status === 201) acknowledged += 1
      }
      await moments[run % moments.length]?.(() => {
        const paying = pay()
        paid.push(paying)
        return paying
      })
      await node?.stop("SIGKILL")
      await Promise.all(paid)
      expect(paid).toHaveLength(1)
      node = await start()
    }
    // Another node sends a dead node's deliveries when the lease of 30 seconds expires.
    const reported = async () => {
      const { rows } = await pool.query(
        "select 'Transaction:' || r.id as id from countersign.transactions r order by r.created_at"
      )
      const payments = rows.map(({ id }: { readonly id: string }) => String(id))
      return { payments, missing: payments.filter((id) => ![...arrived.values()].includes(id)) }
    }
    await expect.poll(async () => (await reported()).missing, { interval: 500, timeout: 600_000 }).toEqual([])
    const { payments } = await reported()
    expect([...arrived.values()].filter((id) => !payments.includes(id))).toEqual([])
    expect(acknowledged).toBeGreaterThan(RUNS / 3)
    expect(payments.length).toBeGreaterThanOrEqual(acknowledged)
    figure(`${RUNS} kills around a payment: ${payments.length} committed, 0 without a delivery, 0 deliveries of none`)
  })
})
