import { seedOf, subjectsOf } from "@countersign/bench/flows/calls"
import type { Target } from "@countersign/bench/load/Target"
import { pairOf } from "@countersign/bench/native/points"
import { BASE_PATH } from "@countersign/bench/seed/Seed"

/** A call that is refused, and how. */
interface Refused {
  readonly status: number
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls that nothing comes of: malformed, unknown, unsigned, forged, of nobody. Answers how one user makes the next. */
export const refusals = (target: Target, user: number, users: number): (() => Promise<void>) => {
  const { authorization } = seedOf(target)
  const next = subjectsOf(target, user, users)
  let turn = user
  return async () => {
    const all = refusedFor(next().sessionId)
    const call = all[turn % all.length]
    turn += 1
    if (call === undefined) return
    const { body, headers, method, path, status } = call
    const options = { headers: { authorization, ...headers }, ...(body === undefined ? {} : { body }) }
    const reply = await target.call(method, BASE_PATH + path, options)
    if (reply.status !== status) throw new Error(`${method} ${path} was answered ${reply.status} ${reply.body}`)
  }
}

const refusedFor = (sessionId: string): ReadonlyArray<Refused> => {
  const refresh = { method: "POST", path: `/auth/sessions/${sessionId}/refresh` }
  const key = { clientPublicKey: KEY }
  const nobody = "Session:01920000-0000-7000-8000-000000000000"
  return [
    { ...refresh, status: 401, body: JSON.stringify(key), headers: { authorization: "Basic bm9ib2R5Om5vYm9keQ==" } },
    { ...refresh, status: 400, body: "{" },
    { ...refresh, status: 400, body: `{"clientPublicKey":"04","clientPublicKey":"04"}` },
    { ...refresh, status: 400, body: "[".repeat(64) },
    { ...refresh, status: 415, body: JSON.stringify(key), headers: { "content-type": "text/plain" } },
    { ...refresh, status: 401, body: JSON.stringify(key), headers: { ...UNKNOWN, "service-wallet-signature": "none" } },
    { ...refresh, status: 401, body: JSON.stringify(key), headers: { "service-wallet-signature": "none" } },
    { status: 404, method: "POST", path: `/auth/sessions/${nobody}/refresh`, body: JSON.stringify(key) },
    { status: 404, method: "GET", path: `/nothing/${sessionId}` },
    { status: 405, method: "PUT", path: `/auth/sessions/${sessionId}/refresh`, body: "{}" },
    { status: 400, method: "GET", path: "/auth/sessions?accountId=none" }
  ]
}

const KEY = pairOf().uncompressed
const UNKNOWN = { "request-id": "Request:01920000-0000-7000-8000-000000000000" }
