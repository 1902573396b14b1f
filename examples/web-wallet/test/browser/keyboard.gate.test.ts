import { describe, expect, it } from "vitest"
import { HOME, INFO, stories, WHO } from "./story.ts"

const { page, sent, server } = stories()

describe("with only a keyboard", () => {
  it("a bank account in the United States is added after its routing number is corrected", async () => {
    const on = page()
    await on.find("united states")
    expect(await on.spoken()).toBe("USD · United States bank account selected. The form follows.")
    await on.type(`${INFO}.accountNumber`, "1234567890")
    await on.type(`${INFO}.routingNumber`, "02100002")
    expect(await on.issueAt(`${INFO}.routingNumber`)).toBe("It must be 9 digits.")
    expect(await on.spoken()).toBe("It must be 9 digits.")
    await on.type(`${INFO}.routingNumber`, "021000021")
    expect(await on.issueAt(`${INFO}.routingNumber`)).toBe("")
    await on.choose(`${INFO}.bankAccountType`, "SAV")
    await on.type("platformAccountId", "payroll-7")
    await on.type(`${WHO}.fullName`, "Ada Lovelace")
    const shown = await on.preview()
    const body = await sent()
    expect(body).toEqual({
      currency: "USD",
      platformAccountId: "payroll-7",
      accountInfo: {
        accountType: "USD_ACCOUNT",
        accountNumber: "1234567890",
        routingNumber: "021000021",
        bankAccountType: "SAVINGS",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" }
      }
    })
    expect(shown).toEqual(body)
  })

  it("the format of a Pix key follows its type", async () => {
    const on = page()
    await on.find("brazil")
    expect(await on.hintAt(`${INFO}.pixKey`)).toBe("The format depends on the previous choice.")
    await on.choose(`${INFO}.pixKeyType`, "CPF")
    await on.type(`${INFO}.pixKey`, "ada@example.com")
    expect(await on.issueAt(`${INFO}.pixKey`)).toBe("It must be a CPF of 11 digits, without dots.")
    await on.choose(`${INFO}.pixKeyType`, "EMAIL")
    expect(await on.hintAt(`${INFO}.pixKey`)).toBe("An e-mail address of at most 77 characters.")
    await on.type(`${INFO}.pixKey`, "ada@example.com")
    expect(await on.issueAt(`${INFO}.pixKey`)).toBe("")
    await on.type(`${INFO}.taxId`, "12345678909")
    await on.type(`${WHO}.fullName`, "Ada Lovelace")
    expect(await sent()).toEqual({
      currency: "BRL",
      accountInfo: {
        accountType: "BRL_ACCOUNT",
        pixKeyType: "EMAIL",
        pixKey: "ada@example.com",
        taxId: "12345678909",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" }
      }
    })
  })

  it("a wallet in Colombia is one of two variants, and sends no field of the other", async () => {
    const on = page()
    await on.find("colombia")
    await on.type(`${INFO}.accountNumber`, "000111222")
    await on.turn("variant", 0, 1)
    await on.type(`${INFO}.bankName`, "Nequi")
    await on.type(`${INFO}.phoneNumber`, "3001234567")
    expect(await on.issueAt(`${INFO}.phoneNumber`)).toContain("international format")
    await on.type(`${INFO}.phoneNumber`, "+573001234567")
    await on.type(`${WHO}.fullName`, "José Núñez")
    await on.choose(`${WHO}.documentType`, "CE")
    await on.choose(`${WHO}.countryOfResidence`, "Colom")
    expect(await sent()).toEqual({
      currency: "COP",
      accountInfo: {
        accountType: "COP_ACCOUNT",
        bankName: "Nequi",
        phoneNumber: "+573001234567",
        beneficiary: {
          beneficiaryType: "INDIVIDUAL",
          fullName: "José Núñez",
          documentType: "CE",
          countryOfResidence: "CO"
        }
      }
    })
  })

  it("a bank in the Philippines is chosen by its display name, and sent by its API name", async () => {
    const on = page()
    await on.find("philippine")
    await on.page.waitForFunction(
      () => document.getElementById("accountInfo.bankName")?.querySelectorAll("option").length === 3
    )
    expect(server().queries).toEqual([{ country: "PH", currency: "PHP" }])
    expect(await on.spoken()).toBe("The list of banks has been loaded.")
    await on.choose(`${INFO}.bankName`, "BDO")
    await on.type(`${INFO}.accountNumber`, "1234567")
    expect(await on.issueAt(`${INFO}.accountNumber`)).toBe("It must be 8 to 16 digits.")
    await on.type(`${INFO}.accountNumber`, "12345678")
    await on.type(`${WHO}.fullName`, "Ada Lovelace")
    await on.type(`${WHO}.birthDate`, "1815-12-10")
    expect(await sent()).toEqual({
      currency: "PHP",
      accountInfo: {
        accountType: "PHP_ACCOUNT",
        bankName: "BDO UNIBANK, INC.",
        accountNumber: "12345678",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace", birthDate: "1815-12-10" }
      }
    })
  })

  it("a bank name is typed when the list cannot be loaded", async () => {
    const on = page()
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    server().answers.discoveries = () => held.then(() => ({ status: 503, body: {} }))
    await on.find("philippine")
    await on.reach(`${INFO}.bankName`)
    answer()
    await on.page.waitForFunction(() => document.getElementById("accountInfo.bankName")?.tagName === "INPUT")
    expect(await on.spoken()).toBe("No list of banks is available. Type the name.")
    expect(await on.focused()).toBe(`${INFO}.bankName`)
    await on.type(`${INFO}.bankName`, "GCASH")
    await on.type(`${INFO}.accountNumber`, "12345678")
    await on.type(`${WHO}.fullName`, "Ada Lovelace")
    expect(await sent()).toMatchObject({ accountInfo: { bankName: "GCASH" } })
  })

  it("a British account reports every missing field at once, and the summary links to each", async () => {
    const on = page()
    await on.find("gbp")
    await on.press("send")
    expect(await on.notice()).toEqual({
      title: "7 fields need attention",
      lines: [
        "Sort code: This field is required.",
        "Account number: This field is required.",
        "Full name: This field is required.",
        "Street and number: This field is required.",
        "City: This field is required.",
        "Postal code: This field is required.",
        "Country: This field is required."
      ]
    })
    expect(server().bodies).toEqual([])
    for (let presses = 0; presses < 5; presses += 1) await on.page.keyboard.press("Tab")
    await on.page.keyboard.press("Enter")
    expect(await on.focused()).toBe(`${HOME}.city`)
    await on.page.keyboard.type("London")
    expect(await on.issueAt(`${HOME}.city`)).toBe("")
    await on.type(`${INFO}.sortCode`, "200000")
    await on.type(`${INFO}.accountNumber`, "55779911")
    await on.type(`${WHO}.fullName`, "Ada Lovelace")
    await on.type(`${HOME}.line1`, "12 St James's Square")
    await on.type(`${HOME}.postalCode`, "SW1Y 4JH")
    await on.choose(`${HOME}.country`, "United K")
    expect(await sent()).toEqual({
      currency: "GBP",
      accountInfo: {
        accountType: "GBP_ACCOUNT",
        sortCode: "200000",
        accountNumber: "55779911",
        beneficiary: {
          beneficiaryType: "INDIVIDUAL",
          fullName: "Ada Lovelace",
          address: { line1: "12 St James's Square", city: "London", postalCode: "SW1Y 4JH", country: "GB" }
        }
      }
    })
  })

  it("a Spark wallet accepts no beneficiary, or a complete one", async () => {
    const on = page()
    await on.find("spark")
    await on.type(`${INFO}.address`, "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq")
    expect(await on.issueAt(`${INFO}.address`)).toContain("begins with spark1")
    const address = "spark1pgssyuuuhnrrdjswal5c3s3rafw9w3y5dd4cjy3duxlf7hjzkp0rqx6dj6mrhu"
    await on.type(`${INFO}.address`, address)
    await on.turn(`${WHO}.beneficiaryType`, 0, 1)
    expect(await on.page.isVisible(`[id="${WHO}.fullName"]`)).toBe(true)
    await on.turn(`${WHO}.beneficiaryType`, 1, 2)
    expect(await on.page.isVisible(`[id="${WHO}.fullName"]`)).toBe(false)
    expect(await sent()).toEqual({ currency: "BTC", accountInfo: { accountType: "SPARK_WALLET", address } })
  })

  it("a business with a wallet in Kenya gets the fields that its destination requires", async () => {
    const on = page()
    await on.find("kenya")
    await on.type(`${INFO}.phoneNumber`, "+25471234567")
    expect(await on.issueAt(`${INFO}.phoneNumber`)).toBe("It must be +254 and 9 digits, without spaces.")
    await on.type(`${INFO}.phoneNumber`, "+254712345678")
    await on.turn(`${WHO}.beneficiaryType`, 0, 1)
    await on.press("send")
    expect((await on.notice()).title).toBe("7 fields need attention")
    expect(await on.issueAt(`${WHO}.legalName`)).toBe("This field is required.")
    await on.type(`${WHO}.legalName`, "Acme Ltd")
    await on.type(`${WHO}.registrationNumber`, "PVT-1")
    await on.type(`${WHO}.taxId`, "A012345678Z")
    await on.type(`${HOME}.line1`, "7 Kimathi Street")
    await on.type(`${HOME}.city`, "Nairobi")
    await on.type(`${HOME}.postalCode`, "00100")
    await on.choose(`${HOME}.country`, "Kenya")
    expect(await sent()).toEqual({
      currency: "KES",
      accountInfo: {
        accountType: "KES_ACCOUNT",
        phoneNumber: "+254712345678",
        provider: "M-PESA",
        beneficiary: {
          beneficiaryType: "BUSINESS",
          legalName: "Acme Ltd",
          registrationNumber: "PVT-1",
          taxId: "A012345678Z",
          address: { line1: "7 Kimathi Street", city: "Nairobi", postalCode: "00100", country: "KE" }
        }
      }
    })
  })
})
