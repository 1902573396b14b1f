import { choice, type Format, text } from "../Field.ts"
import { name } from "../formats/formats.ts"
import type { Source } from "../Kind.ts"

export const bank = text("bankName", "Bank", name(255))
export const bankAccountType = choice("bankAccountType", "Type of account", ["CHECKING", "SAVINGS"])

/** The account number, in the format of a country. */
export const number = (format: Format) => text("accountNumber", "Account number", format)

export const beyond: Source = { asOf: "2026-11", note: "Beyond the interface" }
export const iso13616: Source = { asOf: "2026-11", note: "Beyond the interface; ISO 13616" }
