import { seedOf, subjectsOf } from "@countersign/bench/flows/Flow"
import { flowOf, flows } from "@countersign/bench/flows/index"
import type { Target } from "@countersign/bench/load/Target"
import { pairOf } from "@countersign/bench/native/native"
import { BASE_PATH } from "@countersign/bench/seed/Seed"
import { hostileBodies } from "../hostile/bodies.ts"
import type { Act } from "./keepPace.ts"

interface Refused {
  readonly status: number
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Returns a function that makes the next rejected call: malformed, unknown, unsigned, forged or unauthenticated. */
const refusals = (target: Target, user: number, users: number): (() => Promise<void>) => {
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
    if (reply.status !== status) throw new Error(`${method} ${path} returned ${reply.status} ${reply.body}`)
  }
}

const refusedFor = (sessionId: string): ReadonlyArray<Refused> => {
  const refresh = { method: "POST", path: `/auth/sessions/${sessionId}/refresh` }
  const key = { clientPublicKey: KEY }
  const unknown = "Session:01920000-0000-7000-8000-000000000000"
  return [
    { ...refresh, status: 401, body: JSON.stringify(key), headers: { authorization: "Basic bm9ib2R5Om5vYm9keQ==" } },
    { ...refresh, status: 400, body: "{" },
    { ...refresh, status: 400, body: `{"clientPublicKey":"04","clientPublicKey":"04"}` },
    { ...refresh, status: 400, body: "[".repeat(64) },
    { ...refresh, status: 415, body: JSON.stringify(key), headers: { "content-type": "text/plain" } },
    { ...refresh, status: 401, body: JSON.stringify(key), headers: { ...UNKNOWN, "service-wallet-signature": "none" } },
    { ...refresh, status: 401, body: JSON.stringify(key), headers: { "service-wallet-signature": "none" } },
    { status: 404, method: "POST", path: `/auth/sessions/${unknown}/refresh`, body: JSON.stringify(key) },
    { status: 404, method: "GET", path: `/nothing/${sessionId}` },
    { status: 405, method: "PUT", path: `/auth/sessions/${sessionId}/refresh`, body: "{}" },
    { status: 400, method: "GET", path: "/auth/sessions?accountId=none" }
  ]
}

const KEY = pairOf().uncompressed
const UNKNOWN = { "request-id": "Request:01920000-0000-7000-8000-000000000000" }

export const actsOf = (target: Target, flow: string, users: number): Promise<ReadonlyArray<Act>> => {
  const open = OWN.get(flow) ?? benched(flow)
  return Promise.all(Array.from({ length: users }, (_, user) => open(target, user, users)))
}

type Open = (target: Target, user: number, users: number) => Act | Promise<Act>

/** The flow of the bench with this name. */
const benched =
  (flow: string): Open =>
  async (...parameters) => {
    const { run } = await flowOf(flow).open(...parameters)
    return async () => {
      await run()
      return "done"
    }
  }

/** Every flow of the bench in turn, and as many rejected calls. An act makes as many requests as it reports. */
export const MIXED = "mixed"

const mixed: Open = async (target, user, users) => {
  const own = flows.filter(({ kinds }) => kinds === undefined)
  const opened = await Promise.all(
    own.map(async ({ open, requests }) => ({ requests, user: await open(target, user, users) }))
  )
  const refused = refusals(target, user, users)
  let turn = user
  return async () => {
    const flow = opened[turn % opened.length]
    turn += 1
    if (flow === undefined) throw new Error("the bench has no flows")
    await flow.user.run()
    for (let left = flow.requests; left > 0; left -= 1) await refused()
    return String(2 * flow.requests)
  }
}

/** First legs. The service may reject any of them. */
export const FLOOD = "flood"

const firstLegs: Open = (target, user, users) => {
  const { authorization } = seedOf(target)
  const next = subjectsOf(target, user, users)
  const body = JSON.stringify({ clientPublicKey: pairOf().uncompressed })
  return async () => {
    const path = `${BASE_PATH}/auth/sessions/${next().sessionId}/refresh`
    const { status } = await target.call("POST", path, { body, headers: { authorization } })
    return String(status)
  }
}

/** Hostile bodies of the default size limit, every kind at every endpoint in turn. */
export const HOSTILE = "hostile"

/** Size of a hostile body in bytes, below 64 KiB, and the maximum size of a response to one (I20). */
const BODY = 65_000
const ANSWER = 65_536

const hostile: Open = (target, user, users) => {
  const { authorization } = seedOf(target)
  const { accountId, customerId, emailCredentialId, sessionId } = subjectsOf(target, user, users)()
  const ids = new Map([accountId, customerId, emailCredentialId, sessionId].map((id) => [id.split(":")[0], id]))
  const bodies = hostileBodies(BODY, (prefix) => ids.get(prefix))
  let turn = user
  return async () => {
    const chosen = bodies[(turn * STRIDE) % bodies.length]
    turn += users
    if (chosen === undefined) throw new Error("the contract takes no bodies")
    const { endpoint, method, name, path, text } = chosen
    const reply = await target.call(method, BASE_PATH + path, { headers: { authorization }, body: text() })
    const length = Buffer.byteLength(reply.body)
    if (reply.status >= 500 || length > ANSWER) {
      throw new Error(`${endpoint} answered ${name} with ${reply.status} and ${length} bytes`)
    }
    return String(reply.status)
  }
}

const OWN = new Map([
  [MIXED, mixed],
  [FLOOD, firstLegs],
  [HOSTILE, hostile]
])

/** Coprime to the number of bodies, so that consecutive bodies go to different endpoints. */
const STRIDE = 1_009
