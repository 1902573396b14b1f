import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { targetOf } from "../load/targetOf.ts"
import type { Running, ServerSpec, Written } from "../server/ServerSpec.ts"
import { mainThreadOf } from "./cluster.ts"

/** Starts a module of `dist` that answers one message at a time. `flags` are passed to Node. */
export const child = (module: URL, args: ReadonlyArray<string> = [], flags: ReadonlyArray<string> = []) => {
  const process = fork(module, args, { execArgv: [...flags] })
  const next = <A>() => answerOf<A>(process, `${module.pathname.split("/").slice(-2).join("/")} ${args.join(" ")}`)
  return {
    pid: process.pid ?? 0,
    /** The next message that it sends unprompted. */
    next,
    ask: <A>(message: object | string): Promise<A> => {
      const answer = next<A>()
      process.send(message)
      return answer
    },
    stop: async (): Promise<void> => {
      if (process.exitCode !== null) return
      const ended = once(process, "exit")
      process.disconnect()
      await ended
    }
  }
}

const answerOf = <A>(process: ChildProcess, name: string) =>
  new Promise<A>((resolve, reject) => {
    const ended = () => reject(new Error(`${name} ended`))
    process.once("exit", ended)
    process.once("message", (answer: A) => {
      process.removeListener("exit", ended)
      resolve(answer)
    })
  })

/** Starts a server in its own process, and waits until it accepts requests. */
export const startServer = async (spec: ServerSpec, flags: ReadonlyArray<string> = []) => {
  const process = child(new URL("../server/main.js", import.meta.url), [], flags)
  const { port, seed } = await process.ask<Pick<Running, "port" | "seed">>(spec)
  const target = targetOf(port, seed)
  return {
    kind: spec.kind,
    target,
    /** Microseconds of CPU of all threads, and of those beside the main thread where Linux reports it; statements. */
    usage: async () => {
      const main = (await mainThreadOf(process.pid)) ?? Number.NaN
      const { cpu, statements } = await process.ask<Readonly<Record<"cpu" | "statements", number>>>("usage")
      return { cpu, others: cpu - main, statements }
    },
    written: () => process.ask<Written>("written"),
    /** The shares of the main thread by layer while `act` runs. */
    profiled: async (act: () => Promise<unknown>) => {
      await process.ask("profile")
      await act()
      return process.ask<Readonly<Record<string, number>>>("parts")
    },
    stop: () => {
      target.close()
      return process.stop()
    }
  }
}
export type Server = Awaited<ReturnType<typeof startServer>>
