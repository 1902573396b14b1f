import type { ClientRequest, IncomingMessage } from "node:http"
import http from "node:http"
import https from "node:https"
import { isIP, type LookupFunction, type Socket } from "node:net"
import { type Mode, WebhookFault, type WebhookFaultWord, type WebhookPost, WebhookSender } from "@countersign/core"
import { Effect, Layer } from "@countersign/core/effect"
import {
  addressesOf,
  checkUrl,
  Fault,
  hostOf,
  portOf,
  type Rules,
  rulesOf,
  type WebhookSenderOptions
} from "./checkUrl.ts"

/** A new connection for each post, so that receivers share no state. Proxy settings of the process are ignored. */
const makeAgents = () => ({
  http: new http.Agent({ keepAlive: false, maxTotalSockets: SOCKETS }),
  https: new https.Agent({ keepAlive: false, maxTotalSockets: SOCKETS, maxCachedSessions: 0 })
})

/** Posts a body to the current address of a URL, if that is allowed. Rejects with a {@link Fault}. */
export const post = async (
  message: WebhookPost,
  rules: Rules,
  agents: Agents,
  signal: AbortSignal
): Promise<number> => {
  if (checkUrl(message.url, message.mode, rules) !== undefined) throw new Fault("URL_REFUSED")
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), message.timeout)
  signal.addEventListener("abort", () => late.abort(), { once: true })
  try {
    const url = new URL(message.url)
    const addresses = await Promise.race([addressesOf(url, message.mode, rules), aborted(late.signal)])
    if (addresses.length === 0) throw new Fault("NO_PUBLIC_ADDRESS")
    return await answered(
      requestTo(url, addresses, { method: "POST", ...message }, rules, agents),
      message.body,
      late.signal
    )
  } finally {
    clearTimeout(timer)
  }
}

type Agents = ReturnType<typeof makeAgents>

const requestTo = (
  url: URL,
  addresses: ReadonlyArray<string>,
  { body, headers, method }: Pick<WebhookPost, "headers"> & { readonly method: string; readonly body?: Uint8Array },
  rules: Rules,
  agents: Agents
): ClientRequest => {
  const isTls = url.protocol === "https:"
  const host = hostOf(url)
  return (isTls ? https : http).request({
    agent: isTls ? agents.https : agents.http,
    method,
    host,
    port: portOf(url),
    path: url.pathname + url.search,
    lookup: lookupOf(addresses),
    // RFC 6066 section 3: an IP address is not a server name.
    ...(isTls ? { servername: isIP(host) === 0 ? host : "" } : {}),
    ...(rules.ca === undefined ? {} : { ca: rules.ca }),
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot disable it.
    rejectUnauthorized: true,
    maxHeaderSize: 16_384,
    headers: {
      ...headers,
      host: url.host,
      "user-agent": method === "POST" ? "Countersign-Webhooks/1" : "Countersign/1",
      "accept-encoding": "identity",
      ...(body === undefined ? {} : { "content-length": String(body.length) })
    }
  })
}

const answered = (request: ClientRequest, body: Uint8Array, late: AbortSignal): Promise<number> =>
  new Promise((resolve, reject) => {
    let word: WebhookFaultWord = "CONNECT_FAILED"
    let status: number | undefined
    // Once the status has arrived, later errors do not change the result.
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

/** Only the status is used. The body is read up to a limit, so that a well-behaved receiver is not cut off. */
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

/** Resolves every name to the addresses that were checked. */
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

/** Sends webhooks to the public internet, each over a new connection. */
export const webhookSender = (options?: WebhookSenderOptions): Layer.Layer<WebhookSender> =>
  Layer.sync(WebhookSender, () => {
    const rules = rulesOf(options)
    const agents = makeAgents()
    return WebhookSender.of({
      judge: (url, mode) => checkUrl(url, mode, rules),
      send: (message) =>
        Effect.tryPromise({
          try: (signal) => post(message, rules, agents, signal),
          catch: (cause) => new WebhookFault({ word: cause instanceof Fault ? cause.word : "BROKEN_OFF", cause })
        })
    })
  })

/**
 * A `fetch` for URLs that a platform names: GET, under the rules of webhooks in that mode, each over a new connection. In
 * production it connects over https to public addresses alone. It follows no redirect. The caller limits its time and
 * the size of the body.
 */
export const publicFetch = (options?: WebhookSenderOptions, mode: Mode = "production") => {
  const rules = rulesOf(options)
  const agents = makeAgents()
  return async (
    address: string,
    { headers, signal }: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal }
  ): Promise<{ readonly status: number; readonly body: AsyncIterable<Uint8Array> }> => {
    if (checkUrl(address, mode, rules) !== undefined) throw new Fault("URL_REFUSED")
    const url = new URL(address)
    const addresses = await Promise.race([addressesOf(url, mode, rules), aborted(signal)])
    if (addresses.length === 0) throw new Fault("NO_PUBLIC_ADDRESS")
    return new Promise((resolve, reject) => {
      const request = requestTo(url, addresses, { method: "GET", headers }, rules, agents)
      signal.addEventListener("abort", () => request.destroy(new Fault("TIMED_OUT")), { once: true })
      request.on("error", reject)
      request.once("response", (response) => resolve({ status: response.statusCode ?? 0, body: response }))
      request.end()
    })
  }
}
