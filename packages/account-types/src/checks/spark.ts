import { bech32m } from "@scure/base"

/** True for a checksummed address of the main network. Source: BIP 350. */
export const isSparkAddress = (address: string): boolean =>
  bech32m.decodeUnsafe(address, address.length)?.prefix === PREFIX

/** The address of some bytes on the main network. */
export const sparkAddress = (bytes: Uint8Array): string => bech32m.encode(PREFIX, bech32m.toWords(bytes), false)

const PREFIX = "spark"
