import { type Choices, choice, type Field, type Format, text } from "../Field.ts"
import { name, phone, phoneOf } from "../formats/formats.ts"
import { local, only, type Source } from "../Kind.ts"
import { beyond } from "./bankFields.ts"

/** A wallet identified by a phone number. */
const byPhone = (format: Format, ...more: ReadonlyArray<Field>) =>
  only("phoneNumber", ["MOBILE_MONEY"], text("phoneNumber", "Phone number", format), ...more)

/** A wallet of one country, whose phone numbers have nine digits, at one of the given operators. */
const operated = <const C extends string>(currency: C, label: string, callingCode: string, operators: Choices) =>
  local(currency, label, byPhone(phoneOf(callingCode, 9), choice("provider", "Operator", operators)), {
    asOf: "2026-06",
    note: `The interface: +${callingCode} and 9 digits; operators as first published`
  })

const anyOperator = text("provider", "Operator", name(255, ["ORANGE", "MTN", "MASCOM"]))
const unlisted: Source = { asOf: "2026-11", note: "Beyond the interface; no list of operators is published" }

const inCentralAfrica = byPhone(phone, anyOperator, choice("region", "Country", ["CM", "CG"]))

export const BWP_ACCOUNT = local("BWP", "Botswanan mobile wallet", byPhone(phone, anyOperator), unlisted)
export const HTG_ACCOUNT = local("HTG", "Haitian mobile wallet", byPhone(phone), beyond)
export const KES_ACCOUNT = operated("KES", "Kenyan mobile wallet", "254", ["M-PESA"])
export const MWK_ACCOUNT = operated("MWK", "Malawian mobile wallet", "265", ["AIRTEL", "TNM"])
export const RWF_ACCOUNT = operated("RWF", "Rwandan mobile wallet", "250", ["MTN", "AIRTEL"])
export const TZS_ACCOUNT = operated("TZS", "Tanzanian mobile wallet", "255", ["AIRTEL", "VODACOM"])
export const UGX_ACCOUNT = operated("UGX", "Ugandan mobile wallet", "256", ["MTN", "AIRTEL"])
export const XAF_ACCOUNT = local("XAF", "Central African mobile wallet", inCentralAfrica, unlisted)
export const ZMW_ACCOUNT = operated("ZMW", "Zambian mobile wallet", "260", ["TNM", "AIRTEL", "ZAMTEL", "MTN"])
