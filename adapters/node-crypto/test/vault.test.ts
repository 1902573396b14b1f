import { type KeysUnavailable, Vault } from "@countersign/core"
import { withByte } from "@countersign/harness/scalars"
import { decodeBase64Url, encodeBase64Url } from "@countersign/wire"
import { Cause, Effect, Exit } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ConfigurationRefused, nodeVault, VaultBroken } from "../src/index.ts"

const key = new Uint8Array(32).fill(7)

const withVault = <A>(ask: (vault: Vault["Service"]) => Effect.Effect<A, KeysUnavailable>, under = key) =>
  Effect.runSync(Effect.flatMap(Vault, ask).pipe(Effect.provide(nodeVault(under))))

const seal = (plaintext: Uint8Array, context: string) => withVault((vault) => vault.seal(plaintext, context))
const digest = (text: string, context: string, under = key) => withVault((vault) => vault.digest(text, context), under)

const diesOpening = (sealed: string, context: string, under = key) => {
  const exit = withVault((vault) => Effect.exit(vault.open(sealed, context)), under)
  return Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof VaultBroken && Cause.hasDies(exit.cause)
}

const anyText = fc.array(fc.nat(0xffff), { maxLength: 20 }).map((units) => String.fromCharCode(...units))
const anyBytes = fc.uint8Array({ maxLength: 200 })

describe("seal and open", () => {
  it("return the sealed value in its context", () => {
    fc.assert(
      fc.property(anyBytes, anyText, (plaintext, context) => {
        const sealed = seal(plaintext, context)
        expect(sealed).toMatch(/^AQ?[A-Za-z0-9_-]+$/u)
        expect(withVault((vault) => vault.open(sealed, context))).toEqual(plaintext)
      })
    )
  })

  it("never return the same text twice", () => {
    const texts = Array.from({ length: 200 }, () => seal(Uint8Array.of(1), "c"))
    expect(new Set(texts).size).toBe(200)
  })

  it("die in another context", () => {
    fc.assert(
      fc.property(anyBytes, anyText, anyText, (plaintext, context, other) => {
        fc.pre(context !== other)
        return diesOpening(seal(plaintext, context), other)
      })
    )
    expect(diesOpening(seal(Uint8Array.of(1), "\ud800"), "\ufffd")).toBe(true)
  })

  it("die under another key", () => {
    expect(diesOpening(seal(Uint8Array.of(1), "c"), "c", new Uint8Array(32).fill(8))).toBe(true)
  })

  it("HI4: with a key of the caller, open under that key alone, in that context and unaltered", () => {
    const [own, other] = [new Uint8Array(32).fill(9), new Uint8Array(32).fill(10)]
    const text = Uint8Array.of(1, 2, 3)
    const sealed = withVault((vault) => vault.sealWith(own, text, "c"))
    const opens = (by: Uint8Array, value: string, context: string, under = key) =>
      Exit.isSuccess(withVault((vault) => Effect.exit(vault.openWith(by, value, context)), under))
    expect(withVault((vault) => vault.openWith(own, sealed, "c"))).toEqual(text)
    // Only the caller's key counts, and the vault's own key does not open the value.
    expect(opens(own, sealed, "c", other)).toBe(true)
    expect([opens(other, sealed, "c"), opens(key, sealed, "c"), opens(own, sealed, "d")]).toEqual([false, false, false])
    expect(diesOpening(sealed, "c")).toBe(true)
    for (const at of decodeBase64Url(sealed).keys()) {
      expect(opens(own, encodeBase64Url(withByte(decodeBase64Url(sealed), at, 1)), "c")).toBe(false)
    }
  })

  it("die on any altered byte: version, nonce, ciphertext or tag", () => {
    const bytes = decodeBase64Url(seal(Uint8Array.of(1, 2, 3), "c"))
    for (const at of bytes.keys()) {
      for (const mask of [1, 0x80]) expect(diesOpening(encodeBase64Url(withByte(bytes, at, mask)), "c")).toBe(true)
    }
  })

  it("die on any shorter or longer text", () => {
    const sealed = seal(Uint8Array.of(1, 2, 3), "c")
    for (let length = 0; length < sealed.length; length++) expect(diesOpening(sealed.slice(0, length), "c")).toBe(true)
    for (const more of ["A", "AAAA", "=", " "]) expect(diesOpening(sealed + more, "c")).toBe(true)
  })

  it("die on a text that was never sealed", () => {
    fc.assert(fc.property(fc.string(), (text) => diesOpening(text, "c")))
    fc.assert(fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => diesOpening(encodeBase64Url(bytes), "c")))
  })

  it("I8: the defect discloses neither the value nor the context", () => {
    const exit = withVault((vault) => Effect.exit(vault.open("c2VjcmV0", "Lookup:secret-context")))
    const shown = Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""
    expect(shown).toContain("VaultBroken")
    expect(shown).not.toMatch(/c2VjcmV0|secret-context/u)
  })
})

