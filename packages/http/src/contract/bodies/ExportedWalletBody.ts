import { AccountId, type ExportedWallet } from "@countersign/core"
import { Schema } from "effect"

export const ExportedWalletBody = Schema.Struct({
  id: AccountId,
  encryptedWalletCredentials: Schema.String.annotate({
    description: "A signed bundle whose data is the mnemonic, sealed to clientPublicKey"
  })
}).annotate({ identifier: "ExportedWallet" })

export const exportedWalletBody = ({ accountId, encryptedWalletCredentials }: ExportedWallet) => ({
  id: accountId,
  encryptedWalletCredentials
})
