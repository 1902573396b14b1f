import { accountTypes, type JsonObject } from "@countersign/account-types"
import { beneficiary } from "@countersign/harness/accounts/beneficiary"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import type { FieldError, OpenedExternalAccount } from "../src/internal.ts"
import { edit } from "../src/operations/external-accounts/update.ts"
import { payable, sendable } from "../src/rules/external-accounts/ExternalAccount.ts"
import { type Destination, judge, kindOf, normalised, type Rules } from "../src/rules/external-accounts/judge.ts"

const bank = (bankName: string, currency: string) => ({ bankName, displayName: bankName, country: "NG", currency })
const rules: Rules = {
  mode: "production",
  today: "2026-03-01",
  // The second has an accent, composed; the third is of another currency.
  discoveries: [bank("Acme", "NGN"), bank("Banc\u00e9", "NGN"), bank("Other", "PHP")]
}

const usd = (info: JsonObject = {}): Destination => ({
  currency: "USD",
  accountInfo: {
    accountType: "USD_ACCOUNT",
    accountNumber: "1234567890",
    routingNumber: "021000021",
    beneficiary,
    ...info
  }
})
const ngn = (bankName: unknown): Destination => ({
  currency: "NGN",
  accountInfo: { accountType: "NGN_ACCOUNT", accountNumber: "0123456789", beneficiary, bankName: bankName as string }
})

/** What refuses it and where, or nothing. */
const faults = <A>(
  result: Result.Result<A, { readonly _tag: string; readonly errors: ReadonlyArray<FieldError> }>
): ReadonlyArray<string> =>
  Result.match(result, {
    onSuccess: () => [],
    onFailure: ({ _tag, errors }) => [_tag, ...errors.map(({ field }) => field)]
  })

describe("a destination", () => {
  it("that is right is answered with its kind, its currency and what was sent", () => {
    const sent = usd()
    expect(Result.getOrThrow(judge(sent, rules))).toEqual({ ...sent, kind: accountTypes.get("USD_ACCOUNT") })
  })

  it.each<readonly [string, Destination, ReadonlyArray<string>]>([
    ["of nothing", {}, ["ExternalAccountInvalid", "currency", "accountInfo"]],
    ["that is no object", { currency: "USD", accountInfo: ["USD_ACCOUNT"] }, ["ExternalAccountInvalid", "accountInfo"]],
    ["of no type", usd({ accountType: 7 }), ["ExternalAccountInvalid", "accountInfo.accountType"]],
    ["in no currency", { ...usd(), currency: 7 }, ["ExternalAccountInvalid", "currency"]],
    [
      "wrong in two fields",
      usd({ accountNumber: "", routingNumber: "1" }),
      ["ExternalAccountInvalid", "accountInfo.accountNumber", "accountInfo.routingNumber"]
    ],
    [
      "wrong in its check digit alone",
      usd({ routingNumber: "021000022" }),
      ["ExternalAccountMistyped", "accountInfo.routingNumber"]
    ],
    [
      "wrong in its check digit and elsewhere",
      usd({ routingNumber: "021000022", accountNumber: "" }),
      ["ExternalAccountInvalid", "accountInfo.accountNumber", "accountInfo.routingNumber"]
    ]
  ])("%s is refused by the path of each fault", (_, sent, expected) => {
    expect(faults(judge(sent, rules))).toEqual(expected)
  })

  it("is told what is wrong beside it as well, before its own", () => {
    const beside = [{ field: "status", message: "no" }]
    expect(faults(judge(usd(), rules, beside))).toEqual(["ExternalAccountInvalid", "status"])
    expect(faults(judge(usd({ routingNumber: "021000022" }), rules, beside))).toEqual([
      ...["ExternalAccountInvalid", "status", "accountInfo.routingNumber"]
    ])
  })

  it("has a check digit in production alone", () => {
    expect(faults(judge(usd({ routingNumber: "021000022" }), { ...rules, mode: "sandbox" }))).toEqual([])
  })

  it("is judged as of a day", () => {
    const born = usd({ beneficiary: { ...beneficiary, birthDate: "2026-03-02" } })
    expect(faults(judge(born, rules))).toEqual(["ExternalAccountInvalid", "accountInfo.beneficiary.birthDate"])
    expect(faults(judge(born, { ...rules, today: "2046-03-02" }))).toEqual([])
  })

  it("says what each field must be, and how long", () => {
    const refused = judge(usd({ routingNumber: "1" }), rules)
    const errors = Result.match(refused, { onSuccess: () => [], onFailure: ({ errors }) => errors })
    expect(errors[0]).toMatchObject({ message: "It must be 9 digits", constraint: { minLength: 9, maxLength: 9 } })
    const unknown = judge(ngn("Nobody"), rules)
    expect(Result.match(unknown, { onSuccess: () => [], onFailure: ({ errors }) => errors })).toEqual([
      {
        field: "accountInfo.bankName",
        message: "It must be a bankName of GET /discoveries?currency=NGN, to the letter"
      }
    ])
  })
})

