import type { IncomingMessage } from "node:http"
import { type Break, before, changing, handling, rewritten } from "./HostMutant.ts"

const headerOf = ({ headers }: IncomingMessage, name: string) => {
  const value = headers[name]
  return typeof value === "string" ? value : undefined
}

export const headerBreaks: ReadonlyArray<Break> = [
  {
    name: "makes the URL of X-Forwarded-Host",
    breaks: "X-Forwarded-Host decides neither method nor URL",
    over: handling((handler) => async (request) => {
      const host = request.headers.get("x-forwarded-host") ?? new URL(request.url).host
      return handler(await rewritten(request, { url: request.url.replace("localhost", host) }))
    })
  },
  {
    name: "makes the URL of X-Forwarded-Proto behind a proxy",
    breaks: "forwarding headers decide nothing behind a proxy",
    over: (mount) =>
      handling((handler) => async (request) => {
        const scheme = (mount.isProxied && request.headers.get("x-forwarded-proto")) || "http"
        return handler(await rewritten(request, { url: request.url.replace("http:", `${scheme}:`) }))
      })(mount)
  },
  {
    name: "makes the URL of Host",
    breaks: "Host decides neither method nor URL",
    over: handling((handler) => async (request) => {
      const host = request.headers.get("host") ?? "localhost"
      return handler(await rewritten(request, { url: request.url.replace("localhost", host) }))
    })
  },
  {
    name: "obeys X-Original-URL",
    breaks: "X-Original-URL decides neither method nor URL",
    over: (mount) =>
      before(mount, (incoming) => {
        const path = headerOf(incoming, "x-original-url")
        if (path !== undefined) incoming.url = `${mount.prefix}${path}`
      })
  },
  {
    name: "obeys X-HTTP-Method-Override",
    breaks: "X-HTTP-Method-Override decides neither method nor URL",
    over: changing((incoming) => {
      incoming.method = headerOf(incoming, "x-http-method-override") ?? incoming.method
    })
  },
  {
    name: "loses a header",
    breaks: "every header arrives, its value to the byte",
    over: changing((incoming) => {
      const at = incoming.rawHeaders.findIndex((name) => name.toLowerCase() === "idempotency-key")
      if (at !== -1) incoming.rawHeaders.splice(at, 2)
    })
  },
  {
    name: "trims what is inside a value",
    breaks: "every header arrives, its value to the byte",
    over: changing((incoming) => {
      incoming.rawHeaders = incoming.rawHeaders.map((part) => part.replace(/ +/gu, " "))
    })
  },
  {
    name: "joins repeats of a header that may come once",
    breaks: "Request-Id that comes twice is refused",
    over: changing((incoming) => {
      const joined = new Map<string, string>()
      incoming.rawHeaders.forEach((name, at, all) => {
        if (at % 2 === 1) return
        const known = joined.get(name.toLowerCase())
        joined.set(name.toLowerCase(), known === undefined ? `${all[at + 1]}` : `${known}, ${all[at + 1]}`)
      })
      incoming.rawHeaders = [...joined].flat()
    })
  },
  {
    name: "takes the last of repeated headers",
    breaks: "any other header that comes twice is joined in order",
    over: changing((incoming) => {
      const last = new Map<string, string>()
      incoming.rawHeaders.forEach((name, at, all) => {
        if (at % 2 === 0) last.set(name.toLowerCase(), `${all[at + 1]}`)
      })
      incoming.rawHeaders = [...last].flat()
    })
  }
]
