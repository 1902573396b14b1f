import { accountTypes, type JsonObject } from "@countersign/account-types"
import { beneficiary } from "@countersign/harness/accounts/beneficiary"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import type { FieldError, OpenedExternalAccount } from "../../../src/internal.ts"
import { payable, sendable } from "../../../src/things/external-accounts/rules/ExternalAccount.ts"
import {
  type Destination,
  kindOf,
  normalised,
  type Rules,
  verifyFields
} from "../../../src/things/external-accounts/rules/verifyFields.ts"
import { edit } from "../../../src/things/external-accounts/update.ts"

const bank = (bankName: string, currency: string) => ({ bankName, displayName: bankName, country: "NG", currency })
const rules: Rules = {
  mode: "production",
  today: "2026-03-01",
  // The second name has a composed accent; the third is of another currency.
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

/** Returns the tag of the refusal and its fields, or an empty list. */
const faults = <A>(
  result: Result.Result<A, { readonly _tag: string; readonly errors: ReadonlyArray<FieldError> }>
): ReadonlyArray<string> =>
  Result.match(result, {
    onSuccess: () => [],
    onFailure: ({ _tag, errors }) => [_tag, ...errors.map(({ field }) => field)]
  })

describe("validation of a destination", () => {
  it("returns the kind, the currency and the input of a valid destination", () => {
    const sent = usd()
    expect(Result.getOrThrow(verifyFields(sent, rules))).toEqual({ ...sent, kind: accountTypes.get("USD_ACCOUNT") })
  })

  it.each<readonly [string, Destination, ReadonlyArray<string>]>([
    ["without fields", {}, ["ExternalAccountInvalid", "currency", "accountInfo"]],
    [
      "with accountInfo that is not an object",
      { currency: "USD", accountInfo: ["USD_ACCOUNT"] },
      ["ExternalAccountInvalid", "accountInfo"]
    ],
    ["without a type", usd({ accountType: 7 }), ["ExternalAccountInvalid", "accountInfo.accountType"]],
    ["without a currency", { ...usd(), currency: 7 }, ["ExternalAccountInvalid", "currency"]],
    [
      "with two invalid fields",
      usd({ accountNumber: "", routingNumber: "1" }),
      ["ExternalAccountInvalid", "accountInfo.accountNumber", "accountInfo.routingNumber"]
    ],
    [
      "with only an invalid check digit",
      usd({ routingNumber: "021000022" }),
      ["ExternalAccountMistyped", "accountInfo.routingNumber"]
    ],
    [
      "with an invalid check digit and another fault",
      usd({ routingNumber: "021000022", accountNumber: "" }),
      ["ExternalAccountInvalid", "accountInfo.accountNumber", "accountInfo.routingNumber"]
    ]
  ])("%s: reports the path of each fault", (_, sent, expected) => {
    expect(faults(verifyFields(sent, rules))).toEqual(expected)
  })

  it("reports faults of other fields first", () => {
    const beside = [{ field: "status", message: "no" }]
    expect(faults(verifyFields(usd(), rules, beside))).toEqual(["ExternalAccountInvalid", "status"])
    expect(faults(verifyFields(usd({ routingNumber: "021000022" }), rules, beside))).toEqual([
      ...["ExternalAccountInvalid", "status", "accountInfo.routingNumber"]
    ])
  })

  it("verifies check digits only in production", () => {
    expect(faults(verifyFields(usd({ routingNumber: "021000022" }), { ...rules, mode: "sandbox" }))).toEqual([])
  })

  it("is relative to the current date", () => {
    const born = usd({ beneficiary: { ...beneficiary, birthDate: "2026-03-02" } })
    expect(faults(verifyFields(born, rules))).toEqual(["ExternalAccountInvalid", "accountInfo.beneficiary.birthDate"])
    expect(faults(verifyFields(born, { ...rules, today: "2046-03-02" }))).toEqual([])
  })

  it("reports the expected form and length of each field", () => {
    const refused = verifyFields(usd({ routingNumber: "1" }), rules)
    const errors = Result.match(refused, { onSuccess: () => [], onFailure: ({ errors }) => errors })
    expect(errors[0]).toMatchObject({ message: "It must be 9 digits", constraint: { minLength: 9, maxLength: 9 } })
    const unknown = verifyFields(ngn("Nobody"), rules)
    expect(Result.match(unknown, { onSuccess: () => [], onFailure: ({ errors }) => errors })).toEqual([
      {
        field: "accountInfo.bankName",
        message: "It must be a bankName of GET /discoveries?currency=NGN, to the letter"
      }
    ])
  })
})

describe("X3: a listed bank name", () => {
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
  ])("reports at most one fault for %j: %j", (name, expected) => {
    expect(faults(verifyFields(ngn(name), rules))).toEqual(expected)
  })

  it("is reported together with other faults, but not for an unknown account type", () => {
    const { accountInfo, currency = "" } = ngn("Nobody")
    const both = { currency, accountInfo: { ...(accountInfo as JsonObject), accountNumber: "" } }
    expect(faults(verifyFields(both, rules))).toEqual([
      ...["ExternalAccountInvalid", "accountInfo.accountNumber", "accountInfo.bankName"]
    ])
    const unknown = usd({ accountType: "MOON_ACCOUNT", bankName: "Nobody" })
    expect(faults(verifyFields(unknown, rules))).toEqual(["ExternalAccountInvalid", "accountInfo.accountType"])
  })

  it("is compared in NFC, whatever the normal form of the list", () => {
    const decomposed = { ...rules, discoveries: [bank("Bance\u0301", "NGN")] }
    expect(faults(verifyFields(ngn("Banc\u00e9"), decomposed))).toEqual([])
  })

  it("is not checked for account types without a bank list", () => {
    expect(faults(verifyFields(usd({ bankName: "Nobody" }), rules))).toEqual([])
  })
})

