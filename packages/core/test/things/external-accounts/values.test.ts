import { beneficiary } from "@countersign/harness/accounts/beneficiary"
import { faultsOf, gbp, PLATFORM, withInfo } from "@countersign/harness/externalAccounts"
import { type Answer, callers, makeWorld } from "@countersign/harness/world"
import { SANDBOX_DISCOVERIES } from "@countersign/sandbox"
import { afterAll, describe, expect, it } from "vitest"

const mexico = { bankName: "Banco de México", displayName: "Banxico", country: "PH", currency: "PHP" }
const world = makeWorld({ externalAccounts: { discoveries: [...SANDBOX_DISCOVERIES, mexico] } })
afterAll(() => world.countersign.close())

const post = (body: unknown, caller = callers.a): Promise<Answer> => world.call(caller, "POST", PLATFORM, { body })

describe("X3: a bank's name", () => {
  const accounts = {
    PHP: { accountNumber: "12345678" },
    NGN: { accountNumber: "0123456789" },
    ZAR: { accountNumber: "012345678" }
  }
  const listed = [...SANDBOX_DISCOVERIES, mexico].flatMap(({ bankName, currency }) =>
    currency === "PHP" || currency === "NGN" || currency === "ZAR" ? [{ bankName, currency } as const] : []
  )
  const sent = (currency: "PHP" | "NGN" | "ZAR", bankName: string, caller = callers.live) =>
    post(
      { currency, accountInfo: { accountType: `${currency}_ACCOUNT`, ...accounts[currency], bankName, beneficiary } },
      caller
    )

  /** Spellings that a person reads as the same name. */
  const twinsOf = (name: string): ReadonlyArray<string> => {
    const confusables: Readonly<Record<string, string>> = {
      a: "а",
      e: "е",
      o: "о",
      i: "і",
      B: "В",
      A: "А",
      S: "Ѕ",
      P: "Р",
      T: "Т",
      k: "к"
    }
    const swapped = [...name].flatMap((letter, at) => {
      const like = Object.hasOwn(confusables, letter) ? confusables[letter] : undefined
      return like === undefined ? [] : [name.slice(0, at) + like + name.slice(at + 1)]
    })
    const first = name.codePointAt(0) ?? 0
    const odd = [
      name.toLowerCase(),
      name.toUpperCase(),
      ` ${name}`,
      `${name} `,
      name.replace(" ", "  "),
      name.replace(" ", "\u00a0"),
      name.replaceAll(" ", ""),
      `${name}\u200b`,
      `\ufeff${name}`,
      `${name.slice(0, 1)}\u00ad${name.slice(1)}`,
      // Full width, which NFKC folds to the same letters.
      String.fromCodePoint(first + 0xfee0) + name.slice(1),
      `${name}.`
    ]
    return [...new Set([...swapped, ...odd])].filter((twin) => twin !== name)
  }

  it("is accepted as the list spells it, and no lookalike is", async () => {
    for (const { bankName, currency } of listed) {
      expect([bankName, (await sent(currency, bankName)).status]).toEqual([bankName, 201])
      const twins = twinsOf(bankName)
      expect(twins.length).toBeGreaterThan(8)
      for (const twin of twins) {
        const answer = await sent(currency, twin)
        expect([bankName, twin, answer.status, faultsOf(answer)]).toEqual([
          ...[bankName, twin, 400, ["accountInfo.bankName"]]
        ])
      }
    }
  })

  it("must be of the currency, and the sandbox has its own list", async () => {
    expect(faultsOf(await sent("PHP", "GTBank"))).toEqual(["accountInfo.bankName"])
    expect((await sent("PHP", mexico.bankName, callers.live)).status).toBe(201)
    expect(faultsOf(await sent("PHP", mexico.bankName, callers.a))).toEqual(["accountInfo.bankName"])
  })

  it("is accepted in decomposed form, and stored composed", async () => {
    const decomposed = mexico.bankName.normalize("NFD")
    expect(decomposed).not.toBe(mexico.bankName)
    const answer = await sent("PHP", decomposed)
    expect([answer.status, answer.body.accountInfo.bankName]).toEqual([201, mexico.bankName])
    // The payer finds the stored name in the list.
    const { externalAccounts } = world.countersign.api.in({ platformId: "alpha", mode: "production" })
    await externalAccounts.reportVerification(answer.body.id, { standing: "CONFIRMED" })
    const { account } = await externalAccounts.destination(answer.body.id)
    expect(account.bankName).toBe(mexico.bankName)
    // Its other form is the same bank, so the account needs no new verification.
    const respelled = await world.call(callers.live, "PATCH", `${PLATFORM}/${answer.body.id}`, {
      body: { accountInfo: { bankName: mexico.bankName } }
    })
    expect([respelled.body.status, respelled.body.accountInfo.bankName]).toEqual(["ACTIVE", mexico.bankName])
  })

  it("is free text when no list applies", async () => {
    const answer = await post({
      currency: "MXN",
      accountInfo: { accountType: "MXN_ACCOUNT", clabeNumber: "032180000118359719", bankName: "Any Bank", beneficiary }
    })
    expect(answer.status).toBe(201)
  })
})

