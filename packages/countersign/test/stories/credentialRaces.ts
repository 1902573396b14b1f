import {
  addOauth,
  addPasskey,
  clientKey,
  oauthSession,
  oauthVerify,
  pendingAssertion,
  signed
} from "@countersign/harness/fixtures"
import { type Answer, callers, retryHeaders, session, type World } from "@countersign/harness/world"
import { describe, expect, it } from "vitest"

/** Two concurrent callers on one wallet, against a service on any store. */
export const credentialRaces = (store: string, world: () => World, rounds: number) => {
  const list = async (
    what: "credentials" | "sessions",
    accountId: string
  ): Promise<ReadonlyArray<{ readonly id: string; readonly type: string }>> =>
    (await world().call(callers.a, "GET", `/auth/${what}?accountId=${accountId}`)).body.data
  const statuses = (answers: ReadonlyArray<Answer>) => answers.map(({ status }) => status).sort()

  /** A wallet with an EMAIL_OTP and an OAUTH credential, and a session of each. */
  const twoCredentials = async () => {
    const customer = await world().customer(callers.a)
    const email = await session(world(), callers.a, customer.credentialId)
    const { credentialId } = await addOauth(world(), callers.a, customer.accountId, email.keys)
    const oauth = await oauthSession(world(), callers.a, credentialId)
    return { ...customer, email, oauth, oauthId: credentialId }
  }

  describe(`races of credentials on ${store}, ${rounds} rounds each`, { timeout: 600_000 }, () => {
    it("S6 I4: of two credentials that revoke each other one survives", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { accountId, credentialId, email, oauth, oauthId } = await twoCredentials()
        const paths = [`/auth/credentials/${oauthId}`, `/auth/credentials/${credentialId}`]
        const [one, two] = await Promise.all(paths.map((path) => world().call(callers.a, "DELETE", path)))
        const answers = await Promise.all([
          world().call(callers.a, "DELETE", paths[0]!, { headers: retryHeaders(one!.body, email.keys) }),
          world().call(callers.a, "DELETE", paths[1]!, { headers: retryHeaders(two!.body, oauth.keys) })
        ])
        expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
        expect(answers.every(({ status }) => [204, 400, 401].includes(status))).toBe(true)
        expect(await list("credentials", accountId)).toHaveLength(1)
        // I5: no session outlives its credential.
        expect(await list("sessions", accountId)).toHaveLength(1)
      }
    })

    it("UV5: a rename beside a login leaves both, and beside a removal leaves no credential", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { accountId, credentialId } = await world().customer(callers.a)
        const { keys } = await session(world(), callers.a, credentialId)
        const { authenticator, credentialId: passkey } = await addPasskey(world(), callers.a, accountId, keys)
        const path = `/auth/credentials/${passkey}`
        const leg = async (method: string, body?: object) => {
          const more = body === undefined ? {} : { body }
          const first = await world().call(callers.a, method, path, more)
          return () => world().call(callers.a, method, path, { ...more, headers: retryHeaders(first.body, keys) })
        }
        const { verify } = await pendingAssertion(world(), callers.a, passkey, authenticator)
        const rename = await leg("PATCH", { nickname: "Work phone" })
        expect(statuses(await Promise.all([verify(), rename()]))).toEqual([200, 200])
        const renamed = (await list("credentials", accountId)).find(({ id }) => id === passkey)
        expect(renamed).toMatchObject({ nickname: "Work phone", lastUsedAt: expect.any(String) })
        const [again, remove] = [await leg("PATCH", { nickname: "Old phone" }), await leg("DELETE")]
        const [late, removed] = await Promise.all([again(), remove()])
        expect([[200, 404].includes(late.status), removed.status]).toEqual([true, 204])
        expect((await list("credentials", accountId)).map(({ id }) => id)).toEqual([credentialId])
      }
    })

    it("S2: a refresh and a revocation of one session are applied in turn, or the refresh is refused", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { accountId, credentialId } = await world().customer(callers.a)
        const { keys, session: opened } = await session(world(), callers.a, credentialId)
        const body = { clientPublicKey: clientKey().hex }
        const [refreshPath, path] = [`/auth/sessions/${opened.id}/refresh`, `/auth/sessions/${opened.id}`]
        const refresh = await world().call(callers.a, "POST", refreshPath, { body })
        const revoke = await world().call(callers.a, "DELETE", path)
        const [refreshed, revoked] = await Promise.all([
          world().call(callers.a, "POST", refreshPath, { body, headers: retryHeaders(refresh.body, keys) }),
          world().call(callers.a, "DELETE", path, { headers: retryHeaders(revoke.body, keys) })
        ])
        expect(revoked.status).toBe(204)
        expect([200, 404]).toContain(refreshed.status)
        const ids = (await list("sessions", accountId)).map(({ id }) => id)
        expect(ids).toEqual(refreshed.status === 200 ? [refreshed.body.id] : [])
      }
    })

    it("S7 I5: a verify racing the revocation of its credential leaves no session of it", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { accountId, email, oauthId } = await twoCredentials()
        const path = `/auth/credentials/${oauthId}`
        const leg = await world().call(callers.a, "DELETE", path)
        const [verified, revoked] = await Promise.all([
          oauthVerify(world(), callers.a, oauthId, clientKey()),
          world().call(callers.a, "DELETE", path, { headers: retryHeaders(leg.body, email.keys) })
        ])
        expect(revoked.status).toBe(204)
        expect([200, 404]).toContain(verified.status)
        expect((await list("sessions", accountId)).map(({ type }) => type)).toEqual(["EMAIL_OTP"])
        expect((await list("credentials", accountId)).map(({ type }) => type)).toEqual(["EMAIL_OTP"])
      }
    })

    it("O16 I6: of two EMAIL_OTP credentials added concurrently one is registered", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { accountId, credentialId, oauth } = await twoCredentials()
        await signed(world(), callers.a, oauth.keys, { method: "DELETE", path: `/auth/credentials/${credentialId}` })
        const body = { type: "EMAIL_OTP", accountId }
        const legs = await Promise.all([1, 2].map(() => world().call(callers.a, "POST", "/auth/credentials", { body })))
        const answers = await Promise.all(
          legs.map((leg) =>
            world().call(callers.a, "POST", "/auth/credentials", { body, headers: retryHeaders(leg.body, oauth.keys) })
          )
        )
        expect(statuses(answers)).toEqual([201, 400])
        expect(answers.find(({ status }) => status === 400)?.body.code).toBe("EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS")
        expect((await list("credentials", accountId)).filter(({ type }) => type === "EMAIL_OTP")).toHaveLength(1)
      }
    })

    it("P5: of 16 assertions with one counter value one opens a session", async () => {
      const { accountId, credentialId } = await world().customer(callers.a)
      const { keys } = await session(world(), callers.a, credentialId)
      const passkey = await addPasskey(world(), callers.a, accountId, keys)
      for (let round = 0; round < rounds; round += 1) {
        const counter = round + 10
        const pending = await Promise.all(
          Array.from({ length: 16 }, () =>
            pendingAssertion(world(), callers.a, passkey.credentialId, passkey.authenticator, { counter })
          )
        )
        const answers = await Promise.all(pending.map(({ verify }) => verify()))
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
        expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.reason))).toEqual(
          new Set(["Passkey refused: counter"])
        )
      }
    })
  })
}
