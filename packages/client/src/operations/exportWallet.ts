import { openWalletExport, type PublicKey, uncompressedHex } from "@countersign/wire"
import { id, object, text } from "../answers/guard.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { Answer } from "../connection.ts"
import { UnexpectedAnswerError } from "../errors.ts"
import { ofOneCase, segment } from "./path.ts"
import { withClientKey } from "./sessions.ts"
import type { Perform, SignedBy } from "./signing.ts"

/**
 * Exports the mnemonic of a wallet. It gives full control of the wallet, so show it and discard it. `signer` is a
 * session of the account.
 *
 * Throws `UnexpectedAnswerError` when `bundleSigner` did not sign the export, or when it belongs to another account.
 */
export type ExportWallet = (accountId: string, options: SignedBy) => Promise<{ readonly mnemonic: string }>

export const exportWalletOn =
  (perform: Perform, bundleSigners: ReadonlyArray<PublicKey>): ExportWallet =>
  (accountId, { confirm, signer }) =>
    withClientKey(async ({ privateKey, publicKey }) => {
      const body = { clientPublicKey: uncompressedHex(publicKey) }
      const path = `/internal-accounts/${segment(accountId, "accountId")}/export`
      const values = { targetPublicKey: body.clientPublicKey, walletId: ofOneCase(accountId) }
      const means = () => [{ activity: "ACTIVITY_TYPE_EXPORT_WALLET", accountId: values.walletId, values }]
      const answer = await perform({ method: "POST", path, body, signer, confirm, means })
      const { encryptedWalletCredentials } = readAs(answer, isExportedWallet, "an ExportedWallet")
      return { mnemonic: await openedExport(answer, encryptedWalletCredentials, accountId, privateKey, bundleSigners) }
    })

/** Opens a bundle for this account and key. Throws `UnexpectedAnswerError` unless `bundleSigner` signed it. */
export const openedExport = async (
  answer: Answer,
  text: string,
  organizationId: string,
  recipientPrivateKey: Uint8Array,
  trustedSigner: ReadonlyArray<PublicKey>
): Promise<string> => {
  try {
    return await openWalletExport({ text, trustedSigner, organizationId, recipientPrivateKey })
  } catch (cause) {
    const problem = "its export is not signed by bundleSigner, or not for this account and key"
    throw new UnexpectedAnswerError(answer, problem, cause)
  }
}

const isExportedWallet = object({ id: id("InternalAccount"), encryptedWalletCredentials: text })
