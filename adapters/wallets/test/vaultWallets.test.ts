import { Vault, type WalletRef, Wallets } from "@countersign/core"
import { encodeHex, encodeUtf8, hmacSha256, makeId } from "@countersign/wire"
import { mnemonicToEntropy, validateMnemonic } from "@scure/bip39"
import { wordlist } from "@scure/bip39/wordlists/english.js"
import { Effect, Layer } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { vaultWallets } from "../src/index.ts"

const accountId = (at: number) => makeId("InternalAccount", { timestampMs: at, random: new Uint8Array(10).fill(7) })
const wallet: WalletRef = { environment: { platformId: "acme", mode: "production" }, accountId: accountId(1) }

/** A vault that only digests, as HMAC of context and text, and records its calls. */
const vaultUnder = (key: Uint8Array, requested: Array<readonly [string, string]> = []) =>
  Layer.succeed(
    Vault,
    Vault.of({
      seal: () => Effect.die("nothing is sealed"),
      open: () => Effect.die("nothing is opened"),
      sealWith: () => Effect.die("nothing is sealed"),
      openWith: () => Effect.die("nothing is opened"),
      isCurrent: () => Effect.die("nothing is sealed"),
      digests: () => Effect.die("a wallet has one root"),
      digest: (text, context) =>
        Effect.sync(() => {
          requested.push([text, context])
          return encodeHex(hmacSha256(key, encodeUtf8(`${context}\n${text}`)))
        })
    })
  )

const key = new Uint8Array(32).fill(1)
const mnemonic = (wallet: WalletRef, vault = vaultUnder(key)) =>
  Effect.flatMap(Wallets, (wallets) => wallets.mnemonic(wallet)).pipe(
    Effect.provide(Layer.provide(vaultWallets, vault)),
    Effect.runSync
  )

describe("the words of a wallet", () => {
  it("do not change: another text here would lose wallets", () => {
    expect(mnemonic(wallet)).toBe(
      "gesture host symptom gravity rather shine orient child mandate orphan material shoulder"
    )
  })

  it("are derived from the digest of mode, platform and account in a context of their own", () => {
    const requested: Array<readonly [string, string]> = []
    mnemonic(wallet, vaultUnder(key, requested))
    expect(requested).toEqual([[`production/acme/${wallet.accountId}`, "wallet entropy v1"]])
  })

  it("are those of the first 16 bytes of the digest, by the vectors of BIP-39", () => {
    const digesting = (hex: string) => Layer.mock(Vault)({ digest: () => Effect.succeed(hex.padEnd(64, "9")) })
    for (const [entropy, words] of [
      ["0".repeat(32), `${"abandon ".repeat(11)}about`],
      ["7f".repeat(16), "legal winner thank year wave sausage worth useful legal winner thank yellow"],
      ["f".repeat(32), `${"zoo ".repeat(11)}wrong`]
    ] as const) {
      expect(mnemonic(wallet, digesting(entropy))).toBe(words)
    }
  })

  const anyWallet = fc.record({
    environment: fc.record({
      platformId: fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/u),
      mode: fc.constantFrom("sandbox" as const, "production" as const)
    }),
    accountId: fc.nat().map(accountId)
  })

  it("are twelve English words with a valid checksum, and the same each time", () => {
    fc.assert(
      fc.property(anyWallet, (wallet) => {
        const words = mnemonic(wallet)
        expect(words.split(" ")).toHaveLength(12)
        expect(validateMnemonic(words, wordlist)).toBe(true)
        expect(mnemonicToEntropy(words, wordlist)).toHaveLength(16)
        expect(mnemonic({ ...wallet })).toBe(words)
      })
    )
  })

  it("are different for every wallet", () => {
    const placeOf = ({ environment: { mode, platformId }, accountId }: WalletRef) =>
      `${mode} ${platformId} ${accountId}`
    fc.assert(
      fc.property(anyWallet, anyWallet, (one, other) => {
        expect(mnemonic(one) === mnemonic(other)).toBe(placeOf(one) === placeOf(other))
      })
    )
  })

  it("depend on mode, platform, account and vault key only", () => {
    const words = [
      mnemonic(wallet),
      mnemonic({ ...wallet, environment: { platformId: "acme", mode: "sandbox" } }),
      mnemonic({ ...wallet, environment: { platformId: "acme2", mode: "production" } }),
      mnemonic({ ...wallet, accountId: accountId(2) }),
      mnemonic(wallet, vaultUnder(new Uint8Array(32).fill(2)))
    ]
    expect(new Set(words).size).toBe(words.length)
  })
})

it("setting privacy does nothing, also when repeated", () => {
  const requested: Array<readonly [string, string]> = []
  const set = Effect.flatMap(Wallets, (wallets) => wallets.setPrivacy(wallet, true)).pipe(
    Effect.provide(Layer.provide(vaultWallets, vaultUnder(key, requested)))
  )
  expect([Effect.runSync(set), Effect.runSync(set), requested]).toEqual([undefined, undefined, []])
})
