import { type Id, type IdPrefix, makeId } from "@countersign/wire"
import { Clock, Context, Effect, Redacted } from "effect"

export const DIGITS = "0123456789"

/** Digits and capitals without the four that are taken for one another: 0 and O, 1 and I. */
export const UNAMBIGUOUS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

export type Alphabet = typeof DIGITS | typeof UNAMBIGUOUS

/** Chance, from a cryptographically secure source and nowhere else. */
export class Secrets extends Context.Service<
  Secrets,
  {
    readonly bytes: (count: number) => Effect.Effect<Uint8Array>
    /** A one-time code of `length` characters, each equally likely; decimal digits when left out. */
    readonly code: (length: number, alphabet?: Alphabet) => Effect.Effect<Redacted.Redacted<string>>
  }
>()("@countersign/core/ports/Secrets") {}

/** A fresh id, ordered by time: UUID version 7 behind its prefix. */
export const freshId = Effect.fnUntraced(function* <P extends IdPrefix>(prefix: P) {
  const services = yield* Effect.context<Secrets>()
  const random = yield* Context.get(services, Secrets).bytes(10)
  const id: Id<P> = makeId(prefix, {
    timestampMs: Context.get(services, Clock.Clock).currentTimeMillisUnsafe(),
    random
  })
  return id
})

/**
 * Characters out of random bytes. A byte past the last whole round of the alphabet is passed over: taking it modulo
 * the alphabet's length would make the first characters likelier.
 */
export const codeOf = Effect.fnUntraced(function* (
  bytes: (count: number) => Effect.Effect<Uint8Array>,
  length: number,
  alphabet: Alphabet = DIGITS
) {
  const end = 256 - (256 % alphabet.length)
  let code = ""
  while (code.length < length) {
    for (const byte of yield* bytes(length * 2)) {
      if (byte < end && code.length < length) code += alphabet.charAt(byte % alphabet.length)
    }
  }
  return Redacted.make(code, { label: "code" })
})
