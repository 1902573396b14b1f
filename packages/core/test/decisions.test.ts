import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { codeMails } from "../src/credentials/kinds/email-otp/codeMails.ts"
import { OtpWrong } from "../src/credentials/kinds/email-otp/refusals.ts"
import { codeJudged } from "../src/credentials/kinds/email-otp/verify.ts"
import { assertionJudged } from "../src/credentials/kinds/PASSKEY.ts"
import { kindOf } from "../src/external-accounts/judge.ts"
import {
  type Credential,
  type CredentialType,
  credentials,
  customers,
  defaultPolicy,
  EmailOtp,
  internalAccounts,
  Recorded,
  Session,
  type Stored,
  stored
} from "../src/internal.ts"
import { begun, revised } from "../src/internal-accounts/InternalAccount.ts"
import * as revoke from "../src/operations/credentials/revoke.ts"
import * as create from "../src/operations/external-accounts/create.ts"
import * as fund from "../src/operations/internal-accounts/fund.ts"
import type { Collection } from "../src/ports/Collection.ts"
import { accountId, credentialId, publicKey, requestId, sessionId } from "./given.ts"

const T = 1_800_000_000_000
const environment = "sandbox/acme"
const here = { platformId: "acme", mode: "sandbox" } as never
const leg = { environment, here, policy: defaultPolicy, at: T } as const

/** A record as a load finds it. */
const record = <A>(collection: Collection<A>, value: A, version = 1): Stored<A> =>
  stored(collection, {
    environment,
    id: collection.id(value),
    version,
    createdAt: T,
    updatedAt: T,
    body: collection.encode(value)
  })

const other = credentialId.replace(/.$/u, "9") as typeof credentialId
const credential = (type: CredentialType, material: Credential["material"], id = credentialId) =>
  record(credentials, {
    credentialId: id,
    accountId,
    type,
    nickname: "a@example.com",
    material,
    uniqueKey: `${type} ${id}`,
    createdAt: T,
    updatedAt: T
  })
const customerId = accountId.replace("InternalAccount", "Customer") as never
const account = record(
  internalAccounts,
  revised(
    begun({
      accountId,
      customerId,
      type: "EMBEDDED_WALLET",
      currency: { code: "USDC", name: "USD Coin", symbol: "", decimals: 6 },
      createdAt: T,
      updatedAt: T
    }),
    { balance: 5 },
    T
  ),
  7
)
const opened = (by: typeof credentialId) =>
  record(
    Session.sessions,
    Session.open({ sessionId, credential: credential("OAUTH", {}, by).value, publicKey }, defaultPolicy, T)
  )

const counts = { credentialId, accountId, failures: defaultPolicy.otpFailuresToLock - 1, failuresInAll: 4 }
const issue = {
  issueId: "Lookup:1",
  codeDigest: "digest",
  sealedTargetKey: "sealed",
  targetPublicKey: publicKey,
  expiresAt: T + 1000
}
const otp = record(EmailOtp.emailOtps, EmailOtp.emailOtps.decode({ _tag: "Issued", ...counts, issue }))
const mail = record(codeMails, {
  credentialId,
  environment: here,
  issueId: "Lookup:1",
  to: "a@example.com",
  branding: {},
  sealedCode: "sealed",
  expiresAt: T,
  dueAt: T,
  attempts: 0
})

/** The refusal, if there is one. */
const outcome = { onSuccess: () => "none", onFailure: ({ _tag }: { readonly _tag: string }) => _tag }
const tagOf = (failure: object) => ("_tag" in failure ? failure._tag : "Recorded")
const changesOf = (plan: { readonly changes: ReadonlyArray<{ op: string; collection: { name: string } }> }) =>
  plan.changes.map(({ collection, op }) => `${op} ${collection.name}`)

