import type { ClientRequest, IncomingMessage } from "node:http"
import http from "node:http"
import https from "node:https"
import { isIP, type LookupFunction, type Socket } from "node:net"
import { WebhookFault, type WebhookFaultWord, type WebhookPost, WebhookSender } from "@countersign/core"
import { Effect, Layer } from "effect"
import {
  addressesOf,
  Fault,
  hostOf,
  judgeUrl,
  portOf,
  type Rules,
  rulesOf,
  type WebhookSenderOptions
} from "./judgeUrl.ts"

export interface Agents {
  readonly http: http.Agent
  readonly https: https.Agent
}

/** A connection for each post: nothing of one receiver is left for the next. Whatever proxy the process knows is not asked. */
export const makeAgents = (): Agents => ({
  http: new http.Agent({ keepAlive: false, maxTotalSockets: SOCKETS }),
  https: new https.Agent({ keepAlive: false, maxTotalSockets: SOCKETS, maxCachedSessions: 0 })
})

/** Posts a body to where its address leads now, if that is a place to post to. Rejects with a {@link Fault}. */
export const post = async (
  message: WebhookPost,
  rules: Rules,
  agents: Agents,
  signal: AbortSignal
): Promise<number> => {
  if (judgeUrl(message.url, message.mode, rules) !== undefined) throw new Fault("URL_REFUSED")
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), message.timeout)
  signal.addEventListener("abort", () => late.abort(), { once: true })
  try {
    const url = new URL(message.url)
    const addresses = await Promise.race([addressesOf(url, message.mode, rules), aborted(late.signal)])
    if (addresses.length === 0) throw new Fault("NO_PUBLIC_ADDRESS")
    return await answered(requestTo(url, addresses, message, rules, agents), message.body, late.signal)
  } finally {
    clearTimeout(timer)
  }
}

const requestTo = (
  url: URL,
  addresses: ReadonlyArray<string>,
  { body, headers }: WebhookPost,
  rules: Rules,
  agents: Agents
): ClientRequest => {
  const isTls = url.protocol === "https:"
  const host = hostOf(url)
  return (isTls ? https : http).request({
    agent: isTls ? agents.https : agents.http,
    method: "POST",
    host,
    port: portOf(url),
    path: url.pathname + url.search,
    lookup: lookupOf(addresses),
    // RFC 6066 section 3: an address is no server name.
    ...(isTls ? { servername: isIP(host) === 0 ? host : "" } : {}),
    ...(rules.ca === undefined ? {} : { ca: rules.ca }),
    // Said aloud, so that no variable of the process turns it off.
    rejectUnauthorized: true,
    maxHeaderSize: 16_384,
    headers: {
      ...headers,
      host: url.host,
      "user-agent": "Countersign-Webhooks/1",
      "accept-encoding": "identity",
      "content-length": String(body.length)
    }
  })
}

const answered = (request: ClientRequest, body: Uint8Array, late: AbortSignal): Promise<number> =>
  new Promise((resolve, reject) => {
    let word: WebhookFaultWord = "CONNECT_FAILED"
    let status: number | undefined
    // Whoever has answered has answered, however the rest of it ends.
    const fail = (because: WebhookFaultWord, cause?: unknown) => {
      if (status === undefined) reject(new Fault(because, cause))
      else resolve(status)
      request.destroy()
    }
    late.addEventListener("abort", () => fail("TIMED_OUT"), { once: true })
    request.on("error", (cause) => fail(word, cause))
    request.on("socket", (socket: Socket) => {
      const slow = setTimeout(() => fail("TIMED_OUT"), CONNECT)
      socket.once("connect", () => {
        clearTimeout(slow)
        word = request.protocol === "https:" ? "TLS_FAILED" : "BROKEN_OFF"
      })
      socket.once("secureConnect", () => {
        word = "BROKEN_OFF"
      })
      socket.once("close", () => clearTimeout(slow))
    })
    request.once("close", () => fail(word))
    request.once("response", (response) => {
      const given = response.statusCode ?? 0
      status = given
      drained(response, () => resolve(given))
    })
    request.end(body)
  })

/** The status says it all. What follows is read for a moment, so that nobody who answers well is cut off, and no further. */
const drained = (response: IncomingMessage, done: () => void): void => {
  let length = 0
  const finish = () => {
    clearTimeout(timer)
    done()
    response.destroy()
  }
  const timer = setTimeout(finish, MOMENT)
  response.on("data", (chunk: Uint8Array) => {
    length += chunk.length
    if (length > MOST_READ) finish()
  })
  for (const end of ["end", "close", "error"]) response.once(end, finish)
}

/** Answers with what was judged, whatever is asked for. */
const lookupOf =
  (addresses: ReadonlyArray<string>): LookupFunction =>
  (_, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }))
    if (all === true) return callback(null, found)
    const [first = { address: "", family: 0 }] = found
    callback(null, first.address, first.family)
  }

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const give = () => reject(new Fault("TIMED_OUT"))
    if (signal.aborted) give()
    signal.addEventListener("abort", give, { once: true })
  })

const SOCKETS = 128
const CONNECT = 3000
const MOMENT = 1000
const MOST_READ = 65_536

/** Sends webhooks to the public internet, over connections of their own. */
export const webhookSender = (options?: WebhookSenderOptions): Layer.Layer<WebhookSender> =>
  Layer.sync(WebhookSender, () => {
    const rules = rulesOf(options)
    const agents = makeAgents()
    return WebhookSender.of({
      judge: (url, mode) => judgeUrl(url, mode, rules),
      send: (message) =>
        Effect.tryPromise({
          try: (signal) => post(message, rules, agents, signal),
          catch: (cause) => new WebhookFault({ word: cause instanceof Fault ? cause.word : "BROKEN_OFF", cause })
        })
    })
  })
