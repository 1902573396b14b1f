import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Json, Session } from "../../../src/internal.ts"
import { coverageOf, nameOf, SIGNED_OPERATIONS } from "../../../src/model/AccessOperation.ts"
import { ACCESS_POLICY_LIMIT, type AccessPolicy } from "../../../src/model/AccessPolicy.ts"
import { readAccessPolicy } from "../../../src/things/access/explain.ts"
import { requireEnabled, requirePayment, requireStepUp, stepUpFor } from "../../../src/things/access/rules/evaluate.ts"
import { paidAt, withPayment } from "../../../src/things/access/rules/PaidDay.ts"
import { accountId, sessionOf, T } from "../../given.ts"

const faultIn = (policy: Json) =>
  Result.match(readAccessPolicy(policy), {
    onSuccess: () => [],
    onFailure: (errors) => errors.map(({ field, message }) => `${field}: ${message}`)
  })
const rule = { operations: ["PAY"], credentialTypes: ["PASSKEY"] } as const

describe("an access policy", () => {
  it.each([
    ["empty", {}],
    ["with every section", { sessions: { credentialTypes: ["PASSKEY"] }, operations: [rule], payments: {} }],
    ["with own calls, all and by name", { operations: [{ ...rule, operations: ["HOST", "HOST/transfer ä"] }] }],
    [
      "with an age of one second and of ten years",
      {
        operations: [{ operations: ["PAY"], maxSessionAgeSeconds: 1 }],
        payments: { destinationMinAgeSeconds: 315_360_000 }
      }
    ],
    ["that forbids payments by limits of 0", { payments: { limits: [{ currency: "USDC", perPayment: 0, perDay: 0 }] } }]
  ])("is accepted %s", (_, policy) => {
    expect(faultIn(policy)).toEqual([])
  })

  it.each([
    ["an unknown operation", { operations: [{ ...rule, operations: ["PAYS"] }] }, "operations.0.operations.0"],
    ["an own call without a name", { operations: [{ ...rule, operations: ["HOST/"] }] }, "operations.0.operations.0"],
    ["a malformed type", { sessions: { credentialTypes: ["sms"] } }, "sessions.credentialTypes.0"],
    ["no type", { sessions: { credentialTypes: [] } }, "sessions.credentialTypes"],
    ["an unknown field", { session: {} }, "session"],
    ["an age of 0", { payments: { destinationMinAgeSeconds: 0 } }, "payments.destinationMinAgeSeconds"],
    ["a fraction", { payments: { limits: [{ currency: "USDC", perDay: 0.5 }] } }, "payments.limits.0.perDay"],
    ["a currency twice", { payments: { limits: [{ currency: "USDC" }, { currency: "USDC" }] } }, "accessPolicy"],
    ["a rule that requires nothing", { operations: [{ operations: ["PAY"] }] }, "operations.0"],
    [
      "an amount for another operation than PAY",
      { operations: [{ ...rule, operations: ["PAY", "EXPORT_WALLET"], above: { currency: "USDC", amount: 1 } }] },
      "operations.0"
    ],
    [
      "rules that contradict each other",
      { operations: [rule, { ...rule, credentialTypes: ["OAUTH"] }] },
      "accessPolicy"
    ],
    [
      "a rule that contradicts the types of sessions",
      { sessions: { credentialTypes: ["EMAIL_OTP"] }, operations: [rule] },
      "accessPolicy"
    ],
    [
      "own calls of which one contradicts the rule of all",
      {
        operations: [
          { ...rule, operations: ["HOST"] },
          { operations: ["HOST/a"], credentialTypes: ["OAUTH"] }
        ]
      },
      "accessPolicy"
    ]
  ])("PO6: is refused with %s, and the fault names its place", (_, policy, field) => {
    expect(faultIn(policy)).toEqual([
      expect.stringMatching(new RegExp(`^${field.replaceAll(".", "\\.")}: .+\\. Send .+\\.$`, "u"))
    ])
  })

  it("PO6 I20: has at most 8 KiB of JSON", () => {
    const named = (length: number) => ({
      ...rule,
      operations: ["x".repeat(100), "y".repeat(length)].map((name) => `HOST/${name}`)
    })
    const some = Array.from({ length: 31 }, () => named(95))
    const sizeWith = (length: number) => JSON.stringify({ operations: [...some, named(length)] }).length
    const fitting = ACCESS_POLICY_LIMIT - sizeWith(1) + 1
    expect([fitting > 0, fitting <= 100, sizeWith(fitting)]).toEqual([true, true, ACCESS_POLICY_LIMIT])
    expect(faultIn({ operations: [...some, named(fitting)] })).toEqual([])
    expect(faultIn({ operations: [...some, named(fitting + 1)] })).toEqual([
      expect.stringMatching(/^accessPolicy: The policy is longer than 8 KiB\. Send at most 8 KiB as JSON, /u)
    ])
  })
})

