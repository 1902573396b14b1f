import { createClient } from "@countersign/client"
import { bodyOf, catalogue, type EdgeTag } from "@countersign/http"
import { type Countersign, createCountersign } from "countersign"
import { same } from "../stories/Story.ts"
import type { Answer, Line, Question } from "./line.ts"

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

/** A handler behind the author's framework, and ways to call it. Paths are relative to the prefix. */
export interface Mounted {
  readonly prefix: string
  /** One request on a connection of its own. */
  readonly ask: (question: Question) => Promise<Answer>
  /** A connection to say several things on, or half of one. */
  readonly dial: () => Promise<Line>
  /** A question as the bytes that ask it. */
  readonly spelled: (question: Question) => Buffer
}

/** What a story may do with the host it is told about. All it opens is closed when it is over. */
export interface Scene {
  readonly mount: (handler: Handler, how?: Partial<Mount>) => Promise<Mounted>
  /** How many milliseconds an answer may take. */
  readonly patience: number
}

/** One promise of a host. */
export interface Story {
  readonly name: string
  readonly tell: (scene: Scene) => Promise<void>
}

export interface Chapter {
  readonly name: string
  readonly stories: ReadonlyArray<Story>
}

export const story = (name: string, tell: Story["tell"]): Story => ({ name, tell })

/** An answer that is a refusal of the catalogue, and no page of the framework's own. */
export const refusedAs = (promise: string, tag: EdgeTag, { body, status }: Answer): void =>
  same(promise, [status, jsonOf(body)], [catalogue[tag].status, bodyOf({ _tag: tag })])

/** The JSON of a body, or its text where it is none. */
export const jsonOf = (body: Buffer): unknown => {
  const text = body.toString("utf8")
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What is mounted: `createCountersign(…).handler`, or any other function from web `Request` to web `Response`. */
export type Handler = (request: Request) => Promise<Response>

/** How a story wants the host set up. */
export interface Mount {
  readonly handler: Handler
  /** Where the handler is mounted: "/", or a path that ends without a slash. */
  readonly prefix: string
  /** Which of the parsers you named stands in front; none where it is "none". */
  readonly parser: string
  /** Whether the framework is told to trust a proxy in front of it, where it can be told such a thing. */
  readonly isProxied: boolean
}

/** A host that listens on loopback. */
export interface Host {
  /** `http://127.0.0.1:port`, without the prefix. */
  readonly origin: string
  readonly close: () => Promise<void>
}
