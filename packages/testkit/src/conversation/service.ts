import { createClient } from "@countersign/client"
import { type Countersign, createCountersign } from "countersign"
import type { Handler, Mount } from "./Host.ts"
import type { Mounted, Scene } from "./Story.ts"

/** The real service, sandbox and memory, with a clock that stands: its answers differ by what is random only. */
export const openService = (): Countersign => createCountersign({ now: () => Date.parse("2026-03-01T12:00:00.000Z") })

export interface Served {
  readonly countersign: Countersign
  readonly mounted: Mounted
  readonly authorization: readonly [string, string]
  /** Calls the mounted service as one calls the bare handler. */
  readonly call: Handler
}

/** Mounts the real service, or what is made of its handler, and closes it afterwards. */
export const mountService = async (
  scene: Scene,
  tell: (served: Served) => Promise<void>,
  {
    handler = (bare: Handler) => bare,
    ...how
  }: Partial<Omit<Mount, "handler">> & { handler?: (bare: Handler) => Handler } = {}
): Promise<void> => {
  const countersign = openService()
  try {
    const mounted = await scene.mount(handler(countersign.handler), how)
    await tell({ countersign, mounted, authorization: ["Authorization", basic(countersign)], call: calling(mounted) })
  } finally {
    await countersign.close()
  }
}

export const basic = ({ sandboxToken }: Countersign): string =>
  `Basic ${Buffer.from(`${sandboxToken?.id}:${sandboxToken?.secret}`).toString("base64")}`

const calling =
  (mounted: Mounted): Handler =>
  async (request) => {
    const { pathname, search } = new URL(request.url)
    const body = new Uint8Array(await request.arrayBuffer())
    const answer = await mounted.ask({
      method: request.method,
      path: `${pathname}${search}`,
      headers: [...request.headers],
      ...(body.length === 0 ? {} : { body })
    })
    const init = { status: answer.status, headers: answer.headers.map(([...header]): [string, string] => header) }
    return new Response(answer.status === 204 ? null : new Uint8Array(answer.body), init)
  }

export interface Exchange {
  readonly asked: string
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** A customer is made; her owner signs in with a mailed code, lists the session and signs out. */
export const login = async (call: Handler, countersign: Countersign): Promise<ReadonlyArray<Exchange>> => {
  const exchanges: Array<Exchange> = []
  const told: Handler = async (request) => {
    const asked = `${request.method} ${new URL(request.url).pathname}`
    const response = await call(request)
    const { headers, status } = response
    exchanges.push({ asked, status, headers: new Map(headers), body: await response.clone().text() })
    return response
  }
  const authorization = basic(countersign)
  const profile = JSON.stringify({ customerType: "INDIVIDUAL", email: "grace@example.com" })
  const headers = { authorization, "content-type": "application/json" }
  await told(new Request("http://localhost/2025-10-13/customers", { method: "POST", headers, body: profile }))

  const wallet = countersign.api.in({ platformId: "sandbox", mode: "sandbox" })
  const customer = await wallet.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
  const {
    data: [account]
  } = await wallet.internalAccounts.list({ customerId: customer.id, type: "EMBEDDED_WALLET" })
  const [credential] = account === undefined ? [] : await wallet.credentials.list(account.id)
  if (account === undefined || credential === undefined) throw new Error("A customer has a wallet and a credential")
  const client = createClient({
    baseUrl: "http://localhost/2025-10-13",
    headers: { authorization },
    bundleSigner: countersign.bundleSigner,
    fetch: (input, init) => told(new Request(input, init))
  })
  const session = await client.emailOtp.login({ credentialId: credential.id, code: () => "000000" })
  await client.sessions.list(account.id)
  await client.logout(session)
  return exchanges
}
