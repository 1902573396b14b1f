import { bareListener, behind, listening } from "../../src/bareHost.ts"
import type { Host, Mount } from "../../src/conversation/service.ts"
import { bodyBreaks } from "./bodies.ts"
import { answering, type Break, before, changing, defect } from "./HostMutant.ts"
import { headerBreaks } from "./headers.ts"
import { lifeBreaks } from "./lives.ts"

const withHeaders = (change: (headers: Headers) => void) =>
  answering((response) => {
    const headers = new Headers(response.headers)
    change(headers)
    return new Response(response.body, { status: response.status, headers })
  })

const page = (isOwn: (status: number) => boolean) =>
  answering((response) => {
    const { headers, status } = response
    return isOwn(status) ? new Response(`<h1>${status}</h1>`, { status, headers }) : response
  })

const answerBreaks: ReadonlyArray<Break> = [
  defect(
    "answers 200 instead of 204",
    "the caller receives status 204 with its body",
    answering((response) => (response.status === 204 ? new Response(null, { headers: response.headers }) : response))
  ),
  defect(
    "replaces 404 with its own page",
    "the caller receives status 404 with its body",
    page((status) => status === 404)
  ),
  defect(
    "replaces 5xx with its own page",
    "the caller receives status 503 with its body",
    page((status) => status >= 500)
  ),
  defect(
    "returns text only",
    "a binary response of any length reaches the caller byte for byte",
    answering(async (response) => {
      const { headers, status } = response
      const text = await response.text()
      return new Response(text === "" ? null : text, { status, headers })
    })
  ),
  defect(
    "truncates a response at 64 KiB",
    "a binary response of any length reaches the caller byte for byte",
    answering(async (response) => {
      const { headers, status } = response
      const bytes = await response.arrayBuffer()
      return new Response(bytes.byteLength === 0 ? null : bytes.slice(0, 65_536), { status, headers })
    })
  ),
  defect(
    "drops all cookies but the last",
    "no cookie is lost or joined",
    withHeaders((headers) => {
      const last = headers.getSetCookie().at(-1)
      if (last !== undefined) headers.set("set-cookie", last)
    })
  ),
  defect(
    "joins cookies",
    "no cookie is lost or joined",
    withHeaders((headers) => {
      const all = headers.get("set-cookie")
      if (all !== null) headers.set("set-cookie", all)
    })
  ),
  defect(
    "loses WWW-Authenticate",
    "the caller receives the handler's www-authenticate",
    withHeaders((headers) => headers.delete("www-authenticate"))
  ),
  defect(
    "labels every response as JSON",
    "the caller receives the handler's content-type",
    withHeaders((headers) => headers.set("content-type", "application/json"))
  )
]

const VERBATIM = "the handler receives the path after the prefix, verbatim"

const decoded = (path: string) => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Hosts that change the path before the bridge receives it. */
const paths: ReadonlyArray<readonly [name: string, breaks: string, change: (path: string) => string]> = [
  ["decodes the path", "reaches the handler once and is answered with 200", decoded],
  ["tidies escapes", VERBATIM, (path) => path.replace(/%[0-9a-f]{2}/giu, (escape) => escape.toUpperCase())],
  ["tidies slashes", "a rejected request does not reach the handler", (path) => path.replace(/(?<=.)\/+(?=\/)/gu, "")],
  ["drops a trailing slash", VERBATIM, (path) => path.replace(/(?<=.)\/$/u, "")]
]

const targetBreaks: ReadonlyArray<Break> = [
  ...paths.map(([name, breaks, change]) =>
    defect(
      name,
      breaks,
      changing((incoming) => {
        const [path = "", ...query] = (incoming.url ?? "/").split("?")
        incoming.url = [change(path), ...query].join("?")
      })
    )
  ),
  defect(
    "drops the query",
    "the handler receives the query verbatim",
    changing((incoming) => {
      incoming.url = incoming.url?.split("?")[0]
    })
  ),
  defect("ignores the prefix", VERBATIM, (mount) => bareListener({ ...mount, prefix: "/" })),
  defect("serves any path that begins like the prefix", "paths outside the prefix do not reach the handler", (mount) =>
    before(mount, (incoming) => {
      const rest = incoming.url?.startsWith(mount.prefix) ? incoming.url.slice(mount.prefix.length) : ""
      if (mount.prefix !== "/" && /^[^/?]/u.test(rest)) incoming.url = `${mount.prefix}/${rest}`
    })
  ),
  defect("strips the prefix twice", "the prefix is stripped once", (mount) =>
    before(mount, (incoming) => {
      const rest = behind(mount.prefix, incoming.url ?? "/") ?? ""
      if (mount.prefix !== "/" && rest.startsWith(mount.prefix)) incoming.url = rest
    })
  ),
  defect("reads a target in absolute form as the root", "a target in absolute form is served by its path", (mount) =>
    before(mount, (incoming) => {
      if (incoming.url?.startsWith("http:")) incoming.url = mount.prefix
    })
  )
]

const methodBreaks: ReadonlyArray<Break> = [
  defect(
    "reads HEAD as GET",
    "the handler receives the method that was sent",
    changing((incoming) => {
      if (incoming.method === "HEAD") incoming.method = "GET"
    })
  ),
  defect("swallows HEAD", "HEAD reaches the handler", (mount) =>
    before(mount, ({ method }, outgoing) => (method === "HEAD" ? outgoing.end() && "served" : undefined))
  ),
  defect("answers OPTIONS itself", "OPTIONS is answered by the handler", (mount) =>
    before(mount, ({ method }, outgoing) =>
      method === "OPTIONS" ? outgoing.writeHead(204, { allow: "GET, POST" }).end() && "served" : undefined
    )
  ),
  defect("echoes TRACE", "TRACE, which a web Request cannot carry, is rejected with its error code", (mount) =>
    before(mount, ({ method, rawHeaders }, outgoing) =>
      method === "TRACE" ? outgoing.end(rawHeaders.join("\n")) && "served" : undefined
    )
  )
]

export interface HostMutant {
  readonly name: string
  /** The requirement that the mutant violates, in the words of the failing test. */
  readonly breaks: string
  readonly listen: (mount: Mount) => Promise<Host>
}

/** Host mutants: copies of a correct host with one defect each. The conformance suite must detect every one. */
export const hostMutants: ReadonlyArray<HostMutant> = [
  ...targetBreaks,
  ...methodBreaks,
  ...headerBreaks,
  ...bodyBreaks,
  ...answerBreaks,
  ...lifeBreaks
].map(({ breaks, name, over }) => ({ name, breaks, listen: (mount) => listening(over(mount)) }))
