import { type Id, type IdPrefix, makeId } from "@countersign/wire"
import { Clock, Context, Effect, Redacted } from "effect"

export const DIGITS = "0123456789"

/** Digits and capitals without the four that are easily confused: 0 and O, 1 and I. */
export const UNAMBIGUOUS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

export type Alphabet = typeof DIGITS | typeof UNAMBIGUOUS

/** Random values from a cryptographically secure source. */
export class Secrets extends Context.Service<
  Secrets,
  {
    readonly bytes: (count: number) => Effect.Effect<Uint8Array>
    /** A one-time code of `length` characters, uniformly distributed. The alphabet defaults to decimal digits. */
    readonly code: (length: number, alphabet?: Alphabet) => Effect.Effect<Redacted.Redacted<string>>
  }
>()("@countersign/core/ports/Secrets") {}

/** Generates a time-ordered id: a prefix and a UUID version 7. Part of the caller's generator, which saves steps. */
export function* freshId<P extends IdPrefix>(prefix: P) {
  const services = yield* Effect.context<Secrets>()
  const random = yield* Context.get(services, Secrets).bytes(10)
  const id: Id<P> = makeId(prefix, {
    timestampMs: Context.get(services, Clock.Clock).currentTimeMillisUnsafe(),
    random
  })
  return id
}

/**
 * Maps random bytes to characters. Bytes past the last full multiple of the alphabet's length are skipped, because a
 * plain modulo would favour the first characters.
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