describe("digest", () => {
  it("is 64 lower-case hex characters, and equal for the same text and context", () => {
    fc.assert(
      fc.property(anyText, anyText, (text, context) => {
        expect(digest(text, context)).toMatch(/^[0-9a-f]{64}$/u)
        expect(digest(text, context)).toBe(digest(text, context))
      })
    )
  })

  it("differs when text, context or key differ, and when their concatenation is the same", () => {
    const pairs = [
      ["123456", "a"],
      ["123456", "b"],
      ["12345", "6a"],
      ["a", "123456"],
      ["", "123456a"],
      ["123456a", ""],
      ["\ud800", "a"],
      ["\ud801", "a"],
      ["\ufffd", "a"],
      ["", ""]
    ] as const
    const digests = [
      ...pairs.map(([text, context]) => digest(text, context)),
      digest(
        "123456",
        "a",
        key.map(() => 8)
      )
    ]
    expect(new Set(digests).size).toBe(pairs.length + 1)
    fc.assert(
      fc.property(anyText, fc.nat(20), fc.nat(20), (text, one, other) => {
        fc.pre(Math.min(one, text.length) !== Math.min(other, text.length))
        return digest(text.slice(one), text.slice(0, one)) !== digest(text.slice(other), text.slice(0, other))
      })
    )
  })

  it("does not change between versions, so that stored digests remain valid", () => {
    expect(digest("123456", "Lookup:1")).toBe("95eb0ddc0360ed7f4913b324069d4f22dc371422767ffc6204e2fa86c4d511df")
  })
})

// Both values were computed by an independent implementation.
it("opens values sealed by this version, so that stored values remain readable", () => {
  const sealed = "AQABAgMEBQYHCAkKC6XwEP7jPd8t62oWthvHHTgTfHA"
  expect(withVault((vault) => vault.open(sealed, "Lookup:1"))).toEqual(Uint8Array.of(1, 2, 3))
})

