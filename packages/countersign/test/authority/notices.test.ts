import { addPasskey, clientKey, passkeySession, RP, signed } from "@countersign/harness/fixtures"
import { reporting } from "@countersign/harness/stores"
import { callers, keyPair, makeWorld, retryHeaders, sealed } from "@countersign/harness/world"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import type { MailerOptions } from "../../src/index.ts"

type Sent = Parameters<NonNullable<MailerOptions["sendNotice"]>>[0]

const notices: Array<Sent> = []
const codes: Array<string> = []
const commits: Array<ReadonlyArray<string>> = []
const store = reporting((changes) => {
  commits.push(changes.filter(({ op }) => op !== "remove").map(({ collection }) => collection.name))
})
const world = makeWorld({
  logs: "none",
  store,
  mailer: { sendCode: async ({ code }) => void codes.push(code), sendNotice: async (mail) => void notices.push(mail) },
  production: { passkeys: { rpIds: [RP.rpId], origins: [RP.origin] } }
})
afterAll(() => world.countersign.close())
beforeEach(() => {
  notices.length = 0
  commits.length = 0
})

let people = 0
/** A customer of production with an EMAIL_OTP credential, and a session of it. */
const owner = async () => {
  people += 1
  const email = `ada-${people}@example.com`
  const customer = await world.customer(callers.live, email)
  const path = `/auth/credentials/${customer.credentialId}`
  const sent = codes.length
  const { body } = await world.call(callers.live, "POST", `${path}/challenge`)
  await expect.poll(() => codes.length).toBe(sent + 1)
  const keys = keyPair()
  const bundle = await sealed(world, body.otpEncryptionTargetBundle, codes[sent] ?? "", keys.publicKey)
  const submission = { type: "EMAIL_OTP", encryptedOtpBundle: bundle }
  await signed(world, callers.live, keys, { method: "POST", path: `${path}/verify`, body: submission })
  return { ...customer, email, keys }
}

/** The recipient and the notice of each mail. */
const mailed = async (count: number) => {
  await expect.poll(() => notices.length).toBe(count)
  return notices.map(({ notice, to }) => [to, notice])
}

/** The collections that the commit of a notice wrote. */
const committedWith = () => commits.find((names) => names.includes("notices"))

