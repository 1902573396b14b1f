import { nodeBridge } from "@countersign/http/node"
import type { Handler, Mount } from "@countersign/testkit"
import { mountedUnder } from "countersign"
import { type Host, listening, quiet } from "./Host.ts"

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH"] as const

/** The exports of a route.ts: a handler for each method that it serves. */
export type NextRoute = Partial<Record<(typeof METHODS)[number], Handler>>

/** Calls the handlers of a route.ts as Next does: HEAD and OPTIONS have defaults. */
export const nextCalls = (route: NextRoute): Handler => {
  const served: NextRoute = { ...(route.GET === undefined ? {} : { HEAD: route.GET }), ...route }
  const allow = METHODS.filter((method) => method === "OPTIONS" || served[method] !== undefined).sort()
  const options: Handler = async () => new Response(null, { status: 204, headers: { allow: allow.join(", ") } })
  const filled: NextRoute = { OPTIONS: options, ...served }
  return async (request) => {
    const method = METHODS.find((each) => each === request.method)
    if (method === undefined) return new Response(null, { status: 400 })
    return filled[method]?.(request) ?? new Response(null, { status: 405 })
  }
}

/** `app/wallet/[[...path]]/route.ts`, with a Node server instead of Next's. */
const listen = ({ handler, prefix }: Mount) => {
  const route = mountedUnder(prefix, handler)
  return listening(nodeBridge(nextCalls(Object.fromEntries(METHODS.map((method) => [method, route]))), quiet))
}

export const next: ReadonlyArray<Host> = [
  {
    name: "Next-style",
    mounting:
      "`countersign.handler` as every method of a route.ts, by `mountedUnder`; over `nodeBridge`, not Next's server",
    listen,
    parsers: []
  }
]