describe("X4: a phone number", () => {
  it.each([
    ["KES", "M-PESA", "+254701234567"],
    ["TZS", "VODACOM", "+255701234567"],
    ["ZMW", "MTN", "+260701234567"],
    ["RWF", "AIRTEL", "+250701234567"],
    ["MWK", "TNM", "+265701234567"],
    ["UGX", "MTN", "+256701234567"],
    ["XOF", "WAVE", "+221701234567"],
    ["XOF", "MTN", "+2250701234567"],
    ["XOF", "MOOV", "+22961234567"]
  ])(
    "of %s in the format %s is stored as %s, and no other spelling is accepted",
    async (currency, provider, phoneNumber) => {
      const sent = (number: string) =>
        post({
          currency,
          accountInfo: { accountType: `${currency}_ACCOUNT`, provider, beneficiary, phoneNumber: number }
        })
      expect((await sent(phoneNumber)).status).toBe(201)
      const digits = phoneNumber.slice(1)
      for (const other of [
        digits,
        `00${digits}`,
        `+00${digits}`,
        `++${digits}`,
        `+0${digits.slice(3)}`,
        phoneNumber.slice(0, -2),
        `${phoneNumber}000`,
        `${phoneNumber.slice(0, 4)} ${phoneNumber.slice(4)}`,
        `${phoneNumber.slice(0, 4)}-${phoneNumber.slice(4)}`,
        ` ${phoneNumber}`,
        `${phoneNumber}\n`,
        `${phoneNumber.slice(0, -1)}７`,
        `＋${digits}`,
        `tel:${phoneNumber}`
      ]) {
        const answer = await sent(other)
        expect([other, answer.status, faultsOf(answer)]).toEqual([other, 400, ["accountInfo.phoneNumber"]])
      }
    }
  )
})

describe("X5: a date and a country", () => {
  it.each([
    ["2024-02-29", true],
    ["2000-02-29", true],
    ["0001-01-01", true],
    // The world's clock is at noon of this day, in UTC.
    ["2026-03-01", true],
    ["2026-03-02", false],
    ["9999-12-31", false],
    ["2023-02-29", false],
    ["1900-02-29", false],
    ["0000-01-01", false],
    ["1990-13-01", false],
    ["1990-00-10", false],
    ["1990-04-31", false],
    ["1990-1-1", false],
    ["1990-12-10T00:00:00Z", false],
    ["1990-12-10 ", false],
    ["10/12/1990", false],
    ["-1990-12-10", false],
    ["١٩٩٠-12-10", false],
    ["", false]
  ])("accepts the birthDate %j: %s", async (birthDate, isRight) => {
    const answer = await post(withInfo(gbp(), { "beneficiary.birthDate": birthDate }))
    expect([answer.status, faultsOf(answer)]).toEqual(
      isRight ? [201, []] : [400, ["accountInfo.beneficiary.birthDate"]]
    )
  })

  it.each(["UK", "XX", "gb", "GBR", "", "G", "GB ", "ＧＢ", "ZZ", "EU", "AA"])("%j is not a country", async (code) => {
    for (const path of ["beneficiary.nationality", "beneficiary.countryOfResidence", "beneficiary.address.country"]) {
      const answer = await post(withInfo(gbp(), { [path]: code }))
      expect([path, answer.status, faultsOf(answer)]).toEqual([path, 400, [`accountInfo.${path}`]])
    }
  })
})
