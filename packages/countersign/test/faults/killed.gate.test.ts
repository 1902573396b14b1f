import { type Hold, type Node, serviceOf, startNode } from "@countersign/harness/nodes"
import { cluster } from "@countersign/harness/postgres"
import { requireWhole } from "@countersign/harness/requireWhole"
import { figure, rounds } from "@countersign/harness/rounds"
import { callers, type Keys, retryHeaders, session } from "@countersign/harness/world"
import { migrate } from "@countersign/postgres"
import type pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const USERS = 8
const RUNS = rounds(100, 3)

const server = cluster({ isDurable: true })
let pool: pg.Pool
let node: Node | undefined
const service = serviceOf(() => (node === undefined ? [] : [node]))

beforeAll(async () => {
  pool = server.pool()
  await migrate(pool)
  node = await startNode(server.url())
})
afterAll(() => node?.stop("SIGKILL"))

/** A wallet whose owner repeatedly switches its privacy, each time with a signature. */
interface User {
  readonly accountId: string
  readonly credentialId: string
  keys: Keys
  isPrivate: boolean
  /** The signed retry in progress, and whether it was acknowledged. */
  last?: { readonly requestId: string; readonly headers: Record<string, string>; readonly to: boolean; status?: number }
}

const newUser = async (): Promise<User> => {
  const { accountId, credentialId } = await service.customer(callers.a)
  const { keys } = await session(service, callers.a, credentialId)
  return { accountId, credentialId, keys, isPrivate: false }
}

const switched = async (user: User): Promise<void> => {
  const path = `/internal-accounts/${user.accountId}`
  const body = { privateEnabled: !user.isPrivate }
  delete user.last
  const leg = await service.call(callers.a, "PATCH", path, { body })
  if (leg.status !== 202) throw new Error(`the first leg was answered ${leg.status}`)
  const headers = retryHeaders(leg.body, user.keys)
  user.last = { requestId: leg.body.requestId, headers, to: body.privateEnabled }
  const done = await service.call(callers.a, "PATCH", path, { body, headers })
  user.last.status = done.status
  if (done.status === 200) user.isPrivate = body.privateEnabled
}

/**
 * The state after the node died: everything acknowledged is stored, and a request is consumed exactly if it took
 * effect. Returns whether the last call did.
 */
const settled = async (user: User): Promise<boolean> => {
  const path = `/internal-accounts/${user.accountId}`
  const read = async (): Promise<boolean> => {
    const account = await service.call(callers.a, "GET", path)
    expect(account.status).toBe(200)
    return account.body.privateEnabled
  }
  const isPrivate = await read()
  const { last } = user
  if (last === undefined || last.status === 200) {
    expect(isPrivate).toBe(user.isPrivate)
    return last !== undefined
  }
  const retried = await service.call(callers.a, "PATCH", path, {
    body: { privateEnabled: last.to },
    headers: last.headers
  })
  if (isPrivate === last.to) expect([retried.status, retried.body.reason]).toEqual([401, "Request id already used"])
  else expect(retried.status).toBe(200)
  expect(await read()).toBe(last.to)
  user.isPrivate = last.to
  return isPrivate === last.to
}

/** Where the runs kill the node, in turn: one commit is there at that moment, and the others wherever they are. */
const POINTS: ReadonlyArray<Hold["point"]> = ["before", "during", "after"]
const pointOf = (run: number): Hold["point"] => POINTS[run % POINTS.length] ?? "during"

const until = (condition: () => boolean) => expect.poll(condition, { interval: 1 }).toBe(true)

describe("I11: a node that is killed under load", () => {
  it(`loses nothing acknowledged and applies no call in part, killed ${RUNS} times in a commit (GS15)`, {
    timeout: 1_200_000
  }, async () => {
    const users = await Promise.all(Array.from({ length: USERS }, newUser))
    let acknowledged = 0
    let unknown = 0
    for (let run = 0; run < RUNS; run += 1) {
      let isDown = false
      const busy = users.map(async (user) => {
        while (!isDown) {
          await switched(user).catch(() => {
            // The connection breaks when the process at its other end dies.
            isDown = true
          })
          if (user.last?.status === 200) acknowledged += 1
        }
      })
      // Kills after a number of calls and not after a time, because a loaded machine completes fewer calls.
      const enough = acknowledged + 2 + (run % 11)
      await until(() => acknowledged >= enough)
      const [victim] = users
      const point = pointOf(run)
      const contains = ['"_tag":"Consumed"', '"operation":"UpdateAccount"', victim?.accountId ?? ""]
      await (await node?.hold({ point, contains }))?.reached
      await node?.stop("SIGKILL")
      isDown = true
      await Promise.all(busy)
      expect(victim?.last?.status).toBeUndefined()
      unknown += users.filter(({ last }) => last !== undefined && last.status === undefined).length
      node = await startNode(server.url())
      const applied = await Promise.all(users.map(settled))
      if (point !== "during") expect(applied[0]).toBe(point === "after")
      await requireWhole(pool)
      // A session expires after 15 minutes; a long run lasts longer.
      if (run % 50 === 49) {
        for (const user of users) user.keys = (await session(service, callers.a, user.credentialId)).keys
      }
    }
    expect(acknowledged).toBeGreaterThan(RUNS)
    expect(unknown).toBeGreaterThanOrEqual(RUNS)
    figure(
      `${RUNS} kills of a node: ${acknowledged} effects acknowledged, 0 lost; ${unknown} calls cut off, 0 half done`
    )
  })
})

