import type { IncomingMessage } from "node:http"
import { type Break, before, changing, defect, handling, rewritten } from "./HostMutant.ts"

const headerOf = ({ headers }: IncomingMessage, name: string) => {
  const value = headers[name]
  return typeof value === "string" ? value : undefined
}

export const headerBreaks: ReadonlyArray<Break> = [
  defect(
    "builds the URL from X-Forwarded-Host",
    "X-Forwarded-Host changes neither method nor URL",
    handling((handler) => async (request) => {
      const host = request.headers.get("x-forwarded-host") ?? new URL(request.url).host
      return handler(await rewritten(request, { url: request.url.replace("localhost", host) }))
    })
  ),
  defect(
    "builds the URL from X-Forwarded-Proto behind a proxy",
    "forwarding headers change nothing behind a proxy",
    (mount) =>
      handling((handler) => async (request) => {
        const scheme = (mount.isProxied && request.headers.get("x-forwarded-proto")) || "http"
        return handler(await rewritten(request, { url: request.url.replace("http:", `${scheme}:`) }))
      })(mount)
  ),
  defect(
    "builds the URL from Host",
    "Host changes neither method nor URL",
    handling((handler) => async (request) => {
      const host = request.headers.get("host") ?? "localhost"
      return handler(await rewritten(request, { url: request.url.replace("localhost", host) }))
    })
  ),
  defect("obeys X-Original-URL", "X-Original-URL changes neither method nor URL", (mount) =>
    before(mount, (incoming) => {
      const path = headerOf(incoming, "x-original-url")
      if (path !== undefined) incoming.url = `${mount.prefix}${path}`
    })
  ),
  defect(
    "obeys X-HTTP-Method-Override",
    "X-HTTP-Method-Override changes neither method nor URL",
    changing((incoming) => {
      incoming.method = headerOf(incoming, "x-http-method-override") ?? incoming.method
    })
  ),
  defect(
    "drops a header",
    "every request header reaches the handler byte for byte",
    changing(({ headers }) => {
      delete headers["idempotency-key"]
    })
  ),
  defect(
    "trims whitespace inside a value",
    "every request header reaches the handler byte for byte",
    changing(({ headers }) => {
      for (const [name, value] of Object.entries(headers)) {
        if (typeof value === "string") headers[name] = value.replace(/ +/gu, " ")
      }
    })
  ),
  defect(
    "joins the values of a single-value header",
    "a repeated Request-Id header is rejected",
    changing((incoming) => {
      const combined = new Map<string, string>()
      incoming.rawHeaders.forEach((name, at, all) => {
        if (at % 2 === 1) return
        const known = combined.get(name.toLowerCase())
        combined.set(name.toLowerCase(), known === undefined ? `${all[at + 1]}` : `${known}, ${all[at + 1]}`)
      })
      incoming.rawHeaders = [...combined].flat()
    })
  ),
  defect(
    "uses only the last of repeated headers",
    "the values of any other repeated header are joined in order",
    changing((incoming) => {
      const last = new Map<string, string>()
      incoming.rawHeaders.forEach((name, at, all) => {
        if (at % 2 === 0) last.set(name.toLowerCase(), `${all[at + 1]}`)
      })
      Object.assign(incoming.headers, Object.fromEntries(last))
    })
  )
]