describe("the operations that a rule may name", () => {
  const folder = fileURLToPath(new URL("../../../src/things", import.meta.url))
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"))
  /** A name is a literal, or a constant of the file. */
  const namesIn = (text: string) =>
    [...text.matchAll(/= signedRetry\(\{\s*name: (?:"(\w+)"|NAME)/gu)].map(
      ([, name]) => name ?? /const NAME = "(\w+)"/u.exec(text)?.[1]
    )

  it("PO1: are all signed operations of the sources, except those that the holder of a code signs", () => {
    const names = sources.flatMap((file) => namesIn(readFileSync(`${folder}/${file}`, "utf8")))
    const ofCodes = ["VerifyCredential", "OpenSignIn", "CompleteRecovery"]
    expect(names.filter((name = "") => !ofCodes.includes(name)).toSorted()).toEqual(
      Object.values(SIGNED_OPERATIONS)
        .flat()
        .filter((name) => name !== "ExecuteQuote")
        .toSorted()
    )
  })

  it("are found by the name of their requests, and own calls by theirs", () => {
    const covers = (listed: Parameters<ReturnType<typeof coverageOf>>[0], name: string) => coverageOf(name)(listed)
    expect(covers(["EXPORT_WALLET"], "ExportWallet")).toBe(true)
    expect(covers(["EXPORT_WALLET", "HOST"], "RevokeSession")).toBe(false)
    expect(covers(["REVOKE_SESSION"], "RevokeOtherSessions")).toBe(true)
    expect(covers(["HOST"], "Host/transfer")).toBe(true)
    expect([covers(["HOST/transfer"], "Host/transfer"), covers(["HOST/transfer"], "Host/transfers")]).toEqual([
      true,
      false
    ])
    // An own call cannot pass for an operation of the service, nor the other way round.
    expect([covers(["PAY"], "Host/ExecuteQuote"), covers(["HOST"], "ExecuteQuote")]).toEqual([false, false])
    expect([covers(["HOST"], "VerifyCredential"), covers(["HOST"], "constructor")]).toEqual([false, false])
    expect([nameOf("PAY"), nameOf("HOST/transfer"), nameOf("HOST")]).toEqual(["ExecuteQuote", "Host/transfer", "Host/"])
  })
})

const sent = { amount: 1001, currency: "USDC" }
const pay = { name: "ExecuteQuote", sent }
const exporting = { name: "ExportWallet" }
const above = { currency: "USDC", amount: 1000 }
const policyOf = (...operations: NonNullable<AccessPolicy["operations"]>): AccessPolicy => ({ operations })
const passkeysPay = policyOf({ ...rule, above })
const fresh = policyOf({ operations: ["EXPORT_WALLET"], maxSessionAgeSeconds: 300 })

/** A session by OAUTH whose login was at `T`. */
const session = sessionOf()
const signedBy = (
  policy: AccessPolicy | undefined,
  call: typeof pay | typeof exporting,
  at = T,
  sessions: ReadonlyArray<{ readonly value: Pick<Session.Session, "credentialType" | "familySince"> }> = [session]
) =>
  Result.match(requireStepUp(policy, call, sessions, at), {
    onSuccess: (able) => able.length,
    onFailure: ({ rule: refusing }) => refusing
  })

describe("which session may sign", () => {
  it("PO1: is any session without a policy, and for an operation that no rule names", () => {
    expect([
      signedBy(undefined, pay),
      signedBy({}, pay),
      signedBy(fresh, pay),
      signedBy(passkeysPay, exporting)
    ]).toEqual([1, 1, 1, 1])
    expect([stepUpFor(undefined, pay), stepUpFor({}, pay), stepUpFor(fresh, pay)]).toEqual([
      undefined,
      undefined,
      undefined
    ])
  })

  it("is any session for a cancellation and the end of sessions, also under a rule of before (GA9)", () => {
    const never = policyOf({ operations: ["CANCEL_RECOVERY", "REVOKE_SESSION"], credentialTypes: ["OAUTH"] })
    for (const name of ["CancelRecovery", "RevokeSession", "RevokeOtherSessions"]) {
      expect([name, stepUpFor(never, { name })]).toEqual([name, undefined])
    }
  })

  it("PO1: is one of a listed kind of credential", () => {
    const of = (...credentialTypes: ReadonlyArray<"EMAIL_OTP" | "OAUTH" | "PASSKEY">) =>
      signedBy(policyOf({ operations: ["EXPORT_WALLET"], credentialTypes }), exporting)
    expect([of("OAUTH"), of("PASSKEY", "OAUTH"), of("PASSKEY"), of("PASSKEY", "EMAIL_OTP")]).toEqual([
      1,
      1,
      "OPERATION_CREDENTIAL_TYPE",
      "OPERATION_CREDENTIAL_TYPE"
    ])
  })

  it("PO3 I10: is one whose login is younger than the maximum, to the millisecond, however new the session", () => {
    expect([signedBy(fresh, exporting, T + 299_999), signedBy(fresh, exporting, T + 300_000)]).toEqual([
      1,
      "OPERATION_SESSION_AGE"
    ])
    const refreshed = { ...session, value: { ...session.value, createdAt: T + 299_999 } }
    expect(signedBy(fresh, exporting, T + 300_000, [refreshed])).toBe("OPERATION_SESSION_AGE")
  })

  it("PO2: of a payment above an amount is decided by the debit in its own currency, exclusively", () => {
    const of = (amount: number, currency = "USDC") =>
      signedBy(passkeysPay, { name: "ExecuteQuote", sent: { amount, currency } })
    expect([of(1000), of(1001), of(Number.MAX_SAFE_INTEGER), of(5000, "USDX")]).toEqual([
      1,
      "PAYMENT_CREDENTIAL_TYPE",
      "PAYMENT_CREDENTIAL_TYPE",
      1
    ])
    const aged = policyOf({ operations: ["PAY"], maxSessionAgeSeconds: 1, above })
    expect([signedBy(aged, pay, T + 999), signedBy(aged, pay, T + 1000)]).toEqual([1, "PAYMENT_SESSION_AGE"])
  })

  it("PO1: satisfies all rules of the operation together, and the answer names what they require", () => {
    const policy = policyOf(
      { operations: ["PAY"], credentialTypes: ["OAUTH", "PASSKEY"], maxSessionAgeSeconds: 600 },
      { operations: ["PAY"], credentialTypes: ["PASSKEY"], maxSessionAgeSeconds: 60, above },
      { operations: ["EXPORT_WALLET"], maxSessionAgeSeconds: 1 }
    )
    expect(stepUpFor(policy, pay)).toEqual({
      credentialTypes: ["PASSKEY"],
      maxSessionAgeSeconds: 60,
      reason: "OPERATION_CREDENTIAL_TYPE"
    })
    expect(stepUpFor(policy, { name: "ExecuteQuote", sent: { ...sent, amount: 1 } })).toEqual({
      credentialTypes: ["OAUTH", "PASSKEY"],
      maxSessionAgeSeconds: 600,
      reason: "OPERATION_CREDENTIAL_TYPE"
    })
    expect(stepUpFor(policy, exporting)).toEqual({ maxSessionAgeSeconds: 1, reason: "OPERATION_SESSION_AGE" })
    expect(signedBy(policy, pay)).toBe("PAYMENT_CREDENTIAL_TYPE")
    expect(signedBy(policy, pay, T + 600_000)).toBe("OPERATION_SESSION_AGE")
  })

  it("PO2: is no session for a magic stamp, so that it signs only where no rule applies", () => {
    expect([signedBy(passkeysPay, pay, T, []), signedBy(passkeysPay, exporting, T, [])]).toEqual([
      "PAYMENT_CREDENTIAL_TYPE",
      0
    ])
  })

  it("PO1: is, of two sessions with one key, the one that satisfies the rules", () => {
    const passkey = { ...session, value: { ...session.value, credentialType: "PASSKEY" } }
    const able = requireStepUp(passkeysPay, pay, [session, passkey], T)
    expect(Result.getOrThrow(able)).toEqual([passkey])
  })

  it("I21: is, where the signature confirms, one whose own login satisfies the rules, whatever vouched for it", () => {
    const voucher = { until: T + 1, logins: [{ credentialType: "EMAIL_OTP", familySince: T }] }
    const byPasskey = { value: { credentialType: "PASSKEY", familySince: T, voucher } }
    const byToken = { value: { ...session.value, voucher } }
    const of = (by: typeof byPasskey, unconfirmed?: "own") =>
      Result.isSuccess(requireStepUp(passkeysPay, pay, [by], T, unconfirmed))
    expect([of(byPasskey), of(byPasskey, "own"), of(byToken, "own")]).toEqual([false, true, false])
    expect(stepUpFor(passkeysPay, { name: "ExecuteQuote" })).toBeUndefined()
  })

  it("PO1: a further rule never lets a session sign that was refused before", () => {
    const type = fc.constantFrom("EMAIL_OTP" as const, "OAUTH" as const, "PASSKEY" as const)
    const anyRule = fc.record(
      {
        operations: fc.subarray(["PAY" as const, "EXPORT_WALLET" as const], { minLength: 1 }),
        credentialTypes: fc.uniqueArray(type, { minLength: 1 }),
        maxSessionAgeSeconds: fc.integer({ min: 1, max: 10 }),
        above: fc.record({ currency: fc.constantFrom("USDC", "EUR"), amount: fc.integer({ min: 0, max: 2000 }) })
      },
      { requiredKeys: ["operations"] }
    )
    const rules = fc.array(anyRule, { maxLength: 5 })
    fc.assert(
      fc.property(rules, anyRule, type, fc.integer({ min: 0, max: 11_000 }), (some, one, credentialType, age) => {
        const by = [{ value: { credentialType, familySince: T } }]
        const isSigned = (operations: typeof some) => Result.isSuccess(requireStepUp({ operations }, pay, by, T + age))
        expect(isSigned([...some, one]) && !isSigned(some)).toBe(false)
        // The order of the rules does not matter, and what the answer names suffices.
        expect(isSigned([...some, one])).toBe(isSigned([one, ...some]))
        const { credentialTypes, maxSessionAgeSeconds } = { ...stepUpFor({ operations: some }, pay) }
        const suffices =
          (credentialTypes?.includes(credentialType) ?? true) && age < (maxSessionAgeSeconds ?? Infinity) * 1000
        expect(isSigned(some)).toBe(suffices)
      })
    )
  })
})

describe("which credential opens a session", () => {
  it("PO4: is any without a policy, and one of the listed kinds with it", () => {
    const policy: AccessPolicy = { sessions: { credentialTypes: ["PASSKEY"] } }
    expect([undefined, {}, policy].map((each) => Result.isSuccess(requireEnabled(each, "EMAIL_OTP")))).toEqual([
      true,
      true,
      false
    ])
    expect(Result.isSuccess(requireEnabled(policy, "PASSKEY"))).toBe(true)
    expect(Result.getOrThrow(Result.flip(requireEnabled(policy, "OAUTH"))).rule).toBe("SESSION_CREDENTIAL_TYPE")
  })
})

describe("which payment may be signed", () => {
  const paying = (
    payments: AccessPolicy["payments"],
    more: { amount?: number; paidToday?: number; destinationSince?: number | undefined } = {}
  ) => {
    const { amount = 100, paidToday = 0 } = more
    const facts = { sent: { amount, currency: "USDC" }, paidToday, destinationSince: T, ...more }
    return Result.match(requirePayment({ ...(payments && { payments }) }, facts, T + 10_000), {
      onSuccess: () => "paid",
      onFailure: (refusal) => [refusal.rule, ...("limit" in refusal ? [refusal.limit] : [])].join(" ")
    })
  }

  it("PO5: is at most the limit per payment, and with those of the day the limit per day, inclusive", () => {
    const limits = [{ currency: "USDC", perPayment: 100, perDay: 150 }]
    expect([paying({ limits }), paying({ limits }, { amount: 101 })]).toEqual(["paid", "PAYMENT_LIMIT 100"])
    expect([paying({ limits }, { paidToday: 50 }), paying({ limits }, { paidToday: 51 })]).toEqual([
      "paid",
      "PAYMENT_DAY_LIMIT 150"
    ])
    const most = Number.MAX_SAFE_INTEGER
    expect(paying({ limits: [{ currency: "USDC", perDay: most }] }, { amount: most, paidToday: most })).toBe(
      `PAYMENT_DAY_LIMIT ${most}`
    )
    expect(paying({ limits: [{ currency: "EUR", perPayment: 1 }] })).toBe("paid")
    expect([paying(undefined), paying({})]).toEqual(["paid", "paid"])
  })

  it("PO7: is to an account that has existed unchanged for the minimum, to the millisecond", () => {
    const aged = (destinationSince: number | undefined) =>
      paying({ destinationMinAgeSeconds: 10 }, { destinationSince })
    expect([aged(T), aged(T + 1), aged(undefined)]).toEqual(["paid", "DESTINATION_AGE", "DESTINATION_WITHOUT_AGE"])
  })
})

describe("what a wallet paid on a day", () => {
  const DAY = 86_400_000
  const midnight = Math.ceil(T / DAY) * DAY
  const payment = { accountId, amount: 10 }
  const once = withPayment(undefined, payment, midnight - 1)

  it("PO5: is counted until the last millisecond of the day in UTC, and begins again at midnight", () => {
    expect([paidAt(undefined, T), paidAt(once, midnight - 1), paidAt(once, midnight)]).toEqual([0, 10, 0])
    expect(withPayment(once, payment, midnight - 1).amount).toBe(20)
    expect(withPayment(once, payment, midnight)).toMatchObject({ amount: 10, day: midnight / DAY })
    expect(paidAt(withPayment(undefined, payment, midnight), midnight + DAY - 1)).toBe(10)
  })

  it("PO5: is not forgotten by a node whose clock is behind", () => {
    const next = withPayment(once, payment, midnight)
    expect([paidAt(next, midnight - 1), withPayment(next, payment, midnight - 1).amount]).toEqual([10, 20])
  })

  it("PO5: is stored for a day after its own", () => {
    expect(once.expiresAt).toBe(midnight + DAY)
  })
})
