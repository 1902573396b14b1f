import type { Sabotage } from "../problems.ts"

/** Codes by e-mail. */
export const emailCodesEdits: ReadonlyArray<Sabotage> = [
  {
    row: "O1",
    removes: "five consecutive wrong codes do not lock the credential",
    file: "packages/core/src/rules/credentials/kinds/email-otp/EmailOtp.ts",
    find: "isRecovery !== true && failures + 1 >= otpFailuresToLock",
    replace: "isRecovery !== true && failures + 1 > 1_000_000",
    tests: ["packages/core/test/rules.test.ts", "packages/countersign/test/refusals.test.ts"]
  },
  {
    row: "O2",
    removes: "a wrong code is not counted",
    file: "packages/core/src/rules/credentials/kinds/email-otp/verify.ts",
    find: "new Recorded({ changes, guards",
    replace: "new Recorded({ changes: [], guards",
    tests: ["packages/countersign/test/faults/racesOnMemory.test.ts"]
  },
  {
    row: "O3",
    removes: "a new code resets the counter of wrong codes",
    file: "packages/core/src/rules/credentials/kinds/email-otp/EmailOtp.ts",
    find: "    ...counts(state),\n    issue: event.issue",
    replace: "    ...counts(state),\n    failures: 0,\n    issue: event.issue",
    tests: ["packages/core/test/rules.test.ts", "packages/countersign/test/refusals.test.ts"]
  },
  {
    row: "O4",
    removes: "a wrong code is not counted in the store",
    file: "packages/core/src/rules/credentials/kinds/email-otp/verify.ts",
    find: "new Recorded({ changes, guards",
    replace: "new Recorded({ changes: [], guards",
    tests: ["packages/countersign/test/faults/twoNodes.test.ts"]
  },
  {
    row: "O5",
    removes: "a signature over any request opens a session",
    file: "packages/core/src/rules/credentials/kinds/email-otp/EmailOtp.ts",
    find: '  otp._tag === "Proven" && otp.requestId === requestId',
    replace: '  otp._tag === "Proven"',
    tests: ["packages/core/test/rules.test.ts"]
  },
  {
    row: "O6",
    removes: "accounts share one target key",
    file: "packages/core/src/rules/credentials/kinds/email-otp/codes.ts",
    find: "  const target = yield* seals.generate",
    replace:
      "  const shared = globalThis as { target?: Effect.Success<typeof seals.generate> }\n  const target = (shared.target ??= yield* seals.generate)",
    tests: ["packages/countersign/test/refusals.test.ts"]
  },
  {
    row: "O7",
    removes: "a stamp by any key is accepted",
    file: "packages/core/src/rules/signed-requests/StampAuthority.ts",
    find: "        if (!claim.allowed.includes(stamp.publicKey)) return yield* new StampKeyRefused()",
    replace: "",
    tests: ["packages/countersign/test/refusals.test.ts"]
  },
  {
    row: "O8",
    removes: "malformed content gets a refusal of its own",
    file: "packages/core/src/rules/credentials/kinds/email-otp/verify.ts",
    find: "  const content = read(() => parseOtpPlaintext(opened), new OtpBundleUnopened())",
    replace: "  const content = read(() => parseOtpPlaintext(opened), new OtpBundleMalformed())",
    tests: ["packages/countersign/test/threats.test.ts"]
  },
  {
    row: "O8",
    removes: "malformed content is not counted",
    file: "packages/core/src/rules/credentials/kinds/email-otp/verify.ts",
    find: "  const content = read(() => parseOtpPlaintext(opened), new OtpBundleUnopened())",
    replace:
      "  const content = read(() => parseOtpPlaintext(opened), new OtpBundleUnopened())\n  yield* Effect.fromResult(content)",
    tests: ["packages/countersign/test/threats.test.ts"]
  },
  {
    row: "O9",
    removes: "challenges have no limit",
    file: "packages/core/src/rules/credentials/kinds/EMAIL_OTP.ts",
    find: "limits: mailLimits(credential, order.to, policy)",
    replace: "limits: mailLimits(credential, order.to, policy).slice(0, 0)",
    tests: ["packages/countersign/test/credentials.test.ts"]
  },
  {
    row: "O11",
    removes: "the domain of an address is not converted to lower case",
    file: "packages/core/src/model/Email.ts",
    find: "  return compatible.slice(0, at + 1) + compatible.slice(at + 1).toLowerCase()",
    replace: "  return compatible",
    tests: ["packages/countersign/test/threats.test.ts"]
  },
  {
    row: "O12",
    removes: "the code is stored unencrypted until it is mailed",
    file: "packages/core/src/rules/credentials/kinds/email-otp/codes.ts",
    find: "    sealedCode: yield* vault.seal(encodeUtf8(code), codeContext(issueId)),",
    replace: "    sealedCode: code,",
    tests: ["packages/countersign/test/threats.test.ts"]
  },
  {
    row: "O12",
    removes: "the digest of a code is the code",
    file: "packages/core/src/rules/credentials/kinds/email-otp/codes.ts",
    find: "    codeDigest: yield* vault.digest(code, codeContext(issueId)),",
    replace: "    codeDigest: code,",
    tests: ["packages/countersign/test/threats.test.ts"]
  },
  {
    row: "O13",
    removes: "digests are compared by ===",
    file: "packages/core/src/rules/credentials/kinds/email-otp/verify.ts",
    find: "  return digests.some((digest) => equalBytes(encodeUtf8(digest), encodeUtf8(issue.codeDigest)))",
    replace: "  return digests.some((digest) => digest === issue.codeDigest)",
    tests: ["adapters/node-crypto/test/codeDigests.test.ts"]
  },
  {
    row: "O14",
    removes: "a code is accepted after its expiry",
    file: "packages/core/src/rules/credentials/kinds/email-otp/EmailOtp.ts",
    find: '  if (otp._tag === "Issued" && hasExpired(otp.issue.expiresAt, at)) return transition(otp, { _tag: "LifetimeEnded" })',
    replace: "",
    tests: ["packages/core/test/rules.test.ts", "packages/countersign/test/refusals.test.ts"]
  },
  {
    row: "O14",
    removes: "a platform may set a longer code lifetime than the host",
    file: "packages/core/src/rules/credentials/kinds/email-otp/codes.ts",
    find: "  lifetime: expirationSeconds === undefined ? otpLifetime : Math.min(otpLifetimeMost, expirationSeconds * 1000)",
    replace: "  lifetime: expirationSeconds === undefined ? otpLifetime : expirationSeconds * 1000",
    tests: ["packages/core/test/codeTerms.test.ts"]
  },
  {
    row: "O16",
    removes: "a further credential is added without a signature",
    file: "packages/core/src/operations/credentials/add.ts",
    find: "siblings.length === 0 ? walletConfigOf(config)",
    replace: "siblings.length >= 0 ? walletConfigOf(config)",
    tests: ["packages/countersign/test/threats.test.ts"]
  },
  {
    row: "O13",
    removes: "codes are normalised before they are compared",
    file: "packages/core/src/rules/credentials/kinds/email-otp/verify.ts",
    find: "  const digests = yield* vault.digests(code.toUpperCase(), codeContext(issue.issueId))",
    replace:
      "  const digests = yield* vault.digests(code.trim().slice(0, 6).toUpperCase(), codeContext(issue.issueId))",
    tests: ["packages/countersign/test/restsOn.test.ts"]
  },
  {
    row: "O1",
    removes: "a platform may configure shorter codes than the host",
    file: "packages/core/src/rules/credentials/kinds/email-otp/codes.ts",
    find: "  length: isRecovery ? RECOVERY_LENGTH : Math.max(otpLength, wanted),",
    replace: "  length: isRecovery ? RECOVERY_LENGTH : wanted,",
    tests: ["packages/core/test/codeTerms.test.ts"]
  },
  {
    row: "O7",
    removes: "any active session of the account signs a login",
    file: "packages/core/src/operations/signed-requests/signedRetry.ts",
    find: '    KeyHolder: () => false,\n    Passkey: () => false,\n    SessionOfAccount: ({ except }) =>\n      Session.asOf(session, at)._tag === "Active" &&\n      session.accountId === request.accountId &&\n      session.credentialId !== except,\n    SessionOfCustomer: ({ accountIds }) =>\n      Session.asOf(session, at)._tag === "Active" && accountIds.includes(session.accountId)\n  })\n\nconst allowedKeys = (request: SignedRequest.Pending, signers: ReadonlyArray<Stored<Session.Session>>) =>\n  Signer.match(request.signer, {\n    KeyHolder: ({ publicKey }) => [publicKey],',
    replace:
      '    KeyHolder: () => Session.asOf(session, at)._tag === "Active" && session.accountId === request.accountId,\n    Passkey: () => false,\n    SessionOfAccount: ({ except }) =>\n      Session.asOf(session, at)._tag === "Active" &&\n      session.accountId === request.accountId &&\n      session.credentialId !== except,\n    SessionOfCustomer: ({ accountIds }) =>\n      Session.asOf(session, at)._tag === "Active" && accountIds.includes(session.accountId)\n  })\n\nconst allowedKeys = (request: SignedRequest.Pending, signers: ReadonlyArray<Stored<Session.Session>>) =>\n  Signer.match(request.signer, {\n    KeyHolder: ({ publicKey }) => [\n      publicKey,\n      ...signers.flatMap(({ value }) => (value._tag === "Active" ? [value.publicKey] : []))\n    ],',
    tests: ["packages/countersign/test/restsOn.test.ts"]
  },
  {
    row: "O9",
    removes: "the guard that a remembered level has not expired",
    file: "packages/core/src/rules/limits/sharedLevels.ts",
    find: "deadlines.push(before(level.value.expiresAt))",
    replace: "",
    tests: ["packages/countersign/test/limits.test.ts"]
  },
  {
    row: "O9",
    removes: "the load of levels that are no longer as the node remembers them",
    file: "packages/core/src/rules/limits/sharedLevels.ts",
    find: "error instanceof Throttled ||",
    replace: "",
    tests: ["packages/countersign/test/limits.test.ts"]
  },
  {
    row: "O10",
    removes: "a challenge waits until its mail is sent",
    file: "packages/core/src/operations/credentials/challenge.ts",
    find: "  (clientPublicKey === undefined ? challengeOnce : challengeWithKey)({ credentialId, clientPublicKey })",
    replace:
      '  Effect.tap(challengeOnce({ credentialId, clientPublicKey }), () =>\n    Effect.gen(function* () {\n      const { CurrentEnvironment } = yield* Effect.promise(() => import("../../ports/EnvironmentRunner.ts"))\n      const { mode, platformId } = yield* CurrentEnvironment\n      for (;;) {\n        const { mail } = yield* load(kindReads(`${mode}/${platformId}`, credentialId))\n        if (mail === undefined) break\n        yield* Effect.sleep("100 millis")\n      }\n    })\n  )',
    tests: ["packages/countersign/test/threats.test.ts"]
  },
  {
    row: "O15",
    removes: "mails are sent one after another",
    file: "packages/core/src/operations/deliverDue.ts",
    find: "concurrency: BATCH,",
    replace: "concurrency: 1,",
    tests: ["packages/countersign/test/facade.test.ts"]
  },
  {
    row: "O15",
    removes: "a mail that the mailer rejects is not retried",
    file: "packages/core/src/operations/deliverDue.ts",
    find: "isDone ? remove(order) : replace(order, later, at)",
    replace: "remove(order)",
    tests: ["packages/countersign/test/facade.test.ts"]
  }
]
