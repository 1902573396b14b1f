import { clientKey, oauthVerify } from "@countersign/harness/fixtures"
import {
  BECAUSE,
  codesOf,
  completing,
  operatorStart,
  person,
  startByCode,
  turnOn
} from "@countersign/harness/recovery/kit"
import { type Answer, callers, retryHeaders, session, type World } from "@countersign/harness/world"
import { beforeAll, describe, expect, it } from "vitest"

/** Two calls about one recovery at once, against a service on any store. */
export const recoveryRaces = (store: string, world: () => World, rounds: number) => {
  const get = async (path: string) => (await world().call(callers.a, "GET", path)).body
  const sessionsOf = async (accountId: string) => (await get(`/auth/sessions?accountId=${accountId}`)).data
  const activeOf = async (accountId: string): Promise<ReadonlyArray<string>> =>
    (await get(`/auth/credentials?accountId=${accountId}`)).data.flatMap(
      ({ id, status }: { readonly id: string; readonly status?: string }) => (status === undefined ? [id] : [])
    )
  const statusOf = async (id: string) => (await get(`/auth/recoveries/${id}`)).status
  const statuses = (answers: ReadonlyArray<Answer>) => answers.map(({ status }) => status)
  const cancel = (id: string) =>
    world().call(callers.support, "POST", `/operator/recoveries/${id}/cancel`, { body: BECAUSE })

  /** A person whose completion by saved code has its first leg, and another completion with the same code. */
  const proven = async () => {
    const owner = await person(world())
    const { codes } = await codesOf(world(), callers.a, owner.accountId, owner.keys)
    const start = async () => {
      const { body } = await startByCode(world(), callers.a, owner.accountId)
      return { recovery: body, ...(await completing(world(), callers.a, body, codes[0] ?? "")) }
    }
    return { ...owner, start, one: await start() }
  }

  describe(`races of recovery on ${store}, ${rounds} rounds each`, { timeout: 600_000 }, () => {
    beforeAll(() => turnOn(world()))

    it("RC13: a completion beside a cancellation: one of them happens, and its status says which", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { accountId, credentialId, one } = await proven()
        const [done, cancelled] = await Promise.all([one.second(), cancel(one.recovery.id)])
        const isDone = done.status === 201
        expect([round, done.status, cancelled.status]).toEqual([round, isDone ? 201 : 409, isDone ? 409 : 204])
        expect(await statusOf(one.recovery.id)).toBe(isDone ? "COMPLETED" : "CANCELLED")
        expect((await activeOf(accountId)).includes(credentialId)).toBe(!isDone)
      }
    })

    it("RC13: two cancellations: one of them happens", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { accountId } = await person(world())
        const { body: recovery } = await operatorStart(world(), accountId)
        const answers = await Promise.all([cancel(recovery.id), cancel(recovery.id)])
        expect([round, statuses(answers).toSorted()]).toEqual([round, [204, 409]])
      }
    })

    it("RC13 I1: two completions with one saved code: one binds a credential", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { accountId, one, start } = await proven()
        const other = await start()
        const answers = await Promise.all([one.second(), other.second()])
        expect([round, statuses(answers).toSorted()]).toEqual([round, [201, 401]])
        expect((await activeOf(accountId)).length).toBe(1)
        expect((await get(`/auth/recovery-codes?accountId=${accountId}`)).left).toBe(9)
      }
    })

    it("RC13: two starts by operators: one recovery is open", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { accountId } = await person(world())
        const answers = await Promise.all([operatorStart(world(), accountId), operatorStart(world(), accountId)])
        expect([round, statuses(answers).toSorted()]).toEqual([round, [201, 409]])
      }
    })

    it("RC13 I5: a completion beside a login leaves no session", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { accountId, oauthId, one } = await proven()
        const [done, opened] = await Promise.all([
          one.second(),
          oauthVerify(world(), callers.a, oauthId, clientKey(), { sub: "sub-1" })
        ])
        expect([round, done.status]).toEqual([round, 201])
        expect([200, 403]).toContain(opened.status)
        expect([round, await sessionsOf(accountId)]).toEqual([round, []])
      }
    })

    it("RC13: a start beside a login: both happen, and the account is held", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { accountId, credentialId } = await world().customer(callers.a)
        const [opened, started] = await Promise.all([
          session(world(), callers.a, credentialId),
          operatorStart(world(), accountId)
        ])
        expect([round, opened.done.status, started.status]).toEqual([round, 200, 201])
        expect((await get(`/internal-accounts/${accountId}`)).heldUntil).toBeDefined()
      }
    })

    it("RC13 I10: a signed leg beside a completion is done before it, or refused", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { accountId, keys, one } = await proven()
        const path = `/internal-accounts/${accountId}`
        const call = { body: { privateEnabled: true } }
        const first = await world().call(callers.a, "PATCH", path, call)
        const [done, signed] = await Promise.all([
          one.second(),
          world().call(callers.a, "PATCH", path, { ...call, headers: retryHeaders(first.body, keys) })
        ])
        expect([round, done.status]).toEqual([round, 201])
        expect([200, 401]).toContain(signed.status)
        const account = await get(path)
        expect([round, account.privateEnabled, account.heldUntil !== undefined]).toEqual([
          round,
          signed.status === 200,
          true
        ])
      }
    })
  })
}
