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
    name: "answers 200 for 204",
    breaks: "204 is passed through with its body",
    over: answering((response) =>
      response.status === 204 ? new Response(null, { headers: response.headers }) : response
    )
  },
  {
    name: "shows a page of its own for 404",
    breaks: "404 is passed through with its body",
    over: page((status) => status === 404)
  },
  {
    name: "shows a page of its own for 5xx",
    breaks: "503 is passed through with its body",
    over: page((status) => status >= 500)
  },
  {
    name: "answers text only",
    breaks: "binary of some length is answered to the byte",
    over: answering(async (response) => {
      const { headers, status } = response
      const text = await response.text()
      return new Response(text === "" ? null : text, { status, headers })
    })
  },
  {
    name: "cuts an answer at 64 KiB",
    breaks: "binary of some length is answered to the byte",
    over: answering(async (response) => {
      const { headers, status } = response
      const bytes = await response.arrayBuffer()
      return new Response(bytes.byteLength === 0 ? null : bytes.slice(0, 65_536), { status, headers })
    })
  },
  {
    name: "keeps the last cookie",
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
    breaks: "www-authenticate is the handler's",
    over: withHeaders((headers) => headers.delete("www-authenticate"))
  },
  {
    name: "calls every answer JSON",
    breaks: "content-type is the handler's",
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
    breaks: "the handler sees the query as it was written",
    over: changing((incoming) => {
      incoming.url = incoming.url?.split("?")[0]
    })
  },
  {
    name: "decodes the path",
    breaks: "reaches the handler once, and its answer the caller",
    over: pathed(decoded)
  },
  {
    name: "tidies escapes",
    breaks: "the handler sees what follows the prefix, as it was written",
    over: pathed((path) => path.replace(/%[0-9a-f]{2}/giu, (escape) => escape.toUpperCase()))
  },
  {
    name: "tidies slashes",
    breaks: "what is refused does not reach the handler",
    over: pathed((path) => path.replace(/(?<=.)\/+(?=\/)/gu, ""))
  },
  {
    name: "drops a slash at the end",
    breaks: "the handler sees what follows the prefix, as it was written",
    over: pathed((path) => path.replace(/(?<=.)\/$/u, ""))
  },
  {
    name: "ignores the prefix",
    breaks: "the handler sees what follows the prefix, as it was written",
    over: (mount) => bareListener({ ...mount, prefix: "/" })
  },
  {
    name: "takes any path that begins like the prefix",
    breaks: "what stands beside it is not ours",
    over: (mount) =>
      before(mount, (incoming) => {
        const rest = incoming.url?.startsWith(mount.prefix) ? incoming.url.slice(mount.prefix.length) : ""
        if (mount.prefix !== "/" && /^[^/?]/u.test(rest)) incoming.url = `${mount.prefix}/${rest}`
      })
  },
  {
    name: "takes the prefix off twice",
    breaks: "the prefix is taken off once",
    over: (mount) =>
      before(mount, (incoming) => {
        const rest = behind(mount.prefix, incoming.url ?? "/") ?? ""
        if (mount.prefix !== "/" && rest.startsWith(mount.prefix)) incoming.url = rest
      })
  },
  {
    name: "takes a target in absolute form for the root",
    breaks: "a target in absolute form is its path",
    over: (mount) =>
      before(mount, (incoming) => {
        if (incoming.url?.startsWith("http:")) incoming.url = mount.prefix
      })
  }
]

const methodBreaks: ReadonlyArray<Break> = [
  {
    name: "reads HEAD as GET",
    breaks: "the handler sees the method that was sent",
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
    breaks: "OPTIONS is the handler's to answer",
    over: (mount) =>
      before(mount, ({ method }, outgoing) =>
        method === "OPTIONS" ? outgoing.writeHead(204, { allow: "GET, POST" }).end() && "served" : undefined
      )
  },
  {
    name: "answers TRACE with what came",
    breaks: "TRACE, which no web Request can carry, is refused by name",
    over: (mount) =>
      before(mount, ({ method, rawHeaders }, outgoing) =>
        method === "TRACE" ? outgoing.end(rawHeaders.join("\n")) && "served" : undefined
      )
  }
]

export interface HostMutant {
  readonly name: string
  /** The promise of a host that it breaks, in the words in which a story says so. */
  readonly breaks: string
  readonly listen: (mount: Mount) => Promise<Host>
}

/** Hosts that are broken in one way each, over one that is not: a conversation is as good as those it tells apart. */
export const hostMutants: ReadonlyArray<HostMutant> = [
  ...targetBreaks,
  ...methodBreaks,
  ...headerBreaks,
  ...bodyBreaks,
  ...answerBreaks,
  ...lifeBreaks
].map(({ breaks, name, over }) => ({ name, breaks, listen: (mount) => listening(over(mount)) }))
