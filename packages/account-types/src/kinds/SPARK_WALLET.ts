import { bech32m } from "@scure/base"
import type { Check, Format } from "../Field.ts"
import { isPoint } from "../formats/secp256k1.ts"
import { bech32Case } from "../formats/spelling.ts"
import { bytes, type Random } from "../Random.ts"
import { wallet } from "../wallet.ts"

/** Returns the bytes of a main-network address, or undefined. Source: BIP 350. */
const payloadOf = (address: string): Uint8Array | undefined => {
  const decoded = bech32m.decodeUnsafe(address, address.length)
  return decoded?.prefix === PREFIX ? bech32m.fromWordsUnsafe(decoded.words) || undefined : undefined
}

export const sparkAddress = (bytes: Uint8Array): string => bech32m.encode(PREFIX, bech32m.toWords(bytes), false)

const PREFIX = "spark"

// The address is a protobuf message. Its first field is the key of the owner, and an invoice adds others.
const KEY = [0x0a, 33] as const

const rules: readonly [Check, Check] = [
  {
    says: "a Spark address of the main network with its checksum",
    holds: (address) => payloadOf(address) !== undefined
  },
  {
    says: "a Spark address of a public key",
    holds: (address) => {
      const payload = payloadOf(address) ?? new Uint8Array()
      return payload[0] === KEY[0] && payload[1] === KEY[1] && isPoint(payload.subarray(2, 35))
    }
  }
]

/** Returns whether a text is a main-network address with a valid checksum, and its key a point of secp256k1. */
export const isSparkAddress = (address: string): boolean => rules.every(({ holds }) => holds(address))

const address: Format = {
  pattern: "(spark|sparkrt)1[02-9ac-hj-np-z]+",
  minLength: 20,
  maxLength: 255,
  says: "a Spark address in lower case, which begins with spark1",
  spelling: bech32Case,
  production: { rules, findsEveryDigit: true },
  sample: (random) => sparkAddress(Uint8Array.from([...KEY, ...point(random)]))
}

// About every second number is the x of a point.
const point = (random: Random): Uint8Array => {
  const key = Uint8Array.from([2, ...bytes(random, 32)])
  while (!isPoint(key)) key[32] = ((key[32] ?? 0) + 1) % 256
  return key
}

export const SPARK_WALLET = wallet("SPARK_WALLET", "Spark wallet", ["BTC"], address, {
  asOf: "2026-11",
  note: "BIP 350 (bech32m) with the prefix of the network; the sandbox also accepts the test network"
})
