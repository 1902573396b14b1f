import { faultsOf } from "@countersign/harness/history"
import { type Hold, type Node, serviceOf, startNode } from "@countersign/harness/nodes"
import { cluster } from "@countersign/harness/postgres"
import {
  BECAUSE,
  codesOf,
  completing,
  operatorStart,
  passkeyLogin,
  startByCode,
  turnOn
} from "@countersign/harness/recovery/kit"
import { requireWhole } from "@countersign/harness/requireWhole"
import { figure, rounds } from "@countersign/harness/rounds"
import { callers, makeWorld, session } from "@countersign/harness/world"
import { migrate } from "@countersign/postgres"
import type pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const USERS = 8
const RUNS = rounds(100, 3)

const server = cluster({ isDurable: true })
let pool: pg.Pool
let node: Node | undefined
const service = serviceOf(() => (node === undefined ? [] : [node]))
/** A service with the keys of the nodes, which names the signer of their receipts. */
const reference = makeWorld({ logs: "none" })

beforeAll(async () => {
  pool = server.pool()
  await migrate(pool)
  node = await startNode(server.url())
  expect((await turnOn(service)).status).toBe(200)
})
afterAll(async () => {
  await node?.stop("SIGKILL")
  await reference.countersign.close()
})

const get = async (path: string) => {
  const { body, status } = await service.call(callers.a, "GET", path)
  expect(status).toBe(200)
  return body
}

/** The operations of an account's receipts, whose chain verifies. */
const operationsOf = async (accountId: string): Promise<ReadonlyArray<string>> => {
  const receipts: Array<{ readonly operation: string }> = []
  for (let cursor = ""; ; ) {
    const page = await get(`/receipts?accountId=${accountId}&limit=100${cursor}`)
    receipts.push(...page.data)
    if (!page.hasMore) break
    cursor = `&cursor=${page.nextCursor}`
  }
  const lines = receipts.map((receipt) => JSON.stringify(receipt))
  expect(faultsOf(reference, lines)).toEqual([])
  return receipts.map(({ operation }) => operation)
}

/** Where the runs kill the node, in turn: one completion and one cancellation are there at that moment. */
const POINTS: ReadonlyArray<Hold["point"]> = ["before", "during", "after"]

const until = (condition: () => boolean) => expect.poll(condition, { interval: 1 }).toBe(true)

