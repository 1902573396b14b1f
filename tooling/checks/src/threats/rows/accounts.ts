import type { Table } from "../Threat.ts"

export const accounts: Table = {
  title: "External accounts, money and idempotency keys",
  rows: [
    {
      row: "X1",
      attack: "A currency or fields of another account type, or one value given in two fields",
      defence: "the server returns 400 for the field",
      where: ["packages/account-types/src/check.ts", "packages/core/src/rules/external-accounts/verifyFields.ts"],
      notClaimed: "that the account exists"
    },
    {
      row: "X2",
      attack: "A mistyped account number",
      defence: "production verifies the check digit; the sandbox checks only the format",
      where: ["packages/account-types/src/formats", "packages/core/src/rules/external-accounts/verifyFields.ts"],
      notClaimed: "a valid number that belongs to another person"
    },
    {
      row: "X3",
      attack: "A bank name that resembles a listed one",
      defence: "the server returns 400 unless the name equals a listed name byte for byte, both in NFC",
      where: [
        "packages/core/src/rules/external-accounts/verifyFields.ts",
        "packages/account-types/src/bankOrMobile.ts"
      ],
      notClaimed: "the list itself, which the host provides"
    },
    {
      row: "X4",
      attack: "A phone number in another spelling",
      defence: "each country has one accepted format",
      where: ["packages/account-types/src/formats", "packages/account-types/src/bankOrMobile.ts"],
      notClaimed: "that the phone is in use"
    },
    {
      row: "X5",
      attack: "A date that does not exist or lies in the future, or an unknown country",
      defence: "the server returns 400 for the field",
      where: ["packages/account-types/src/beneficiary", "packages/core/src/model/Environment.ts"],
      notClaimed: "that the person exists"
    },
    {
      row: "X6",
      attack: "Account numbers, tax ids or documents in a place where other parties read them",
      defence: "only replies to the platform contain them; the store and the outbox contain them encrypted",
      where: [
        "packages/account-types/src/canonical.ts",
        "packages/http/src/resources/webhooks/masked.ts",
        "packages/core/src/ports/Vault.ts"
      ],
      notClaimed: "replies to the platform, which contain them"
    },
    {
      row: "X7",
      attack: "A payment to an account that is not active or belongs to another customer",
      defence: "the server returns 400 or 404 for every such status",
      where: [
        "packages/core/src/operations/external-accounts/requireDestination.ts",
        "packages/core/src/operations/internal-accounts/wallets.ts"
      ],
      notClaimed: "a status that changes after the payment"
    },
    {
      row: "X8",
      attack: "An Idempotency-Key is reused: with another body, concurrently, or with another token",
      defence: "the call executes once; the same body receives the stored reply, and another body a 409",
      where: [
        "packages/core/src/operations/answerIdempotently.ts",
        "packages/core/src/rules/idempotency/StoredAnswer.ts"
      ],
      notClaimed: "keys after 24 hours"
    },
    {
      row: "X9",
      attack: "A reply is lost and the client repeats the call under the same key",
      defence:
        "the server looks the key up first and returns the stored reply, although the request id or quote is consumed",
      where: ["packages/http/src/server/idempotency.ts", "packages/core/src/operations/answerIdempotently.ts"],
      notClaimed: "calls without a key"
    },
    {
      row: "X10",
      attack: "An amount that is not a whole number of smallest units",
      defence: "the server returns 400 for the field",
      where: ["packages/core/src/model/currencies.ts", "packages/http/src/resources/payments/money.ts"],
      notClaimed: "the value of an amount"
    },
    {
      row: "X11",
      attack: "A quote that changes before it is executed",
      defence: "the signed payload contains its terms: another quote is a 401",
      where: [
        "packages/core/src/operations/payments/walletSigners.ts",
        "packages/core/src/rules/payments/SignedTerms.ts"
      ],
      notClaimed: "the rate, which the payment rails provide; changes of source or destination, which row FA1 covers"
    },
    {
      row: "X12",
      attack: "A wallet export without the owner's signature, to another key, or twice",
      defence: "a signed retry exports once, to the key of the request",
      where: ["packages/core/src/operations/internal-accounts/export.ts", "packages/wire/src/walletExport.ts"],
      notClaimed: "how the user handles the recovery phrase"
    }
  ]
}
