import { createECDH } from "node:crypto"
import { beneficiary } from "@countersign/harness/accounts/beneficiary"
import { bech32 } from "@scure/base"
import { cnpj, cpf } from "cpf-cnpj-validator"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hasMixedCaseChecksum, withMixedCase } from "../src/formats/formats.ts"
import { sepaCountries, withIbanDigits } from "../src/formats/iban.ts"
import { accountTypes, check, storedSpelling } from "../src/index.ts"
import { cnpjDigits, cpfDigits, hasCnpjDigits, hasCpfDigits } from "../src/kinds/BRL_ACCOUNT.ts"
import { hasInvoiceChecksum } from "../src/kinds/LIGHTNING.ts"
import { hasClabeDigit } from "../src/kinds/MXN_ACCOUNT.ts"
import { isPoint, sparkAddress } from "../src/kinds/SPARK_WALLET.ts"
import { hasAbaDigit } from "../src/kinds/USD_ACCOUNT.ts"

const text = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length })
const DIGITS = "0123456789"

const swift = accountTypes.get("SWIFT_ACCOUNT") ?? expect.unreachable()
const byIban = { accountType: "SWIFT_ACCOUNT", country: "DE", swiftCode: "COBADEFF", bankName: "Any", beneficiary }

/** SEC 2: the generator of secp256k1, compressed. */
const GENERATOR = Buffer.from("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798", "hex")

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

describe("GH6: an IBAN of EUR_ACCOUNT", () => {
  const euro = accountTypes.get("EUR_ACCOUNT") ?? expect.unreachable()
  const faults = (iban: string) =>
    check(euro, { accountType: "EUR_ACCOUNT", iban, beneficiary }, "production").map(({ constraint }) => constraint)

  // Examples of the IBAN registry (ISO 13616) for the countries that joined in 2024 and 2025, and for older members.
  it.each([
    "AL47212110090000000235698741",
    "ME25505000012345678951",
    "MK07250120000058984",
    "MD24AG000225100013104168",
    "RS35260005601001611379",
    "AD1200012030200359100100",
    "CH9300762011623852957",
    "GB29NWBK60161331926819",
    "GI75NWBK000000007099453",
    "LI21088100002324013AA",
    "MC5811222000010123456789030",
    "SM86U0322509800000000270100",
    "VA59001123000012345678",
    "IS140159260076545510730339",
    "NO9386011117947"
  ])("%s is accepted", (iban) => {
    expect(faults(iban)).toEqual([])
  })

  it.each([
    ["SA0380000000608010167519", "an IBAN of a SEPA country"],
    ["XK051212012345678906", "an IBAN of a SEPA country"],
    ["UA213223130000026007233566001", "an IBAN of a SEPA country"],
    ["ZZ89370400440532013000", "an IBAN of a SEPA country"],
    ["DE8937040044053201300", "an IBAN with the length of its country"],
    ["NL91A8NA0417164300", "an IBAN with letters and digits where its country has them"],
    ["DE89370400440532013001", "an IBAN with its check digits"],
    [withIbanDigits("NO", "86011117948"), "an IBAN with the check digits of its account number"]
  ])("%s is rejected by the rule that it breaks: %s", (iban, says) => {
    expect(faults(iban)).toEqual([says])
  })

  it("has a country of the European Payments Council: the 27 of the European Union, and 14 others with Gibraltar", () => {
    const union = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ")
    const others = "AD AL CH GB GI IS LI MC MD ME MK NO RS SM VA".split(" ")
    expect([...sepaCountries].toSorted()).toEqual([...union, ...others].toSorted())
  })
})

