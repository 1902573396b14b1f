import { cnpj, cpf } from "cpf-cnpj-validator"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hasMixedCaseChecksum, withMixedCase } from "../src/formats/formats.ts"
import { hasIbanDigits, withIbanDigits } from "../src/formats/iban.ts"
import { accountTypes, ungrouped } from "../src/index.ts"
import { cnpjDigits, cpfDigits, hasCnpjDigits, hasCpfDigits } from "../src/kinds/BRL_ACCOUNT.ts"
import { hasInvoiceChecksum } from "../src/kinds/LIGHTNING.ts"
import { hasClabeDigit } from "../src/kinds/MXN_ACCOUNT.ts"
import { isSparkAddress, sparkAddress } from "../src/kinds/SPARK_WALLET.ts"
import { isTronAddress } from "../src/kinds/TRON_WALLET.ts"
import { hasAbaDigit } from "../src/kinds/USD_ACCOUNT.ts"

const text = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length })
const DIGITS = "0123456789"

describe("CPF and CNPJ", () => {
  it("of random digits are validated as cpf-cnpj-validator validates them", () => {
    fc.assert(fc.property(text(DIGITS, 11), (value) => hasCpfDigits(value) === cpf.isValid(value, true)))
    fc.assert(fc.property(text(DIGITS, 9), (base) => cpf.isValid(base + cpfDigits(base), true)))
    fc.assert(fc.property(text(DIGITS, 14), (value) => hasCnpjDigits(value) === cnpj.isValid(value, true)))
    const letters = text(`${DIGITS}ABCDEFGHIJKLMNOPQRSTUVWXYZ`, 12)
    fc.assert(fc.property(letters, (base) => cnpj.isValid(base + cnpjDigits(base), true)))
  })

  it("of one repeated digit are rejected, though their check digits are valid", () => {
    for (const digit of DIGITS) {
      expect(hasCpfDigits(digit.repeat(11))).toBe(false)
      expect(hasCnpjDigits(digit.repeat(14))).toBe(false)
    }
    expect(cpfDigits("111111111")).toBe("11")
  })
})

describe("known answers", () => {
  it("FU3: an IBAN is taken in groups, as people write it, and nothing else loses its spaces", () => {
    const kind = accountTypes.get("EUR_ACCOUNT") ?? expect.unreachable()
    const sent = { accountType: "EUR_ACCOUNT", iban: "DE89 3704 0044\u00a00532 0130 00", bankName: "Deutsche Bank" }
    expect(ungrouped(kind, sent)).toEqual({ ...sent, iban: "DE89370400440532013000" })
    expect(ungrouped(kind, { ...sent, iban: 7 })).toEqual({ ...sent, iban: 7 })
    const dollars = { accountType: "USD_ACCOUNT", accountNumber: "1234 5678" }
    expect(ungrouped(accountTypes.get("USD_ACCOUNT") ?? expect.unreachable(), dollars)).toEqual(dollars)
  })

  it.each(["021000021", "111000025", "026009593", "011401533", "322271627"])("routing number %s", (routing) => {
    expect(hasAbaDigit(routing)).toBe(true)
  })

  it.each(["032180000118359719", "002010077777777771"])("CLABE %s", (clabe) => {
    expect(hasClabeDigit(clabe)).toBe(true)
  })

  it.each(["DE89370400440532013000", "NL91ABNA0417164300", "GB29NWBK60161331926819", "AE070331234567890123456"])(
    "IBAN %s, and its digits computed",
    (iban) => {
      expect(hasIbanDigits(iban)).toBe(true)
      expect(withIbanDigits(iban.slice(0, 2), iban.slice(4))).toBe(iban)
    }
  )

  it("bech32m addresses of any bytes are accepted, and the older bech32 is rejected", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 35, maxLength: 60 }), (bytes) => isSparkAddress(sparkAddress(bytes)))
    )
    // BIP 173 and BIP 350 list these with other prefixes: valid checksums, but not of Spark.
    for (const other of ["A12UEL5L", "abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx"]) {
      expect(isSparkAddress(other)).toBe(false)
    }
  })

  // Examples from ERC-55.
  it.each([
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
    "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb"
  ])("address %s, and its computed case", (address) => {
    expect(hasMixedCaseChecksum(address)).toBe(true)
    expect(withMixedCase(address.slice(2).toLowerCase())).toBe(address)
    expect(hasMixedCaseChecksum(address.toLowerCase())).toBe(true)
    expect(hasMixedCaseChecksum(`0x${address.slice(2).toUpperCase()}`)).toBe(true)
  })

  it("Tron addresses are accepted, and base58check of another version is rejected", () => {
    expect(isTronAddress("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t")).toBe(true)
    expect(isTronAddress("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa")).toBe(false)
  })

  it("invoices of the main network are accepted, and bech32 of another prefix is rejected", () => {
    expect(hasInvoiceChecksum("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")).toBe(false)
  })
})
