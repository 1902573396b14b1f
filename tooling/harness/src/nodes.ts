import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import type { CountersignOptions } from "countersign"
import { inject } from "vitest"
import { shared } from "./shared.ts"
import { keys, requestOf, tokenOptions, type World, withoutLimits, worldOver } from "./world.ts"

/**
 * Where a process stops in a commit whose changes contain all these texts: before it is sent to the database, while it is
 * there, or after it is durable and before the caller has its answer. A test that kills a process there needs no luck.
 */
export interface Hold {
  readonly point: "before" | "during" | "after"
  readonly contains: ReadonlyArray<string>
}

/** One process that serves Countersign from a database it shares with others. */
export const startNode = async (
  databaseUrl: string,
  more: {
    readonly pool?: number
    readonly timeout?: number
    readonly webhooks?: { readonly allowPrivate: boolean }
    /** Node options of the process. */
    readonly execArgv?: ReadonlyArray<string>
  } = {}
) => {
  const options: CountersignOptions = {
    // A node that may call receivers on this machine cannot have production tokens.
    tokens: more.webhooks === undefined ? tokenOptions : tokenOptions.filter(({ mode }) => mode === "sandbox"),
    keys,
    policy: withoutLimits,
    ...(more.webhooks && { webhooks: more.webhooks })
  }
  const HOST = JSON.stringify({ databaseUrl, options, pool: more.pool ?? 10, timeout: more.timeout ?? 10_000 })
  const child = fork((await shared(inject("harness"), "/node")).file, {
    env: { ...process.env, HOST },
    execArgv: [...(more.execArgv ?? [])],
    stdio: ["ignore", "inherit", "inherit", "ipc"]
  })
  const removed = once(child, "exit")
  let holds = 0
  const [message] = await Promise.race([
    once(child, "message"),
    removed.then(([code]) => Promise.reject(new Error(`the node ended with ${code} before it listened`)))
  ])
  return {
    url: `http://127.0.0.1:${message.port}`,
    /** Delays each commit that matches. Resolves when the process knows; `reached` resolves when a commit is there. */
    hold: async (hold: Hold): Promise<{ readonly reached: Promise<void> }> => {
      holds += 1
      const id = holds
      const reached = told(child, "reached", id)
      const known = told(child, "holds", id)
      child.send({ hold: { ...hold, id } })
      await known
      return { reached }
    },
    /** Sends a message to its process and waits for the acknowledgment. */
    send: async (message: Readonly<Record<string, number>>): Promise<void> => {
      const reply = once(child, "message")
      child.send(message)
      await reply
    },
    /** Sends a signal and waits until the process has ended. */
    stop: async (signal: NodeJS.Signals): Promise<void> => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await removed
    }
  }
}

/** Resolves when the process has sent this number under this name. */
const told = (child: ChildProcess, name: string, id: number): Promise<void> =>
  new Promise((resolve) => {
    child.on("message", (message: Readonly<Record<string, unknown>>) => {
      if (message[name] === id) resolve()
    })
  })

export type Node = Awaited<ReturnType<typeof startNode>>

/** A service as its callers see it: calls are distributed over its nodes in turn. */
export const serviceOf = (nodes: () => ReadonlyArray<Pick<Node, "url">>): World => {
  let turn = 0
  return worldOver(async (...parameters) => {
    turn += 1
    const all = nodes()
    const node = all[turn % all.length]
    if (node === undefined) throw new Error("a service has no node")
    return fetch(requestOf(node.url, ...parameters))
  })
}
