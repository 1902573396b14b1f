import type { Sabotage } from "../problems.ts"

/** External accounts, money and idempotency keys. */
export const externalAccountsEdits: ReadonlyArray<Sabotage> = [
  {
    row: "X1",
    removes: "a currency of another account type is accepted",
    file: "packages/account-types/src/check.ts",
    find: "  if (kind === undefined || kind.currencies.includes(currency)) return []",
    replace: '  if (kind === undefined || currency !== "") return []',
    tests: ["packages/countersign/test/external-accounts/rules.test.ts", "packages/account-types/test/pairs.test.ts"]
  },
  {
    row: "X2",
    removes: "the check digit of a routing number is not checked",
    file: "packages/account-types/src/kinds/USD_ACCOUNT.ts",
    find: "  abaDigit(routing.slice(0, 8)) === routing.slice(8) && !/^0+$/u.test(routing)",
    replace: "  !/^0+$/u.test(routing)",
    tests: [
      "packages/account-types/test/properties.test.ts",
      "packages/countersign/test/external-accounts/rules.test.ts"
    ]
  },
  {
    row: "X3",
    removes: "the name of a bank is compared without case",
    file: "packages/core/src/rules/external-accounts/verifyFields.ts",
    find: '    ({ bankName, currency }) => kind.currencies.includes(currency) && bankName.normalize("NFC") === name',
    replace:
      "    ({ bankName, currency }) => kind.currencies.includes(currency) && bankName.toLowerCase() === name.toLowerCase()",
    tests: ["packages/core/test/accountRules.test.ts"]
  },
  {
    row: "X4",
    removes: "spaces in a phone number are accepted",
    file: "packages/account-types/src/formats/formats.ts",
    find: "  pattern: `\\\\+${callingCode}[0-9]{${low === high ? low : `${low},${high}`}}`,",
    replace: "  pattern: `\\\\+${callingCode}[0-9 ]{${low === high ? low : `${low},${high}`}}`,",
    tests: ["packages/account-types/test/phones.test.ts"]
  },
  {
    row: "X5",
    removes: "a birth date in the future is accepted",
    file: "packages/account-types/src/beneficiary/checkBeneficiary.ts",
    find: '  const isLater = typeof birthDate === "string" && today !== undefined && birthDate > today',
    replace: '  const isLater = birthDate === ""',
    tests: ["packages/account-types/test/beneficiaries.test.ts"]
  },
  {
    row: "X6",
    removes: "numbers are not masked",
    file: "packages/account-types/src/canonical.ts",
    find: '  return characters.length < 8 ? "****" : `****${characters.slice(-4).join("")}`',
    replace: '  return characters.join("")',
    tests: ["packages/countersign/test/webhooks/secrets.test.ts"]
  },
  {
    row: "X7",
    removes: "an account is paid whatever its status",
    file: "packages/core/src/rules/external-accounts/ExternalAccount.ts",
    find: '  account.status === "Active" ? Result.succeed(account) : Result.fail(new ExternalAccountNotActive())',
    replace: "  account.status !== undefined ? Result.succeed(account) : Result.fail(new ExternalAccountNotActive())",
    tests: ["packages/countersign/test/payments.test.ts"]
  },
  {
    row: "X8",
    removes: "the body under a key is not compared",
    file: "packages/core/src/operations/answerIdempotently.ts",
    find: "    if (!digests.includes(bodyDigest)) return yield* Result.fail(new IdempotencyKeyReused())",
    replace: "",
    tests: ["packages/countersign/test/idempotency.test.ts"]
  },
  {
    row: "X9",
    removes: "an Idempotency-Key is not read",
    file: "packages/http/src/server/run.ts",
    find: '    const key = isRepeatable ? headers["idempotency-key"] : undefined',
    replace: '    const key = isRepeatable ? headers["no-key"] : undefined',
    tests: ["packages/countersign/test/payments.test.ts"]
  },
  {
    row: "X10",
    removes: "an amount may have a fraction",
    file: "packages/core/src/model/currencies.ts",
    find: "export const Amount = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })).annotate({",
    replace:
      "export const Amount = Schema.Number.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })).annotate({",
    tests: ["packages/countersign/test/payments.test.ts"]
  },
  {
    row: "X11",
    removes: "the signed payload does not contain the received amount",
    file: "packages/core/src/operations/payments/quotePayload.ts",
    find: "  const { createdAt, destination, exchangeRate, expiresAt, fees, quoteId, received, sent, source } = quote",
    replace:
      "  const { createdAt, destination, exchangeRate, expiresAt, fees, quoteId, sent, source } = quote\n  const received = { ...quote.received, amount: 0 }",
    tests: ["packages/countersign/test/dynamicLinking.test.ts"]
  },
  {
    row: "X12",
    removes: "the body of an export is not bound to its request",
    file: "packages/core/src/operations/internal-accounts/export.ts",
    find: "    body: { clientPublicKey }",
    replace: "    body: {}",
    tests: ["packages/countersign/test/payments.test.ts"]
  },
  {
    row: "X12",
    removes: "the signed payload of an export does not contain the target key",
    file: "packages/core/src/operations/internal-accounts/export.ts",
    find: "parameters: { targetPublicKey: clientPublicKey, walletId: accountId }",
    replace: 'parameters: { targetPublicKey: "", walletId: accountId }',
    tests: ["packages/countersign/test/payments.test.ts"]
  }
]
