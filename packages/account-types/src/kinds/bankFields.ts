import { choice, type Format, text } from "../Field.ts"
import { name } from "../formats/formats.ts"

export const bank = text("bankName", "Bank", name(255))
export const bankAccountType = choice("bankAccountType", "Type of account", ["CHECKING", "SAVINGS"])

/** The account number, in the format of a country. */
export const number = (format: Format) => text("accountNumber", "Account number", format)
