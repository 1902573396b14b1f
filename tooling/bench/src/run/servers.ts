import type { ServerSpec } from "../server/ServerSpec.ts"
import type { Usage } from "../server/usage.ts"
import { child } from "./child.ts"

/** A server in a process of its own. */
export interface Server {
  readonly name: string
  readonly spec: ServerSpec
  readonly port: number
  readonly seed: unknown
  readonly usage: () => Promise<Usage>
  readonly stop: () => Promise<void>
}

/** Starts a server of some `dist` of the bench, and waits until it takes requests. */
export const startServer = async (
  spec: ServerSpec,
  flags: ReadonlyArray<string> = [],
  dist: URL = new URL("../", import.meta.url)
): Promise<Server> => {
  const process = child(new URL("server/main.js", dist), [JSON.stringify(spec)], flags)
  const ready = await process.next()
  if (!isReady(ready)) throw new Error("a server says its port and its seed first")
  return {
    name: `${spec.kind} ${spec.mount} ${spec.store}`,
    spec,
    ...ready,
    usage: async () => {
      const usage = await process.ask("usage")
      if (!isUsage(usage)) throw new Error("a server says what it has used")
      return usage
    },
    stop: process.stop
  }
}

const isReady = (said: unknown): said is { readonly port: number; readonly seed: unknown } =>
  typeof said === "object" && said !== null && "port" in said && "seed" in said

const isUsage = (said: unknown): said is Usage => typeof said === "object" && said !== null && "cpu" in said
