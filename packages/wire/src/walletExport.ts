import { decodeHex, decodeUtf8, encodeHex, encodeUtf8 } from "./bytes.ts"
import { refuseAs, WireError } from "./errors.ts"
import { open, type Sealed, seal } from "./hpke.ts"
import { hasStrings, parseStrictJson } from "./json.ts"
import type { PublicKey } from "./points.ts"
import type { DerSigner } from "./signature.ts"
import { makeSignedBundle, verifySignedBundleAsync } from "./signedBundle.ts"

/**
 * Creates the signed bundle with a wallet's mnemonic, sealed to the client's key. Its data is JSON with encappedPublic
 * (uncompressed point, hex), ciphertext (hex, tag included) and organizationId.
 *
 * Throws `UTF8_MALFORMED` for the mnemonic, `BUNDLE_MALFORMED` for an organization id that a strict reader refuses,
 * `SIGNATURE_MALFORMED` as `makeSignedBundle` does, and `SCALAR_INVALID` for `ephemeralPrivateKey`, which is only for
 * test vectors; see `seal`.
 */
export const makeWalletExport = async (options: {
  readonly mnemonic: string
  readonly organizationId: string
  readonly recipient: PublicKey
  readonly signer: PublicKey
  readonly sign: DerSigner
  readonly ephemeralPrivateKey?: Uint8Array
}): Promise<string> => {
  const { mnemonic, organizationId, signer, sign, ...sealing } = options
  const sealed = await seal({ ...sealing, plaintext: encodeUtf8(mnemonic) })
  return makeSignedBundle({ data: walletExportData({ sealed, organizationId }), signer, sign })
}

/**
 * Returns the bytes that a wallet export signs: JSON of encappedPublic and ciphertext, both hex, and organizationId.
 *
 * Throws `BUNDLE_MALFORMED` for an organization id that a strict reader refuses.
 */
export const walletExportData = (options: { readonly sealed: Sealed; readonly organizationId: string }): Uint8Array => {
  const { organizationId, sealed } = options
  const fields = { encappedPublic: encodeHex(sealed.enc), ciphertext: encodeHex(sealed.ciphertext), organizationId }
  const data = encodeUtf8(JSON.stringify(fields))
  refuseAs("BUNDLE_MALFORMED", MALFORMED, () => parse(data))
  return data
}

/**
 * Returns the mnemonic in an export that the trusted signer signed for this organization and recipient.
 *
 * Throws `BUNDLE_MALFORMED`, `BUNDLE_SIGNER_UNTRUSTED`, `BUNDLE_SIGNATURE_INVALID`, `BUNDLE_ORGANIZATION_MISMATCH`,
 * `SCALAR_INVALID` for the recipient's key, or `OPEN_FAILED`.
 */
export const openWalletExport = async (options: {
  readonly text: string
  /** One key, or several during a key rotation. */
  readonly trustedSigner: PublicKey | ReadonlyArray<PublicKey>
  readonly organizationId: string
  readonly recipientPrivateKey: Uint8Array
}): Promise<string> => {
  const { text, trustedSigner, organizationId, recipientPrivateKey } = options
  const data = await verifySignedBundleAsync(text, trustedSigner)
  const { sealed, owner } = refuseAs("BUNDLE_MALFORMED", MALFORMED, () => parse(data))
  if (owner !== organizationId) {
    throw new WireError("BUNDLE_ORGANIZATION_MISMATCH", "The export belongs to another organization")
  }
  const mnemonic = await open({ recipientPrivateKey, sealed })
  return refuseAs("OPEN_FAILED", "The sealed value is not text", () => decodeUtf8(mnemonic))
}

const parse = (data: Uint8Array): { readonly sealed: Sealed; readonly owner: string } => {
  const fields = parseStrictJson(decodeUtf8(data))
  if (!hasStrings(fields, ["encappedPublic", "ciphertext", "organizationId"])) {
    throw new WireError("BUNDLE_MALFORMED", MALFORMED)
  }
  const enc = decodeHex(fields.encappedPublic, { bytes: 65 })
  return { sealed: { enc, ciphertext: decodeHex(fields.ciphertext) }, owner: fields.organizationId }
}

const MALFORMED = "The data of a wallet export is JSON of encappedPublic, ciphertext and organizationId"
