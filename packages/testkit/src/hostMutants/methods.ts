import { type Break, before, changing } from "./HostMutant.ts"

export const methodBreaks: ReadonlyArray<Break> = [
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
