import { signedLegs } from "../crypto/signedLegs.ts"
import { emailOtpLogin, firstLeg, refresh } from "../flows/emailOtp.ts"
import { externalAccountCreate, listSessions } from "../flows/externalAccount.ts"
import type { Flow } from "../flows/Flow.ts"
import { kinds } from "../server/kinds.ts"
import { type Lockstep, lockstep, type Meter } from "./lockstep.ts"

/** Runs so many calls of one side of a comparison. The work of the client is not metered. */
export type Calls = (count: number, meter: Meter) => Promise<void>

/** A comparison of ours with its lower bound. */
export interface Job {
  readonly name: string
  readonly ours: Calls
  readonly floor: Calls
  /** How many times the CPU of the floor ours may take. */
  readonly goal?: number | undefined
}

const FLOWS: ReadonlyArray<readonly [Flow, number?]> = [
  [firstLeg, 1.4],
  [refresh],
  [externalAccountCreate, 2.5],
  [emailOtpLogin],
  [listSessions, 1.2]
]

/** A server of this process on the memory store, behind the request and response objects of Node. */
export const sideOf = async (kind: "floor" | "ours", users: number) => {
  const { start } = await kinds[kind]()
  const { close, listener, seed } = await start({ kind, mount: "node", store: "memory", subjects: users * 8 })
  if (listener === undefined) throw new Error(`${kind} has no listener to call in process`)
  const target = lockstep(listener, seed)
  return { callsOf: (flow: Flow, atOnce = users) => callsOf(flow, target, atOnce), close }
}

const callsOf = async ({ open }: Flow, target: Lockstep, users: number): Promise<Calls> => {
  const all = await Promise.all(Array.from({ length: users }, (_, user) => open(target, user, users)))
  return async (count, meter) => {
    Object.assign(target, { meter, users })
    for (let done = 0; done < count; done += users) await Promise.all(all.map(({ run }) => run()))
  }
}

/** All comparisons, with the servers that they need. */
export const openJobs = async (users: number) => {
  const [floor, ours] = [await sideOf("floor", users), await sideOf("ours", users)]
  const jobs: Array<Job> = []
  for (const [flow, goal] of FLOWS) {
    jobs.push({ name: flow.name, goal, ours: await ours.callsOf(flow), floor: await floor.callsOf(flow) })
  }
  const legs = await signedLegs()
  for (const { others, ours } of legs) {
    const bare = others.at(-1)
    if (bare === undefined) throw new Error("the signed leg is compared with nothing")
    const calls =
      ({ ready }: typeof ours): Calls =>
      async (count, meter) =>
        meter(await ready(count))
    jobs.push({
      name: "leg 2 without a new key, against a bare check",
      goal: 1 / 0.45,
      ours: calls(ours),
      floor: calls(bare)
    })
  }
  return {
    jobs,
    ours,
    close: async () => {
      for (const { close } of [...legs, ours, floor]) await close?.()
    }
  }
}
