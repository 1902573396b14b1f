import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"

/** True if the case of each letter is as the hash of the address says, or all letters have one case. Source: ERC-55. */
export const hasMixedCaseChecksum = (address: string): boolean => {
  const digits = address.slice(2)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return isOneCase || address === withMixedCase(digits.toLowerCase())
}

/** The address of 40 hexadecimal digits in lower case, its letters cased as their hash says. */
export const withMixedCase = (digits: string): string => {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const cased = [...digits].map((digit, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit
  )
  return `0x${cased.join("")}`
}
