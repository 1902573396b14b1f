import { addOauth, clientKey, oauthVerify } from "@countersign/harness/fixtures"
import { callers, retryHeaders, session, type World } from "@countersign/harness/world"
import { describe, expect, it } from "vitest"

const BECAUSE = { actor: "support-7", reason: "The phone was stolen" }

/** An operator's act beside a call of the end user, against a service on any store. */
export const operatorRaces = (store: string, world: () => World, rounds: number) => {
  const act = (path: string) => world().call(callers.support, "POST", `/operator/${path}`, { body: BECAUSE })
  const idsOf = async (accountId: string): Promise<ReadonlyArray<string>> =>
    (await world().call(callers.a, "GET", `/auth/sessions?accountId=${accountId}`)).body.data.map(
      ({ id }: { readonly id: string }) => id
    )
  const privateOf = async (accountId: string) =>
    (await world().call(callers.a, "GET", `/internal-accounts/${accountId}`)).body

  /** A wallet with an EMAIL_OTP and an OAUTH credential, and a session of the first. */
  const wallet = async () => {
    const customer = await world().customer(callers.a)
    const { keys } = await session(world(), callers.a, customer.credentialId)
    const { credentialId: oauthId } = await addOauth(world(), callers.a, customer.accountId, keys)
    return { ...customer, keys, oauthId }
  }

  describe(`races of operators on ${store}, ${rounds} rounds each`, { timeout: 600_000 }, () => {
    it("OP7 I5: a suspension leaves no session of a login beside it", async () => {
      const { accountId, oauthId } = await wallet()
      for (let round = 0; round < rounds; round += 1) {
        const [opened, suspended] = await Promise.all([
          oauthVerify(world(), callers.a, oauthId, clientKey()),
          act(`accounts/${accountId}/suspend`)
        ])
        expect(suspended.status).toBe(204)
        expect([200, 403]).toContain(opened.status)
        expect([round, await idsOf(accountId)]).toEqual([round, []])
        expect((await act(`accounts/${accountId}/resume`)).status).toBe(204)
      }
    })

    it("OP7 I5: the suspension of a credential leaves no session of it, and those of others", async () => {
      const { accountId, oauthId } = await wallet()
      const before = await idsOf(accountId)
      for (let round = 0; round < rounds; round += 1) {
        const [opened, suspended] = await Promise.all([
          oauthVerify(world(), callers.a, oauthId, clientKey()),
          act(`credentials/${oauthId}/suspend`)
        ])
        expect(suspended.status).toBe(204)
        expect([200, 403]).toContain(opened.status)
        expect([round, await idsOf(accountId)]).toEqual([round, before])
        expect((await act(`credentials/${oauthId}/resume`)).status).toBe(204)
      }
    })

    it("OP7 I10: a signed leg beside a suspension is done before it, or refused", async () => {
      const { accountId, credentialId } = await wallet()
      for (let round = 0; round < rounds; round += 1) {
        const { keys } = await session(world(), callers.a, credentialId)
        const { privateEnabled: was } = await privateOf(accountId)
        const call = { path: `/internal-accounts/${accountId}`, body: { privateEnabled: !was } }
        const first = await world().call(callers.a, "PATCH", call.path, { body: call.body })
        const [done, suspended] = await Promise.all([
          world().call(callers.a, "PATCH", call.path, { body: call.body, headers: retryHeaders(first.body, keys) }),
          act(`accounts/${accountId}/suspend`)
        ])
        expect(suspended.status).toBe(204)
        expect([200, 401, 403]).toContain(done.status)
        const { privateEnabled, status } = await privateOf(accountId)
        expect([round, privateEnabled, status]).toEqual([round, done.status === 200 ? !was : was, "FROZEN"])
        expect((await act(`accounts/${accountId}/resume`)).status).toBe(204)
      }
    })
  })
}
