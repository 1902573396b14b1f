import { clabeDigit, hasClabeDigit } from "../checks/clabe.ts"
import { type Format, optional, text } from "../Field.ts"
import { name } from "../formats/name.ts"
import { kind, only } from "../Kind.ts"
import { characters } from "../Random.ts"

const clabe: Format = {
  pattern: "[0-9]{18}",
  minLength: 18,
  maxLength: 18,
  says: "18 digits",
  production: { says: "a CLABE with its check digit", findsEveryDigit: true, holds: hasClabeDigit },
  sample: (random) => {
    const base = `012180${characters(random, 11)}`
    return base + clabeDigit(base)
  }
}

/** A bank account in Mexico. */
export const MXN_ACCOUNT = kind({
  accountType: "MXN_ACCOUNT",
  label: "Mexican bank account",
  currencies: ["MXN"],
  destination: "MXN",
  variants: only(
    "clabeNumber",
    ["SPEI"],
    [text("clabeNumber", "CLABE", clabe), optional(text("bankName", "Bank", name(255)))]
  ),
  source: { asOf: "2026-06", note: "Banco de México, SPEI: a CLABE has 18 digits, the last of them a check digit" }
})
