import { createClient } from "@countersign/client"
import { bodyOf, catalogue, type EdgeTag } from "@countersign/http"
import { type Countersign, createCountersign } from "countersign"
import { same } from "../stories/Story.ts"
import type { ChapterOf } from "../suite.ts"
import type { Answer, Line, Question } from "./line.ts"

/** The real service with sandbox, memory store and a fixed clock: two runs differ only in random values. */
export const openService = (): Countersign => createCountersign({ now: () => Date.parse("2026-03-01T12:00:00.000Z") })

export interface Served {
  readonly countersign: Countersign
  readonly mounted: Mounted
  readonly authorization: readonly [string, string]
  /** Calls the mounted service with the signature of the bare handler. */
  readonly call: Handler
}

/** Mounts the real service, or a handler derived from its handler, and closes it afterwards. */
export const mountService = async (
  scene: Scene,
  run: (served: Served) => Promise<void>,
  {
    handler = (bare: Handler) => bare,
    ...how
  }: Partial<Omit<Mount, "handler">> & { handler?: (bare: Handler) => Handler } = {}
): Promise<void> => {
  const countersign = openService()
  try {
    const mounted = await scene.mount(handler(countersign.handler), how)
    await run({ countersign, mounted, authorization: ["Authorization", basic(countersign)], call: calling(mounted) })
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
    const answer = await mounted.send({
      method: request.method,
      path: `${pathname}${search}`,
      headers: [...request.headers],
      ...(body.length === 0 ? {} : { body })
    })
    const init = { status: answer.status, headers: answer.headers.map(([...header]): [string, string] => header) }
    return new Response(answer.status === 204 ? null : new Uint8Array(answer.body), init)
  }

export interface Exchange {
  readonly endpoint: string
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Creates a customer, signs in as its owner with a mailed code, lists the session and signs out. */
export const login = async (call: Handler, countersign: Countersign): Promise<ReadonlyArray<Exchange>> => {
  const exchanges: Array<Exchange> = []
  const recorded: Handler = async (request) => {
    const endpoint = `${request.method} ${new URL(request.url).pathname}`
    const response = await call(request)
    const { headers, status } = response
    exchanges.push({ endpoint, status, headers: new Map(headers), body: await response.clone().text() })
    return response
  }
  const authorization = basic(countersign)
  const profile = JSON.stringify({ customerType: "INDIVIDUAL", email: "grace@example.com" })
  const headers = { authorization, "content-type": "application/json" }
  await recorded(new Request("http://localhost/2025-10-13/customers", { method: "POST", headers, body: profile }))

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
    fetch: (input, init) => recorded(new Request(input, init))
  })
  const session = await client.emailOtp.login({ credentialId: credential.id, code: () => "000000" })
  await client.sessions.list(account.id)
  await client.logout(session)
  return exchanges
}

/** A handler mounted in the author's framework, and functions to call it. Paths are relative to the prefix. */
export interface Mounted {
  readonly prefix: string
  readonly send: (question: Question) => Promise<Answer>
  /** Opens a connection for several requests, or for an incomplete one. */
  readonly dial: () => Promise<Line>
  /** Serializes a request to the bytes that are sent. */
  readonly encode: (question: Question) => Buffer
}

/** The functions that a test uses to mount handlers. Everything that a test opens is closed when the test ends. */
export interface Scene {
  readonly mount: (handler: Handler, how?: Partial<Mount>) => Promise<Mounted>
  /** Longest time to wait for a response, in milliseconds. */
  readonly patience: number
}

export interface Story {
  readonly name: string
  readonly run: (scene: Scene) => Promise<void>
}

export type Chapter = ChapterOf<Story>

export const story = (name: string, run: Story["run"]): Story => ({ name, run })

/** A test of the real service behind the host. */
export const onService = (name: string, run: (served: Served) => Promise<void>): Story =>
  story(name, (scene) => mountService(scene, run))

/** Asserts that a response is this error of the catalogue, and not an error page of the framework. */
export const refusedAs = (promise: string, tag: EdgeTag, { body, status }: Answer): void =>
  same(promise, [status, jsonOf(body)], [catalogue[tag].status, bodyOf({ _tag: tag })])

export const json = ["Content-Type", "application/json"] as const

/** The parsed JSON of a body, or its text when it is not JSON. */
export const jsonOf = (body: Buffer): unknown => {
  const text = body.toString("utf8")
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The mounted function: `createCountersign(…).handler`, or any function from a web `Request` to a web `Response`. */
export type Handler = (request: Request) => Promise<Response>

export interface Mount {
  readonly handler: Handler
  /** Where the handler is mounted: "/", or a path without a trailing slash. */
  readonly prefix: string
  /** The name of the body parser that runs in front of the handler, or "none". */
  readonly parser: string
  /** Whether the framework is configured to trust a proxy. Ignore it if the framework has no such setting. */
  readonly isProxied: boolean
}

/** A host that listens on loopback. */
export interface Host {
  /** `http://127.0.0.1:port`, without the prefix. */
  readonly origin: string
  readonly close: () => Promise<void>
}
