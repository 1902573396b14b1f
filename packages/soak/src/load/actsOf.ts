import { seedOf, subjectsOf } from "@countersign/bench/flows/calls"
import { flowOf, flows } from "@countersign/bench/flows/index"
import type { Target } from "@countersign/bench/load/Target"
import { pairOf } from "@countersign/bench/native/points"
import { BASE_PATH } from "@countersign/bench/seed/Seed"
import type { Act } from "./keepPace.ts"
import { refusals } from "./refused.ts"

/** The users of a flow. */
export const actsOf = async (target: Target, flow: string, users: number): Promise<ReadonlyArray<Act>> => {
  if (flow === MIXED) return Promise.all(Array.from({ length: users }, (_, user) => mixed(target, user, users)))
  if (flow === FLOOD) return Array.from({ length: users }, (_, user) => firstLegs(target, user, users))
  const all = await Promise.all(Array.from({ length: users }, (_, user) => flowOf(flow).open(target, user, users)))
  return all.map(({ run }) => async () => {
    await run()
    return "done"
  })
}

/** Every flow of the bench in turn, and as many calls again that are refused. An act is as many requests as it says. */
export const MIXED = "mixed"

const mixed = async (target: Target, user: number, users: number): Promise<Act> => {
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

/** First legs, of which the service may refuse as many as it likes. */
export const FLOOD = "flood"

const firstLegs = (target: Target, user: number, users: number): Act => {
  const { authorization } = seedOf(target)
  const next = subjectsOf(target, user, users)
  const body = JSON.stringify({ clientPublicKey: pairOf().uncompressed })
  return async () => {
    const path = `${BASE_PATH}/auth/sessions/${next().sessionId}/refresh`
    const { status } = await target.call("POST", path, { body, headers: { authorization } })
    return String(status)
  }
}
