import type { PublicKey } from "@countersign/wire"
import { Context, type Effect } from "effect"
import type { EnvironmentKey } from "../model/Environment.ts"

/** A P-256 key that signs for one purpose. */
export interface SigningKey {
  readonly publicKey: PublicKey
  /** The first 16 hex characters of the SHA-256 of the compressed public key. */
  readonly kid: string
  /**
   * The public keys of all configured service keys, the current one first. During a rotation verifiers accept all of
   * them.
   */
  readonly publicKeys: readonly [PublicKey, ...PublicKey[]]
  /** Returns an ASN.1 DER signature over SHA-256 of the message. */
  readonly sign: (message: Uint8Array) => Effect.Effect<Uint8Array>
}

/**
 * The signing keys of this service, one per purpose. A signature made for one purpose never verifies under the key of
 * another.
 */
export class ServiceKey extends Context.Service<
  ServiceKey,
  {
    /** Signs OTP target bundles and wallet exports. Clients pin its public key. */
    readonly bundles: SigningKey
    /** Signs the verification token of an e-mail code login. */
    readonly verificationTokens: SigningKey
    /** Signs receipts. Auditors verify with its public key. */
    readonly receipts: SigningKey
    /** Signs the raw body of webhooks. Each environment has its own key and publishes it. */
    readonly webhooks: (environment: EnvironmentKey) => SigningKey
  }
>()("@countersign/core/ports/ServiceKey") {}
