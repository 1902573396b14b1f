import { connection } from "./connection.ts"
import type { Target } from "./Target.ts"

/** A server with as many connections as there are calls at once. */
export const targetOf = (port: number, seed: unknown): Target & { readonly close: () => void } => {
  const idle: Array<ReturnType<typeof connection>> = []
  const all: Array<ReturnType<typeof connection>> = []
  const fresh = () => {
    const made = connection(port)
    all.push(made)
    return made
  }
  return {
    port,
    seed,
    call: async (method, path, options = {}) => {
      const taken = idle.pop() ?? fresh()
      const reply = await taken.ask(method, path, options)
      idle.push(taken)
      return reply
    },
    close: () => {
      for (const each of all) each.close()
    }
  }
}
