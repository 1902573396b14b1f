import { bech32m } from "@scure/base"
import type { Check, Format } from "../Field.ts"
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

// SEC 2: the field of secp256k1, and its curve y^2 = x^3 + 7.
const FIELD = 2n ** 256n - 2n ** 32n - 977n

/** Returns whether 33 bytes are a compressed point of the curve. Source: SEC 1, section 2.3.4. */
export const isPoint = (bytes: Uint8Array): boolean => {
  if (bytes.length !== 33 || (bytes[0] !== 2 && bytes[0] !== 3)) return false
  const x = bytes.subarray(1).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  return x < FIELD && isSquare((x ** 3n + 7n) % FIELD)
}

/** Euler's criterion. No point of the curve has y = 0. */
const isSquare = (number: bigint): boolean => {
  let [power, base, exponent] = [1n, number, (FIELD - 1n) / 2n]
  for (; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) power = (power * base) % FIELD
    base = (base * base) % FIELD
  }
  return power === 1n
}
