import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { usd } from "@countersign/harness/externalAccounts"
import { testDatabase } from "@countersign/harness/postgres"
import { figure, rounds } from "@countersign/harness/rounds"
import { seed } from "@countersign/harness/seed"
import { keys, requestOf, withoutLimits } from "@countersign/harness/world"
import { postgres } from "@countersign/postgres"
import { secretDigest } from "countersign"
import { expect, it, onTestFinished } from "vitest"
import { drawnCourse, startHost } from "../src/index.ts"

const [PAYMENTS, QUOTES, KILLS] = rounds([10_000, 400, 100], [200, 16, 6])
const USERS = 20
const DEPOSIT = 1_000_000_000
const SECRET = "of the bank and of the host"
const CALLER = { token: "live", secret: "a token of the test" }

const database = testDatabase()
const program = fileURLToPath(new URL("process.mjs", import.meta.url))

/** A process that is killed with SIGKILL and started again on its port. */
const killable = async (kind: "bank" | "host", options: object) => {
  let port = 0
  let child: ChildProcess
  let hosts: ReadonlyArray<string> = []
  const start = async (): Promise<string> => {
    const PROCESS = JSON.stringify({ kind, options: { ...options, port } })
    child = fork(program, { env: { ...process.env, PROCESS }, execArgv: [] })
    const [{ url }] = await once(child, "message")
    port = Number(new URL(url).port)
    await tell()
    return url
  }
  const tell = async (): Promise<void> => {
    const known = once(child, "message")
    child.send({ hosts })
    await known
  }
  const end = async (): Promise<void> => {
    const ended = once(child, "exit")
    child.kill("SIGKILL")
    await ended
  }
  const url = await start()
  onTestFinished(end)
  return {
    url,
    kill: async () => {
      await end()
      await start()
    },
    reportTo: async (urls: ReadonlyArray<string>) => {
      hosts = urls
      await tell()
    }
  }
}

const opened = async () => {
  const bank = await killable("bank", {
    file: join(mkdtempSync(join(tmpdir(), "countersign-bank-")), "journal"),
    day: 1500,
    secret: SECRET,
    faults: { lostRequests: 15, lostReplies: 15, unavailable: 15, repeatedReports: 20, lateReports: 20 }
  })
  const options = {
    bank: { url: bank.url, secret: SECRET },
    databaseUrl: database.url(),
    tokens: [
      {
        id: CALLER.token,
        secretSha256: secretDigest(CALLER.secret),
        platformId: "acme",
        mode: "production" as const
      }
    ],
    keys,
    policy: { ...withoutLimits, quoteLifetime: 20_000 },
    logs: "none" as const
  }
  const hosts = [await killable("host", options), await killable("host", options)]
  await bank.reportTo(hosts.map(({ url }) => url))
  // For the questions of the test: it does no work of the two nodes.
  const store = postgres({ pool: database.pool(), timeout: 300_000 })
  const reader = await startHost({ ...options, store, mailer: { sendCode: async () => {} }, workers: "none" })
  onTestFinished(() => reader.stop())
  return { bank, hosts, acme: reader.api.in({ platformId: "acme", mode: "production" }) }
}

type Acme = Awaited<ReturnType<typeof opened>>["acme"]

/** A customer with a deposit, and the external account that it pays. */
const user = async (acme: Acme, nth: number) => {
  const customer = await acme.customers.create({ customerType: "INDIVIDUAL", email: `user${nth}@example.com` })
  const { data } = await acme.internalAccounts.list({ customerId: customer.id, type: "INTERNAL_FIAT" })
  const from = data[0]?.id ?? ""
  await acme.deposits.report({ event: `deposit ${nth}`, accountId: from, amount: DEPOSIT, currency: "USD" })
  const payee = await acme.externalAccounts.create({ customerId: customer.id, ...usd() })
  await acme.externalAccounts.reportVerification(payee.id, { standing: "CONFIRMED" })
  return { customerId: customer.id, from, to: payee.id }
}

type User = Awaited<ReturnType<typeof user>>

/**
 * A payment by a quote, in one of the four ways that a quote ends before the bank has its order: paid by the deposit that it
 * waits for, by one of another amount, by none, or within the service.
 */
