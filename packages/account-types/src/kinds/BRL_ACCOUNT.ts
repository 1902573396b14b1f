import { checkDigits, choice, dependent, type Format, optional, text } from "../Field.ts"
import { digits, email, phone, weighted } from "../formats/formats.ts"
import { lowerCase, upperCase } from "../formats/spelling.ts"
import { local, only } from "../Kind.ts"
import { characters, oneOf } from "../Random.ts"
import { bank } from "./bankFields.ts"

/** The two check digits after the first 9 digits of a CPF. Source: Receita Federal, modulo 11. */
export const cpfDigits = (base: string): string => digitsAfter(base, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])

/** Whether 11 digits are a CPF with its check digits. Eleven equal digits have valid ones but are never issued. */
export const hasCpfDigits = (cpf: string): boolean => cpfDigits(cpf.slice(0, 9)) === cpf.slice(9) && !REPEATED.test(cpf)

/** The two check digits after the first 12 characters of a CNPJ. Source: Receita Federal, Nota Técnica 49/2024. */
export const cnpjDigits = (base: string): string => digitsAfter(base, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])

/** Returns whether 14 characters are a CNPJ, of the old or the new form, with its check digits. */
export const hasCnpjDigits = (cnpj: string): boolean =>
  cnpjDigits(cnpj.slice(0, 12)) === cnpj.slice(12) && !REPEATED.test(cnpj)

/** The first check digit has the weights of the second, without the first weight. */
const digitsAfter = (base: string, weights: ReadonlyArray<number>): string => {
  const first = checkDigit(weighted(base, weights.slice(1)))
  return first + checkDigit(weighted(base + first, weights))
}

// A remainder of 0 and one of 1 give the same digit, so the scheme misses some wrong digits where the first is 0.
const checkDigit = (sum: number): string => {
  const remainder = sum % 11
  return remainder < 2 ? "0" : String(11 - remainder)
}

const REPEATED = /^(.)\1*$/u

/** The tax number of a person. */
const cpf: Format = {
  ...digits(11),
  says: "a CPF of 11 digits, without dots",
  production: checkDigits("a CPF with its check digits", hasCpfDigits),
  sample: (random) => {
    // The first two digits differ, because eleven equal digits are not a CPF.
    const base = `12${characters(random, 7)}`
    return base + cpfDigits(base)
  }
}

/** The tax number of a business. New ones contain letters since July 2026. */
const cnpj: Format = {
  pattern: "[0-9A-Z]{12}[0-9]{2}",
  minLength: 14,
  maxLength: 14,
  says: "a CNPJ of 12 digits or capital letters and 2 digits, without dots",
  spelling: upperCase,
  production: checkDigits("a CNPJ with its check digits", hasCnpjDigits),
  sample: (random) => {
    const base = `12${characters(random, 10, oneOf(random, [DIGITS, `${DIGITS}ABCDEFGHIJKLMNOPQRSTUVWXYZ`]))}`
    return base + cnpjDigits(base)
  }
}

const cpfOrCnpj: Format = {
  pattern: `${cpf.pattern}|${cnpj.pattern}`,
  minLength: cpf.minLength,
  maxLength: cnpj.maxLength,
  says: "a CPF or a CNPJ, without dots",
  spelling: upperCase,
  production: checkDigits("a CPF or a CNPJ with its check digits", (text) =>
    text.length === 11 ? hasCpfDigits(text) : hasCnpjDigits(text)
  ),
  sample: (random) => oneOf(random, [cpf, cnpj]).sample(random)
}

const DIGITS = "0123456789"

const randomKey: Format = {
  pattern: "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}",
  minLength: 36,
  maxLength: 36,
  says: "a UUID",
  spelling: lowerCase,
  sample: (random) => [8, 4, 4, 4, 12].map((count) => characters(random, count, "0123456789abcdef")).join("-")
}

export const BRL_ACCOUNT = local(
  "BRL",
  "Pix key",
  only(
    "pixKey",
    ["PIX"],
    choice("pixKeyType", "Type of Pix key", ["CPF", "CNPJ", "EMAIL", "PHONE", "RANDOM"]),
    dependent("pixKey", "Pix key", "pixKeyType", {
      CPF: cpf,
      CNPJ: cnpj,
      // Banco Central do Brasil, DICT: an e-mail key is in lower case.
      EMAIL: { ...email(77), spelling: lowerCase },
      PHONE: phone,
      RANDOM: randomKey
    }),
    text("taxId", "CPF or CNPJ", cpfOrCnpj),
    optional(bank)
  ),
  {
    asOf: "2026-07",
    note: "Banco Central do Brasil, DICT; Receita Federal: a new CNPJ contains letters since July 2026"
  }
)
