import { describe, expect, it } from "vitest"
import { accountTypes, canonical, identifierOf, outcomeSuffix, type Sent, variantOf } from "../src/index.ts"

const kindOf = (accountType: string) => {
  const kind = accountTypes.get(accountType)
  if (kind === undefined) throw new Error(`${accountType} is gone`)
  return kind
}

describe("the identifier", () => {
  it.each<readonly [string, Sent, string]>([
    ["USD_ACCOUNT", { accountNumber: "123456789002" }, "002"],
    ["MXN_ACCOUNT", { clabeNumber: "032180000118359003" }, "003"],
    ["EUR_ACCOUNT", { iban: "DE89370400440532013004", swiftCode: "DEUTDEFF" }, "004"],
    ["BRL_ACCOUNT", { pixKeyType: "EMAIL", pixKey: "ada002@example.com", taxId: "52998224725" }, "002"],
    ["BRL_ACCOUNT", { pixKeyType: "CPF", pixKey: "52998224105", taxId: "52998224725" }, "105"],
    ["INR_ACCOUNT", { vpa: "asha005@upi" }, "005"],
    ["COP_ACCOUNT", { bankName: "Nequi", phoneNumber: "+573001234106" }, "106"],
    ["COP_ACCOUNT", { bankName: "Bancolombia", accountNumber: "03112345007" }, "007"],
    ["KES_ACCOUNT", { phoneNumber: "+254712345006", provider: "M-PESA" }, "006"],
    ["SPARK_WALLET", { address: "spark1pgss9wr5chlrmsf82f003" }, "003"]
  ])("of %s %j ends in %s", (accountType, info, suffix) => {
    expect(outcomeSuffix(kindOf(accountType), info)).toBe(suffix)
  })

  it("is absent when no identifier was sent", () => {
    expect(identifierOf(kindOf("USD_ACCOUNT"), {})).toBeUndefined()
    expect(outcomeSuffix(kindOf("USD_ACCOUNT"), { accountNumber: 7 })).toBeUndefined()
  })
})

describe("the stored form", () => {
  it("of US_ACCOUNT is USD_ACCOUNT, with the newer name of its category", () => {
    const info = {
      accountType: "US_ACCOUNT",
      accountNumber: "1",
      routingNumber: "021000021",
      accountCategory: "SAVINGS"
    }
    expect(canonical(kindOf("US_ACCOUNT"), info)).toEqual({
      accountType: "USD_ACCOUNT",
      accountNumber: "1",
      routingNumber: "021000021",
      bankAccountType: "SAVINGS"
    })
  })

  it.each([
    ["+221701234567", "SN"],
    ["+2250701234567", "CI"],
    ["+22961234567", "BJ"],
    ["+2290161234567", "BJ"]
  ])("of the phone number %s is in %s", (phoneNumber, region) => {
    const values = canonical(kindOf("XOF_ACCOUNT"), { accountType: "XOF_ACCOUNT", phoneNumber, provider: "WAVE" })
    expect(values).toEqual({ accountType: "XOF_ACCOUNT", phoneNumber, provider: "WAVE", region })
  })

  it("of any other kind is unchanged", () => {
    const info = { accountType: "GBP_ACCOUNT", sortCode: "123456", accountNumber: "12345678" }
    expect(canonical(kindOf("GBP_ACCOUNT"), info)).toEqual(info)
  })
})

it("rails are those of the variant that was sent", () => {
  const rails = (info: Sent) => variantOf(kindOf("COP_ACCOUNT"), info).rails
  expect(rails({ phoneNumber: "+573001234567" })).toEqual(["MOBILE_MONEY"])
  expect(rails({ accountNumber: "1" })).toEqual(["BANK_TRANSFER"])
})