describe("revoking a credential, decided", () => {
  const email = credential("EMAIL_OTP", { email: "a@example.com" })
  const found = {
    credential: email,
    siblings: [email, credential("OAUTH", {}, other)],
    account,
    active: [opened(credentialId), opened(other)],
    kept: { otp, mail },
    config: undefined,
    customer: undefined
  }
  const command = { credentialId }

  it.each([
    ["one that is not there", { ...found, credential: undefined }, "CredentialNotFound"],
    ["the last one (I4)", { ...found, siblings: [email] }, "LastCredential"]
  ])("is refused of %s, by both legs", (_, lacking, refusal) => {
    const given = { ...leg, command, found: lacking }
    expect(Result.match(revoke.begin(given), outcome)).toBe(refusal)
    expect(Result.match(revoke.finish(given), outcome)).toBe(refusal)
  })

  it("asks a session of another credential to sign, and changes nothing yet", () => {
    const begun = Result.getOrThrow(revoke.begin({ ...leg, command, found }))
    expect(begun).toMatchObject({
      _tag: "Begun",
      accountId,
      credentialType: "EMAIL_OTP",
      signer: { _tag: "SessionOfAccount", except: credentialId },
      intent: { credentialId },
      changes: [],
      guards: []
    })
  })

  it("removes it with what it keeps, ends its own session alone, and raises the account's version (I5)", () => {
    const done = Result.getOrThrow(revoke.finish({ ...leg, command, found }))
    expect(changesOf(done)).toEqual([
      "remove credentials",
      "remove email_otps",
      "remove code_mails",
      "replace sessions",
      "replace internal_accounts"
    ])
    expect(done.changes[4]).toMatchObject({ id: accountId, version: 7 })
    const [notice, ...more] = (done.drafts ?? []).map(({ insert }) => insert("Lookup:1", here))
    expect(more).toEqual([])
    expect(notice).toMatchObject({
      op: "insert",
      body: { to: "a@example.com", notice: { kind: "CREDENTIAL_REMOVED" } }
    })
  })

  it("notifies the customer's address where no credential has one", () => {
    const [one, two] = [credential("OAUTH", {}), credential("PASSKEY", {}, other)]
    const customer = { collection: customers, value: { email: "b@example.com" } } as never
    const without = {
      ...found,
      credential: one,
      siblings: [one, two],
      kept: { otp: undefined, mail: undefined },
      customer
    }
    const { drafts = [] } = Result.getOrThrow(revoke.finish({ ...leg, command, found: without }))
    expect(drafts.map(({ insert }) => insert("Lookup:1", here))).toMatchObject([{ body: { to: "b@example.com" } }])
  })
})

describe("an external account, decided", () => {
  const accountInfo = { accountType: "MXN_ACCOUNT", clabeNumber: "012180001234567897" }
  const command = {
    body: { currency: "MXN", accountInfo },
    judged: { kind: kindOf("MXN_ACCOUNT"), currency: "MXN", accountInfo }
  }
  const id = accountId.replace("InternalAccount", "ExternalAccount") as never
  const prepared = (standing: "CONFIRMED" | "UNDECIDED", isUnanswered = false) => ({
    externalAccountId: id,
    heard: { finding: { standing }, isUnanswered },
    particulars: { accountInfo },
    sealed: "sealed"
  })

  it.each([
    ["confirmed", prepared("CONFIRMED"), "ACTIVE", ["insert external_accounts"], 1],
    ["not decided", prepared("UNDECIDED"), "PENDING", ["insert external_accounts"], 0],
    [
      "not answered",
      prepared("UNDECIDED", true),
      "PENDING",
      ["insert external_accounts", "insert verification_orders"],
      0
    ]
  ])("that the verifier has %s is stored in its state", (_, given, status, changes, events) => {
    const decided = Result.getOrThrow(
      create.decide({ ...leg, command: command as never, found: { owner: undefined }, prepared: given as never })
    )
    expect(decided.reply.account.status.toUpperCase()).toBe(status)
    expect(changesOf(decided)).toEqual(changes)
    expect(decided.drafts?.length).toBe(events)
    expect(decided.guards).toEqual([])
  })

  it("of a customer that is not there is refused before the verifier is asked", () => {
    const named = { ...command, body: { ...command.body, customerId } }
    const checked = create.check({ command: named as never, found: { owner: undefined } })
    expect(Result.isFailure(checked) && checked.failure._tag).toBe("CustomerNotFound")
  })
})

