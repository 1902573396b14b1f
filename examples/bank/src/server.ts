import { createHmac } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { type BankEvent, type BankOptions, drawn, makeBank } from "./Bank.ts"

/** How many of a hundred requests, replies or reports have a fault. */
export interface Faults {
  /** The connection ends before the bank reads the request. */
  readonly lostRequests?: number
  /** The connection ends after the bank has accepted the order. */
  readonly lostReplies?: number
  /** The bank answers 503. */
  readonly unavailable?: number
  /** The report comes twice. */
  readonly repeatedReports?: number
  /** The report comes later, and may come after the next one of its payment. */
  readonly lateReports?: number
}

export interface ServerOptions extends BankOptions {
  /** Signs the reports. */
  readonly secret: string
  /** Where the host receives the reports. Read for each of them. */
  readonly reportsTo: () => string
  readonly faults?: Faults
  readonly port?: number
}

/** Serves a bank over HTTP on this machine, and reports what happens to its payments. */
export const startBank = async ({ faults = {}, port = 0, reportsTo, secret, ...options }: ServerOptions) => {
  const bank = makeBank(options)
  let requests = 0
  const isFaulty = (kind: keyof Faults, text: string): boolean => drawn(`${kind} ${text}`) < (faults[kind] ?? 0)

  const pay = async (request: IncomingMessage, response: ServerResponse, nth: string): Promise<void> => {
    const outcome = bank.accept(JSON.parse(await textOf(request)))
    if (isFaulty("lostReplies", nth)) return void response.destroy()
    if (outcome === "rejected") return answer(response, 422, { error: "no such account" })
    if (outcome === "differs") return answer(response, 409, { error: "another order has this id" })
    answer(response, 200, { reference: `bank-${request.headers["idempotency-key"]}` })
  }
  const server = createServer((request, response) => {
    requests += 1
    const { method, url = "" } = request
    const nth = `${process.pid}/${requests}`
    if (url === "/statement") return void response.setHeader("content-type", "text/csv").end(bank.statement())
    if (isFaulty("lostRequests", nth)) return void response.destroy()
    if (isFaulty("unavailable", nth)) return answer(response, 503, { error: "unavailable" })
    if (method === "POST" && url === "/payments") return void pay(request, response, nth)
    const events = bank.read(decodeURIComponent(url.replace("/payments/", "")))
    return events === undefined
      ? answer(response, 404, { error: "no such payment" })
      : answer(response, 200, { events })
  }).listen(port, "127.0.0.1")
  await once(server, "listening")

  const late = new Set<string>()
  const report = async (event: BankEvent): Promise<void> => {
    if (isFaulty("lateReports", event.id) && !late.has(event.id)) return void late.add(event.id)
    const body = JSON.stringify(event)
    const time = Math.floor(Date.now() / 1000)
    const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")
    const headers = { "content-type": "application/json", "bank-signature": `${time}.${signature}` }
    for (const _ of isFaulty("repeatedReports", event.id) ? [1, 2] : [1]) {
      const answered = await fetch(reportsTo(), { method: "POST", headers, body, signal: AbortSignal.timeout(5000) })
      await answered.arrayBuffer()
      if (!answered.ok) return
    }
    bank.isReported(event.id)
  }
  let isOpen = true
  const reporting = (async () => {
    while (isOpen) {
      // A host that does not answer receives the report again.
      for (const event of bank.due()) if (isOpen) await report(event).catch(() => {})
      await new Promise((later) => setTimeout(later, 20))
    }
  })()
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the bank listens on no port")
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: async (): Promise<void> => {
      isOpen = false
      await reporting
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    }
  }
}

const answer = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const chunk of request.setEncoding("utf8")) text += chunk
  return text
}