describe("X3: a bank of a list", () => {
  const unlisted = ["ExternalAccountInvalid", "accountInfo.bankName"]
  it.each<readonly [unknown, ReadonlyArray<string>]>([
    ["Acme", []],
    ["Banc\u00e9", []],
    ["Bance\u0301", []],
    ["acme", unlisted],
    ["Acme ", unlisted],
    ["Bance", unlisted],
    ["Other", unlisted],
    ["", unlisted],
    [7, unlisted],
    [undefined, unlisted]
  ])("%j is told once, if at all: %j", (name, expected) => {
    expect(faults(judge(ngn(name), rules))).toEqual(expected)
  })

  it("is told together with what else is wrong, and asked of no type that nobody knows", () => {
    const { accountInfo, currency = "" } = ngn("Nobody")
    const both = { currency, accountInfo: { ...(accountInfo as JsonObject), accountNumber: "" } }
    expect(faults(judge(both, rules))).toEqual([
      ...["ExternalAccountInvalid", "accountInfo.accountNumber", "accountInfo.bankName"]
    ])
    const unknown = usd({ accountType: "MOON_ACCOUNT", bankName: "Nobody" })
    expect(faults(judge(unknown, rules))).toEqual(["ExternalAccountInvalid", "accountInfo.accountType"])
  })

  it("is compared in NFC however the list spells it", () => {
    const decomposed = { ...rules, discoveries: [bank("Bance\u0301", "NGN")] }
    expect(faults(judge(ngn("Banc\u00e9"), decomposed))).toEqual([])
  })

  it("is asked of types that have one: a name of a bank elsewhere is free", () => {
    expect(faults(judge(usd({ bankName: "Nobody" }), rules))).toEqual([])
  })
})

describe("the one spelling of an account", () => {
  it("has the type's own name and the newer names of fields", () => {
    const { accountInfo, kind } = Result.getOrThrow(
      judge(usd({ accountType: "US_ACCOUNT", accountCategory: "SAVINGS" }), rules)
    )
    expect(normalised({ accountInfo, kind })).toMatchObject({ accountType: "USD_ACCOUNT", bankAccountType: "SAVINGS" })
  })

  it("has a flat beneficiary, in whatever shape it was sent, and none where none was", () => {
    const kind = kindOf("USD_ACCOUNT")
    const business = { beneficiaryType: "BUSINESS", businessInfo: { legalName: "Acme Ltd" } }
    const shapes = [business, { beneficiaryType: "BUSINESS", legalName: "Acme Ltd" }].map((beneficiary) =>
      normalised({ kind, accountInfo: { accountType: "USD_ACCOUNT", beneficiary } })
    )
    expect(shapes[0]).toEqual(shapes[1])
    expect(normalised({ kind, accountInfo: { accountType: "USD_ACCOUNT" } })).not.toHaveProperty("beneficiary")
  })

  it("is of a type that there is", () => {
    expect(() => kindOf("MOON_ACCOUNT")).toThrow("a type that is no more")
  })
})

