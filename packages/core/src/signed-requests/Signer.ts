import { Schema } from "effect"
import { CredentialId, PublicKey } from "../model/ids.ts"

/**
 * Who finishes the request: a session of the account (of another credential than `except`) or the holder of one key, by a
 * stamp; or a passkey, by an assertion over the payload.
 */
export const Signer = Schema.TaggedUnion({
  SessionOfAccount: { except: Schema.optionalKey(CredentialId) },
  KeyHolder: { publicKey: PublicKey },
  Passkey: { credentialId: CredentialId }
})
export type Signer = typeof Signer.Type
