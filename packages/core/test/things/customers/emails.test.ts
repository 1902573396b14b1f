import {
  addOauth,
  addPasskey,
  moveEmail,
  oauthSession,
  passkeySession,
  proveEmail,
  RP,
  signed
} from "@countersign/harness/fixtures"
import { reporting } from "@countersign/harness/stores"
import { callers, type Keys, keyPair, makeWorld, sealed, session, UNLIMITED } from "@countersign/harness/world"
import { parsePublicKey } from "@countersign/wire"
import type { MailerOptions } from "countersign"
import { defaultPolicy, Receipt, receiptAudit } from "countersign/effect"
import { Schema } from "effect"
import { afterAll, beforeEach, describe, expect, it } from "vitest"

type Notice = Parameters<NonNullable<MailerOptions["sendNotice"]>>[0]
type CodeMail = Parameters<MailerOptions["sendCode"]>[0]

const notices: Array<Notice> = []
const codes: Array<CodeMail> = []
const stored: Array<string> = []
const removed: Array<string> = []
const world = makeWorld({
  logs: "none",
  policy: { emailChange: "proven" },
  store: reporting((changes) => {
    for (const change of changes) {
      if (change.op === "remove") removed.push(`${change.collection.name} ${change.id}`)
      else stored.push(JSON.stringify(change.body))
    }
  }),
  mailer: { sendCode: async (mail) => void codes.push(mail), sendNotice: async (mail) => void notices.push(mail) },
  production: { passkeys: { rpIds: [RP.rpId], origins: [RP.origin] } }
})
afterAll(() => world.countersign.close())
beforeEach(() => {
  for (const list of [notices, codes, stored, removed]) list.length = 0
})

const { emailChangeLifetime, emailUndoWindow } = defaultPolicy
const call = (method: string, path: string, body?: object) =>
  world.call(callers.live, method, path, body === undefined ? {} : { body })
const refusalOf = ({ body, status }: Awaited<ReturnType<typeof call>>) => [status, body.code, body.reason]
const newest = async <T extends { readonly to: string }>(list: ReadonlyArray<T>, to: string): Promise<T> => {
  await expect.poll(() => list.some((mail) => mail.to === to)).toBe(true)
  return list.findLast((mail) => mail.to === to) ?? expect.unreachable()
}

let people = 0
/** A login with the code that is mailed to an address. */
const login = async (credentialId: string, email: string) => {
  const path = `/auth/credentials/${credentialId}`
  // Counts the mails to this address only: a mail of an earlier test can still arrive.
  const mailed = () => codes.filter(({ to }) => to === email)
  const sent = mailed().length
  const { body } = await call("POST", `${path}/challenge`)
  await expect.poll(() => mailed().length).toBe(sent + 1)
  const keys = keyPair()
  const encryptedOtpBundle = await sealed(
    world,
    body.otpEncryptionTargetBundle,
    mailed()[sent]?.code ?? "",
    keys.publicKey
  )
  const submission = { type: "EMAIL_OTP", encryptedOtpBundle }
  const done = await signed(world, callers.live, keys, { method: "POST", path: `${path}/verify`, body: submission })
  expect(done.status).toBe(200)
  return { keys, sessionId: String(done.body.id) }
}
const owner = async () => {
  people += 1
  const email = `ada-${people}@example.com`
  const customer = await world.customer(callers.live, email)
  const { keys, sessionId } = await login(customer.credentialId, email)
  return { ...customer, email, keys, sessionId, path: `/customers/${customer.customerId}` }
}
type Owner = Awaited<ReturnType<typeof owner>>

const sign = (of: Pick<Owner, "path">, keys: Keys, email: string) =>
  signed(world, callers.live, keys, { method: "PATCH", path: of.path, body: { email } })