const quoted = async (acme: Acme, { customerId, from, to }: User, other: User, nth: number) => {
  const way = WAYS[nth % WAYS.length]
  const source =
    way === "inside"
      ? { sourceType: "ACCOUNT" as const, accountId: from }
      : { sourceType: "REALTIME_FUNDING" as const, customerId, currency: "USD" }
  const quote = await acme.quotes.create({
    source,
    destination: { destinationType: "ACCOUNT", accountId: way === "inside" ? other.from : to },
    lockedCurrencySide: "RECEIVING",
    lockedCurrencyAmount: 1_000_000 + nth
  })
  const arrived = quote.totalSendingAmount + (way === "other amount" ? 1 : 0)
  const deposit = { event: `of ${quote.id}`, quoteId: quote.id, amount: arrived, currency: "USD" }
  if (way === "inside") await acme.quotes.execute(quote.id)
  if (way === "deposit" || way === "other amount") await acme.deposits.report(deposit)
  return { id: quote.id.replace("Quote:", "Transaction:"), way, booking: { ...deposit, id: deposit.event } }
}
type Quoted = Awaited<ReturnType<typeof quoted>>
const WAYS = ["deposit", "other amount", "nothing", "inside"] as const

/** Numbers that are the same for the same seed. */
const randomOf = (start: number) => {
  let state = start
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** The events of a payment for each course at its bank. A report that was overtaken by the next one changes nothing. */
const EVENTS: Readonly<Record<string, RegExp>> = {
  "": /^PROCESSING FAILED REFUND_COMPLETED$/u,
  SETTLED: /^PROCESSING COMPLETED$/u,
  FAILED: /^PROCESSING FAILED REFUND_COMPLETED$/u,
  "SETTLED RETURNED": /^PROCESSING (?:COMPLETED )?FAILED REFUND_COMPLETED$/u,
  "REFUND_PENDING REFUNDED": /^PROCESSING FAILED (?:REFUND_PENDING )?REFUND_COMPLETED$/u,
  "REFUND_PENDING REFUND_FAILED REFUNDED":
    /^PROCESSING FAILED (?:REFUND_PENDING )?(?:REFUND_FAILED )?REFUND_COMPLETED$/u,
  // Quotes that never came to the bank.
  "other amount": /^FAILED$/u,
  nothing: /^EXPIRED$/u
}

/** The changes of a payment that has left its account, and of its refund, which some course causes. */
const CHANGES = [
  "PROCESSING COMPLETED",
  "PROCESSING FAILED",
  "COMPLETED FAILED",
  "FAILED REFUND_COMPLETED",
  "FAILED REFUND_PENDING",
  "REFUND_PENDING REFUND_COMPLETED",
  "REFUND_PENDING REFUND_FAILED",
  "REFUND_FAILED REFUND_COMPLETED"
]

it(`GU1 I13: ${PAYMENTS} payments over a bank with all faults end as it says, with ${KILLS} kills of it and two nodes (SEED=${seed})`, {
  timeout: 7_200_000
}, async () => {
  const { acme, bank, hosts } = await opened()
  const users = await Promise.all(Array.from({ length: USERS }, (_, nth) => user(acme, nth)))
  const random = randomOf(seed)
  let kills = 0
  let killing = Promise.resolve()
  /** Kills one of the three, after the one before it is back. */
  const kill = (): Promise<void> => {
    kills += 1
    const killed = [bank, ...hosts][random(3)]
    killing = killing.then(() => killed?.kill())
    return killing
  }

  const pool = database.pool()
  const rows = async (query: string) => (await pool.query(query)).rows

  /** The id of the payment; undefined if the call had no answer. A node that was killed between both says so. */
  const answered = async (nth: number, host: number): Promise<string | undefined> => {
    const { from, to } = users[nth % USERS] ?? { from: "", to: "" }
    const body = { source: { accountId: from }, destination: { accountId: to }, amount: 100 + nth }
    const headers = { "idempotency-key": `payment ${nth}` }
    const request = requestOf(`${hosts[host]?.url}/wallet`, CALLER, "POST", "/transfer-out", { body, headers })
    const answer = await fetch(request, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
    const { id, reason } = answer === undefined || answer.status === 503 ? {} : await answer.json()
    if (reason === "Response was lost") {
      const found = await rows(`select payment_id from countersign.v1_payments where received_amount = ${body.amount}`)
      expect(found).toHaveLength(1)
      return found[0].payment_id
    }
    expect([undefined, 201, 409, 503], reason).toContain(answer?.status)
    return id
  }
  /** A caller repeats a call without an answer at the other node, under the same idempotency key. */
  const pay = async (nth: number): Promise<string> => {
    let [attempt, id] = [nth, ""]
    const call = async () => {
      attempt += 1
      id = (await answered(nth, attempt % hosts.length)) ?? ""
      return id
    }
    await expect.poll(call, { interval: 100, timeout: 600_000 }).not.toBe("")
    return id
  }
  const ids: Array<string> = []
  let next = 0
  const payer = async (): Promise<void> => {
    while (next < PAYMENTS) {
      next += 1
      ids.push(await pay(next - 1))
      // Half of the kills, and the others while the bank reports.
      if (kills < KILLS / 2 && ids.length / PAYMENTS > (2 * kills) / KILLS) void kill()
    }
  }
  const quotes: Array<Quoted> = []
  const quoter = async (): Promise<void> => {
    for (let nth = 0; nth < QUOTES; nth += 1) {
      const [payer, payee] = [users[nth % USERS], users[(nth + 1) % USERS]]
      if (payer === undefined || payee === undefined) throw new Error("a user is missing")
      quotes.push(await quoted(acme, payer, payee, nth))
    }
  }
  await Promise.all([quoter(), ...Array.from({ length: 16 }, payer)])
  await killing
  const of = (...ways: ReadonlyArray<Quoted["way"]>) => quotes.filter(({ way }) => ways.includes(way))
  ids.push(...of("deposit", "inside").map(({ id }) => id))

  const courses = new Map(ids.map((id) => [id, (drawnCourse(id) ?? []).map(([, outcome]) => outcome).join(" ")]))
  const heard = async (id: string): Promise<string | undefined> => {
    const answer = await fetch(`${bank.url}/payments/${encodeURIComponent(id)}`).catch(() => undefined)
    if (answer === undefined || answer.status === 503) return undefined
    const { events = [] } = await answer.json()
    return events.map(({ outcome }: { readonly outcome: string }) => outcome).join(" ")
  }
  const open = new Set(ids)
  const isOver = async (): Promise<boolean> => {
    if (kills < KILLS) await kill()
    const some = [...open].slice(0, 100)
    const over = await Promise.all(some.map(async (id) => (await heard(id)) === courses.get(id)))
    for (const [nth, id] of some.entries()) if (over[nth] === true) open.delete(id)
    return open.size === 0
  }
  await expect.poll(isOver, { interval: 50, timeout: 3_600_000 }).toBe(true)
  while (kills < KILLS) await kill()

  const statement = async () => {
    const lines = (await (await fetch(`${bank.url}/statement`)).text()).trim().split("\n").slice(1)
    return lines.map((line) => {
      const [id = "", payment = "", amount, currency = ""] = line.split(",")
      return { id, payment, amount: Math.round(Number(amount) * 100), currency }
    })
  }
  const period = { from: "2020-01-01T00:00:00.000Z", to: "2100-01-01T00:00:00.000Z" }
  const deposits = users.map((_, nth) => ({ id: `deposit ${nth}`, amount: DEPOSIT, currency: "USD" }))
  const funded = of("deposit", "other amount").map(({ booking }) => booking)
  const differences = async () =>
    acme.reconcile({ ...period, bookings: [...deposits, ...funded, ...(await statement())] })
  const completed = [...courses.values()].filter((course) => course === "SETTLED").length
  const ended = () =>
    rows(
      `select status, count(*)::int as payments from countersign.v1_payments
         where type = 'OUTGOING' and money <> 'transit' group by 1 order by 1`
    )
  await expect.poll(ended, { interval: 1000, timeout: 1_800_000 }).toEqual([
    { status: "COMPLETED", payments: completed },
    { status: "EXPIRED", payments: of("nothing").length },
    { status: "FAILED", payments: ids.length - completed + of("other amount").length }
  ])
  // The bank has this money, and the ledger does not.
  expect(new Map((await differences()).map(({ kind, transactionId }) => [transactionId, kind]))).toEqual(
    new Map(of("other amount").map(({ id }) => [id, "DIFFERENT"]))
  )

  const orders = (await statement()).filter(({ amount }) => amount < 0)
  expect(new Set(orders.map(({ payment }) => payment)).size).toBe(orders.length)
  expect(await rows("select payment_id from countersign.v1_payments where type = 'OUTGOING'")).toHaveLength(
    PAYMENTS + QUOTES
  )
  const sums = `select currency, sum(amount)::text as sum from countersign.journal,
    jsonb_to_recordset(body::jsonb->'postings') as posting(currency text, amount bigint) group by id, currency having sum(amount) <> 0`
  expect(await rows(sums)).toEqual([])

  const chains = await rows(
    `select payment_id as id, string_agg(replace(type, 'OUTGOING_PAYMENT.', ''), ' ' order by sequence) as types
       from countersign.v1_events where type like 'OUTGOING_PAYMENT.%' group by 1`
  )
  expect(chains).toHaveLength(PAYMENTS + QUOTES)
  const ways = new Map(of("other amount", "nothing").map(({ id, way }) => [id, way]))
  expect(chains.filter(({ id, types }) => !EVENTS[courses.get(id) ?? ways.get(id) ?? "unknown"]?.test(types))).toEqual(
    []
  )
  expect(CHANGES.filter((change) => !chains.some(({ types }) => types.includes(change)))).toEqual([])
  expect(new Set([...courses.values(), ...ways.values()])).toEqual(new Set(Object.keys(EVENTS)))
  figure(`${PAYMENTS} payments, ${kills} kills: ${orders.length} orders at the bank, each once, no difference`)
})
