import { t } from "../words/translate.ts"
/** The display name of a credential type. An unknown type is shown as the API names it. */
export const nameOf = (type: string): { readonly title: string; readonly short: string } =>
  NAMES.get(type) ?? { title: type, short: type }

const NAMES = new Map([
  ["EMAIL_OTP", { title: t("Codes by e-mail"), short: t("E-mail") }],
  ["OAUTH", { title: t("OpenID identity"), short: "OpenID" }],
  ["PASSKEY", { title: t("Passkey"), short: t("Passkey") }]
])