/** Signs a change, and proves it with the code that is mailed to the new address. */
const move = async (of: Owner, keys: Keys, email: string) => {
  const { body } = await sign(of, keys, email)
  const { code } = await newest(codes, email)
  const bundle = body.pendingEmail.otpEncryptionTargetBundle
  expect((await proveEmail(world, callers.live, of.customerId, bundle, code)).status).toBe(200)
}
const undoMailTo = async (email: string) => {
  const withToken = () => notices.findLast(({ to, undo }) => to === email && undo !== undefined)
  await expect.poll(withToken).toBeDefined()
  return withToken()?.undo ?? expect.unreachable()
}
const tokenTo = async (email: string) => (await undoMailTo(email)).token
const undo = (of: Pick<Owner, "path">, undoToken: string) => call("POST", `${of.path}/email/undo`, { undoToken })
const addressesOf = async ({ accountId, path }: Owner) => {
  const credentials = await call("GET", `/auth/credentials?accountId=${accountId}`)
  const ofCodes = credentials.body.data.filter(({ type }: { readonly type: string }) => type === "EMAIL_OTP")
  return [(await call("GET", path)).body.email, ...ofCodes.map(({ nickname }: { nickname: string }) => nickname)]
}

describe("a new address", () => {
  it("AD1: is pending after the signature: codes go to the old address, so a misspelled address locks no one out", async () => {
    const ada = await owner()
    const { body, status } = await sign(ada, ada.keys, "misspelled@example.com")
    expect([status, body.email, body.pendingEmail]).toEqual([
      200,
      ada.email,
      {
        email: "misspelled@example.com",
        expiresAt: new Date(world.at() + emailChangeLifetime).toISOString(),
        otpEncryptionTargetBundle: expect.any(String),
        otpAlphabet: "NUMERIC"
      }
    ])
    const { purpose } = await newest(codes, "misspelled@example.com")
    expect(purpose).toBe("CONFIRM_ADDRESS")
    const read = (await call("GET", ada.path)).body.pendingEmail
    expect(read).toEqual({ email: "misspelled@example.com", expiresAt: body.pendingEmail.expiresAt })
    expect(await addressesOf(ada)).toEqual([ada.email, ada.email])
    const again = await login(ada.credentialId, ada.email)
    await move(ada, again.keys, `right-${people}@example.com`)
    expect(await addressesOf(ada)).toEqual([`right-${people}@example.com`, `right-${people}@example.com`])
    expect((await call("GET", ada.path)).body.pendingEmail).toBeUndefined()
    await login(ada.credentialId, `right-${people}@example.com`)
  })

  it("AD2 I18: is not proven by an API token, a signature or a code for a login", async () => {
    const ada = await owner()
    await sign(ada, ada.keys, "thief@example.com")
    const { body } = await call("POST", `${ada.path}/email/challenge`)
    // A login code of the same customer, encrypted for the pending address.
    await call("POST", `/auth/credentials/${ada.credentialId}/challenge`)
    await expect.poll(() => codes.filter(({ to }) => to === ada.email).length).toBe(2)
    const { code } = await newest(codes, ada.email)
    const attempts = [code, "000000"]
    for (const guess of attempts) {
      const answer = await proveEmail(world, callers.live, ada.customerId, body.otpEncryptionTargetBundle, guess)
      expect(refusalOf(answer)).toEqual([401, "UNAUTHORIZED", "Invalid OTP code"])
    }
    const unsigned = await world.customer(callers.live)
    for (const step of ["challenge", "verify"]) {
      const payload = step === "verify" ? { encryptedOtpBundle: "{}" } : undefined
      const answer = await call("POST", `/customers/${unsigned.customerId}/email/${step}`, payload)
      expect(answer.status).toBe(404)
    }
    expect(await addressesOf(ada)).toEqual([ada.email, ada.email])
  })

  it("AD3 I15: is locked by five wrong codes, across new codes and new signatures, and the lock is mailed to the old address", async () => {
    const ada = await owner()
    const { body } = await sign(ada, ada.keys, "new-3@example.com")
    const wrong = (bundle: string) => proveEmail(world, callers.live, ada.customerId, bundle, "000000")
    await wrong(body.pendingEmail.otpEncryptionTargetBundle)
    const other = (await sign(ada, ada.keys, "other-3@example.com")).body.pendingEmail.otpEncryptionTargetBundle
    await wrong(other)
    const { otpEncryptionTargetBundle } = (await call("POST", `${ada.path}/email/challenge`)).body
    for (const _ of [3, 4, 5]) expect((await wrong(otpEncryptionTargetBundle)).status).toBe(401)
    const { code } = await newest(codes, "other-3@example.com")
    const right = await proveEmail(world, callers.live, ada.customerId, otpEncryptionTargetBundle, code)
    expect(right.body.reason).toBe("Too many wrong OTP codes")
    const challenge = await call("POST", `${ada.path}/email/challenge`)
    expect([challenge.status, challenge.headers.get("retry-after")]).toEqual([429, "1800"])
    expect((await sign(ada, ada.keys, "third-3@example.com")).status).toBe(429)
    expect((await newest(notices, ada.email)).notice).toEqual({ kind: "CODE_LOCKED", lockedForMinutes: 30 })
    // FA11: the lock is not that of the credential, and later codes cannot be guessed.
    await login(ada.credentialId, ada.email)
    world.pass(defaultPolicy.otpLockFor)
    codes.length = 0
    await call("POST", `${ada.path}/email/challenge`)
    expect((await newest(codes, "other-3@example.com")).code).toHaveLength(13)
  })

  it("AD4 I10: expires with its change, to the millisecond", async () => {
    const ada = await owner()
    await sign(ada, ada.keys, "late@example.com")
    world.pass(emailChangeLifetime - 1)
    codes.length = 0
    const { body } = await call("POST", `${ada.path}/email/challenge`)
    const { code } = await newest(codes, "late@example.com")
    world.pass(1)
    for (const answer of [
      await proveEmail(world, callers.live, ada.customerId, body.otpEncryptionTargetBundle, code),
      await call("POST", `${ada.path}/email/challenge`)
    ]) {
      expect(refusalOf(answer)).toEqual([404, "REFERENCE_NOT_FOUND", "No pending email change"])
    }
    expect((await call("GET", ada.path)).body.pendingEmail).toBeUndefined()
    expect(await addressesOf(ada)).toEqual([ada.email, ada.email])
  })

  it("AD3: replaces an earlier pending one, whose code is void", async () => {
    const ada = await owner()
    const first = (await sign(ada, ada.keys, "first-4@example.com")).body.pendingEmail.otpEncryptionTargetBundle
    const { code } = await newest(codes, "first-4@example.com")
    await sign(ada, ada.keys, "second-4@example.com")
    const answer = await proveEmail(world, callers.live, ada.customerId, first, code)
    expect(answer.body.reason).toBe("OTP bundle cannot be decrypted")
    expect((await call("GET", ada.path)).body.pendingEmail.email).toBe("second-4@example.com")
  })

  it("AD10: is not proven while an operator suspends the wallet, and is afterwards", async () => {
    const { customerId, accountId, credentialId } = await world.customer(callers.a)
    const { keys } = await session(world, callers.a, credentialId)
    const change = { method: "PATCH", path: `/customers/${customerId}`, body: { email: "new@example.com" } }
    const { body } = await signed(world, callers.a, keys, change)
    const prove = () => proveEmail(world, callers.a, customerId, body.pendingEmail.otpEncryptionTargetBundle)
    const operator = (act: string) =>
      world.call(callers.support, "POST", `/operator/accounts/${accountId}/${act}`, { body: BECAUSE })
    await operator("suspend")
    expect(refusalOf(await prove())).toEqual([403, "ACCOUNT_SUSPENDED", "Account is suspended"])
    await operator("resume")
    expect((await prove()).body.email).toBe("new@example.com")
  })
})

