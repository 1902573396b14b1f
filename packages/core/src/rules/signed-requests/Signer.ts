import { Schema } from "effect"
import { AccountId, CredentialId, PublicKey } from "../../model/ids.ts"

/**
 * Who finishes the request: a session of the account (of another credential than `except`), a session of any of the
 * customer's wallets, or the holder of one key, by a stamp; or a passkey, by an assertion over the payload.
 */
export const Signer = Schema.TaggedUnion({
  SessionOfAccount: { except: Schema.optionalKey(CredentialId) },
  SessionOfCustomer: { accountIds: Schema.Array(AccountId) },
  KeyHolder: { publicKey: PublicKey },
  Passkey: { credentialId: CredentialId }
})
export type Signer = typeof Signer.Type
