import type { Sabotage } from "../problems.ts"

/** Passkeys. */
export const passkeysEdits: ReadonlyArray<Sabotage> = [
  {
    row: "P1",
    removes: "a registration from any origin is accepted",
    file: "adapters/passkeys/src/register.ts",
    find: '    yield* refuseUnless("origin", isAcceptedOrigin(policy, client.origin))',
    replace: "",
    tests: ["adapters/passkeys/test/origins.test.ts"]
  },
  {
    row: "P1",
    removes: "a login from another origin is accepted",
    file: "adapters/passkeys/src/passkeys.ts",
    find: '    yield* refuseUnless("origin", client.origin === material.origin)',
    replace: "",
    tests: ["adapters/passkeys/test/origins.test.ts", "packages/countersign/test/credentials.test.ts"]
  },
  {
    row: "P2",
    removes: "a ceremony embedded in any page is accepted",
    file: "adapters/passkeys/src/checks.ts",
    find: "  return !isEmbedded || (topOrigin !== undefined && (policy.topOrigins ?? []).includes(topOrigin))",
    replace: "  return true",
    tests: ["adapters/passkeys/test/origins.test.ts"]
  },
  {
    row: "P3",
    removes: "user presence is not required",
    file: "adapters/passkeys/src/checks.ts",
    find: '  yield* refuseUnless("user presence", data.isUserPresent)',
    replace: "",
    tests: ["adapters/passkeys/test/flags.test.ts"]
  },
  {
    row: "P3",
    removes: "user verification is not required",
    file: "adapters/passkeys/src/checks.ts",
    find: '  yield* refuseUnless("user verification", data.isUserVerified || policy.requireUserVerification === false)',
    replace: "",
    tests: ["adapters/passkeys/test/flags.test.ts"]
  },
  {
    row: "P4",
    removes: "backup flags that contradict each other are accepted",
    file: "adapters/passkeys/src/checks.ts",
    find: '  yield* refuseUnless("backup flags", data.isBackupEligible || !data.isBackedUp)',
    replace: "",
    tests: ["adapters/passkeys/test/flags.test.ts"]
  },
  {
    row: "P4",
    removes: "backup eligibility may change",
    file: "adapters/passkeys/src/passkeys.ts",
    find: '    yield* refuseUnless("backup flags", data.isBackupEligible === material.isBackupEligible)',
    replace: "",
    tests: ["adapters/passkeys/test/flags.test.ts"]
  },
  {
    row: "P5",
    removes: "a counter that does not increase is accepted",
    file: "packages/core/src/rules/credentials/kinds/passkey/Passkey.ts",
    find: "  if (!areBothZero && asserted.counter <= material.counter) {",
    replace: "  if (!areBothZero && asserted.counter < material.counter) {",
    tests: ["packages/countersign/test/credentials.test.ts"]
  },
  {
    row: "P6",
    removes: "any challenge is accepted in a login",
    file: "adapters/passkeys/src/passkeys.ts",
    find: '    yield* refuseUnless("challenge", isBase64Url(client.challenge) && challenges.includes(client.challenge))',
    replace: "",
    tests: ["adapters/passkeys/test/challenges.test.ts"]
  },
  {
    row: "P6",
    removes: "a challenge is not consumed by its login",
    file: "packages/core/src/operations/credentials/passkeyLogin.ts",
    find: "        changes: request === undefined ? [] : [replace(request, consumed, at)],",
    replace:
      '        changes: request === undefined || consumed._tag === "Consumed" ? [] : [replace(request, consumed, at)],',
    tests: ["packages/countersign/test/credentials.test.ts"]
  },
  {
    row: "P7",
    removes: "a client key beside the assertion is ignored",
    file: "packages/http/src/server/decode.ts",
    find: "payloadOf(payload), ignoresExcess(annotations) ? PARSE : PARSE_PAYLOAD)",
    replace: "payloadOf(payload), PARSE)",
    tests: ["packages/countersign/test/credentials.test.ts"]
  },
  {
    row: "P8",
    removes: "a user handle may be any text",
    file: "adapters/passkeys/src/passkeys.ts",
    find: "    yield* requireUserHandle(assertion.userHandle)",
    replace: "",
    tests: ["adapters/passkeys/test/credentials.test.ts"]
  },
  {
    row: "P9",
    removes: "the id of the assertion is not compared",
    file: "adapters/passkeys/src/passkeys.ts",
    find: '    yield* refuseUnless("credential id", assertion.credentialId === material.credentialId)',
    replace: "",
    tests: ["adapters/passkeys/test/credentials.test.ts"]
  },
  {
    row: "P9",
    removes: "the id of the registration is not compared",
    file: "adapters/passkeys/src/register.ts",
    find: '    yield* refuseUnless("credential id", encodeBase64Url(credentialId) === attestation.credentialId)',
    replace: "",
    tests: ["adapters/passkeys/test/credentials.test.ts"]
  },
  {
    row: "P10",
    removes: "one passkey may be registered on several accounts",
    file: "packages/core/src/rules/credentials/kinds/PASSKEY.ts",
    find: "      identity: `PASSKEY/${material.credentialId}`,",
    replace: "      identity: `PASSKEY/${accountId}/${challenge}/${material.credentialId}`,",
    tests: ["packages/countersign/test/credentials.test.ts"]
  },
  {
    row: "P11",
    removes: "the type of the client data is not compared in a login",
    file: "adapters/passkeys/src/passkeys.ts",
    find: '    yield* refuseUnless("type", client.type === "webauthn.get")',
    replace: "",
    tests: ["adapters/passkeys/test/challenges.test.ts"]
  },
  {
    row: "P11",
    removes: "the type of the client data is not compared in a registration",
    file: "adapters/passkeys/src/register.ts",
    find: '    yield* refuseUnless("type", client.type === "webauthn.create")',
    replace: "",
    tests: ["adapters/passkeys/test/challenges.test.ts"]
  },
  {
    row: "P12",
    removes: "the signature of a self attestation is not verified",
    file: "adapters/passkeys/src/register.ts",
    find: '    yield* refuseUnless("attestation", yield* isAttested(object, verifier, client.hash))',
    replace: "",
    tests: ["adapters/passkeys/test/attestation.test.ts"]
  },
  {
    row: "P13",
    removes: "the size of an RSA key is not checked",
    file: "adapters/passkeys/src/coseKey.ts",
    find: "  return first !== 0 && bits >= 2048 && bits <= 8192",
    replace: "  return first !== 0 && bits > 0",
    tests: ["adapters/passkeys/test/attestation.test.ts"]
  },
  {
    row: "P14",
    removes: "the depth and the count of CBOR are not checked",
    file: "adapters/passkeys/src/coseKey.ts",
    find: "  if (level > MAX_LEVELS || count > bytes.length - start) throw malformed()",
    replace: "  if (level > 1_000_000) throw malformed()",
    tests: ["adapters/passkeys/test/bytes.test.ts"]
  },
  {
    row: "P15",
    removes: "the challenge of a registration is not stored as consumed",
    file: "packages/core/src/rules/credentials/kinds/PASSKEY.ts",
    find: "      spends: singleUse(`passkey challenge ${accountId} ${challenge}`, at + CHALLENGE_REMEMBERED)",
    replace: "      spends: singleUse(`passkey ${accountId} ${material.credentialId}`, at + CHALLENGE_REMEMBERED)",
    tests: ["packages/countersign/test/credentials.test.ts"]
  },
  {
    row: "P15",
    removes: "a consumed registration challenge is stored for 1 ms",
    file: "packages/core/src/rules/credentials/kinds/PASSKEY.ts",
    find: "const CHALLENGE_REMEMBERED: Millis = 86_400_000",
    replace: "const CHALLENGE_REMEMBERED: Millis = 1",
    tests: ["packages/countersign/test/consumedOnce.test.ts"]
  },
  {
    row: "P16",
    removes: "bytes after the authenticator data are accepted",
    file: "adapters/passkeys/src/authenticatorData.ts",
    find: '  if (bytes.length !== end) throw new RangeError("Authenticator data has another length than its flags declare")',
    replace: "",
    tests: ["adapters/passkeys/test/bytes.test.ts"]
  },
  {
    row: "P17",
    removes: "a nickname may contain any character",
    file: "packages/core/src/rules/credentials/kinds/passkey/Passkey.ts",
    find: "  Schema.isPattern(/^[\\p{L}\\p{M}\\p{N} ._\\-'()]+$/u, {",
    replace: "  Schema.isPattern(/^.+$/su, {",
    tests: ["packages/countersign/test/credentials.test.ts"]
  }
]
