import { decodeHex } from "@countersign/wire"
import type { KeyOptions } from "./options.ts"

/** The keys of a host as bytes, the active one first. */
export interface KeyRing {
  readonly vault: Keys
  readonly service: Keys
  readonly webhooks: ReadonlyArray<Uint8Array> | undefined
  /** The root key of the wallets, or undefined when the vault key is the root. */
  readonly wallets: Uint8Array | undefined
}

export const keyRing = ({ service, vault, wallets, webhooks }: KeyOptions): KeyRing => ({
  vault: keysOf(vault),
  service: keysOf(service),
  webhooks: webhooks?.map(bytesOf),
  wallets: wallets === undefined ? undefined : bytesOf(wallets)
})

type Keys = readonly [Uint8Array, ...Uint8Array[]]

const keysOf = (given: KeyOptions["vault"]): Keys => {
  const [first, ...others] = listed(given).map(bytesOf)
  if (first === undefined) throw new Error("keyRing: received an empty list of keys")
  return [first, ...others]
}

/** Wraps a single key in a list. */
export const listed = (keys: KeyOptions["vault"] = []): ReadonlyArray<string> => [keys].flat()

/** Returns the 32 bytes of 64 hex characters. Throws a `WireError` for any other input. */
export const bytesOf = (hex: string): Uint8Array => decodeHex(hex, { bytes: 32 })
