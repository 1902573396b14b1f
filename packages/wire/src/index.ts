export {
  type Activity,
  type AuthenticatorParameters,
  activity
} from "./activity.ts"
export { decodeBase64, encodeBase64 } from "./base64.ts"
export { decodeBase64Url, encodeBase64Url } from "./base64url.ts"
export { type CompactJws, parseCompactJws } from "./compactJws.ts"
export { concatBytes } from "./concatBytes.ts"
export {
  decodeDerSignature,
  derToP1363,
  type EcdsaSignature,
  encodeDerSignature,
  p1363ToDer
} from "./der.ts"
export { WireError, type WireErrorCode } from "./errors.ts"
export { decodeHex, encodeHex } from "./hex.ts"
export { HPKE_INFO, hpkeAad, open, type Sealed, seal } from "./hpke.ts"
export {
  ID_PREFIXES,
  type Id,
  type IdPrefix,
  isId,
  makeId,
  parseId
} from "./ids.ts"
export { canonicalJson, type Json, parseStrictJson } from "./json.ts"
export { oidcNonce } from "./oidcNonce.ts"
export {
  type OtpPlaintext,
  parseOtpBundle,
  parseOtpPlaintext,
  sealOtpBundle
} from "./otpBundle.ts"
export {
  makeOtpTargetBundle,
  otpTargetBundleData,
  verifyOtpTargetBundle
} from "./otpTargetBundle.ts"
export { passkeyChallenge } from "./passkeyChallenge.ts"
export {
  CLIENT_PUBLIC_KEY_PATTERN,
  compressedBytes,
  fromPointBytes,
  isClientPublicKey,
  isKeptPublicKey,
  isPublicKey,
  type PublicKey,
  parsePublicKey,
  publicKeyOf,
  samePoint,
  uncompressedBytes,
  uncompressedHex
} from "./points.ts"
export { type Recent, recent } from "./recent.ts"
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
  writeSessionProof
} from "./sessionProof.ts"
export { equalBytes, hmacSha256, sha256, sha256Hex } from "./sha256.ts"
export { type DerSigner, signP256, verifyP256, verifyP256Digest } from "./signature.ts"
export {
  makeSignedBundle,
  SIGNED_BUNDLE_VERSION,
  signedBundle,
  verifySignedBundle
} from "./signedBundle.ts"
export {
  decodeStamp,
  encodeStamp,
  STAMP_SCHEME,
  type Stamp,
  signStamp,
  verifyStamp
} from "./stamp.ts"
export { decodeUtf8, encodeUtf8 } from "./utf8.ts"
export {
  makeVerificationToken,
  signedVerificationToken,
  unsignedVerificationToken,
  type VerificationClaims,
  verifyVerificationToken
} from "./verificationToken.ts"
export { makeWalletExport, openWalletExport, walletExportData } from "./walletExport.ts"
