import { limit } from "@countersign/harness/rounds"
import {
  dial,
  encoded,
  type Answer as Heard,
  type Line
} from "../../../../packages/kits/testkit/src/conversation/line.ts"
import type { Request } from "./Input.ts"

/** A response, and the time until it arrived. */
export interface Answer extends Heard {
  readonly millis: number
}

export const PREFIX = "/wallet"
export const VERSION = "/2025-10-13"

/** Timeout of a response, in milliseconds. */
const PATIENCE = limit(30_000)

/** A client with one connection to a host. */
export const connectionTo = (origin: string) => {
  let line: Line | undefined
  return {
    ask: async (request: Request): Promise<Answer> => {
      const requested = performance.now()
      line ??= await dial(origin, PATIENCE)
      const { path, ...rest } = request
      line.say(encoded({ ...rest, path: VERSION + path }, PREFIX))
      const received = await line.hear(request.method)
      if (received.headers.some(([name, value]) => name === "connection" && value === "close")) hangUp()
      return { ...received, millis: performance.now() - requested }
    },
    hangUp
  }
  function hangUp(): void {
    line?.hangUp()
    line = undefined
  }
}

export type Connection = ReturnType<typeof connectionTo>
