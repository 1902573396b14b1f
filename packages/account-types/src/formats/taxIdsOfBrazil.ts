import { cnpjDigits, cpfDigits, hasCnpjDigits, hasCpfDigits } from "../checks/brazil.ts"
import type { Format } from "../Field.ts"
import { characters, oneOf } from "../Random.ts"

/** The tax number of a person. */
export const cpf: Format = {
  pattern: "[0-9]{11}",
  minLength: 11,
  maxLength: 11,
  says: "a CPF of 11 digits, without dots",
  production: { says: "a CPF with its check digits", findsEveryDigit: true, holds: hasCpfDigits },
  sample: (random) => {
    // The first digit differs from the next: eleven equal digits are no CPF.
    const base = `12${characters(random, 7)}`
    return base + cpfDigits(base)
  }
}

/** The tax number of a business. New ones hold letters since July 2026. */
export const cnpj: Format = {
  pattern: "[0-9A-Z]{12}[0-9]{2}",
  minLength: 14,
  maxLength: 14,
  says: "a CNPJ of 12 digits or capital letters and 2 digits, without dots",
  production: { says: "a CNPJ with its check digits", findsEveryDigit: true, holds: hasCnpjDigits },
  sample: (random) => {
    const base = `12${characters(random, 10, oneOf(random, [DIGITS, `${DIGITS}ABCDEFGHIJKLMNOPQRSTUVWXYZ`]))}`
    return base + cnpjDigits(base)
  }
}

/** Either of them. */
export const cpfOrCnpj: Format = {
  pattern: `${cpf.pattern}|${cnpj.pattern}`,
  minLength: cpf.minLength,
  maxLength: cnpj.maxLength,
  says: "a CPF or a CNPJ, without dots",
  production: {
    says: "a CPF or a CNPJ with its check digits",
    findsEveryDigit: true,
    holds: (text) => (text.length === 11 ? hasCpfDigits(text) : hasCnpjDigits(text))
  },
  sample: (random) => oneOf(random, [cpf, cnpj]).sample(random)
}

const DIGITS = "0123456789"
