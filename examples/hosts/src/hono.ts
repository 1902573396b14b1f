import { nodeBridge } from "@countersign/http/node"
import type { Mount } from "@countersign/testkit"
import { getRequestListener, type HttpBindings } from "@hono/node-server"
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import { mountedUnder } from "countersign"
import { Hono } from "hono"
import { type Host, joining, listening, quiet } from "./Host.ts"

const pathsOf = (prefix: string) => (prefix === "/" ? ["/*"] : [prefix, `${prefix}/*`])

const bridged = ({ handler, prefix }: Mount) => {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const wallet = mountedUnder(prefix, handler)
  const bridge = nodeBridge(wallet, quiet)
  for (const path of pathsOf(prefix)) {
    app.all(path, async ({ env, req }) => {
      // Hono answers HEAD with a copy of the response, which has lost the marker that it was sent.
      if (req.method === "HEAD") return wallet(req.raw)
      await bridge(env.incoming, env.outgoing)
      return RESPONSE_ALREADY_SENT
    })
  }
  return listening(getRequestListener(app.fetch))
}

const web = ({ handler, prefix }: Mount) => {
  const app = new Hono()
  const serve = mountedUnder(prefix, handler)
  for (const path of pathsOf(prefix)) app.all(path, ({ req }) => serve(req.raw))
  return listening(getRequestListener(app.fetch))
}

const joins = joining("a web Request joins repeated headers before any code can read them")
const resolved = {
  reason: "the URL of a web Request is normalized before Hono routes it: every rule and the mount read the same path",
  fails: "A rejected request does not reach the handler. Expected 0, found 1"
}
const named = {
  reason: "the URL of a web Request contains the requested host; the service does not read it",
  fails: "found [ 'POST', 'http://evil.example/x?a=1' ]"
}
const answersExceptions = {
  reason: "the service responds to its own failures; Hono responds to all other exceptions of a handler",
  fails: "A failure has the error code of the catalogue. At .status: expected 500, found undefined"
}

export const hono: ReadonlyArray<Host> = [
  { name: "Hono 4", mounting: "`nodeBridge` in `app.all`, by `mountedUnder`", listen: bridged, parsers: [] },
  {
    name: "Hono 4, web",
    mounting: "`countersign.handler` in `app.all`, by `mountedUnder`",
    listen: web,
    parsers: [],
    exempt: {
      "F16 H11: a repeated Authorization header is rejected, whatever its values": joins.header,
      "F16 H11: a repeated Request-Id header is rejected, whatever its values": joins.header,
      "F16 H11: a repeated Service-Wallet-Signature header is rejected, whatever its values": joins.header,
      "F16 H11: a repeated Idempotency-Key header is rejected, whatever its values": joins.header,
      "F16 H11: a repeated Content-Type header is rejected, whatever its values": joins.header,
      "a connection serves the next request after a rejection, and does not parse the body as a request": joins.next,
      "FA6 FA7: mounted under /, a path with dot segments, a backslash or a fragment is rejected": resolved,
      "FA6 FA7: mounted under /wallet, a path with dot segments, a backslash or a fragment is rejected": resolved,
      "FA6 FA7: mounted under /a/b, a path with dot segments, a backslash or a fragment is rejected": resolved,
      "H15: Host and forwarding headers change nothing without a proxy": named,
      "H15: Host and forwarding headers change nothing behind a proxy": named,
      "a target in absolute form is served by its path, and its host is ignored": {
        ...named,
        fails: "found 'http://evil.example/x%20y?a=1'"
      },
      "I16: a handler that rejects results in a 500 with an error code and no details, and the process survives":
        answersExceptions,
      "I16: a handler that throws results in a 500 with an error code and no details, and the process survives":
        answersExceptions,
      "I16: a handler that rejects without an error results in a 500 with an error code and no details, and the process survives":
        answersExceptions,
      "I16: a handler that rejects with undefined results in a 500 with an error code and no details, and the process survives":
        answersExceptions,
      "I16: a handler that returns a response that cannot be sent results in a 500 with an error code and no details, and the process survives":
        answersExceptions,
      "every response header reaches the caller byte for byte": {
        reason: "Hono's server writes Latin-1 in a header as UTF-8; the service sends no such header",
        fails: "The caller receives the handler's x-latin. Expected [ 'café' ]"
      }
    }
  }
]
