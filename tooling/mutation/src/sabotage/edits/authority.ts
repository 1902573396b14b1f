import type { Sabotage } from "../problems.ts"

/** Removes limits on the power of an API token alone, and defences of account recovery. */
export const authorityEdits: ReadonlyArray<Sabotage> = [
  {
    row: "FA3",
    removes: "the signature for the deletion of a customer whose wallet has a credential",
    file: "packages/core/src/operations/customers/delete.ts",
    find: "found.ways.at(-1)?.credential",
    replace: "found.ways.slice(0, 0).at(-1)?.credential",
    tests: [
      "packages/countersign/test/authority/owner.test.ts",
      "packages/countersign/test/authority/tokenAlone.test.ts"
    ]
  },
  {
    row: "FA3",
    removes: "the receipt of an erasure",
    file: "packages/core/src/operations/customers/delete.ts",
    find: '{ ...closed(leg, "PLATFORM"), receipts }',
    replace: '{ ...closed(leg, "PLATFORM"), receipts: receipts.slice(0, 0) }',
    tests: ["packages/countersign/test/authority/owner.test.ts"]
  },
  {
    row: "FA3",
    removes: "the rule that a session of any wallet of the customer may sign",
    file: "packages/core/src/operations/signed-requests/signedRetry.ts",
    find: "signer.accountIds.filter((id) => id !== accountId)",
    replace: "signer.accountIds.slice(0, 0)",
    tests: ["packages/countersign/test/authority/owner.test.ts"]
  },
  {
    row: "FA3",
    removes: "the client's check of which customer is deleted",
    file: "packages/client/src/operations/customers.ts",
    find: "names: { userId: ofOneCase(customerId) } }",
    replace: "names: {} }",
    tests: ["packages/client/test/customers.test.ts"]
  },
  {
    row: "FA4",
    removes: "the signature for an address where no credential is EMAIL_OTP",
    file: "packages/core/src/operations/customers/update.ts",
    find: "    const isSigned = moves && found.each.length > 0\n    const bare = moves && !isSigned ?",
    replace: "    const isSigned = moves && found.tied.length > 0\n    const bare = moves && found.each.length === 0 ?",
    tests: ["packages/countersign/test/authority/owner.test.ts"]
  },
  {
    row: "FA4",
    removes: "the notice to the new address",
    file: "packages/core/src/operations/customers/update.ts",
    find: '    ...noticesTo([profile.email], { kind: "EMAIL_CHANGED", recipient: "NEW" }, branding, at)\n',
    replace: "",
    tests: ["packages/countersign/test/authority/notices.test.ts", "packages/countersign/test/credentials.test.ts"]
  },
  {
    row: "S10",
    removes: "the notice to the old address",
    file: "packages/core/src/operations/customers/update.ts",
    find: '    ...noticesTo([before.email], { kind: "EMAIL_CHANGED", recipient: "OLD" }, branding, at),\n',
    replace: "",
    tests: ["packages/countersign/test/credentials.test.ts"]
  },
  {
    row: "FA4",
    removes: "the client's comparison of the address in the payload",
    file: "packages/client/src/operations/requireSameAction.ts",
    find: "if (parameters.get(name) === value) continue",
    replace: 'if (parameters.get(name) === value || name === "userEmail") continue',
    tests: ["packages/client/test/customers.test.ts"]
  },
  {
    row: "FA11",
    removes: "recovery codes after a lock",
    file: "packages/core/src/rules/credentials/kinds/email-otp/EmailOtp.ts",
    find: "failuresInAll >= otpFailuresToLock",
    replace: "failuresInAll < 0 * otpFailuresToLock",
    tests: ["packages/core/test/rules.test.ts", "packages/countersign/test/authority/lockOut.test.ts"]
  },
  {
    row: "FA11",
    removes: "the rule that wrong recovery codes do not lock the credential",
    file: "packages/core/src/rules/credentials/kinds/email-otp/EmailOtp.ts",
    find: "isRecovery !== true && failures + 1",
    replace: "failures + 1",
    tests: ["packages/core/test/rules.test.ts"]
  },
  {
    row: "FA11",
    removes: "the rule that a session of another credential lifts the lock",
    file: "packages/core/src/operations/credentials/challenge.ts",
    find: "value.credentialId !== credentialId && Session",
    replace: 'value.credentialId === "" && Session',
    tests: ["packages/countersign/test/authority/lockOut.test.ts"]
  },
  {
    row: "FA11",
    removes: "the strength of recovery codes",
    file: "packages/core/src/rules/credentials/kinds/email-otp/codes.ts",
    find: "export const RECOVERY_LENGTH = 13",
    replace: "export const RECOVERY_LENGTH = 4",
    tests: ["packages/core/test/codeTerms.test.ts", "packages/core/test/guessChance.test.ts"]
  },
  {
    row: "O1",
    removes: "the lock after five wrong codes",
    file: "packages/core/src/rules/credentials/kinds/email-otp/EmailOtp.ts",
    find: "failures + 1 >= otpFailuresToLock",
    replace: "failures + 1 > otpFailuresToLock",
    tests: ["packages/core/test/rules.test.ts"]
  }
]
