import { weighted } from "./weighted.ts"

/** The two check digits after the first 9 digits of a CPF. Source: Receita Federal, modulo 11. */
export const cpfDigits = (base: string): string => {
  const first = checkDigit(weighted(base, CPF_WEIGHTS.slice(1)))
  return first + checkDigit(weighted(base + first, CPF_WEIGHTS))
}

/** True for a CPF of 11 digits with its check digits. Eleven times one digit adds up, but is never issued. */
export const hasCpfDigits = (cpf: string): boolean => cpfDigits(cpf.slice(0, 9)) === cpf.slice(9) && !REPEATED.test(cpf)

/** The two check digits after the first 12 characters of a CNPJ. Source: Receita Federal, Nota Técnica 49/2024. */
export const cnpjDigits = (base: string): string => {
  const first = checkDigit(weighted(base, CNPJ_WEIGHTS.slice(1)))
  return first + checkDigit(weighted(base + first, CNPJ_WEIGHTS))
}

/** True for a CNPJ of 14 characters, of the old or the new form, with its check digits. */
export const hasCnpjDigits = (cnpj: string): boolean =>
  cnpjDigits(cnpj.slice(0, 12)) === cnpj.slice(12) && !REPEATED.test(cnpj)

// A remainder of 0 and one of 1 give the same digit, so a wrong digit may hide where the first is 0. The scheme has it so.
const checkDigit = (sum: number): string => {
  const remainder = sum % 11
  return remainder < 2 ? "0" : String(11 - remainder)
}

const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
const REPEATED = /^(.)\1*$/u
