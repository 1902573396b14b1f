import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import type { Slice } from "../load/slice.ts"
import type { Order, SliceOrder } from "../load/Target.ts"
import type { ServerSpec, Usage } from "../server/ServerSpec.ts"

/** A process of this package that answers one message at a time. */
interface Child {
  readonly ask: (message: object | string) => Promise<unknown>
  /** The next message that it sends unprompted. */
  readonly next: () => Promise<unknown>
  readonly stop: () => Promise<void>
}

/** Starts a module of `dist`. `flags` are passed to Node. */
export const child = (module: URL, args: ReadonlyArray<string> = [], flags: ReadonlyArray<string> = []): Child => {
  const process = fork(module, args, { execArgv: [...flags] })
  const next = () => answerOf(process, `${module.pathname.split("/").slice(-2).join("/")} ${args.join(" ")}`)
  return {
    next,
    ask: (message) => {
      const answer = next()
      process.send(message)
      return answer
    },
    stop: async () => {
      if (process.exitCode !== null) return
      const ended = once(process, "exit")
      process.disconnect()
      await ended
    }
  }
}

const answerOf = (process: ChildProcess, name: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`${name} ended`))
    process.once("exit", ended)
    process.once("message", (answer) => {
      process.removeListener("exit", ended)
      resolve(answer)
    })
  })

/** A server in its own process. */
export interface Server {
  readonly name: string
  readonly spec: ServerSpec
  readonly port: number
  readonly seed: unknown
  readonly usage: () => Promise<Usage>
  readonly stop: () => Promise<void>
}

/** Starts a server of some `dist` of the bench, and waits until it accepts requests. */
export const startServer = async (
  spec: ServerSpec,
  flags: ReadonlyArray<string> = [],
  dist: URL = new URL("../", import.meta.url)
): Promise<Server> => {
  const process = child(new URL("server/main.js", dist), [JSON.stringify(spec)], flags)
  const ready = await process.next()
  if (!isReady(ready)) throw new Error("the server did not report its port and its seed")
  return {
    name: `${spec.kind} ${spec.mount} ${spec.store}`,
    spec,
    ...ready,
    usage: async () => {
      const usage = await process.ask("usage")
      if (!isUsage(usage)) throw new Error("the server did not report its usage")
      return usage
    },
    stop: process.stop
  }
}

const isReady = (said: unknown): said is { readonly port: number; readonly seed: unknown } =>
  typeof said === "object" && said !== null && "port" in said && "seed" in said

const isUsage = (said: unknown): said is Usage => typeof said === "object" && said !== null && "cpu" in said

/** The process that generates the load. */
export const startLoad = () => {
  const load = child(new URL("../load/main.js", import.meta.url))
  const obey = async (order: Order): Promise<unknown> => {
    const said = await load.ask(order)
    if (isFailure(said)) throw new Error(said.failed)
    if (!isDone(said)) throw new Error("the load did not confirm the order")
    return said.done
  }
  return {
    meet: ({ name, port, seed }: Server) => obey({ order: "meet", server: name, port, seed }),
    leave: ({ name }: Server) => obey({ order: "leave", server: name }),
    slice: async (order: Omit<SliceOrder, "order">): Promise<Slice> => {
      const made = await obey({ order: "slice", ...order })
      if (!isSlice(made)) throw new Error("the load did not report the result of a slice")
      return made
    },
    stop: load.stop
  }
}

export type Load = ReturnType<typeof startLoad>

const isFailure = (said: unknown): said is { readonly failed: string } =>
  typeof said === "object" && said !== null && "failed" in said
const isDone = (said: unknown): said is { readonly done: unknown } =>
  typeof said === "object" && said !== null && "done" in said
const isSlice = (made: unknown): made is Slice => typeof made === "object" && made !== null && "rate" in made
