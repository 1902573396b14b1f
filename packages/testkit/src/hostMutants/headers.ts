import type { IncomingMessage } from "node:http"
import { type Break, before, changing, handling, rewritten } from "./HostMutant.ts"

const headerOf = ({ headers }: IncomingMessage, name: string) => {
  const value = headers[name]
  return typeof value === "string" ? value : undefined
}

export const headerBreaks: ReadonlyArray<Break> = [
  {
    name: "builds the URL from X-Forwarded-Host",
    breaks: "X-Forwarded-Host changes neither method nor URL",
    over: handling((handler) => async (request) => {
      const host = request.headers.get("x-forwarded-host") ?? new URL(request.url).host
      return handler(await rewritten(request, { url: request.url.replace("localhost", host) }))
    })
  },
  {
    name: "builds the URL from X-Forwarded-Proto behind a proxy",
    breaks: "forwarding headers change nothing behind a proxy",
    over: (mount) =>
      handling((handler) => async (request) => {
        const scheme = (mount.isProxied && request.headers.get("x-forwarded-proto")) || "http"
        return handler(await rewritten(request, { url: request.url.replace("http:", `${scheme}:`) }))
      })(mount)
  },
  {
    name: "builds the URL from Host",
    breaks: "Host changes neither method nor URL",
    over: handling((handler) => async (request) => {
      const host = request.headers.get("host") ?? "localhost"
      return handler(await rewritten(request, { url: request.url.replace("localhost", host) }))
    })
  },
  {
    name: "obeys X-Original-URL",
    breaks: "X-Original-URL changes neither method nor URL",
    over: (mount) =>
      before(mount, (incoming) => {
        const path = headerOf(incoming, "x-original-url")
        if (path !== undefined) incoming.url = `${mount.prefix}${path}`
      })
  },
  {
    name: "obeys X-HTTP-Method-Override",
    breaks: "X-HTTP-Method-Override changes neither method nor URL",
    over: changing((incoming) => {
      incoming.method = headerOf(incoming, "x-http-method-override") ?? incoming.method
    })
  },
  {
    name: "drops a header",
    breaks: "every request header reaches the handler byte for byte",
    over: changing((incoming) => {
      const at = incoming.rawHeaders.findIndex((name) => name.toLowerCase() === "idempotency-key")
      if (at !== -1) incoming.rawHeaders.splice(at, 2)
    })
  },
  {
    name: "trims whitespace inside a value",
    breaks: "every request header reaches the handler byte for byte",
    over: changing((incoming) => {
      incoming.rawHeaders = incoming.rawHeaders.map((part) => part.replace(/ +/gu, " "))
    })
  },
  {
    name: "joins the values of a single-value header",
    breaks: "a repeated Request-Id header is rejected",
    over: changing((incoming) => {
      const combined = new Map<string, string>()
      incoming.rawHeaders.forEach((name, at, all) => {
        if (at % 2 === 1) return
        const known = combined.get(name.toLowerCase())
        combined.set(name.toLowerCase(), known === undefined ? `${all[at + 1]}` : `${known}, ${all[at + 1]}`)
      })
      incoming.rawHeaders = [...combined].flat()
    })
  },
  {
    name: "uses only the last of repeated headers",
    breaks: "the values of any other repeated header are joined in order",
    over: changing((incoming) => {
      const last = new Map<string, string>()
      incoming.rawHeaders.forEach((name, at, all) => {
        if (at % 2 === 0) last.set(name.toLowerCase(), `${all[at + 1]}`)
      })
      incoming.rawHeaders = [...last].flat()
    })
  }
]
