import { decodeHex } from "@countersign/wire"
import type { KeyOptions } from "./options.ts"

/** The keys of a host as bytes, the one in use first. */
export interface KeyRing {
  readonly vault: Keys
  readonly service: Keys
  readonly webhooks: ReadonlyArray<Uint8Array> | undefined
  /** What wallets come from, where it is not the vault key. */
  readonly wallets: Uint8Array | undefined
}

export const keyRing = ({ service, vault, wallets, webhooks }: KeyOptions): KeyRing => ({
  vault: keysOf(vault),
  service: keysOf(service),
  webhooks: webhooks?.map(bytesOf),
  wallets: wallets === undefined ? undefined : bytesOf(wallets)
})

type Keys = readonly [Uint8Array, ...Uint8Array[]]

const keysOf = (given: string | ReadonlyArray<string>): Keys => {
  const [first, ...others] = listed(given).map(bytesOf)
  if (first === undefined) throw new Error("keyRing: a list of no key was let through")
  return [first, ...others]
}

/** One key is a list of one. */
export const listed = <A>(keys: A | ReadonlyArray<A>): ReadonlyArray<A> => (isList(keys) ? keys : [keys])

/** 32 bytes of 64 hex characters. Throws a `WireError` for anything else. */
export const bytesOf = (hex: string): Uint8Array => decodeHex(hex, { bytes: 32 })

/** `Array.isArray` does not tell a list that is only read. */
const isList = <A>(keys: A | ReadonlyArray<A>): keys is ReadonlyArray<A> => Array.isArray(keys)
