import { IncomingMessage, type RequestListener, ServerResponse } from "node:http"
import { Socket } from "node:net"
import type { CallOptions, Reply, Target } from "../load/Target.ts"

/** Runs a batch of calls, and measures it. */
export type Meter = (calls: () => Promise<void>) => Promise<void>

/** Runs so many calls of one side of a comparison. The work of the client is not metered. */
export type Calls = (count: number, meter: Meter) => Promise<void>

/** A target that calls a listener of this process without a connection, in batches that `meter` measures. */
export interface Lockstep extends Target {
  meter: Meter
  /** How many users call at once: the size of a batch. */
  users: number
}

/**
 * Collects one call of each user, then runs them one after another. The work of the users, who prepare the next request,
 * is between two batches and is not measured. A batch runs in one turn of the event loop, so no timer fires within it.
 */
export const lockstep = (listener: RequestListener, seed: unknown): Lockstep => {
  const waiting: Array<ReturnType<typeof exchangeOf> & { readonly done: () => void }> = []
  const run = async () => {
    const batch = waiting.splice(0)
    await target.meter(async () => {
      for (const { serve } of batch) await serve(listener)
    })
    for (const { done } of batch) done()
  }
  const target: Lockstep = {
    port: 0,
    seed,
    meter: (calls) => calls(),
    users: 1,
    call: (method, path, options = {}) =>
      new Promise((resolve, reject) => {
        const exchange = exchangeOf(method, path, options)
        waiting.push({ ...exchange, done: () => resolve(exchange.reply()) })
        if (waiting.length === target.users) setImmediate(() => void run().catch(reject))
      })
  }
  return target
}

/** Stores what is written to it. It is not connected, and reads nothing. */
class Sink extends Socket {
  text = ""
  override write(chunk: Uint8Array | string): boolean {
    this.text += chunk
    return true
  }
}

/** The request and the response of one call, as Node's server passes them to a listener. */
const exchangeOf = (method: string, path: string, { body = "", headers: more = {} }: CallOptions) => {
  const sink = new Sink({ readable: false, writable: true })
  const request = new IncomingMessage(sink)
  const length = { "content-length": String(Buffer.byteLength(body)) }
  const sent = body === "" ? {} : { "content-type": "application/json" }
  const headers = { host: "localhost", ...sent, ...(method === "GET" ? {} : length), ...more }
  const read = { rawHeaders: Object.entries(headers).flat(), headers, complete: true }
  Object.assign(request, { method, url: path, httpVersion: "1.1", httpVersionMajor: 1, ...read })
  if (body !== "") request.push(body)
  request.push(null)
  const response = new ServerResponse(request)
  response.assignSocket(sink)
  return {
    serve: (listener: RequestListener): Promise<void> =>
      new Promise((resolve) => {
        response.once("prefinish", resolve)
        listener(request, response)
      }),
    reply: (): Reply => {
      const { statusCode: status } = response
      return { status, headers: response.getHeaders(), body: sink.text.slice(sink.text.indexOf("\r\n\r\n") + 4) }
    }
  }
}
