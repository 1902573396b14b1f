import type { User } from "../flows/Flow.ts"
import { flowOf } from "../flows/index.ts"
import { type Slice, slice } from "./slice.ts"
import type { Order, SliceOrder } from "./Target.ts"
import { targetOf } from "./targetOf.ts"

// Started by fork. Executes the orders of its parent one at a time, and answers each.
const targets = new Map<string, ReturnType<typeof targetOf>>()
const opened = new Map<string, Promise<ReadonlyArray<User>>>()

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
      return sliceOf(order)
  }
}

const sliceOf = async ({ flow, measured, server, users, warm }: SliceOrder): Promise<Slice> => {
  const key = `${server} ${flow} ${users}`
  const all = await usersOf(server, flow, users)
  // Prepare half as many again as the last slice used.
  const runs = Math.ceil(((lastRuns.get(key) ?? FIRST_RUNS) * 1.5) / users)
  await Promise.all(all.map(({ ahead }) => ahead?.(runs)))
  const made = await slice(all, warm, measured)
  lastRuns.set(key, made.runs)
  return made
}

const lastRuns = new Map<string, number>()
const FIRST_RUNS = 100

/** The users of a flow on a server, prepared on first use. */
const usersOf = (server: string, name: string, users: number): Promise<ReadonlyArray<User>> => {
  const key = `${server} ${name} ${users}`
  const known = opened.get(key) ?? prepared(server, name, users)
  opened.set(key, known)
  return known
}

const prepared = async (server: string, name: string, users: number): Promise<ReadonlyArray<User>> => {
  const { open } = flowOf(name)
  const target = targets.get(server)
  if (target === undefined) throw new Error(`the load does not know the server ${server}`)
  return Promise.all(Array.from({ length: users }, (_, user) => open(target, user, users)))
}

process.on("message", (order: Order) => {
  obey(order).then(
    (done) => process.send?.({ done }),
    (error: Error) => process.send?.({ failed: error.message })
  )
})
process.on("disconnect", () => process.exit())
