import { moveEmail, proveEmail, signed } from "@countersign/harness/fixtures"
import { callers, pendingLogin, retryHeaders, session, type World } from "@countersign/harness/world"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

/** The sandbox mails nothing: its undo token is its public code. */
const TOKEN = "000000"

/** Changes of an address beside each other and beside a login, against a service on any store. */
export const emailRaces = (store: string, world: () => World, rounds: number) => {
  const call = (method: string, path: string, body?: object) =>
    world().call(callers.a, method, path, body === undefined ? {} : { body })
  const wallet = async () => {
    const customer = await world().customer(callers.a)
    const { keys } = await session(world(), callers.a, customer.credentialId)
    return { ...customer, keys, path: `/customers/${customer.customerId}` }
  }
  type Wallet = Awaited<ReturnType<typeof wallet>>
  const change = ({ keys, path }: Wallet, email: string) =>
    signed(world(), callers.a, keys, { method: "PATCH", path, body: { email } })
  const sign = async (of: Wallet, email: string): Promise<string> =>
    (await change(of, email)).body.pendingEmail.otpEncryptionTargetBundle
  /** Sets the limits of the platform. */
  const limit = async (limits: object | null) => {
    const { revision } = (await call("GET", "/platform/settings")).body
    const body = { revision, limits }
    expect((await world().call(callers.support, "PATCH", "/platform/settings", { body })).status).toBe(200)
  }
  const prove = ({ customerId }: Wallet, bundle: string) => proveEmail(world(), callers.a, customerId, bundle)
  const undo = ({ path }: Wallet) => call("POST", `${path}/email/undo`, { undoToken: TOKEN })
  const addressesOf = async ({ accountId, path }: Wallet) => {
    const { data } = (await call("GET", `/auth/credentials?accountId=${accountId}`)).body
    return [
      (await call("GET", path)).body.email,
      ...data.map(({ nickname }: { readonly nickname: string }) => nickname)
    ]
  }

  describe(`races of addresses that a code proves on ${store}, ${rounds} rounds each`, { timeout: 600_000 }, () => {
    beforeAll(() => limit({ emailChange: "proven" }))
    afterAll(() => limit(null))

    it("AD11 I5: a login with a code for the old address is done before the proof, or refused", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const ada = await wallet()
        const login = await pendingLogin(world(), callers.a, ada.credentialId)
        const bundle = await sign(ada, "new@example.com")
        const [opened, proved] = await Promise.all([
          world().call(callers.a, "POST", login.path, {
            body: login.body,
            headers: retryHeaders(login.challenge, login.keys)
          }),
          prove(ada, bundle)
        ])
        expect([round, proved.status, await addressesOf(ada)]).toEqual([
          round,
          200,
          ["new@example.com", "new@example.com"]
        ])
        expect([200, 401]).toContain(opened.status)
        const { data } = (await call("GET", `/auth/sessions?accountId=${ada.accountId}`)).body
        expect([round, data.length]).toEqual([round, opened.status === 200 ? 2 : 1])
      }
    })

    it("AD11: an undoing beside a proof leaves the restored address, and nothing pending", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const ada = await wallet()
        await moveEmail(world(), callers.a, ada.keys, ada.customerId, "b@example.com")
        const bundle = await sign(ada, "c@example.com")
        const [undone, proved] = await Promise.all([undo(ada), prove(ada, bundle)])
        expect([200, 404]).toContain(proved.status)
        // The sandbox has one token for all changes: after the proof it undoes the newest, from c to b.
        const restored = proved.status === 200 ? "b@example.com" : "ada@example.com"
        expect([round, undone.status, await addressesOf(ada)]).toEqual([round, 200, [restored, restored]])
        expect((await call("GET", ada.path)).body.pendingEmail).toBeUndefined()
        expect((await prove(ada, bundle)).status).toBe(404)
      }
    })

    it("AD11: of two signed changes one is pending, and only its code proves it", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const ada = await wallet()
        const bundles = await Promise.all([sign(ada, "b@example.com"), sign(ada, "c@example.com")])
        const { email } = (await call("GET", ada.path)).body.pendingEmail
        const [mine, other] = email === "b@example.com" ? bundles : bundles.toReversed()
        expect((await prove(ada, other ?? "")).body.reason).toBe("OTP bundle cannot be decrypted")
        expect([round, (await prove(ada, mine ?? "")).status]).toEqual([round, 200])
        expect(await addressesOf(ada)).toEqual([email, email])
      }
    })

    it("AD11 I1: of two undoings with one token, or two proofs with one code, exactly one succeeds", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const ada = await wallet()
        const bundle = await sign(ada, "b@example.com")
        const proofs = await Promise.all([prove(ada, bundle), prove(ada, bundle)])
        expect([round, proofs.map(({ status }) => status).toSorted()]).toEqual([round, [200, 404]])
        const undoings = await Promise.all([undo(ada), undo(ada)])
        expect([round, undoings.map(({ status }) => status).toSorted()]).toEqual([round, [200, 401]])
        expect(await addressesOf(ada)).toEqual(["ada@example.com", "ada@example.com"])
      }
    })
  })

  describe(`GC1: races of addresses that a signature moves on ${store}, ${rounds} rounds each`, {
    timeout: 600_000
  }, () => {
    it("AD11 I5: a login with a code for the old address is done before the change, or refused", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const ada = await wallet()
        const login = await pendingLogin(world(), callers.a, ada.credentialId)
        const headers = retryHeaders(login.challenge, login.keys)
        const [opened, moved] = await Promise.all([
          world().call(callers.a, "POST", login.path, { body: login.body, headers }),
          change(ada, "new@example.com")
        ])
        expect([round, moved.status, await addressesOf(ada)]).toEqual([
          round,
          200,
          ["new@example.com", "new@example.com"]
        ])
        expect([200, 401]).toContain(opened.status)
        const { data } = (await call("GET", `/auth/sessions?accountId=${ada.accountId}`)).body
        expect([round, data.length]).toEqual([round, opened.status === 200 ? 2 : 1])
      }
    })

    it("AD11: of two signed changes both are done, one after the other, and each is undone once", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const ada = await wallet()
        const done = await Promise.all([change(ada, "b@example.com"), change(ada, "c@example.com")])
        expect([round, done.map(({ status }) => status)]).toEqual([round, [200, 200]])
        const [email, nickname] = await addressesOf(ada)
        expect(["b@example.com", "c@example.com"]).toContain(email)
        expect([round, nickname]).toEqual([round, email])
        const undoings = await Promise.all([undo(ada), undo(ada), undo(ada)])
        expect([round, undoings.map(({ status }) => status).toSorted()]).toEqual([round, [200, 200, 401]])
        expect(await addressesOf(ada)).toEqual(["ada@example.com", "ada@example.com"])
      }
    })
  })
}
