import { made } from "@countersign/harness/fixtures"
import { quoteOf } from "@countersign/harness/payments"
import { callers, type Keys, retryHeaders, session, type World } from "@countersign/harness/world"
import { signStamp } from "@countersign/wire"
import { describe, expect, it } from "vitest"
import type { AccessPolicy } from "../../src/effect.ts"

/** An access policy beside calls of the end user, against a service on any store. */
export const policyRaces = (store: string, world: () => World, rounds: number) => {
  const get = async (path: string) => (await world().call(callers.a, "GET", path)).body
  const govern = async (accessPolicy: AccessPolicy | null) => {
    const { revision } = await get("/platform/settings")
    const body = { revision, accessPolicy }
    expect((await world().call(callers.support, "PATCH", "/platform/settings", { body })).status).toBe(200)
  }
  const executed = async (quote: string, { privateKey }: Keys) => {
    const { paymentInstructions } = await get(`/quotes/${quote}`)
    const stamp = signStamp(paymentInstructions[0].accountOrWalletInfo.payloadToSign, privateKey)
    return () =>
      world().call(callers.a, "POST", `/quotes/${quote}/execute`, { headers: { "service-wallet-signature": stamp } })
  }

  describe(`races of access policies on ${store}, ${rounds} rounds each`, { timeout: 600_000 }, () => {
    it("PO5: of two payments that exceed the limit of the day together, at most one is executed", async () => {
      const [payer, friend] = [await world().customer(callers.a), await world().customer(callers.a)]
      const { accountId, credentialId } = payer
      await made(world(), `/sandbox/internal-accounts/${accountId}/fund`, { amount: rounds * 100 + 1000 })
      const balance = async () => (await get(`/internal-accounts/${accountId}`)).balance.amount
      const today = Math.floor(world().at() / 86_400_000)
      let paid = 0
      for (let round = 0; round < rounds; round += 1) {
        const { keys } = await session(world(), callers.a, credentialId)
        // At midnight the count would begin again.
        const day = Math.floor((world().at() + 30_000) / 86_400_000)
        if (day !== today) break
        await govern({ payments: { limits: [{ currency: "USDC", perDay: paid + 150 }] } })
        const body = quoteOf(accountId, friend.accountId, 100)
        const quotes = [await made(world(), "/quotes", body), await made(world(), "/quotes", body)]
        const pays = await Promise.all(quotes.map((quote) => executed(quote, keys)))
        const before = await balance()
        const answers = await Promise.all(pays.map((pay) => pay()))
        expect([round, answers.map(({ status }) => status).toSorted()]).toEqual([round, [200, 403]])
        expect(answers.find(({ status }) => status === 403)?.body.details.rule).toBe("PAYMENT_DAY_LIMIT")
        expect([round, await balance()]).toEqual([round, before - 100])
        paid += 100
      }
      await govern(null)
    })

    it("PO8: a signed leg beside a stricter policy is done before it, or refused and still pending", async () => {
      const { accountId, credentialId } = await world().customer(callers.a)
      const path = `/internal-accounts/${accountId}`
      for (let round = 0; round < rounds; round += 1) {
        const { keys } = await session(world(), callers.a, credentialId)
        const { privateEnabled: was } = await get(path)
        const body = { privateEnabled: !was }
        const first = await world().call(callers.a, "PATCH", path, { body })
        const retry = () => world().call(callers.a, "PATCH", path, { body, headers: retryHeaders(first.body, keys) })
        const [done] = await Promise.all([
          retry(),
          govern({ operations: [{ operations: ["UPDATE_WALLET"], credentialTypes: ["PASSKEY"] }] })
        ])
        expect([200, 403]).toContain(done.status)
        expect([round, (await get(path)).privateEnabled]).toEqual([round, done.status === 200 ? !was : was])
        if (done.status === 403) expect((await retry()).body.code).toBe("STEP_UP_REQUIRED")
        await govern(null)
        expect([round, (await retry()).status]).toEqual([round, done.status === 200 ? 401 : 200])
      }
    })
  })
}
