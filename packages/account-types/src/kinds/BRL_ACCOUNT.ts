import { choice, dependent, type Format, optional, text } from "../Field.ts"
import { email } from "../formats/email.ts"
import { name } from "../formats/name.ts"
import { phone } from "../formats/phone.ts"
import { cnpj, cpf, cpfOrCnpj } from "../formats/taxIdsOfBrazil.ts"
import { kind, only } from "../Kind.ts"
import { characters } from "../Random.ts"

const randomKey: Format = {
  pattern: "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}",
  minLength: 36,
  maxLength: 36,
  says: "a UUID",
  sample: (random) => [8, 4, 4, 4, 12].map((count) => characters(random, count, "0123456789abcdef")).join("-")
}

/** A Pix key in Brazil. */
export const BRL_ACCOUNT = kind({
  accountType: "BRL_ACCOUNT",
  label: "Pix key",
  currencies: ["BRL"],
  destination: "BRL",
  variants: only(
    "pixKey",
    ["PIX"],
    [
      choice("pixKeyType", "Type of Pix key", ["CPF", "CNPJ", "EMAIL", "PHONE", "RANDOM"]),
      dependent("pixKey", "Pix key", "pixKeyType", {
        CPF: cpf,
        CNPJ: cnpj,
        EMAIL: email(77),
        PHONE: phone,
        RANDOM: randomKey
      }),
      text("taxId", "CPF or CNPJ", cpfOrCnpj),
      optional(text("bankName", "Bank", name(255)))
    ]
  ),
  source: {
    asOf: "2026-07",
    note: "Banco Central do Brasil, DICT; Receita Federal: a new CNPJ holds letters since July 2026"
  }
})
