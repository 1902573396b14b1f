import { checkDigits, type Format, optional, text } from "../Field.ts"
import { digits, lastDigit } from "../formats/formats.ts"
import { compact } from "../formats/spelling.ts"
import { local, only } from "../Kind.ts"
import { characters } from "../Random.ts"
import { bank } from "./bankFields.ts"

/** Returns whether the last of 18 digits is the check digit of the others. */
export const hasClabeDigit = (clabe: string): boolean => lastDigit(clabe.slice(0, 17)) === clabe.slice(17)

const clabe: Format = {
  ...digits(18),
  // People write it as bank, city, account and check digit.
  spelling: compact,
  production: checkDigits("a CLABE with its check digit", hasClabeDigit),
  sample: (random) => {
    const base = `012180${characters(random, 11)}`
    return base + lastDigit(base)
  }
}

const variants = only("clabeNumber", ["SPEI"], text("clabeNumber", "CLABE", clabe), optional(bank))

export const MXN_ACCOUNT = local("MXN", "Mexican bank account", variants, {
  asOf: "2026-06",
  note: "Banco de México, SPEI: a CLABE has 18 digits, the last of them a check digit"
})