describe("an edit of an account", () => {
  const { accountInfo } = usd()
  const opened = {
    account: { accountType: "USD_ACCOUNT", currency: "USD" },
    particulars: { accountInfo }
  } as OpenedExternalAccount
  const edited = (body: JsonObject) => edit(opened, body, rules)
  const changed = (body: JsonObject) => Result.getOrThrow(edited(body)).isChanged

  it("that says nothing of the account changes nothing of it, and has it judged by no rule that grew", () => {
    const old = { ...opened, particulars: { accountInfo: { accountType: "USD_ACCOUNT" } } }
    expect(Result.getOrThrow(edit(old, { platformAccountId: "x" }, rules))).toEqual({
      patch: { platformAccountId: "x" },
      kind: kindOf("USD_ACCOUNT"),
      accountInfo: { accountType: "USD_ACCOUNT" },
      isChanged: false
    })
    expect(faults(edit(old, { status: "GONE" }, rules))).toEqual(["ExternalAccountInvalid", "status"])
    expect(faults(edit(old, { accountInfo: {} }, rules))[0]).toBe("ExternalAccountInvalid")
  })

  it("is merged into what is stored, and answers what came of it", () => {
    const {
      accountInfo: merged,
      isChanged,
      kind,
      patch
    } = Result.getOrThrow(edited({ status: "ACTIVE", accountInfo: { accountNumber: "9876543210" } }))
    expect(merged).toEqual({ ...(accountInfo as JsonObject), accountNumber: "9876543210" })
    expect([isChanged, kind, patch.status]).toEqual([true, kindOf("USD_ACCOUNT"), "ACTIVE"])
  })

  it("is a change where it means something else, and none where it is spelled otherwise", () => {
    expect(changed({ accountInfo: {} })).toBe(false)
    expect(changed({ accountInfo: { accountNumber: "1234567890" } })).toBe(false)
    expect(changed({ accountInfo: { accountType: "US_ACCOUNT" } })).toBe(false)
    expect(changed({ accountInfo: { accountType: "USD_ACCOUNT" } })).toBe(false)
    expect(changed({ accountInfo: { beneficiary: { fullName: "Grace Hopper" } } })).toBe(true)
  })

  it("keeps its type, and is judged by it in all that is sent beside another", () => {
    expect(faults(edited({ accountInfo: { accountType: "NGN_ACCOUNT" } }))).toEqual([
      ...["ExternalAccountInvalid", "accountInfo.accountType"]
    ])
    expect(faults(edited({ accountInfo: { accountType: "NGN_ACCOUNT", routingNumber: "1" } }))).toEqual([
      ...["ExternalAccountInvalid", "accountInfo.accountType", "accountInfo.routingNumber"]
    ])
    for (const accountType of ["MOON_ACCOUNT", 7]) {
      expect(faults(edited({ accountInfo: { accountType } }))).toEqual([
        ...["ExternalAccountInvalid", "accountInfo.accountType"]
      ])
    }
    const refused = edited({ accountInfo: { accountType: "NGN_ACCOUNT" } })
    expect(Result.isFailure(refused) && refused.failure.errors[0]?.message).toBe(
      "It must be USD_ACCOUNT: create another account for another type"
    )
  })

  it("is told everything that is wrong with it at once", () => {
    expect(faults(edited({ status: "GONE", accountInfo: { routingNumber: "1" } }))).toEqual([
      ...["ExternalAccountInvalid", "status", "accountInfo.routingNumber"]
    ])
    expect(faults(edited({ status: "GONE", accountInfo: {} }))).toEqual(["ExternalAccountInvalid", "status"])
    for (const info of ["x", 7, null, []]) {
      expect(faults(edited({ accountInfo: info }))).toEqual(["ExternalAccountInvalid", "accountInfo"])
    }
    expect(faults(edited({ accountInfo: { routingNumber: "021000022" } }))).toEqual([
      ...["ExternalAccountMistyped", "accountInfo.routingNumber"]
    ])
  })
})

describe("who may be paid, and by whom", () => {
  it.each([
    ["Active", true],
    ["Pending", false],
    ["UnderReview", false],
    ["Inactive", false]
  ] as const)("an account that is %s: %s", (status, isPayable) => {
    const account = { status } as Parameters<typeof payable>[0]
    expect(Result.isSuccess(payable(account))).toBe(isPayable)
  })

  const business = (registrationNumber?: string) =>
    ({ customerType: "BUSINESS", businessInfo: { registrationNumber } }) as const
  it.each([
    ["a person", "INR", { customerType: "INDIVIDUAL" }, true],
    ["a business with a number of its own", "INR", business("RC-1"), true],
    ["a business without one", "INR", business(), false],
    ["a business without one, where none is asked for", "USD", business(), true]
  ] as const)("%s sends to %s where it may", (_, destination, sender, may) => {
    expect(Result.isSuccess(sendable(sender, destination))).toBe(may)
  })
})
