import { type Choices, choice, type Format, optional, text } from "../Field.ts"
import { digits } from "../formats/formats.ts"
import { compactUpperCase, lowerCase } from "../formats/spelling.ts"
import { local, variant } from "../Kind.ts"
import { characters, oneOf } from "../Random.ts"
import { bank, number } from "./bankFields.ts"

const vpa: Format = {
  pattern: "[a-zA-Z0-9.\\-_]+@[a-zA-Z0-9]+",
  minLength: 3,
  maxLength: 255,
  says: "a UPI address, such as name@bank",
  // NPCI: an address has no case.
  spelling: lowerCase,
  sample: (random) => `asha.${characters(random, 4)}@${oneOf(random, ["okbank", "upi"])}`
}

const ifsc: Format = {
  pattern: "[A-Z]{4}0[A-Z0-9]{6}",
  minLength: 11,
  maxLength: 11,
  says: "4 capital letters, a zero, and 6 capital letters or digits",
  spelling: compactUpperCase,
  sample: (random) => `HDFC0${characters(random, 6)}`
}

const RAILS: Choices = ["NEFT", "RTGS"]

export const INR_ACCOUNT = local(
  "INR",
  "Indian UPI address or bank account",
  [
    variant("UPI", "UPI address", "vpa", ["UPI"], text("vpa", "UPI address", vpa)),
    variant(
      "BANK_TRANSFER",
      "Bank account",
      "accountNumber",
      RAILS,
      number(digits(9, 18)),
      text("ifsc", "IFSC", ifsc),
      choice("rail", "Rail", RAILS),
      optional(bank)
    )
  ],
  { asOf: "2026-06", note: "NPCI, UPI addresses; Reserve Bank of India, IFSC" }
)