const BECAUSE = { actor: "support-7", reason: "A stolen phone" }

describe("the owner of the old address", () => {
  it("AD5: undoes a change, and later ones, although the thief has moved on", async () => {
    const ada = await owner()
    await move(ada, ada.keys, "b-5@example.com")
    const atA = await tokenTo(ada.email)
    await move(ada, ada.keys, "c-5@example.com")
    const atB = await tokenTo("b-5@example.com")
    expect(await addressesOf(ada)).toEqual(["c-5@example.com", "c-5@example.com"])
    notices.length = 0
    const { body, status } = await undo(ada, ` ${atA.toLowerCase()} `)
    expect([status, body.email, await addressesOf(ada)]).toEqual([200, ada.email, [ada.email, ada.email]])
    expect((await newest(notices, ada.email)).notice).toEqual({ kind: "EMAIL_RESTORED", recipient: "OLD" })
    expect((await newest(notices, "c-5@example.com")).notice).toEqual({ kind: "EMAIL_RESTORED", recipient: "NEW" })
    expect(JSON.stringify(notices.filter(({ to }) => to !== ada.email))).not.toContain(ada.email)
    // AD7: the thief, who received the token of the second change, does not undo the undoing.
    for (const used of [atA, atB]) {
      expect(refusalOf(await undo(ada, used))).toEqual([401, "UNAUTHORIZED", "Undo token is not valid"])
    }
    await login(ada.credentialId, ada.email)
  })

  it("AD6 I5: ends the sessions that codes opened, voids pending codes and changes, and keeps sessions of passkeys", async () => {
    const ada = await owner()
    const passkey = await addPasskey(world, callers.live, ada.accountId, ada.keys)
    const mine = await passkeySession(world, callers.live, passkey.credentialId, passkey.authenticator)
    // The undo ends what was added since the address moved, to the millisecond.
    world.pass(1)
    await move(ada, ada.keys, "b-6@example.com")
    const token = await tokenTo(ada.email)
    const thief = await login(ada.credentialId, "b-6@example.com")
    const pending = (await sign(ada, thief.keys, "c-6@example.com")).body.pendingEmail.otpEncryptionTargetBundle
    const { code } = await newest(codes, "c-6@example.com")
    const challenge = await call("POST", `/auth/credentials/${ada.credentialId}/challenge`)
    await expect.poll(() => codes.filter(({ to }) => to === "b-6@example.com").length).toBe(3)
    const { code: theirs } = await newest(codes, "b-6@example.com")
    expect((await undo(ada, token)).status).toBe(200)
    const left = (await call("GET", `/auth/sessions?accountId=${ada.accountId}`)).body.data
    expect(left.map(({ id }: { readonly id: string }) => id)).toEqual([mine.answer.body.id])
    expect((await proveEmail(world, callers.live, ada.customerId, pending, code)).status).toBe(404)
    const keys = keyPair()
    const bundle = await sealed(world, challenge.body.otpEncryptionTargetBundle, theirs, keys.publicKey)
    const late = await call("POST", `/auth/credentials/${ada.credentialId}/verify`, {
      type: "EMAIL_OTP",
      encryptedOtpBundle: bundle
    })
    expect(late.body.reason).toBe("No pending OTP")
    expect((await sign(ada, thief.keys, "d-6@example.com")).status).toBe(401)
  })

  it("AD7 I10: undoes until the window ends, to the millisecond, and wrong, used and late tokens are refused identically", async () => {
    const [early, late] = [await owner(), await owner()]
    for (const each of [early, late]) await move(each, each.keys, `new-${each.email}`)
    const [first, second] = [await tokenTo(early.email), await tokenTo(late.email)]
    expect((await undoMailTo(late.email)).until).toBe(new Date(world.at() + emailUndoWindow).toISOString())
    world.pass(emailUndoWindow - 1)
    const wrong = await undo(early, "A".repeat(26))
    const foreign = await undo(early, second)
    expect((await undo(early, first)).status).toBe(200)
    const used = await undo(early, first)
    world.pass(1)
    const expired = await undo(late, second)
    for (const answer of [wrong, foreign, used, expired]) {
      expect([answer.status, answer.body]).toEqual([401, wrong.body])
    }
    expect(await addressesOf(late)).toEqual([`new-${late.email}`, `new-${late.email}`])
  })

  it("AD7: guesses are limited, and do not keep the owner from undoing", async () => {
    const strict = makeWorld({
      policy: { challengesPerCredential: { capacity: 3, refillEvery: 60_000 }, challengesPerAddress: UNLIMITED }
    })
    const { credentialId, customerId } = await strict.customer(callers.a)
    const { keys } = await session(strict, callers.a, credentialId)
    expect((await moveEmail(strict, callers.a, keys, customerId, "b@example.com")).status).toBe(200)
    const guess = (undoToken: string) =>
      strict.call(callers.a, "POST", `/customers/${customerId}/email/undo`, { body: { undoToken } })
    const statuses: Array<number> = []
    for (const _ of [1, 2, 3, 4, 5]) statuses.push((await guess("wrong")).status)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    // The sandbox mails nothing: its token is the public code.
    expect((await guess("000000")).body.email).toBe("ada@example.com")
    await strict.countersign.close()
  })

  it("AD8: the token is in one mail only, and stored encrypted until it is sent", async () => {
    const ada = await owner()
    await move(ada, ada.keys, `b-8-${people}@example.com`)
    const token = await tokenTo(ada.email)
    expect(token).toMatch(/^[2-9A-HJ-NP-Z]{26}$/u)
    expect(notices.filter((mail) => JSON.stringify(mail).includes(token)).map(({ to }) => to)).toEqual([ada.email])
    expect(stored.filter((body) => body.includes(token))).toEqual([])
    expect(stored.some((body) => body.includes("sealedToken"))).toBe(true)
  })

  it("AD9: leaves receipts of the signed change, the proof and the undoing, which verify offline", async () => {
    const ada = await owner()
    await move(ada, ada.keys, `b-9-${people}@example.com`)
    await undo(ada, await tokenTo(ada.email))
    const api = world.countersign.api.in({ platformId: "alpha", mode: "production" })
    const { items } = await api.receipts.list(ada.accountId)
    expect(items.slice(-3).map(({ operation, proof }) => [operation, proof.type])).toEqual([
      ["UpdateCustomer", "STAMP"],
      ["ProveEmail", "MAILED_SECRET"],
      ["UndoEmail", "MAILED_SECRET"]
    ])
    expect(JSON.stringify(items)).not.toContain("@example.com")
    const audit = receiptAudit({ signers: [parsePublicKey(world.countersign.receiptSigners[0] ?? "")] })
    expect(items.flatMap((receipt) => audit.take(Schema.decodeUnknownSync(Receipt)(receipt)))).toEqual([])
  })

  it("AD9: a deletion removes the pending change, its code and what could be undone", async () => {
    const ada = await owner()
    await move(ada, ada.keys, `b-10-${people}@example.com`)
    const token = await tokenTo(ada.email)
    await sign(ada, ada.keys, `c-10-${people}@example.com`)
    expect((await signed(world, callers.live, ada.keys, { method: "DELETE", path: ada.path })).status).toBe(200)
    expect(removed).toEqual(
      expect.arrayContaining([`email_changes ${ada.customerId}`, `email_otps email of ${ada.customerId}`])
    )
    expect((await undo(ada, token)).body.code).toBe("CUSTOMER_DELETED")
  })

  it("AD5: a change that another credential signed is undone as well, and the promise API has the same steps", async () => {
    const { accountId, credentialId, customerId } = await world.customer(callers.a)
    const email = await session(world, callers.a, credentialId)
    const oauth = await addOauth(world, callers.a, accountId, email.keys)
    const other = await oauthSession(world, callers.a, oauth.credentialId)
    const api = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" }).customers
    const change = { method: "PATCH", path: `/customers/${customerId}`, body: { email: "b@example.com" } }
    await signed(world, callers.a, other.keys, change)
    const pending = await api.challengeEmail(customerId)
    expect(pending.email).toBe("b@example.com")
    const bundle = await sealed(world, pending.otpEncryptionTargetBundle ?? "", "000000", keyPair().publicKey)
    expect((await api.proveEmail(customerId, bundle)).email).toBe("b@example.com")
    expect((await api.undoEmail(customerId, "000000")).email).toBe("ada@example.com")
    await expect(api.undoEmail(customerId, "000000")).rejects.toMatchObject({ reason: "Undo token is not valid" })
  })

  it("AD8: at most 20 changes can be undone at a time", async () => {
    const { credentialId, customerId } = await world.customer(callers.a)
    const { keys } = await session(world, callers.a, credentialId)
    for (let nth = 0; nth < 20; nth += 1) await moveEmail(world, callers.a, keys, customerId, `n${nth}@example.com`)
    const change = { method: "PATCH", path: `/customers/${customerId}`, body: { email: "more@example.com" } }
    const refused = await signed(world, callers.a, keys, change)
    expect(refusalOf(refused)).toEqual([429, "RATE_LIMITED", "Too many email changes"])
    expect(refused.headers.get("retry-after")).toBe(String(emailUndoWindow / 1000))
  })
})