describe("OP2 OP7 I11: a node that is killed while an operator suspends wallets in use", () => {
  const because = { actor: "support-7", reason: "The phone was stolen" }
  const get = async (path: string) => {
    const { body, status } = await service.call(callers.a, "GET", path)
    expect(status).toBe(200)
    return body
  }
  const receiptsOf = async (accountId: string): Promise<number> =>
    (await get(`/receipts?accountId=${accountId}&operation=SuspendAccount`)).data.length

  /** A suspension is there with its receipt and the end of every session, or not at all. Returns whether it is. */
  const isSuspended = async (user: User): Promise<boolean> => {
    const { privateEnabled, status } = await get(`/internal-accounts/${user.accountId}`)
    expect([status, await receiptsOf(user.accountId)]).toEqual(status === "FROZEN" ? ["FROZEN", 1] : ["ACTIVE", 0])
    if (status === "ACTIVE") {
      await settled(user)
      return false
    }
    expect((await get(`/auth/sessions?accountId=${user.accountId}`)).data).toEqual([])
    const { last } = user
    if (last === undefined || last.status === 200) expect(privateEnabled).toBe(user.isPrivate)
    else {
      const path = `/internal-accounts/${user.accountId}`
      const retry = { body: { privateEnabled: last.to }, headers: last.headers }
      expect([401, 403]).toContain((await service.call(callers.a, "PATCH", path, retry)).status)
    }
    expect((await get(`/internal-accounts/${user.accountId}`)).privateEnabled).toBe(privateEnabled)
    return true
  }

  it(`keeps every acknowledged suspension, and leaves no session of it, killed ${RUNS} times in a commit (GS15)`, {
    timeout: 1_800_000
  }, async () => {
    const counts = { acknowledged: 0, unknown: 0 }
    for (let run = 0; run < RUNS; run += 1) {
      const users = await Promise.all(Array.from({ length: USERS }, newUser))
      let isDown = false
      const repeat = async (call: () => Promise<{ readonly status: number } | undefined>) => {
        while (!isDown) {
          const answer = await call().catch(() => undefined)
          if (answer === undefined || answer.status >= 400) return
        }
      }
      // Every owner signs and logs in until the suspension, or the death of the node, refuses it.
      const busy = users.flatMap((user) => [
        repeat(async () => {
          await switched(user)
          return { status: user.last?.status ?? 500 }
        }),
        repeat(async () => (await session(service, callers.a, user.credentialId)).done)
      ])
      await until(() => users.some(({ isPrivate }) => isPrivate))
      const [victim] = users
      const point = pointOf(run)
      const hold = await node?.hold({ point, contains: ["SuspendAccount", victim?.accountId ?? ""] })
      const acknowledged = new Set<User>()
      const acts = users.map(async (user) => {
        const path = `/operator/accounts/${user.accountId}/suspend`
        const answer = await service.call(callers.support, "POST", path, { body: because })
        if (answer.status === 204) acknowledged.add(user)
        return answer.status
      })
      const ends = Promise.allSettled(acts)
      const enough = 1 + (run % 4)
      await Promise.all([hold?.reached, until(() => acknowledged.size >= enough)])
      await node?.stop("SIGKILL")
      isDown = true
      counts.unknown += (await ends).filter(({ status }) => status === "rejected").length
      counts.acknowledged += acknowledged.size
      await Promise.all(busy)
      node = await startNode(server.url())
      for (const user of users) {
        const isThere = await isSuspended(user)
        expect(isThere || !acknowledged.has(user)).toBe(true)
        if (user === victim && point !== "during") expect(isThere).toBe(point === "after")
      }
      await requireWhole(pool)
    }
    expect(counts.acknowledged).toBeGreaterThanOrEqual(RUNS)
    expect(counts.unknown).toBeGreaterThanOrEqual(RUNS)
    figure(
      `${RUNS} kills: ${counts.acknowledged} suspensions acknowledged, 0 lost; ${counts.unknown} cut off, 0 half done`
    )
  })
})
