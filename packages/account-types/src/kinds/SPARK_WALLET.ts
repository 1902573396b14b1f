import { bech32m } from "@scure/base"
import type { Format } from "../Field.ts"
import { bytes } from "../Random.ts"
import { wallet } from "../wallet.ts"

/** Returns whether a text is a main-network address with a valid checksum. Source: BIP 350. */
export const isSparkAddress = (address: string): boolean =>
  bech32m.decodeUnsafe(address, address.length)?.prefix === PREFIX

/** Returns the main-network address of the bytes. */
export const sparkAddress = (bytes: Uint8Array): string => bech32m.encode(PREFIX, bech32m.toWords(bytes), false)

const PREFIX = "spark"

const address: Format = {
  pattern: "(spark|sparkrt)1[02-9ac-hj-np-z]+",
  minLength: 20,
  maxLength: 255,
  says: "a Spark address in lower case, which begins with spark1",
  production: {
    says: "a Spark address of the main network with its checksum",
    findsEveryDigit: true,
    holds: isSparkAddress
  },
  // A public key of 33 bytes after two bytes of framing.
  sample: (random) => sparkAddress(Uint8Array.from([0x0a, 0x21, 0x02, ...bytes(random, 32)]))
}

/** A wallet on Spark. */
export const SPARK_WALLET = wallet("SPARK_WALLET", "Spark wallet", ["BTC"], address, {
  asOf: "2026-06",
  note: "BIP 350 (bech32m) with the prefix of the network; the sandbox also accepts the test network"
})
