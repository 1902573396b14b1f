import { createHmac, randomUUID } from "node:crypto"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { usd } from "@countersign/harness/externalAccounts"
import { testDatabase } from "@countersign/harness/postgres"
import { rounds } from "@countersign/harness/rounds"
import { keys, withoutLimits } from "@countersign/harness/world"
import { postgres } from "@countersign/postgres"
import { secretDigest } from "countersign"
import { expect, it, onTestFinished } from "vitest"
import { startBank, startHost } from "../src/index.ts"

const database = testDatabase()
const SECRET = "of the bank and of the host"
const PAYMENTS = rounds(2000, 60)
const DEPOSIT = 100_000_000

/** A bank with all faults, and two nodes of a host, to which it reports in turn. */
const opened = async () => {
  let [turn, at] = [0, 0]
  const hosts: Array<Awaited<ReturnType<typeof startHost>>> = []
  const bank = await startBank({
    file: join(mkdtempSync(join(tmpdir(), "countersign-bank-")), "journal"),
    now: () => at,
    secret: SECRET,
    reportsTo: () => {
      turn += 1
      return `${hosts[turn % hosts.length]?.url}/bank-reports`
    },
    faults: { lostRequests: 15, lostReplies: 15, unavailable: 15, repeatedReports: 20, lateReports: 20 }
  })
  onTestFinished(() => bank.stop())
  for (const _ of [1, 2]) {
    const host = await startHost({
      bank: { url: bank.url, secret: SECRET },
      databaseUrl: database.url(),
      store: postgres({ pool: database.pool(), timeout: 300_000 }),
      tokens: [
        { id: "live", secretSha256: secretDigest("a token of the test"), platformId: "acme", mode: "production" }
      ],
      keys,
      policy: withoutLimits,
      mailer: { sendCode: async () => {} },
      logs: "none"
    })
    hosts.push(host)
    onTestFinished(() => host.stop())
  }
  const nodes = hosts.map(({ api }) => api.in({ platformId: "acme", mode: "production" }))
  const pass = (days: number) => {
    at += days * 86_400_000
  }
  return { bank, hosts, nodes, pass }
}

it(`GU1: ${PAYMENTS} payments over a bank with all faults end as its statement says, and each is paid once`, async () => {
  const { bank, nodes, pass } = await opened()
  const [acme, other] = nodes
  if (acme === undefined || other === undefined) throw new Error("no nodes")
  const customer = await acme.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
  const { data } = await acme.internalAccounts.list({ customerId: customer.id, type: "INTERNAL_FIAT" })
  const from = data[0]?.id ?? ""
  await acme.deposits.report({ event: "deposit", accountId: from, amount: DEPOSIT, currency: "USD" })
  const payee = await acme.externalAccounts.create({ customerId: customer.id, ...usd() })
  await acme.externalAccounts.reportVerification(payee.id, { standing: "CONFIRMED" })

  const sent: Array<string> = []
  for (let nth = 0; nth < PAYMENTS; nth += 20) {
    const some = Array.from({ length: Math.min(20, PAYMENTS - nth) }, (_, at) =>
      (at % 2 === 0 ? acme : other).transfers.out({ from, to: payee.id, amount: 100 + nth + at })
    )
    sent.push(...(await Promise.all(some)).map(({ id }) => id))
  }

  const read = () => Promise.all(sent.map((id) => other.transactions.read(id)))
  const eventsOf = async (id: string): Promise<ReadonlyArray<{ readonly outcome: string }> | undefined> => {
    const answer = await fetch(`${bank.url}/payments/${encodeURIComponent(id)}`).catch(() => undefined)
    if (answer === undefined || answer.status === 503) return eventsOf(id)
    return answer.ok ? (await answer.json()).events : undefined
  }
  // Each order was accepted or rejected, however often it was lost.
  const answered = async () => {
    const [ours, theirs] = [await read(), await Promise.all(sent.map(eventsOf))]
    return ours.filter(({ status }, nth) => status !== "PROCESSING" || theirs[nth] !== undefined).length
  }
  await expect.poll(answered, { timeout: 300_000 }).toBe(PAYMENTS)
  pass(10)
  const expected = (await Promise.all(sent.map(eventsOf))).map((events) =>
    events?.at(-1)?.outcome === "SETTLED" ? "COMPLETED" : "FAILED"
  )
  const statuses = async () => (await read()).map(({ status }) => status)
  // A settlement that is overtaken by its return is late, and changes nothing.
  await expect.poll(statuses, { timeout: 300_000 }).toEqual(expected)

  const ended = await read()
  const paid = ended.filter(({ status }) => status === "COMPLETED")
  const moved = (all: typeof ended) => all.reduce((sum, { sentAmount }) => sum + (sentAmount?.amount ?? 0), 0)
  // The money of a failed payment is on its way back until the bank reports its refund.
  const balance = async () => (await acme.internalAccounts.read(from)).balance.amount
  await expect.poll(balance, { timeout: 300_000 }).toBe(DEPOSIT - moved(paid))
  const bookings = (await (await fetch(`${bank.url}/statement`)).text()).trim().split("\n").slice(1)
  const orders = bookings.filter((line) => line.split(",")[0]?.endsWith("/0")).map((line) => line.split(",")[1])
  expect(new Set(orders).size).toBe(orders.length)
  expect(orders.filter((id) => !sent.includes(String(id)))).toEqual([])
})

it("a report that the bank did not sign is refused, and one that is old", async () => {
  const { hosts } = await opened()
  const body = JSON.stringify({
    id: "1",
    payment: `Transaction:${randomUUID()}`,
    platformId: "acme",
    outcome: "SETTLED"
  })
  const status = async (signature: string) => {
    const headers = { "content-type": "application/json", "bank-signature": signature }
    return (await fetch(`${hosts[0]?.url}/bank-reports`, { method: "POST", headers, body })).status
  }
  const signed = (time: number) => `${time}.${createHmac("sha256", SECRET).update(`${time}.${body}`).digest("hex")}`
  const now = Math.floor(Date.now() / 1000)
  // No such payment: the bank sends it again, and its operator sees it.
  expect(await status(signed(now))).toBe(404)
  expect(await Promise.all([signed(now - 400), "", `${now}.00`, `${now}`].map(status))).toEqual([401, 401, 401, 401])
})
