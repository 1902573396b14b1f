import { hasMixedCaseChecksum, withMixedCase } from "../checks/ethereum.ts"
import type { Format } from "../Field.ts"
import { characters } from "../Random.ts"

/** An address of Ethereum, or of a chain that took its addresses over. */
export const ethereumAddress: Format = {
  pattern: "0x[0-9a-fA-F]{40}",
  minLength: 42,
  maxLength: 42,
  says: "0x and 40 hexadecimal digits",
  // One case alone carries no checksum, and mixed case misses about one wrong digit in 4,000.
  production: {
    says: "an address whose upper and lower case letters are its checksum, or all of one case",
    findsEveryDigit: false,
    holds: hasMixedCaseChecksum
  },
  sample: (random) => withMixedCase(characters(random, 40, "0123456789abcdef"))
}
