import { decodeStamp, encodeUtf8, type PublicKey, type Stamp, WireError } from "@countersign/wire"
import { Context, Effect, Layer, Result, Schema } from "effect"
import { Signatures } from "../../ports/Signatures.ts"
import { StampInvalid, StampKeyRefused, StampMalformed } from "./refusals.ts"
import type { Signer } from "./Signer.ts"

/** Proof that a stamp was verified. No other module can make one: the class is not exported, and `{}` does not compile. */
class StampEvidence {
  readonly #held = true
  /** Absent where it was waived. */
  readonly stamp: Stamp | undefined
  constructor(stamp: Stamp | undefined) {
    this.stamp = stamp
  }
  get held(): true {
    return this.#held
  }
}

export type { StampEvidence }

/** The schema of evidence, for events that carry it. */
export const stampEvidence = Schema.instanceOf(StampEvidence)

export interface StampClaim {
  /** The header as it came. */
  readonly header: string
  readonly payload: string
  readonly signer: Signer
  /** The keys that may sign, in their canonical spelling. */
  readonly allowed: ReadonlyArray<PublicKey>
}

export type StampRefusal = StampMalformed | StampKeyRefused | StampInvalid

/** Judges the stamp of a signed retry. */
export class StampAuthority extends Context.Service<
  StampAuthority,
  {
    readonly judge: (claim: StampClaim) => Effect.Effect<StampEvidence, StampRefusal>
  }
>()("@countersign/core/signed-requests/StampAuthority") {}

/** The only judge production knows: a P-256 stamp, by an allowed key, over exactly the payload that was issued. */
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

/** Reads a stamp, or names it malformed. The last stamp is remembered: a call reads its own twice. */
export const readStamp = (header: string): Result.Result<Stamp, StampMalformed> => {
  if (last?.header !== header) {
    try {
      last = { header, stamp: Result.succeed(decodeStamp(header)) }
    } catch (cause) {
      if (cause instanceof WireError) return Result.fail(new StampMalformed())
      throw cause
    }
  }
  return last.stamp
}

let last: { readonly header: string; readonly stamp: Result.Result<Stamp, never> } | undefined

/** Evidence without a stamp. For a judge that stands outside production wiring, and says why it may. */
export const dangerouslyWaiveStamp = (): StampEvidence => new StampEvidence(undefined)
