import { type Alphabet, DIGITS, Seals, Secrets, Signatures } from "@countersign/core"
import { UNAMBIGUOUS } from "@countersign/core/internal"
import { Effect, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { nodeCrypto, nodeSecrets } from "../src/index.ts"

const secrets = Effect.runSync(Secrets.pipe(Effect.provide(nodeSecrets)))
const code = (length: number, alphabet: Alphabet = DIGITS) =>
  Redacted.value(Effect.runSync(secrets.code(length, alphabet)))

describe("bytes", () => {
  it("have the requested length, are new each time, and have memory of their own", () => {
    for (const count of [0, 1, 10, 32, 1000]) {
      const bytes = Effect.runSync(secrets.bytes(count))
      expect(bytes).toHaveLength(count)
      expect(Object.getPrototypeOf(bytes)).toBe(Uint8Array.prototype)
      expect(bytes.buffer.byteLength).toBe(count)
    }
    const drawn = Array.from({ length: 1000 }, () => Buffer.from(Effect.runSync(secrets.bytes(16))).toString("hex"))
    expect(new Set(drawn).size).toBe(1000)
  })
})

describe("O13: codes", () => {
  it("have the requested number of decimal digits, including leading zeros", () => {
    for (const length of [4, 6, 12]) {
      const codes = Array.from({ length: 1000 }, () => code(length))
      for (const one of codes) expect(one).toMatch(new RegExp(`^[0-9]{${length}}$`, "u"))
      expect(codes.some((one) => one.startsWith("0"))).toBe(true)
    }
  })

  it.each([DIGITS, UNAMBIGUOUS] as const)("contain each of %s about equally often at each position", (alphabet) => {
    const codes = Array.from({ length: 6000 }, () => code(6, alphabet))
    for (const place of [0, 1, 2, 3, 4, 5]) {
      for (const character of alphabet) {
        const share = codes.filter((one) => one[place] === character).length / codes.length
        // Seven standard deviations: fewer than one run in 10^9 fails by chance.
        expect(Math.abs(share - 1 / alphabet.length)).toBeLessThan(alphabet === DIGITS ? 0.028 : 0.016)
      }
    }
  })

  it("of letters and digits contain no ambiguous characters", () => {
    expect(UNAMBIGUOUS).toHaveLength(32)
    for (const one of Array.from({ length: 1000 }, () => code(12, UNAMBIGUOUS)))
      expect(one).toMatch(/^[2-9A-HJ-NP-Z]{12}$/u)
  })
})

it("nodeCrypto provides the three ports that need no key", () => {
  const names = Effect.gen(function* () {
    return [yield* Signatures, yield* Seals, yield* Secrets].length
  })
  expect(Effect.runSync(names.pipe(Effect.provide(nodeCrypto)))).toBe(3)
})
