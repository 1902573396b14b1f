import type { Host } from "@countersign/example-hosts"
import { sendRequest } from "@countersign/harness/ask"
import { afterAll } from "vitest"
import type { Recorded } from "../src/Recording.ts"
import { bodyOf, type Target } from "./replay.ts"
import type { Service } from "./service.ts"

/** A target on a framework, over a real socket. One server serves all recordings, with one service at a time. */
export const hosted = ({ listen, name }: Host): Target => {
  let current: Service | undefined
  const serving = () => {
    if (current === undefined) throw new Error("nothing was mounted yet")
    return current
  }
  const mount = {
    handler: (request: Request) => serving().handler(request),
    serve: (call: Parameters<Service["serve"]>[0]) => serving().serve(call),
    prefix: "/",
    parser: "none",
    isProxied: false
  }
  const host = listen(mount)
  afterAll(async () => (await host).close())
  return {
    name,
    ask: async (service, call) => {
      current = service
      const { origin } = await host
      const body = bodyOf(call)
      const { method, target } = call
      // The whole response is compared, except the headers that `ask` masks (H18).
      const question = { method, path: target, headers: headersOf(call), ...(body === null ? {} : { body }) }
      return sendRequest(origin, question, (text) => text)
    }
  }
}

/** Headers of a connection, not of a call: Node writes its own. */
const HOP_BY_HOP = new Set(["connection", "content-length", "expect", "host", "te", "transfer-encoding", "upgrade"])

const headersOf = ({ headers }: Recorded): Readonly<Record<string, string>> =>
  Object.fromEntries(headers.filter(([name]) => !HOP_BY_HOP.has(name)))