describe("money from outside, decided", () => {
  const decide = (amount: number, found: { readonly account?: typeof account } = { account }) =>
    fund.decide({
      ...leg,
      command: { accountId, amount },
      found: { account: found.account },
      prepared: "Transaction:1" as never
    })

  it.each([
    ["nothing", decide(0), "AmountInvalid"],
    ["no account", decide(1, {}), "AccountNotFound"],
    ["more than a number counts", decide(Number.MAX_SAFE_INTEGER), "AmountOutOfRange"]
  ])("is refused of %s", (_, decided, refusal) => {
    expect(Result.isFailure(decided) && decided.failure._tag).toBe(refusal)
  })

  it("raises the balance, announces it, and moves it through the books", () => {
    const { bookings, changes, drafts = [], reply } = Result.getOrThrow(decide(3))
    expect([reply.balance, changes.length, drafts.length]).toEqual([8, 1, 1])
    expect(bookings).toMatchObject([{ moves: ["take", "deliver"], payment: { sent: { amount: 3, currency: "USDC" } } }])
  })
})

describe("a code, judged", () => {
  const email = credential("EMAIL_OTP", { email: "a@example.com" })
  const round = { ...leg, credential: email, kept: { otp, mail }, branding: {}, requestId }
  const wrong = { _tag: "Wrong", refusal: new OtpWrong() } as const

  it("that is wrong carries the count that is committed before it is refused (I15), and the notice of a lock", () => {
    const judged = codeJudged(wrong, round)
    if (!Result.isFailure(judged) || !(judged.failure instanceof Recorded)) throw new Error("it was not recorded")
    const { plan, refusal } = judged.failure
    expect(refusal._tag).toBe("OtpWrong")
    expect(plan.changes).toMatchObject([{ op: "replace", id: credentialId, version: 1, body: { _tag: "Locked" } }])
    expect(plan.drafts?.map(({ insert }) => insert("Lookup:1", here))).toMatchObject([
      { body: { notice: { kind: "CODE_LOCKED" }, to: "a@example.com" } }
    ])
  })

  it("that is right is committed with the login, before the code expires by the clock of the store", () => {
    const answer = { _tag: "Right", publicKey, activity: { type: "ACTIVITY_TYPE_OTP_LOGIN_V2", parameters: {} } }
    const { plan } = Result.getOrThrow(codeJudged(answer as never, round))
    expect(plan).toMatchObject({ changes: [{ body: { _tag: "Proven", requestId } }], guards: [{ at: T + 1000 }] })
  })

  it.each([
    ["at its expiry", { ...round, at: T + 1000 }, "OtpExpired"],
    ["where no code was ever sent", { ...round, kept: { otp: undefined, mail } }, "CredentialNotFound"]
  ])("is refused %s, whatever it is", (_, given, refusal) => {
    const judged = codeJudged(wrong, given)
    expect(Result.isFailure(judged) && tagOf(judged.failure)).toBe(refusal)
  })
})

describe("a passkey's assertion, judged", () => {
  const material = {
    credentialId: "id",
    publicKey: "key",
    counter: 4,
    rpIdHash: "hash",
    origin: "https://app",
    isBackupEligible: false,
    transports: []
  }
  const judged = (counter: number) =>
    assertionJudged({ asserted: { counter, isBackupEligible: false } } as never, {
      credential: credential("PASSKEY", material)
    })

  it.each([3, 4])("is refused where the counter does not grow: %d after 4", (counter) => {
    expect(Result.isFailure(judged(counter))).toBe(true)
  })

  it("stores the counter that was asserted", () => {
    expect(Result.getOrThrow(judged(5))).toMatchObject({ credential: { material: { counter: 5 } } })
  })
})
