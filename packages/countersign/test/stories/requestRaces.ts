import { answerTo, callers, keyPair, pendingLogin, retryHeaders, session, type World } from "@countersign/harness/world"
import { describe, expect, it } from "vitest"

const tally = (statuses: ReadonlyArray<number>) =>
  Object.fromEntries([...new Set(statuses)].sort().map((each) => [each, statuses.filter((one) => one === each).length]))

/** Many retries of one call, against a service on any store: `rounds` for the first story, and fewer for the others. */
export const requestRaces = (store: string, world: () => World, rounds: number) => {
  const [some, checked] = [Math.min(rounds, 50), Math.min(rounds, 20)]
  describe(`races on ${store}`, () => {
    it(`I1 R2: 64 concurrent retries of one request id give exactly one success, ${rounds} rounds`, {
      timeout: 900_000
    }, async () => {
      const { accountId, credentialId } = await world().customer(callers.a)
      const signer = await session(world(), callers.a, credentialId)
      let done = 0
      for (let round = 0; round < rounds; round += 1) {
        // The signing session is renewed before it expires, and each round ends another session.
        const { session: target, keys } = await session(world(), callers.a, credentialId, signer.keys)
        const path = `/auth/sessions/${target.id}`
        const leg = await world().call(callers.a, "DELETE", path)
        const headers = retryHeaders(leg.body, keys)
        const answers = await Promise.all(
          Array.from({ length: 64 }, () => world().call(callers.a, "DELETE", path, { headers }))
        )
        expect(tally(answers.map(({ status }) => status))).toEqual({ 204: 1, 401: 63 })
        expect(new Set(answers.filter(({ status }) => status === 401).map(({ body }) => body.reason))).toEqual(
          new Set(["Request id already used"])
        )
        done += 1
      }
      expect(done).toBe(rounds)
      const left = await world().call(callers.a, "GET", `/auth/sessions?accountId=${accountId}`)
      expect(left.body.data.map(({ id }: { readonly id: string }) => id)).toEqual([signer.session.id])
    })

    it(`I1 R2: 64 concurrent retries of a login open exactly one session, ${some} rounds`, {
      timeout: 600_000
    }, async () => {
      for (let round = 0; round < some; round += 1) {
        const { accountId, credentialId } = await world().customer(callers.a)
        const { body, challenge, keys, path } = await pendingLogin(world(), callers.a, credentialId)
        const headers = retryHeaders(challenge, keys)
        const answers = await Promise.all(
          Array.from({ length: 64 }, () => world().call(callers.a, "POST", path, { body, headers }))
        )
        expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 401: 63 })
        const listed = await world().call(callers.a, "GET", `/auth/sessions?accountId=${accountId}`)
        expect(listed.body.data).toHaveLength(1)
      }
    })

    it(`O2 I15: of 100 concurrent wrong codes exactly five are checked, ${checked} rounds`, {
      timeout: 600_000
    }, async () => {
      for (let round = 0; round < checked; round += 1) {
        const { credentialId } = await world().customer(callers.a)
        const { body } = await answerTo(world(), callers.a, credentialId, "999999", keyPair())
        const path = `/auth/credentials/${credentialId}/verify`
        const answers = await Promise.all(
          Array.from({ length: 100 }, () => world().call(callers.a, "POST", path, { body }))
        )
        const reasons = answers.map(({ body: { reason } }) => reason)
        expect(reasons.filter((reason) => reason === "Invalid OTP code")).toHaveLength(5)
        expect(reasons.filter((reason) => reason === "Too many wrong OTP codes")).toHaveLength(95)
      }
    })

    it(`O5: a resend racing a verify leaves at most one session, ${some} rounds`, { timeout: 600_000 }, async () => {
      for (let round = 0; round < some; round += 1) {
        const { accountId, credentialId } = await world().customer(callers.a)
        const { body, challenge, keys, path } = await pendingLogin(world(), callers.a, credentialId)
        const [verified, resent] = await Promise.all([
          world().call(callers.a, "POST", path, { body, headers: retryHeaders(challenge, keys) }),
          world().call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`)
        ])
        const listed = await world().call(callers.a, "GET", `/auth/sessions?accountId=${accountId}`)
        expect(listed.body.data).toHaveLength(verified.status === 200 ? 1 : 0)
        expect(resent.status).toBe(200)
      }
    })

    it("64 concurrent logins of one credential all end in a session or a named refusal", {
      timeout: 600_000
    }, async () => {
      const { credentialId } = await world().customer(callers.a)
      const answers = await Promise.all(
        Array.from({ length: 64 }, () => session(world(), callers.a, credentialId).catch(() => undefined))
      )
      const statuses = answers.flatMap((answer) => (answer === undefined ? [] : [answer.done.status]))
      expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([])
    })
  })
}