describe("during a key rotation", () => {
  const filled = (byte: number) => new Uint8Array(32).fill(byte)
  const [old, fresh, unrelated] = [filled(7), filled(8), filled(9)]
  type Keys = Parameters<typeof nodeVault>[0]
  /** The key lists of the nodes at each step, in order. */
  const steps: ReadonlyArray<Keys> = [old, [old, fresh], [fresh, old], fresh]
  const under = <A>(keys: Keys, ask: (vault: Vault["Service"]) => Effect.Effect<A, KeysUnavailable>) =>
    Effect.runSync(Effect.flatMap(Vault, ask).pipe(Effect.provide(nodeVault(keys))))
  const isLost = (keys: Keys, sealed: string) => {
    const exit = under(keys, (vault) => Effect.exit(vault.open(sealed, "c")))
    return Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof VaultBroken
  }

  it("a node reads values sealed or digested at the same, the previous or the next step", () => {
    for (const [at, keys] of steps.entries()) {
      const sealed = under(keys, (vault) => vault.seal(Uint8Array.of(at), "c"))
      const made = under(keys, (vault) => vault.digest("123456", "c"))
      for (const other of steps.slice(Math.max(0, at - 1), at + 2)) {
        expect(under(other, (vault) => vault.open(sealed, "c"))).toEqual(Uint8Array.of(at))
        expect(under(other, (vault) => vault.digests("123456", "c"))).toContain(made)
      }
    }
  })

  it("a node that skips a step cannot open the other's values: steps must be taken in order", () => {
    const early = under([fresh, old], (vault) => vault.seal(Uint8Array.of(1), "c"))
    expect(isLost(old, early)).toBe(true)
    const late = under([old, fresh], (vault) => vault.seal(Uint8Array.of(1), "c"))
    expect(isLost(fresh, late)).toBe(true)
  })

  it("a value under an unlisted key breaks the vault, whether or not it names its key", () => {
    for (const keys of [unrelated, [unrelated, old]] as const) {
      const sealed = under(keys, (vault) => vault.seal(Uint8Array.of(1), "c"))
      for (const others of [old, [fresh, old]] as const) expect(isLost(others, sealed)).toBe(true)
    }
  })

  it("the first key seals and digests, and every key opens", () => {
    const keys = [fresh, old, unrelated] as const
    const sealed = under(keys, (vault) => vault.seal(Uint8Array.of(1), "c"))
    expect(under([unrelated, fresh], (vault) => vault.open(sealed, "c"))).toEqual(Uint8Array.of(1))
    expect(isLost([unrelated, old], sealed)).toBe(true)
    const digests = keys.map((key) => digest("x", "c", key))
    expect(under(keys, (vault) => vault.digests("x", "c"))).toEqual(digests)
    expect(under(keys, (vault) => vault.digest("x", "c"))).toBe(digests[0])
  })

  it("a value is current when it names the first key, or when there is no other key", () => {
    const isCurrent = (keys: Keys, sealed: string) => under(keys, (vault) => vault.isCurrent(sealed))
    const before = under(old, (vault) => vault.seal(Uint8Array.of(1), "c"))
    const named = under([old, fresh], (vault) => vault.seal(Uint8Array.of(1), "c"))
    const after = under([fresh, old], (vault) => vault.seal(Uint8Array.of(1), "c"))
    expect([before, named, after].map((sealed) => isCurrent([fresh, old], sealed))).toEqual([false, false, true])
    expect([before, named, after].map((sealed) => isCurrent([old, fresh], sealed))).toEqual([false, true, false])
    expect(isCurrent(old, before)).toBe(true)
  })

  it("die on any altered byte: version, name of the key, nonce, ciphertext or tag", () => {
    const bytes = decodeBase64Url(under([fresh, old], (vault) => vault.seal(Uint8Array.of(1, 2, 3), "c")))
    for (const at of bytes.keys()) {
      for (const mask of [1, 2, 3, 0x80]) {
        expect(isLost([fresh, old], encodeBase64Url(withByte(bytes, at, mask)))).toBe(true)
      }
    }
    for (let length = 0; length < bytes.length; length++) {
      expect(isLost([fresh, old], encodeBase64Url(bytes.slice(0, length)))).toBe(true)
    }
  })

  // Computed by an independent implementation.
  it("opens values sealed by this version, so that stored values remain readable", () => {
    expect(under([fresh, old], (vault) => vault.open("ArN1tRoAAQIDBAUGBwgJCguoRNBayQpa3TX2pbu2XISu1O26", "c"))).toEqual(
      Uint8Array.of(1, 2, 3)
    )
  })

  it("rejects a key that is given twice, a list with a key of another length, and an empty list", () => {
    expect(() => nodeVault([old, fresh, old])).toThrow(/given twice/u)
    expect(() => nodeVault([old, new Uint8Array(31)])).toThrow(/needs 32/u)
    expect(() => nodeVault([])).toThrow(/no vault key/u)
  })
})

describe("the key", () => {
  for (const length of [0, 16, 31, 33, 64]) {
    it(`is rejected with ${length} bytes, and the error says how to correct it`, () => {
      expect(() => nodeVault(new Uint8Array(length))).toThrow(ConfigurationRefused)
      expect(() => nodeVault(new Uint8Array(length))).toThrow(/needs 32.*openssl rand -hex 32/u)
    })
  }

  it("can be overwritten once the vault is built", () => {
    const own = key.slice()
    const layer = nodeVault(own)
    own.fill(0)
    const text = Effect.runSync(Effect.flatMap(Vault, (vault) => vault.digest("x", "c")).pipe(Effect.provide(layer)))
    expect(text).toBe(digest("x", "c"))
  })
})