describe("RC2 RC9 I1 I11: a node that is killed while recoveries are started, cancelled and completed", () => {
  interface User {
    readonly accountId: string
    readonly credentialId: string
    readonly code: string
    /** The recoveries that an operator started, and how the cancellation of each was answered, if it was. */
    readonly starts: Map<string, "cancelled" | "cancelling" | "stopped">
    /** A completion by saved code whose first leg was answered. */
    leg?: Awaited<ReturnType<typeof completing>>
    /** The credential of an acknowledged completion. */
    bound?: string
  }

  const newUser = async (): Promise<User> => {
    const { accountId, credentialId } = await service.customer(callers.a)
    const { keys } = await session(service, callers.a, credentialId)
    const { codes } = await codesOf(service, callers.a, accountId, keys)
    return { accountId, credentialId, code: codes[0] ?? "", starts: new Map() }
  }

  /** Starts a recovery by saved code, and sends the first leg of its completion. */
  const begun = async ({ accountId, code }: User) => {
    const { body } = await startByCode(service, callers.a, accountId)
    return completing(service, callers.a, body, code)
  }

  const proven = async (user: User) => {
    const leg = await begun(user)
    expect(leg.first.status).toBe(202)
    return leg
  }

  const complete = async (user: User): Promise<void> => {
    user.leg ??= await proven(user)
    const { body, status } = await user.leg.second()
    if (status === 201) user.bound = body.id
  }

  /** Starts a recovery and cancels it, as an operator. */
  const startAndCancel = async ({ accountId, starts }: User): Promise<boolean> => {
    const { body, status } = await operatorStart(service, accountId)
    if (status !== 201) return false
    starts.set(body.id, "cancelling")
    const path = `/operator/recoveries/${body.id}/cancel`
    const cancelled = await service.call(callers.support, "POST", path, { body: BECAUSE })
    // After a 409, a completion stopped it first, with a receipt of its own.
    if (cancelled.status === 204 || cancelled.status === 409) {
      starts.set(body.id, cancelled.status === 204 ? "cancelled" : "stopped")
    }
    return true
  }

  /**
   * Requires that the recoveries, credentials, sessions, codes, hold and receipts are those of whole calls. Returns the
   * active credential, and whether the end user completed a recovery.
   */
  const whole = async ({ accountId, bound, credentialId, starts }: User) => {
    const all: ReadonlyArray<Record<"expiresAt" | "id" | "method" | "status", string>> = (
      await get(`/auth/recoveries?accountId=${accountId}`)
    ).data
    const having = (...wanted: ReadonlyArray<string>) =>
      all.filter(({ method, status }) => wanted.every((each) => each === method || each === status))
    const operations = await operationsOf(accountId)
    const receipts = (operation: string) => operations.filter((each) => each === operation).length

    const completed = having("SAVED_CODE", "COMPLETED").length
    const isCompleted = completed === 1
    expect(completed + having("SAVED_CODE", "READY").length).toBe(having("SAVED_CODE").length)
    for (const [id, step] of starts) {
      const allowed = step === "cancelling" ? ["CANCELLED", "WAITING"] : ["CANCELLED"]
      expect(isCompleted || step !== "stopped").toBe(true)
      expect(allowed).toContain(all.find((each) => each.id === id)?.status)
    }
    const waiting = having("OPERATOR", "WAITING")
    const cancelled = having("OPERATOR", "CANCELLED").length
    expect([waiting.length <= 1, waiting.length + cancelled]).toEqual([true, having("OPERATOR").length])
    expect(receipts("StartRecovery")).toBe(having("OPERATOR").length)
    // A completion stops the open recovery of an operator without a receipt of its own.
    expect(isCompleted ? [0, 1] : [0]).toContain(cancelled - receipts("CancelRecovery"))

    const { heldUntil } = await get(`/internal-accounts/${accountId}`)
    expect(heldUntil !== undefined).toBe(isCompleted || waiting.length > 0)
    for (const { expiresAt } of waiting) expect(Date.parse(heldUntil)).toBeGreaterThanOrEqual(Date.parse(expiresAt))
    const credentials: ReadonlyArray<{ readonly id: string; readonly status?: string }> = (
      await get(`/auth/credentials?accountId=${accountId}`)
    ).data
    const active = credentials.filter(({ status }) => status === undefined).map(({ id }) => id)
    if (bound !== undefined) expect(active).toEqual([bound])
    expect({
      isOldActive: active.includes(credentialId),
      credentials: [credentials.length, active.length],
      sessions: (await get(`/auth/sessions?accountId=${accountId}`)).data.length,
      codes: (await get(`/auth/recovery-codes?accountId=${accountId}`)).left,
      receipts: receipts("CompleteRecovery")
    }).toEqual(
      isCompleted
        ? { isOldActive: false, credentials: [2, 1], sessions: 0, codes: 9, receipts: 1 }
        : { isOldActive: true, credentials: [1, 1], sessions: 1, codes: 10, receipts: 0 }
    )
    return { isCompleted, active: active[0] ?? "" }
  }

  /** The number of calls that the death of the node cut off. */
  const cut = async (calls: ReadonlyArray<Promise<void>>): Promise<number> => {
    const reasons = (await Promise.allSettled(calls)).flatMap((end) => (end.status === "rejected" ? [end.reason] : []))
    // `fetch` rejects with a TypeError.
    for (const reason of reasons) if (!(reason instanceof TypeError)) throw reason
    return reasons.length
  }

  /** The end user goes on where the node died, or starts again with the same code, which works once in all. Returns whether it was done. */
  const goOn = async (user: User): Promise<boolean> => {
    const { isCompleted } = await whole(user)
    user.leg ??= await proven(user)
    const again = await user.leg.second()
    // The request is consumed exactly if the recovery was completed.
    if (isCompleted) expect([again.status, again.body.reason]).toEqual([401, "Request id already used"])
    else expect(again.status).toBe(201)
    expect((await begun(user)).first.status).toBe(401)
    const { active } = await whole(user)
    expect((await passkeyLogin(service, callers.a, active, user.leg.authenticator)).status).toBe(200)
    return isCompleted
  }

  it(`keeps what was acknowledged, and leaves nothing half done, killed ${RUNS} times in a commit (GS15)`, {
    timeout: 1_800_000
  }, async () => {
    const counts = { started: 0, cancelled: 0, completed: 0, acts: 0, completions: 0 }
    for (let run = 0; run < RUNS; run += 1) {
      const users = await Promise.all(Array.from({ length: USERS }, newUser))
      // Half of the users only need the second leg, the others are anywhere.
      for (const user of users.slice(0, USERS / 2)) user.leg = await proven(user)
      const [victim, cancelling] = users
      const point = POINTS[run % POINTS.length] ?? "during"
      const hold = (user: User | undefined, operation: string) =>
        node?.hold({ point, contains: [`"operation":"${operation}"`, user?.accountId ?? ""] })
      let isDown = false
      const acts = cut(
        users.map(async (user) => {
          while (!isDown && (await startAndCancel(user)));
        })
      )
      const cancelled = () => users.flatMap(({ starts }) => [...starts.values()].filter((step) => step === "cancelled"))
      await until(() => cancelled().length > 0)
      await (await hold(cancelling, "CancelRecovery"))?.reached
      const completion = await hold(victim, "CompleteRecovery")
      const completions = cut(users.map(complete))
      const bound = () => users.filter((user) => user.bound !== undefined).length
      const enough = 1 + (run % 3)
      await Promise.all([completion?.reached, until(() => bound() >= enough)])
      await node?.stop("SIGKILL")
      isDown = true
      counts.acts += await acts
      counts.completions += await completions
      counts.completed += bound()
      counts.cancelled += cancelled().length
      counts.started += users.reduce((sum, { starts }) => sum + starts.size, 0)
      node = await startNode(server.url())
      const [isDone] = await Promise.all(users.map(goOn))
      if (point !== "during") expect(isDone).toBe(point === "after")
      await requireWhole(pool)
    }
    const { acts, cancelled, completed, completions } = counts
    for (const count of [cancelled, completed, acts, completions]) expect(count).toBeGreaterThanOrEqual(RUNS)
    figure(
      `${RUNS} kills: of recoveries acknowledged, ${counts.started} started, ${counts.cancelled} cancelled and ${counts.completed} completed, 0 lost; ${counts.acts} acts and ${counts.completions} completions cut off, 0 half done`
    )
  })
})
