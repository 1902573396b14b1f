import { caller, readersOf } from "./calls.ts"
import type { Flow } from "./Flow.ts"

const list = (name: string, path: string): Flow => ({
  name,
  requests: 1,
  open: async (target, user) => {
    const call = caller(target)
    const next = readersOf(target, user)
    return { run: async () => void (await call(200, "GET", `${path}?accountId=${next().accountId}`)) }
  }
})

/** The active sessions of an account. */
export const listSessions = list("list sessions", "/auth/sessions")

/** The credentials of an account. */
export const listCredentials = list("list credentials", "/auth/credentials")
