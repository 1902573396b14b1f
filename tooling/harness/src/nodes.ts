import { fork } from "node:child_process"
import { once } from "node:events"
import { decodeHex, publicKeyOf, uncompressedHex } from "@countersign/wire"
import type { CountersignOptions } from "countersign"
import { inject } from "vitest"
import { shared } from "./shared.ts"
import { answerOf, type Caller, customerOf, keys, requestOf, tokenOptions, UNLIMITED, type World } from "./world.ts"

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
    policy: {
      challengesPerCredential: UNLIMITED,
      challengesPerAddress: UNLIMITED,
      codesPerEnvironment: UNLIMITED,
      recordsPerOwner: UNLIMITED,
      requestsPerAccount: UNLIMITED,
      callsPerToken: UNLIMITED
    },
    ...(more.webhooks && { webhooks: more.webhooks })
  }
  const HOST = JSON.stringify({ databaseUrl, options, pool: more.pool ?? 10, timeout: more.timeout ?? 10_000 })
  const child = fork((await shared(inject("harness"), "/node")).file, {
    env: { ...process.env, HOST },
    execArgv: [...(more.execArgv ?? [])],
    stdio: ["ignore", "inherit", "inherit", "ipc"]
  })
  const removed = once(child, "exit")
  const [message] = await Promise.race([
    once(child, "message"),
    removed.then(([code]) => Promise.reject(new Error(`the node ended with ${code} before it listened`)))
  ])
  return {
    url: `http://127.0.0.1:${message.port}`,
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
export type Node = Awaited<ReturnType<typeof startNode>>

/** A service as its callers see it: calls are distributed over its nodes in turn. */
export const serviceOf = (nodes: () => ReadonlyArray<Pick<Node, "url">>): World => {
  let turn = 0
  const call: World["call"] = async (...args) => {
    turn += 1
    const all = nodes()
    const node = all[turn % all.length]
    if (node === undefined) throw new Error("a service has no node")
    return answerOf(await fetch(requestOf(node.url, ...args)))
  }
  return {
    call,
    at: () => Date.now(),
    countersign: { bundleSigner: uncompressedHex(publicKeyOf(decodeHex(keys.service))) },
    customer: (caller: Caller, email?: string) => customerOf(call, caller, email)
  }
}
