import { isIP } from "node:net"
import { type Finding, fails, holds } from "../Finding.ts"
import { basic } from "../service/basic.ts"
import type { Service } from "../service/serviceOf.ts"

/** What can be told of a service from outside. */
export const examineService = async (
  { baseUrl, token }: Service,
  now: () => number
): Promise<ReadonlyArray<Finding>> => {
  if (!URL.canParse(baseUrl)) {
    return [fails("SERVICE", "NO_URL", "COUNTERSIGN_URL is no URL. Give it as https://pay.example/2025-10-13")]
  }
  const url = new URL(baseUrl)
  const ready = await asked(new URL("/health/ready", url))
  if (ready === undefined) {
    return [fails("SERVICE", "NO_ANSWER", `Nothing answers at ${url.origin}. Start the service, or mend the address.`)]
  }
  return [
    ready.ok ? holds("SERVICE") : fails("SERVICE", "NOT_READY", notReady(ready)),
    transportOf(url),
    ...clockOf(ready, now()),
    ...(token === "" ? [] : [await tokenOf(url, token)])
  ]
}

const notReady = ({ status }: Response): string =>
  `The service answers ${status} when asked whether it is ready: its store does not answer or has no tables, or the address is not the service's.`

const asked = async (url: URL, headers: Record<string, string> = {}): Promise<Response | undefined> => {
  try {
    return await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(10_000) })
  } catch {
    return undefined
  }
}

const transportOf = ({ hostname, protocol }: URL): Finding =>
  protocol === "https:" || isLoopback(hostname)
    ? holds("TRANSPORT")
    : fails("TRANSPORT", "IN_THE_CLEAR", "The address is http, so tokens cross the network in the clear. Use TLS.")

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || (isIP(host) === 4 && host.startsWith("127."))

/** RFC 9110 section 6.6.1: Date is to the second, so a few seconds tell nothing. */
const clockOf = ({ headers }: Response, at: number): ReadonlyArray<Finding> => {
  const there = Date.parse(headers.get("date") ?? "")
  if (Number.isNaN(there)) return []
  const apart = Math.round((at - there) / 1000)
  if (Math.abs(apart) <= 5) return [holds("CLOCK")]
  const which = apart > 0 ? "ahead of" : "behind"
  const message = `This machine's clock is ${Math.abs(apart)} s ${which} the service's. Let both follow a time server.`
  return [fails("CLOCK", "APART", message)]
}

const tokenOf = async (url: URL, token: string): Promise<Finding> => {
  const list = new URL(`${url.pathname.replace(/^(.*[^/])?\/*$/su, "$1")}/customers?limit=1`, url)
  const status = (await asked(list, { authorization: basic(token) }))?.status
  if (status === 200) return holds("TOKEN")
  if (status === 401) {
    return fails(
      "TOKEN",
      "REFUSED",
      "The service refuses COUNTERSIGN_TOKEN. Give id:secret of a token that this service has."
    )
  }
  if (status === 403) return fails("TOKEN", "NO_VIEW", "COUNTERSIGN_TOKEN may not VIEW. Give one that may.")
  return fails(
    "TOKEN",
    "NOT_ASKED",
    "The address answers nothing of this API. Does COUNTERSIGN_URL end in /2025-10-13?"
  )
}
