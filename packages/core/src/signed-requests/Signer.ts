import { Schema } from "effect"
import { CredentialId, PublicKey } from "../model/ids.ts"

/** Whose stamp the retry needs: a session of the account (of another credential than `except`), or one key alone. */
export const Signer = Schema.TaggedUnion({
  SessionOfAccount: { except: Schema.optionalKey(CredentialId) },
  KeyHolder: { publicKey: PublicKey }
})
export type Signer = typeof Signer.Type
