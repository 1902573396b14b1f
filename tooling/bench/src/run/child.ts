import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"

/** A process of this package that answers one message after another. */
export interface Child {
  readonly ask: (message: object | string) => Promise<unknown>
  /** What it says by itself, next. */
  readonly next: () => Promise<unknown>
  readonly stop: () => Promise<void>
}

/** Starts a module of `dist`; `flags` are Node's own. */
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
