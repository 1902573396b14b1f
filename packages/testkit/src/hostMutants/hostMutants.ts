import type { Host, Mount } from "../conversation/service.ts"

import { bareListener, behind, listening } from "./bareHost.ts"
import { bodyBreaks } from "./bodies.ts"
import { answering, type Break, before, changing } from "./HostMutant.ts"
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
  {
    name: "answers 200 instead of 204",
    breaks: "the caller receives status 204 with its body",
    over: answering((response) =>
      response.status === 204 ? new Response(null, { headers: response.headers }) : response
    )
  },
  {
    name: "replaces 404 with its own page",
    breaks: "the caller receives status 404 with its body",
    over: page((status) => status === 404)
  },
  {
    name: "replaces 5xx with its own page",
    breaks: "the caller receives status 503 with its body",
    over: page((status) => status >= 500)
  },
  {
    name: "returns text only",
    breaks: "a binary response of any length reaches the caller byte for byte",
    over: answering(async (response) => {
      const { headers, status } = response
      const text = await response.text()
      return new Response(text === "" ? null : text, { status, headers })
    })
  },
  {
    name: "truncates a response at 64 KiB",
    breaks: "a binary response of any length reaches the caller byte for byte",
    over: answering(async (response) => {
      const { headers, status } = response
      const bytes = await response.arrayBuffer()
      return new Response(bytes.byteLength === 0 ? null : bytes.slice(0, 65_536), { status, headers })
    })
  },
  {
    name: "drops all cookies but the last",
    breaks: "no cookie is lost or joined",
    over: withHeaders((headers) => {
      const last = headers.getSetCookie().at(-1)
      if (last !== undefined) headers.set("set-cookie", last)
    })
  },
  {
    name: "joins cookies",
    breaks: "no cookie is lost or joined",
    over: withHeaders((headers) => {
      const all = headers.get("set-cookie")
      if (all !== null) headers.set("set-cookie", all)
    })
  },
  {
    name: "loses WWW-Authenticate",
    breaks: "the caller receives the handler's www-authenticate",
    over: withHeaders((headers) => headers.delete("www-authenticate"))
  },
  {
    name: "labels every response as JSON",
    breaks: "the caller receives the handler's content-type",
    over: withHeaders((headers) => headers.set("content-type", "application/json"))
  }
]

const pathed = (change: (path: string) => string) =>
  changing((incoming) => {
    const [path = "", ...query] = (incoming.url ?? "/").split("?")
    incoming.url = [change(path), ...query].join("?")
  })

const decoded = (path: string) => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const targetBreaks: ReadonlyArray<Break> = [
  {
    name: "drops the query",
    breaks: "the handler receives the query verbatim",
    over: changing((incoming) => {
      incoming.url = incoming.url?.split("?")[0]
    })
  },
  {
    name: "decodes the path",
    breaks: "reaches the handler once and is answered with 200",
    over: pathed(decoded)
  },
  {
    name: "tidies escapes",
    breaks: "the handler receives the path after the prefix, verbatim",
    over: pathed((path) => path.replace(/%[0-9a-f]{2}/giu, (escape) => escape.toUpperCase()))
  },
  {
    name: "tidies slashes",
    breaks: "a rejected request does not reach the handler",
    over: pathed((path) => path.replace(/(?<=.)\/+(?=\/)/gu, ""))
  },
  {
    name: "drops a trailing slash",
    breaks: "the handler receives the path after the prefix, verbatim",
    over: pathed((path) => path.replace(/(?<=.)\/$/u, ""))
  },
  {
    name: "ignores the prefix",
    breaks: "the handler receives the path after the prefix, verbatim",
    over: (mount) => bareListener({ ...mount, prefix: "/" })
  },
  {
    name: "serves any path that begins like the prefix",
    breaks: "paths outside the prefix do not reach the handler",
    over: (mount) =>
      before(mount, (incoming) => {
        const rest = incoming.url?.startsWith(mount.prefix) ? incoming.url.slice(mount.prefix.length) : ""
        if (mount.prefix !== "/" && /^[^/?]/u.test(rest)) incoming.url = `${mount.prefix}/${rest}`
      })
  },
  {
    name: "strips the prefix twice",
    breaks: "the prefix is stripped once",
    over: (mount) =>
      before(mount, (incoming) => {
        const rest = behind(mount.prefix, incoming.url ?? "/") ?? ""
        if (mount.prefix !== "/" && rest.startsWith(mount.prefix)) incoming.url = rest
      })
  },
  {
    name: "reads a target in absolute form as the root",
    breaks: "a target in absolute form is served by its path",
    over: (mount) =>
      before(mount, (incoming) => {
        if (incoming.url?.startsWith("http:")) incoming.url = mount.prefix
      })
  }
]

const methodBreaks: ReadonlyArray<Break> = [
  {
    name: "reads HEAD as GET",
    breaks: "the handler receives the method that was sent",
    over: changing((incoming) => {
      if (incoming.method === "HEAD") incoming.method = "GET"
    })
  },
  {
    name: "swallows HEAD",
    breaks: "HEAD reaches the handler",
    over: (mount) =>
      before(mount, ({ method }, outgoing) => (method === "HEAD" ? outgoing.end() && "served" : undefined))
  },
  {
    name: "answers OPTIONS itself",
    breaks: "OPTIONS is answered by the handler",
    over: (mount) =>
      before(mount, ({ method }, outgoing) =>
        method === "OPTIONS" ? outgoing.writeHead(204, { allow: "GET, POST" }).end() && "served" : undefined
      )
  },
  {
    name: "echoes TRACE",
    breaks: "TRACE, which a web Request cannot carry, is rejected with its error code",
    over: (mount) =>
      before(mount, ({ method, rawHeaders }, outgoing) =>
        method === "TRACE" ? outgoing.end(rawHeaders.join("\n")) && "served" : undefined
      )
  }
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
