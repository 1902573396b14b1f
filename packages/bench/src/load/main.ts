import type { Run } from "../flows/Flow.ts"
import { flows } from "../flows/index.ts"
import type { Order } from "./Order.ts"
import { slice } from "./slice.ts"
import { targetOf } from "./targetOf.ts"

// Started by fork: does what it is ordered to, one order at a time, and answers each.
const targets = new Map<string, ReturnType<typeof targetOf>>()
const opened = new Map<string, Promise<ReadonlyArray<Run>>>()

const obey = async (order: Order): Promise<object> => {
  switch (order.order) {
    case "meet":
      targets.set(order.server, targetOf(order.port, order.seed))
      return {}
    case "leave":
      targets.get(order.server)?.close()
      for (const key of opened.keys()) if (key.startsWith(`${order.server} `)) opened.delete(key)
      return {}
    case "slice":
      return slice(await usersOf(order.server, order.flow, order.users), order.warm, order.measured)
  }
}

/** The users of a flow on a server, prepared the first time they are asked for. */
const usersOf = (server: string, name: string, users: number): Promise<ReadonlyArray<Run>> => {
  const key = `${server} ${name} ${users}`
  const known = opened.get(key) ?? open(server, name, users)
  opened.set(key, known)
  return known
}

const open = (server: string, name: string, users: number): Promise<ReadonlyArray<Run>> => {
  const flow = flows.find((each) => each.name === name)
  const target = targets.get(server)
  if (flow === undefined || target === undefined) throw new Error(`no flow ${name}, or no server ${server}`)
  return Promise.all(Array.from({ length: users }, (_, user) => flow.open(target, user, users)))
}

process.on("message", (order: Order) => {
  obey(order).then(
    (done) => process.send?.({ done }),
    (error: Error) => process.send?.({ failed: error.message })
  )
})
