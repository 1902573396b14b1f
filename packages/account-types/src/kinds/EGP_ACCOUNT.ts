import { ibanAccount, mobileWallet } from "../bankOrMobile.ts"
import { text } from "../Field.ts"
import { ibanOf } from "../formats/iban.ts"
import { kind } from "../Kind.ts"
import { characters } from "../Random.ts"

const iban = ibanOf("EG", "[0-9]{27}", 29, (random) => characters(random, 25))

/** A bank account or a mobile wallet in Egypt. */
export const EGP_ACCOUNT = kind({
  accountType: "EGP_ACCOUNT",
  label: "Egyptian bank account or wallet",
  currencies: ["EGP"],
  variants: [ibanAccount(text("iban", "IBAN", iban)), mobileWallet],
  source: { asOf: "2026-11", note: "Beyond the interface; ISO 13616" }
})