describe("I18: notifies the end user's addresses in the commit of the change:", () => {
  it("S5: a credential was added, or removed", async () => {
    const { accountId, credentialId, email, keys } = await owner()
    const { authenticator, credentialId: passkey } = await addPasskey(world, callers.live, accountId, keys)
    expect(await mailed(1)).toEqual([
      [email, { kind: "CREDENTIAL_ADDED", credentialType: "PASSKEY", confirmedInHours: 72 }]
    ])
    expect(committedWith()).toContain("credentials")
    const other = await passkeySession(world, callers.live, passkey, authenticator)
    await signed(world, callers.live, other.keys, { method: "DELETE", path: `/auth/credentials/${credentialId}` })
    expect((await mailed(2))[1]).toEqual([email, { kind: "CREDENTIAL_REMOVED", credentialType: "EMAIL_OTP" }])
    // From here on only the customer record contains the address.
    const second = await addPasskey(world, callers.live, accountId, other.keys)
    await signed(world, callers.live, other.keys, {
      method: "DELETE",
      path: `/auth/credentials/${second.credentialId}`
    })
    // Mails queued at the same time are sent in any order.
    const last = (await mailed(4)).slice(2)
    expect(last).toContainEqual([email, { kind: "CREDENTIAL_ADDED", credentialType: "PASSKEY", confirmedInHours: 72 }])
    expect(last).toContainEqual([email, { kind: "CREDENTIAL_REMOVED", credentialType: "PASSKEY" }])
  })

  it("FA4: the address was changed, to the old address and to the new one", async () => {
    const { customerId, email, keys } = await owner()
    const change = { method: "PATCH", path: `/customers/${customerId}`, body: { email: "new@example.com" } }
    await world.call(callers.live, "PATCH", change.path, { body: change.body })
    expect(notices).toEqual([])
    expect((await signed(world, callers.live, keys, change)).body.email).toBe("new@example.com")
    expect(await mailed(2)).toEqual(
      expect.arrayContaining([
        [email, { kind: "EMAIL_CHANGED", recipient: "OLD" }],
        ["new@example.com", { kind: "EMAIL_CHANGED", recipient: "NEW" }]
      ])
    )
    expect(JSON.stringify(notices.find(({ to }) => to === email))).not.toContain("new@example.com")
    expect(committedWith()).toContain("customers")
  })

  it("X12: a wallet was exported, without a secret in the mail", async () => {
    const { accountId, email, keys } = await owner()
    const client = clientKey()
    const done = await signed(world, callers.live, keys, {
      method: "POST",
      path: `/internal-accounts/${accountId}/export`,
      body: { clientPublicKey: client.hex }
    })
    expect(done.status).toBe(200)
    expect(await mailed(1)).toEqual([[email, { kind: "WALLET_EXPORTED" }]])
    expect(Object.keys(notices[0] ?? {}).sort()).toEqual(["at", "branding", "id", "notice", "platformId", "to"])
    expect(committedWith()).toContain("signed_requests")
  })

  it.each(["END_USER", "PLATFORM"] as const)(
    "FA3: the customer was deleted, with who authorised it: %s",
    async (authorisedBy) => {
      const { customerId, email, keys } = await owner()
      if (authorisedBy === "END_USER") {
        await signed(world, callers.live, keys, { method: "DELETE", path: `/customers/${customerId}` })
      } else {
        const api = world.countersign.api.in({ platformId: "alpha", mode: "production" })
        await api.customers.erase(customerId, { reason: "Art. 17 GDPR" })
      }
      expect(await mailed(1)).toEqual([[email, { kind: "CUSTOMER_DELETED", authorisedBy }]])
      expect(JSON.stringify(notices)).not.toContain("GDPR")
      expect(committedWith()).toContain("customers")
    }
  )

  it("FA11: wrong codes locked the credential, once", async () => {
    const { credentialId, email } = await owner()
    const path = `/auth/credentials/${credentialId}`
    const sent = codes.length
    const { body } = await world.call(callers.live, "POST", `${path}/challenge`)
    await expect.poll(() => codes.length).toBe(sent + 1)
    for (let wrong = 0; wrong < 8; wrong += 1) {
      const bundle = await sealed(world, body.otpEncryptionTargetBundle, "000000", keyPair().publicKey)
      await world.call(callers.live, "POST", `${path}/verify`, {
        body: { type: "EMAIL_OTP", encryptedOtpBundle: bundle }
      })
    }
    expect(await mailed(1)).toEqual([[email, { kind: "CODE_LOCKED", lockedForMinutes: 30 }]])
    expect(committedWith()).toContain("email_otps")
  })

  it("OP4: an operator acted, without the reason", async () => {
    const { accountId, credentialId, email } = await owner()
    const { operators } = world.countersign.api.in({ platformId: "alpha", mode: "production" })
    const because = { actor: "support-7", reason: "stolen phone" }
    await operators.suspendAccount(accountId, because)
    expect(await mailed(1)).toEqual([[email, { kind: "OPERATOR_ACTED", act: "ACCOUNT_SUSPENDED" }]])
    expect(committedWith()).toEqual(expect.arrayContaining(["internal_accounts", "receipts", "sessions"]))
    await operators.resumeAccount(accountId, because)
    await operators.suspendCredential(credentialId, because)
    await operators.resumeCredential(credentialId, because)
    await operators.endSessions(accountId, because)
    const acts = ["ACCOUNT_RESUMED", "CREDENTIAL_SUSPENDED", "CREDENTIAL_RESUMED", "SESSIONS_ENDED"]
    expect((await mailed(5)).slice(1)).toEqual(
      expect.arrayContaining(acts.map((act) => [email, { kind: "OPERATOR_ACTED", act }]))
    )
    expect(JSON.stringify(notices)).not.toContain("stolen")
  })

  it("sends no notice for a refused call or an unsigned first call", async () => {
    const { accountId, customerId, keys } = await owner()
    const path = `/customers/${customerId}`
    const leg = await world.call(callers.live, "DELETE", path)
    await world.call(callers.live, "DELETE", path, { headers: retryHeaders(leg.body, keyPair()) })
    const exporting = { body: { clientPublicKey: clientKey().hex } }
    await world.call(callers.live, "POST", `/internal-accounts/${accountId}/export`, exporting)
    await signed(world, callers.live, keys, { method: "PATCH", path, body: { fullName: "Ada" } })
    expect(commits.flat()).not.toContain("notices")
  })
})
