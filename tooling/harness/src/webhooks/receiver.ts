import type { IncomingHttpHeaders } from "node:http"
import { expect, onTestFinished } from "vitest"
import { created } from "../externalAccounts.ts"
import { listening } from "../listening.ts"
import { callers, keys, makeWorld, tokenOptions } from "../world.ts"

export interface Received {
  readonly at: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any field of an event, and its assertion is the check
  readonly event: any
}

/** The receiver of a platform. `answer` returns the status of each delivery; by default it is 200. */
export const receiver = async (answer: (received: Received, nth: number) => number | Promise<number> = () => 200) => {
  const received: Array<Received> = []
  const { close, port } = await listening(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const one = { at: Date.now(), headers: request.headers, body, event: JSON.parse(body.toString("utf8")) }
    received.push(one)
    response.statusCode = await answer(one, received.length)
    response.end("the response body of a receiver is ignored")
  })
  onTestFinished(close)
  const url = `http://127.0.0.1:${port}/hooks`
  const events = () => received.filter(({ event }) => event.type !== "TEST")
  return { url, received, events: events, until: (count: number) => until(() => events().length >= count) }
}

export const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  await expect.poll(isSo, { interval: 20 }).toBe(true)
}

export const sandboxTokens = tokenOptions.filter(({ mode }) => mode === "sandbox")

/** A service with sandbox tokens whose webhooks may be sent to this machine. */
export const hookWorld = (options: Parameters<typeof makeWorld>[0] = {}) => {
  const world = makeWorld({
    clock: "real",
    tokens: sandboxTokens,
    keys,
    logs: "none",
    ...options,
    webhooks: { allowPrivate: true, ...options.webhooks },
    policy: { webhookTests: { capacity: 1_000_000, refillEvery: 1 }, ...options.policy }
  })
  onTestFinished(() => world.countersign.close())
  return world
}
export type HookWorld = ReturnType<typeof hookWorld>

export const endpoint = (world: Pick<HookWorld, "call">, url: string | null, caller = callers.a) =>
  world.call(caller, "PATCH", "/config", { body: { webhookEndpoint: url } })

export const CLABE = "032180000118359719"

/** Makes a change that emits a webhook event: an account of the platform that is verified when it is stored. */
export const change = async (world: Pick<HookWorld, "call">, caller = callers.a): Promise<string> => {
  const accountInfo = {
    accountType: "MXN_ACCOUNT",
    clabeNumber: CLABE,
    beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace-Canary" }
  }
  return (await created(world, { currency: "MXN", accountInfo }, caller)).id
}

/** Changes an existing account: disables it, or requests to enable it again. */
export const turn = (world: Pick<HookWorld, "call">, id: string, status: "ACTIVE" | "INACTIVE", caller = callers.a) =>
  world.call(caller, "PATCH", `/platform/external-accounts/${id}`, { body: { status } })

export const deliveries = async (world: Pick<HookWorld, "call">, query = "", caller = callers.a) => {
  const { body } = await world.call(caller, "GET", `/webhooks/deliveries${query}`)
  return body.data.filter(({ type }: { readonly type: string }) => type !== "TEST")
}
