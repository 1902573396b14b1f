import { type Id, type IdPrefix, makeId } from "@countersign/wire"
import { Clock, Context, Effect, Redacted } from "effect"

/** Chance, from a cryptographically secure source and nowhere else. */
export class Secrets extends Context.Service<
  Secrets,
  {
    readonly bytes: (count: number) => Effect.Effect<Uint8Array>
    /** A one-time code of `length` decimal digits, each equally likely. */
    readonly code: (length: number) => Effect.Effect<Redacted.Redacted<string>>
  }
>()("@countersign/core/ports/Secrets") {}

/** A fresh id, ordered by time: UUID version 7 behind its prefix. */
export const freshId = Effect.fnUntraced(function* <P extends IdPrefix>(prefix: P) {
  const secrets = yield* Secrets
  const timestampMs = yield* Clock.currentTimeMillis
  const random = yield* secrets.bytes(10)
  const id: Id<P> = makeId(prefix, { timestampMs, random })
  return id
})

/**
 * Decimal digits out of random bytes. A byte of 250 or more is passed over: taking it modulo ten would make
 * 0 to 5 likelier than 6 to 9.
 */
export const decimalCode = Effect.fnUntraced(function* (
  bytes: (count: number) => Effect.Effect<Uint8Array>,
  length: number
) {
  let code = ""
  while (code.length < length) {
    for (const byte of yield* bytes(length * 2)) {
      if (byte < 250 && code.length < length) code += String(byte % 10)
    }
  }
  return Redacted.make(code, { label: "code" })
})
