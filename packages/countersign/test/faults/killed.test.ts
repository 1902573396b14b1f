import { type Node, serviceOf, startNode } from "@countersign/harness/nodes"
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
 * effect.
 */
const settled = async (user: User): Promise<void> => {
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
    return
  }
  const retried = await service.call(callers.a, "PATCH", path, {
    body: { privateEnabled: last.to },
    headers: last.headers
  })
  if (isPrivate === last.to) expect([retried.status, retried.body.reason]).toEqual([401, "Request id already used"])
  else expect(retried.status).toBe(200)
  expect(await read()).toBe(last.to)
  user.isPrivate = last.to
}

const passed = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

describe("I11: a node that is killed under load", () => {
  it(`loses nothing acknowledged and applies no call in part, killed ${RUNS} times`, {
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
      const enough = acknowledged + Math.random() * 12
      while (acknowledged < enough && !isDown) await passed(1)
      await passed(Math.random() * 30)
      await node?.stop("SIGKILL")
      isDown = true
      await Promise.all(busy)
      unknown += users.filter(({ last }) => last !== undefined && last.status === undefined).length
      node = await startNode(server.url())
      await Promise.all(users.map(settled))
      await requireWhole(pool)
      // A session expires after 15 minutes; a long run lasts longer.
      if (run % 50 === 49) {
        for (const user of users) user.keys = (await session(service, callers.a, user.credentialId)).keys
      }
    }
    // The test proves something only if some calls were cut off and others were not.
    expect(acknowledged).toBeGreaterThan(RUNS)
    expect(unknown).toBeGreaterThan(0)
    figure(
      `${RUNS} kills of a node: ${acknowledged} effects acknowledged, 0 lost; ${unknown} calls cut off, 0 half done`
    )
  })
})
