import { decodeHex, encodeHex, sha256 } from "@countersign/wire"

/** Base58check of bytes in hex, without a version byte: what wire writes only for payloads that are right. */
export const base58check = (hex: string): string => base58(hex + encodeHex(sha256(sha256(decodeHex(hex)))).slice(0, 8))

/** Base58 of bytes in hex, in the alphabet of Bitcoin. A leading zero byte is a leading 1. */
export const base58 = (hex: string): string => {
  const zeros = /^(?:00)*/u.exec(hex)?.[0].length ?? 0
  let symbols = ""
  for (let rest = BigInt(`0x0${hex}`); rest > 0n; rest /= 58n) symbols = ALPHABET.charAt(Number(rest % 58n)) + symbols
  return "1".repeat(zeros / 2) + symbols
}

/** The first four bytes of one SHA-256, where base58check has two. */
export const checksumOfOne = (hex: string): string => encodeHex(sha256(decodeHex(hex))).slice(0, 8)

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
