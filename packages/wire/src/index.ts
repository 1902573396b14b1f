export {
  type Activity,
  type AuthenticatorParameters,
  activity
} from "./activity.ts"
export {
  concatBytes,
  decodeBase64,
  decodeBase64Url,
  decodeHex,
  decodeUtf8,
  encodeBase64,
  encodeBase64Url,
  encodeHex,
  encodeUtf8,
  equalBytes,
  portableTextDecoder,
  useTextDecoder
} from "./bytes.ts"
export { oidcNonce, oidcNonceAsync, passkeyChallenge } from "./challenges.ts"
export { type CompactJws, parseCompactJws } from "./compactJws.ts"
export {
  decodeDerSignature,
  derToP1363,
  type EcdsaSignature,
  encodeDerSignature,
  isDerSignature,
  p1363ToDer
} from "./der.ts"
export { hmacSha256, sha256, sha256Hex } from "./digests.ts"
export { attempt, parsed, WireError, type WireErrorCode } from "./errors.ts"
export { canSeal, HPKE_INFO, type Hpke, hpkeAad, open, type Sealed, seal, useHpke } from "./hpke.ts"
export { ID_PREFIXES, type Id, type IdPrefix, isId, makeId, parseId } from "./ids.ts"
export { canonicalJson, type Json, parseStrictJson, requireExact } from "./json.ts"
export { type LruCache as Recent, lruCache as recent } from "./lruCache.ts"
export {
  type OtpPlaintext,
  parseOtpBundle,
  parseOtpPlaintext,
  sealOtpBundle
} from "./otpBundle.ts"
export {
  makeOtpTargetBundle,
  otpTargetBundleData,
  verifyOtpTargetBundle,
  verifyOtpTargetBundleAsync
} from "./otpTargetBundle.ts"
export {
  CLIENT_PUBLIC_KEY_PATTERN,
  compressedBytes,
  fromComputedPoint,
  fromPointBytes,
  isCachedPublicKey as isKeptPublicKey,
  isClientPublicKey,
  isPublicKey,
  isScalar,
  type PublicKey,
  parsePublicKey,
  requireScalar,
  samePoint,
  uncompressedBytes,
  uncompressedHex
} from "./points.ts"
export { type Aead, portableHpke } from "./portableHpke.ts"
export {
  decodeSessionSigningKey,
  encodeSessionSigningKey,
  openSessionSigningKey,
  sealSessionSigningKey
} from "./sessionKey.ts"
export {
  readSessionProof,
  SESSION_PROOF_HEADER,
  type SessionProof,
  sessionProofText,
  sessionProofTextAsync,
  writeSessionProof
} from "./sessionProof.ts"
export { type DerSigner, publicKeyOf, signP256, verifyP256, verifyP256Digest } from "./signature.ts"
export {
  makeSignedBundle,
  SIGNED_BUNDLE_VERSION,
  signedBundle,
  verifySignedBundle,
  verifySignedBundleAsync
} from "./signedBundle.ts"
export {
  decodeStamp,
  encodeStamp,
  STAMP_SCHEME,
  type Stamp,
  signStamp,
  verifyStamp
} from "./stamp.ts"
export { typedCode } from "./typedCode.ts"
export {
  makeVerificationToken,
  signedVerificationToken,
  unsignedVerificationToken,
  type VerificationClaims,
  verifyVerificationToken
} from "./verificationToken.ts"
export { makeWalletExport, openWalletExport, walletExportData } from "./walletExport.ts"
export {
  hasWebCrypto,
  importPrivateKey,
  publicKeyOfAsync,
  sha256HexAsync,
  signP256Async,
  signWithCryptoKey,
  verifyP256Async
} from "./webCrypto.ts"
