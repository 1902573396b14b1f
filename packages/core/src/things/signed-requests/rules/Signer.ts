import { Schema } from "effect"
import { AccountId, CredentialId, GuardianId, PublicKey } from "../../../model/ids.ts"

/**
 * Who may complete a request by a stamp: a session of the account (of another credential than `except`), a session of
 * any wallet of the customer, or the holder of one key. `Passkey` and `Guardian`: a passkey, by an assertion over the
 * payload.
 */
export const Signer = Schema.TaggedUnion({
  SessionOfAccount: { except: Schema.optionalKey(CredentialId) },
  SessionOfCustomer: { accountIds: Schema.Array(AccountId) },
  KeyHolder: { publicKey: PublicKey },
  Passkey: { credentialId: CredentialId },
  Guardian: { guardianId: GuardianId }
})
export type Signer = typeof Signer.Type