describe("the canonical form of an account", () => {
  it("uses the canonical type name and the current field names", () => {
    const { accountInfo, kind } = Result.getOrThrow(
      verifyFields(usd({ accountType: "US_ACCOUNT", accountCategory: "SAVINGS" }), rules)
    )
    expect(normalised({ accountInfo, kind })).toMatchObject({ accountType: "USD_ACCOUNT", bankAccountType: "SAVINGS" })
  })

  it("flattens the beneficiary, and omits an absent one", () => {
    const kind = kindOf("USD_ACCOUNT")
    const business = { beneficiaryType: "BUSINESS", businessInfo: { legalName: "Acme Ltd" } }
    const shapes = [business, { beneficiaryType: "BUSINESS", legalName: "Acme Ltd" }].map((beneficiary) =>
      normalised({ kind, accountInfo: { accountType: "USD_ACCOUNT", beneficiary } })
    )
    expect(shapes[0]).toEqual(shapes[1])
    expect(normalised({ kind, accountInfo: { accountType: "USD_ACCOUNT" } })).not.toHaveProperty("beneficiary")
  })

  it("throws for an unknown account type", () => {
    expect(() => kindOf("MOON_ACCOUNT")).toThrow("unknown type of a stored account")
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

  it("without accountInfo changes nothing, and does not apply newer rules to the stored account", () => {
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

  it("is merged into the stored account, and returns the result", () => {
    const {
      accountInfo: merged,
      isChanged,
      kind,
      patch
    } = Result.getOrThrow(edited({ status: "ACTIVE", accountInfo: { accountNumber: "9876543210" } }))
    expect(merged).toEqual({ ...(accountInfo as JsonObject), accountNumber: "9876543210" })
    expect([isChanged, kind, patch.status]).toEqual([true, kindOf("USD_ACCOUNT"), "ACTIVE"])
  })

  it("counts as a change only if the meaning differs, not the spelling", () => {
    expect(changed({ accountInfo: {} })).toBe(false)
    expect(changed({ accountInfo: { accountNumber: "1234567890" } })).toBe(false)
    expect(changed({ accountInfo: { accountType: "US_ACCOUNT" } })).toBe(false)
    expect(changed({ accountInfo: { accountType: "USD_ACCOUNT" } })).toBe(false)
    expect(changed({ accountInfo: { beneficiary: { fullName: "Grace Hopper" } } })).toBe(true)
  })

  it("cannot change the type, and validates its other fields against the stored type", () => {
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

  it("reports all faults at once", () => {
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

describe("permission to receive and to send", () => {
  it.each([
    ["Active", true],
    ["Pending", false],
    ["UnderReview", false],
    ["Inactive", false]
  ] as const)("may a %s account receive money: %s", (status, isPayable) => {
    const account = { status } as Parameters<typeof payable>[0]
    expect(Result.isSuccess(payable(account))).toBe(isPayable)
  })

  const business = (registrationNumber?: string) =>
    ({ customerType: "BUSINESS", businessInfo: { registrationNumber } }) as const
  it.each([
    ["an individual", "INR", { customerType: "INDIVIDUAL" }, true],
    ["a business with a registration number", "INR", business("RC-1"), true],
    ["a business without a registration number", "INR", business(), false],
    ["a business without a registration number, where none is required", "USD", business(), true]
  ] as const)("checks whether %s may send to %s", (_, destination, sender, may) => {
    expect(Result.isSuccess(sendable(sender, destination))).toBe(may)
  })
})
