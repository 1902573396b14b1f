import { emailOtpLogin, firstLeg, refresh } from "../flows/emailOtp.ts"
import { externalAccountCreate, listSessions } from "../flows/externalAccount.ts"
import type { Flow } from "../flows/Flow.ts"
import { kinds } from "../server/kinds.ts"
import { signedLegJob, stampJobs } from "./crypto.ts"
import { type Calls, type Job, lockstep } from "./lockstep.ts"

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
  const target = lockstep(listener, seed)
  const callsOf = async ({ open }: Flow, atOnce = users): Promise<Calls> => {
    const all = await Promise.all(Array.from({ length: atOnce }, (_, user) => open(target, user, atOnce)))
    return async (count, meter) => {
      Object.assign(target, { meter, users: atOnce })
      for (let done = 0; done < count; done += atOnce) await Promise.all(all.map(({ run }) => run()))
    }
  }
  return { callsOf, close }
}

export const openJobs = async (users: number) => {
  const [floor, ours] = [await sideOf("floor", users), await sideOf("ours", users)]
  const jobs: Array<Job> = []
  for (const [flow, most] of FLOWS) {
    const sides = { ours: await ours.callsOf(flow), other: await floor.callsOf(flow) }
    jobs.push({ name: flow.name, ...sides, ...(most !== undefined && { goal: ["<=", most] }) })
  }
  const leg = await signedLegJob()
  const close = async () => {
    for (const each of [leg, ours, floor]) await each.close()
  }
  return { jobs: [...jobs, leg, ...(await stampJobs())], ours, close }
}
