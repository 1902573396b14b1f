import type { Table } from "../Threat.ts"

export const accounts: Table = {
  title: "External accounts, money and idempotency keys",
  rows: [
    {
      row: "X1",
      attack: "A currency or fields of another type, one fact in two spellings",
      defence: "400 at the field",
      where: ["packages/account-types/src/check.ts", "packages/core/src/rules/external-accounts/verifyFields.ts"],
      notClaimed: "that the account exists"
    },
    {
      row: "X2",
      attack: "A mistyped number",
      defence: "in production its check digit refuses it; the sandbox checks the shape only",
      where: ["packages/account-types/src/formats", "packages/core/src/rules/external-accounts/verifyFields.ts"],
      notClaimed: "a number whose digits are right and whose owner is another"
    },
    {
      row: "X3",
      attack: "A bank's name that only looks like one on the list",
      defence: "400, unless it is the name to the byte, both in NFC",
      where: [
        "packages/core/src/rules/external-accounts/verifyFields.ts",
        "packages/account-types/src/bankOrMobile.ts"
      ],
      notClaimed: "the list itself, which the host brings"
    },
    {
      row: "X4",
      attack: "Phone numbers in other spellings",
      defence: "one form a country",
      where: ["packages/account-types/src/formats", "packages/account-types/src/bankOrMobile.ts"],
      notClaimed: "that the phone is in use"
    },
    {
      row: "X5",
      attack: "Days that do not exist, or are still to come; unknown countries",
      defence: "400 at the field",
      where: ["packages/account-types/src/beneficiary", "packages/core/src/model/Environment.ts"],
      notClaimed: "that the person exists"
    },
    {
      row: "X6",
      attack: "Account numbers, tax ids, documents where others read",
      defence: "nowhere but in answers to the platform; sealed in the store and the outbox",
      where: [
        "packages/account-types/src/canonical.ts",
        "packages/http/src/resources/webhooks/masked.ts",
        "packages/core/src/ports/Vault.ts"
      ],
      notClaimed: "answers to the platform, which carry them"
    },
    {
      row: "X7",
      attack: "Paying an account that is not active, or another customer's",
      defence: "400 or 404, for every status",
      where: [
        "packages/core/src/operations/external-accounts/requireDestination.ts",
        "packages/core/src/operations/internal-accounts/wallets.ts"
      ],
      notClaimed: "a status that changes after the payment"
    },
    {
      row: "X8",
      attack: "An Idempotency-Key again: with another body, at once, of another token",
      defence: "once done, the same answer for the same body, 409 for another",
      where: [
        "packages/core/src/operations/answerIdempotently.ts",
        "packages/core/src/rules/idempotency/StoredAnswer.ts"
      ],
      notClaimed: "keys after a day"
    },
    {
      row: "X9",
      attack: "A lost reply, and the call made again under its key",
      defence: "the key is looked up first: it answers as it did, although request id or quote is consumed",
      where: ["packages/http/src/server/idempotency.ts", "packages/core/src/operations/answerIdempotently.ts"],
      notClaimed: "calls without a key"
    },
    {
      row: "X10",
      attack: "An amount that is no whole number of smallest units",
      defence: "400 at the field",
      where: ["packages/core/src/model/currencies.ts", "packages/http/src/resources/payments/money.ts"],
      notClaimed: "the worth of an amount"
    },
    {
      row: "X11",
      attack: "A quote that became another one before it is paid",
      defence: "its terms are part of the signed payload: 401",
      where: [
        "packages/core/src/operations/payments/walletSigners.ts",
        "packages/core/src/rules/payments/SignedTerms.ts"
      ],
      notClaimed: "the rate, which the rails give; the ends themselves, which are row FA1"
    },
    {
      row: "X12",
      attack: "A wallet exported without its owner, to another key, or twice",
      defence: "a signed retry, once, to the requested key",
      where: ["packages/core/src/operations/internal-accounts/export.ts", "packages/wire/src/walletExport.ts"],
      notClaimed: "what the user does with the words"
    }
  ]
}
