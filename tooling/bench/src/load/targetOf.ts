import { Pool } from "undici"
import type { Target } from "./Target.ts"

/** A server, with one connection per concurrent call. undici takes half as much CPU as Node's own client. */
export const targetOf = (port: number, seed: unknown): Target & { readonly close: () => void } => {
  const pool = new Pool(`http://127.0.0.1:${port}`, { pipelining: 1, keepAliveTimeout: 600_000 })
  return {
    port,
    seed,
    call: async (method, path, { body = "", headers = {} } = {}) => {
      const type = body === "" ? {} : { "content-type": "application/json" }
      const reply = await pool.request({ method, path, headers: { ...type, ...headers }, ...(body && { body }) })
      return { status: reply.statusCode, headers: reply.headers, body: await reply.body.text() }
    },
    close: () => void pool.destroy()
  }
}
