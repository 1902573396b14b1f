import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { targetOf } from "../load/targetOf.ts"
import type { Running, ServerSpec, Usage } from "../server/ServerSpec.ts"

/** Starts a module of `dist` that answers one message at a time. `flags` are passed to Node. */
export const child = (module: URL, args: ReadonlyArray<string> = [], flags: ReadonlyArray<string> = []) => {
  const process = fork(module, args, { execArgv: [...flags] })
  const next = () => answerOf(process, `${module.pathname.split("/").slice(-2).join("/")} ${args.join(" ")}`)
  return {
    /** The next message that it sends unprompted. */
    next,
    ask: (message: object | string): Promise<unknown> => {
      const answer = next()
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

const answerOf = (process: ChildProcess, name: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`${name} ended`))
    process.once("exit", ended)
    process.once("message", (answer) => {
      process.removeListener("exit", ended)
      resolve(answer)
    })
  })

/** Starts a server in its own process, with a target for each of its mounts, and waits until it accepts requests. */
export const startServer = async (spec: ServerSpec, flags: ReadonlyArray<string> = []) => {
  const process = child(new URL("../server/main.js", import.meta.url), [JSON.stringify(spec)], flags)
  const { ports, seed }: Pick<Running, "ports" | "seed"> = JSON.parse(String(await process.next()))
  const targets = [spec.mount, ...(spec.beside ?? [])].map((mount) => ({ mount, ...targetOf(ports[mount] ?? 0, seed) }))
  const usage = async (): Promise<Usage> => JSON.parse(String(await process.ask("usage")))
  const stop = () => {
    for (const { close } of targets) close()
    return process.stop()
  }
  return { spec, targets, usage, stop }
}
export type Server = Awaited<ReturnType<typeof startServer>>
