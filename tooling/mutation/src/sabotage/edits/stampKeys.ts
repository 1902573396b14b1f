import type { Sabotage } from "../problems.ts"

/** Stamps, keys and seals. */
export const stampKeysEdits: ReadonlyArray<Sabotage> = [
  {
    row: "K1",
    removes: "signatures with high S are rejected",
    file: "packages/wire/src/signature.ts",
    find: '  p256.verify(signatureDer, message, compressedBytes(publicKey), { prehash: true, lowS: false, format: "der" })',
    replace:
      '  p256.verify(signatureDer, message, compressedBytes(publicKey), { prehash: true, lowS: true, format: "der" })',
    tests: ["packages/wire/test/stamp.test.ts"]
  },
  {
    row: "K2",
    removes: "the retry does not mark its request as consumed",
    file: "packages/core/src/operations/signed-requests/signedRetry.ts",
    find: "changes: [replace(request, consumed, at)],",
    replace: "changes: [],",
    tests: ["packages/countersign/test/refusals.test.ts"]
  },
  {
    row: "K3",
    removes: "integers with unnecessary leading zeros and negative integers are accepted",
    file: "packages/wire/src/der.ts",
    find: "  if (first >= 0x80 || (first === 0 && length > 1 && (bytes[start + 3] ?? 0) < 0x80)) {",
    replace: "  if (first === 256) {",
    tests: ["packages/wire/test/der.test.ts"]
  },
  {
    row: "K4",
    removes: "the range of r and s is not checked",
    file: "packages/wire/src/der.ts",
    find: "  return isZero || isLarge ? OUT_OF_RANGE : undefined",
    replace: "  return isZero && isLarge ? OUT_OF_RANGE : undefined",
    tests: ["packages/wire/test/der.test.ts"]
  },
  {
    row: "K5",
    removes: "the scheme of a stamp is not compared",
    file: "packages/wire/src/stamp.ts",
    find: "  if (envelope.scheme !== STAMP_SCHEME) {",
    replace: '  if (envelope.scheme === "") {',
    tests: ["packages/wire/test/stamp.test.ts"]
  },
  {
    row: "K6",
    removes: "coordinates at or above the prime are accepted",
    file: "packages/wire/src/points.ts",
    find: "  if (hex.slice(2, 66) >= PRIME || hex.slice(66) >= PRIME) {",
    replace: "  if (hex === PRIME) {",
    tests: ["packages/wire/test/points.test.ts"]
  },
  {
    row: "K7",
    removes: "an uncompressed key is stored uncompressed",
    file: "packages/wire/src/points.ts",
    find: "export const parsePublicKey = (hex: string): PublicKey => pointOf(normalized(hex)).key",
    replace: "export const parsePublicKey = (hex: string): PublicKey => pointOf(normalized(hex)) && (hex as PublicKey)",
    tests: ["packages/wire/test/points.test.ts"]
  },
  {
    row: "K8",
    removes: "a stamp by any key is accepted",
    file: "packages/core/src/rules/signed-requests/StampAuthority.ts",
    find: "        if (!claim.allowed.includes(stamp.publicKey)) return yield* new StampKeyRefused()",
    replace: "",
    tests: ["packages/countersign/test/login.test.ts", "packages/countersign/test/sessionGuard.test.ts"]
  },
  {
    row: "K9",
    removes: "codes share one target key",
    file: "packages/core/src/rules/credentials/kinds/email-otp/codes.ts",
    find: "  const target = yield* seals.generate",
    replace:
      "  const shared = globalThis as { target?: Effect.Success<typeof seals.generate> }\n  const target = (shared.target ??= yield* seals.generate)",
    tests: ["packages/countersign/test/threats.test.ts"]
  },
  {
    row: "K10",
    removes: "a seal that cannot be decrypted is reported with its cause",
    file: "packages/wire/src/hpke.ts",
    find: '  if (enc.length !== 65) throw new WireError("OPEN_FAILED", OPEN_FAILED)',
    replace: '  if (enc.length !== 65) throw new WireError("POINT_MALFORMED", OPEN_FAILED)',
    tests: ["packages/wire/test/hpke.test.ts"]
  },
  {
    row: "K11",
    removes: "the additional data is empty",
    file: "packages/wire/src/hpke.ts",
    find: "  concatBytes(enc, recipientUncompressed)",
    replace: "  new Uint8Array(0)",
    tests: ["packages/wire/test/vectors.test.ts"]
  },
  {
    row: "K11",
    removes: "another info string is used",
    file: "packages/wire/src/hpke.ts",
    find: 'export const HPKE_INFO = "turnkey_hpke"',
    replace: 'export const HPKE_INFO = "hpke"',
    tests: ["packages/wire/test/vectors.test.ts"]
  },
  {
    row: "K12",
    removes: "the sealed session key is stored with its session",
    file: "packages/core/src/operations/sessions/open.ts",
    find: "  return { publicKey: pair.publicKey, encryptedSessionSigningKey: encodeSessionSigningKey(sealed) }",
    replace:
      '  const text = encodeSessionSigningKey(sealed)\n  const store = yield* Store\n  const row = { collection: "spent", environment: "production/copies", id: text, value: { key: text, expiresAt: 1 } }\n  yield* Effect.ignore(store.commit([{ op: "insert", ...row, at: 0, uniques: {}, indexes: {} } as never], []))\n  return { publicKey: pair.publicKey, encryptedSessionSigningKey: text }',
    tests: ["packages/countersign/test/threats.test.ts"]
  },
  {
    row: "K14",
    removes: "the signer of a bundle is not compared with the trusted one",
    file: "packages/wire/src/signedBundle.ts",
    find: '  if (typeof trusted === "string" ? signer !== trusted : !trusted.includes(signer)) {',
    replace: "  if (trusted.length === 0) {",
    tests: ["packages/wire/test/bundles.test.ts", "packages/client/test/targetBundle.test.ts"]
  },
  {
    row: "K15",
    removes: "the length of a session key bundle has no limit",
    file: "packages/wire/src/sessionKey.ts",
    find: "  if (text.length > 512) throw malformed()",
    replace: "",
    tests: ["packages/wire/test/hpke.test.ts"]
  },
  {
    row: "K16",
    removes: "Math.random in a source is not reported",
    file: "tooling/checks/src/arrows/rules/hygiene.ts",
    find: '    ...source.randoms.map(at("chance", "take chance from the Secrets port: Math.random can be guessed")),',
    replace: "",
    tests: ["tooling/checks/test/arrows.test.ts"]
  },
  {
    row: "K13",
    removes: "the session key is stored with its session",
    file: "packages/core/src/operations/sessions/open.ts",
    find: "  const sealed = yield* seals.seal({ recipient, plaintext: pair.privateKey })",
    replace:
      '  const sealed = yield* seals.seal({ recipient, plaintext: pair.privateKey })\n  const text = Array.from(pair.privateKey, (byte) => byte.toString(16).padStart(2, "0")).join("")\n  const row = { collection: "spent", environment: "production/copies", id: text, value: { key: text, expiresAt: 1 } }\n  yield* Effect.ignore((yield* Store).commit([{ op: "insert", ...row, at: 0, uniques: {}, indexes: {} } as never], []))',
    tests: ["packages/countersign/test/threats.test.ts"]
  }
]
