import { bankAccount } from "../bankOrMobile.ts"
import { choice, text } from "../Field.ts"
import { phone } from "../formats/formats.ts"
import { kind } from "../Kind.ts"

/** A bank account of a business in China, or a wallet there. */
export const CNY_ACCOUNT = kind({
  accountType: "CNY_ACCOUNT",
  label: "Chinese bank account or wallet",
  currencies: ["CNY"],
  variants: [
    { ...bankAccount(), beneficiaryType: "BUSINESS" },
    {
      name: "MOBILE_MONEY",
      label: "Wallet",
      identifier: "phoneNumber",
      rails: ["MOBILE_MONEY"],
      fields: [choice("bankName", "Wallet", ["AliPay", "WechatPay"]), text("phoneNumber", "Phone number", phone)]
    }
  ],
  source: { asOf: "2026-11", note: "Beyond the interface; a bank account takes payments to a business only" }
})