describe("GH10: a point of secp256k1", () => {
  it("is recognised as Node's own library does", () => {
    const curve = createECDH("secp256k1")
    const isValid = (bytes: Uint8Array) => {
      try {
        curve.setPrivateKey(Buffer.alloc(32, 1))
        curve.computeSecret(bytes)
        return true
      } catch {
        return false
      }
    }
    expect(isPoint(GENERATOR)).toBe(true)
    const first = fc.constantFrom(0, 2, 3, 4)
    fc.assert(
      fc.property(first, fc.uint8Array({ minLength: 32, maxLength: 32 }), (kind, x) => {
        const bytes = Uint8Array.from([kind, ...x])
        return isPoint(bytes) === isValid(bytes)
      })
    )
    // At the size of the field, and above.
    for (const last of [0x2d, 0x2e, 0x2f, 0x30, 0x31]) {
      const bytes = Buffer.from(`02${"ff".repeat(27)}feffffFC${last.toString(16)}`, "hex")
      expect(isPoint(bytes)).toBe(isValid(bytes))
    }
    expect([isPoint(GENERATOR.subarray(0, 32)), isPoint(Buffer.concat([GENERATOR, GENERATOR]))]).toEqual([false, false])
  })

  it("is the payload of a Spark address, which is rejected with another payload and a valid checksum", () => {
    const spark = accountTypes.get("SPARK_WALLET") ?? expect.unreachable()
    const faults = (payload: ReadonlyArray<number>) =>
      check(spark, { accountType: "SPARK_WALLET", address: sparkAddress(Uint8Array.from(payload)) }, "production").map(
        ({ constraint }) => constraint
      )
    expect(faults([0x0a, 33, ...GENERATOR])).toEqual([])
    for (const payload of [
      [0x0a, 33, 2, ...Buffer.alloc(32)],
      [0x0a, 33, 2, ...Buffer.alloc(32, 255)],
      [0x0a, 33, 4, ...GENERATOR.subarray(1)],
      [0x0a, 32, ...GENERATOR],
      [0x12, 33, ...GENERATOR],
      [0x0a, 33, ...GENERATOR.subarray(0, 32)],
      [...GENERATOR]
    ]) {
      expect(faults(payload)).toEqual(["a Spark address of a public key"])
    }
  })

  it.each([
    ["without fields", []],
    ["without the hash of the payment", [13, 0, 1, 5]],
    ["with a hash of another length", [1, 1, 19, ...Array.from({ length: 51 }, () => 0)]],
    ["with a field that is longer than the rest", [1, 1, 20, 0, 0]]
  ])("an invoice %s is rejected, with a valid checksum", (_, fields) => {
    const words = [...Array.from({ length: 7 }, () => 0), ...fields, ...Array.from({ length: 104 }, () => 0)]
    const lightning = accountTypes.get("LIGHTNING") ?? expect.unreachable()
    const info = { accountType: "LIGHTNING", invoice: bech32.encode("lnbc", words, false) }
    expect(check(lightning, info, "production").map(({ constraint }) => constraint)).toEqual([
      "a Lightning invoice with the hash of its payment"
    ])
  })
})

/** Whether a text complies with the rules of an address that production checks, in whatever format. */
const hasChecksumOf = (wallet: string) => {
  const address = accountTypes.get(wallet)?.variants[0].fields[0]
  const rules = address?.type === "text" ? address.format.production?.rules : undefined
  return (text: string) => (rules ?? expect.unreachable()).every(({ holds }) => holds(text))
}

describe("known answers", () => {
  it("FU3: an IBAN is taken in groups, as people write it, and nothing else loses its spaces", () => {
    const kind = accountTypes.get("EUR_ACCOUNT") ?? expect.unreachable()
    const sent = { accountType: "EUR_ACCOUNT", iban: "DE89 3704 0044\u00a00532 0130 00", bankName: "Deutsche Bank" }
    expect(storedSpelling(kind, sent)).toEqual({ ...sent, iban: "DE89370400440532013000" })
    expect(storedSpelling(kind, { ...sent, iban: 7 })).toEqual({ ...sent, iban: 7 })
    const dollars = { accountType: "USD_ACCOUNT", accountNumber: "1234 5678" }
    expect(storedSpelling(accountTypes.get("USD_ACCOUNT") ?? expect.unreachable(), dollars)).toEqual(dollars)
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
      expect(check(swift, { ...byIban, iban }, "production")).toEqual([])
      expect(withIbanDigits(iban.slice(0, 2), iban.slice(4))).toBe(iban)
    }
  )

  it("bech32m addresses of any bytes are accepted, and the older bech32 is rejected", () => {
    const isSparkAddress = hasChecksumOf("SPARK_WALLET")
    const rest = fc.uint8Array({ maxLength: 25 })
    fc.assert(
      fc.property(rest, (rest) => isSparkAddress(sparkAddress(Uint8Array.from([0x0a, 33, ...GENERATOR, ...rest]))))
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
    const isTronAddress = hasChecksumOf("TRON_WALLET")
    expect(isTronAddress("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t")).toBe(true)
    expect(isTronAddress("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa")).toBe(false)
  })

  it("invoices of the main network are accepted, and bech32 of another prefix is rejected", () => {
    expect(hasInvoiceChecksum("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")).toBe(false)
  })
})

describe("the account types", () => {
  it("are listed by their names in alphabetical order, whatever loads them", () => {
    const names = [...accountTypes.keys()]
    expect(names).toEqual(names.toSorted())
    expect(names).toEqual([...accountTypes.values()].map(({ accountType }) => accountType))
  })
})
