import { bankAccount, ibanAccount, mobileWallet } from "../bankOrMobile.ts"
import { text } from "../Field.ts"
import { ibanOf } from "../formats/iban.ts"
import { kind } from "../Kind.ts"
import { characters } from "../Random.ts"

const iban = ibanOf("PK", "[0-9]{2}[A-Z]{4}[0-9]{16}", 24, (random) => `HABB${characters(random, 16)}`)

/** A bank account or a mobile wallet in Pakistan. */
export const PKR_ACCOUNT = kind({
  accountType: "PKR_ACCOUNT",
  label: "Pakistani bank account or wallet",
  currencies: ["PKR"],
  variants: [bankAccount(), ibanAccount(text("iban", "IBAN", iban)), mobileWallet],
  source: { asOf: "2026-11", note: "Beyond the interface; ISO 13616" }
})
