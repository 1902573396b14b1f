import type { Choices, Format } from "../Field.ts"
import { oneOf } from "../Random.ts"

/** A name in any script, such as a bank's. Control characters are refused before any format is asked. */
export const name = (maxLength: number, samples: Choices = BANKS): Format => ({
  // Blanks up to the first character that is none, in one way only: ".*\\S.*" would take quadratic time over a line break.
  pattern: "[^\\S\\n\\r\\u2028\\u2029]*\\S.*",
  minLength: 1,
  maxLength,
  says: `1 to ${maxLength} characters, not all blank`,
  sample: (random) => oneOf(random, samples)
})

const BANKS: Choices = ["First Bank", "Banco do Norte", "Crédit Mutuel", "Savings & Loan", "國民銀行"]
