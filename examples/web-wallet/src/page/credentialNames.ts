/** The display name of a credential type. An unknown type is shown as the API names it. */
export const nameOf = (type: string): { readonly title: string; readonly short: string } =>
  NAMES.get(type) ?? { title: type, short: type }

const NAMES = new Map([
  ["EMAIL_OTP", { title: "Codes by e-mail", short: "E-mail" }],
  ["OAUTH", { title: "OpenID identity", short: "OpenID" }],
  ["PASSKEY", { title: "Passkey", short: "Passkey" }]
])
