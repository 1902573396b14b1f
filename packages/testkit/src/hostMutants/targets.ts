import { bareListener, behind } from "./bareHost.ts"
import { type Break, before, changing } from "./HostMutant.ts"

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

export const targetBreaks: ReadonlyArray<Break> = [
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
