import { Pool } from "undici"
import type { Target } from "./Target.ts"

/** A server, with one connection per concurrent call, or at most so many. undici takes half as much CPU as Node's own client. */
export const targetOf = (port: number, seed: unknown, connections: number | null = null) => {
  const pool = new Pool(`http://127.0.0.1:${port}`, { pipelining: 1, keepAliveTimeout: 600_000, connections })
  return {
    port,
    seed,
    call: async (method, path, { body = "", headers = {}, ...more } = {}) => {
      const type = body === "" ? {} : { "content-type": "application/json" }
      const sent = { headers: { ...type, ...headers }, ...(body && { body }), ...more }
      const reply = await pool.request({ method, path, ...sent })
      return { status: reply.statusCode, headers: reply.headers, body: await reply.body.text() }
    },
    close: () => void pool.destroy()
  } satisfies Target & { readonly close: () => void }
}
