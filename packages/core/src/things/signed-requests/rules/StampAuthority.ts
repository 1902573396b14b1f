import { decodeStamp, encodeUtf8, parsed, type Stamp } from "@countersign/wire"
import { Context, Effect, Layer, Result, Schema } from "effect"
import { AccountId, CredentialId, GuardianId, PublicKey } from "../../../model/ids.ts"
import { Signatures } from "../../../ports/Signatures.ts"
import { StampInvalid, StampKeyRefused, StampMalformed } from "./refusals.ts"

/**
 * Evidence that a stamp was verified. Only this module can make it: the class is not exported, and `{}` does not
 * compile.
 */
class StampEvidence {
  readonly #held = true
  /** Absent if the stamp was waived. */
  readonly stamp: Stamp | undefined
  constructor(stamp: Stamp | undefined) {
    this.stamp = stamp
  }
  get held(): true {
    return this.#held
  }
}

export type { StampEvidence }

/** The schema of the evidence, for events that carry it. */
export const stampEvidence = Schema.instanceOf(StampEvidence)

export interface StampClaim {
  /** The header as received. */
  readonly header: string
  readonly payload: string
  readonly signer: Signer
  /** The keys that may sign, in canonical encoding. */
  readonly allowed: ReadonlyArray<PublicKey>
}

export type StampRefusal = StampMalformed | StampKeyRefused | StampInvalid

/** Verifies the stamp of a signed retry. */
export class StampAuthority extends Context.Service<
  StampAuthority,
  {
    readonly judge: (claim: StampClaim) => Effect.Effect<StampEvidence, StampRefusal>
  }
>()("@countersign/core/signed-requests/StampAuthority") {}

/** The only implementation in production: a P-256 stamp by an allowed key over exactly the issued payload. */
export const stampAuthority = Layer.effect(
  StampAuthority,
  Effect.gen(function* () {
    const signatures = yield* Signatures
    return StampAuthority.of({
      judge: Effect.fnUntraced(function* (claim) {
        const stamp = yield* Effect.fromResult(readStamp(claim.header))
        if (!claim.allowed.includes(stamp.publicKey)) return yield* new StampKeyRefused()
        const message = encodeUtf8(claim.payload)
        const holds = yield* signatures.verify({
          message,
          signature: stamp.signature,
          publicKey: stamp.publicKey
        })
        return holds ? new StampEvidence(stamp) : yield* new StampInvalid()
      })
    })
  })
)

export const readStamp = (header: string): Result.Result<Stamp, StampMalformed> =>
  Result.fromNullishOr(
    parsed(() => decodeStamp(header)),
    () => new StampMalformed()
  )

/**
 * Evidence without a stamp. Only for implementations outside the production wiring, which must document why they may
 * use it.
 */
export const dangerouslyWaiveStamp = (): StampEvidence => new StampEvidence(undefined)

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
