import { accountTypes } from "@countersign/account-types"
import { describe, expect, it } from "vitest"
import { answerOf, answerTo, newDraft } from "../src/page/form/Draft.ts"
import { type Banks, bankOptions, banksOf, UNKNOWN } from "../src/page/form/kindList.ts"
import { left, newModel, refused, typed, withBanks } from "../src/page/form/Model.ts"
import { noticeOfRefusal, seen } from "../src/page/form/notices.ts"

const TODAY = "2026-11-21"
const modelOf = (accountType: string, banks: Banks = UNKNOWN) =>
  newModel(newDraft(accountTypes.get(accountType)!), "sandbox", banks)

describe("a response of the API", () => {
  it("is an account with its id and status, or an error with the message of the API", () => {
    expect(answerOf(201, { id: "ExternalAccount:1", status: "PENDING" })).toEqual({
      type: "added",
      id: "ExternalAccount:1",
      status: "PENDING"
    })
    const errors = [{ field: "currency", message: "No." }, { field: 7 }, undefined]
    expect(answerOf(400, { status: 400, code: "X", message: "Refused.", details: { errors } })).toEqual({
      type: "refused",
      message: "Refused.",
      fields: [{ path: "currency", message: "No." }]
    })
  })

  it.each([
    [201, {}],
    [502, undefined],
    [500, "oops"],
    [400, []],
    [404, { message: 7 }]
  ])("gets a message for an undocumented response of status %i (%j)", (status, body) => {
    const answer = answerOf(status, body)
    expect(answer).toMatchObject({ type: "refused", fields: [] })
    expect(answer.type === "refused" && answer.message).toMatch(/^The server [a-z]/u)
  })
})

describe("an error of the API", () => {
  const errors = [
    { path: "accountInfo.beneficiary.businessInfo.legalName", message: "Unknown firm." },
    { path: "accountInfo.beneficiary.address", message: "Too far." },
    { path: "customerId", message: "Not yours." }
  ]
  const business = () => typed(modelOf("GBP_ACCOUNT"), "accountInfo.beneficiary.beneficiaryType", "BUSINESS")

  it("is shown beside the field it names, or only in the summary if it names none", () => {
    const { controls, issueOf } = seen(refused(business(), errors), TODAY)
    expect(issueOf("accountInfo.beneficiary.legalName")).toBe("Unknown firm.")
    expect(issueOf("accountInfo.beneficiary.address.line1")).toBe("Too far.")
    const { items, title } = noticeOfRefusal(controls, { type: "refused", message: "Refused.", fields: errors })
    expect(title).toBe("Refused.")
    expect(items.map(({ control, words }) => [control?.path, words])).toEqual([
      ["accountInfo.beneficiary.legalName", "Legal name: Unknown firm."],
      ["accountInfo.beneficiary.address.line1", "Street and number: Too far."],
      [undefined, "customerId: Not yours."]
    ])
  })

  it("is removed from a field when its value changes, and from no other field", () => {
    const path = "accountInfo.beneficiary.legalName"
    const { issueOf } = seen(typed(refused(business(), errors), path, "Acme Ltd"), TODAY)
    expect(issueOf(path)).toBeUndefined()
    expect(issueOf("accountInfo.beneficiary.address.line1")).toBe("Too far.")
  })
})

describe("an issue", () => {
  it("is shown after its field loses focus, and not during the first input", () => {
    const path = "accountInfo.accountNumber"
    const typing = typed(modelOf("GBP_ACCOUNT"), path, "123")
    expect(seen(typing, TODAY).issueOf(path)).toBeUndefined()
    expect(seen(left(typing, [path]), TODAY).issueOf(path)).toBe("It must be 8 digits.")
    expect(seen(typed(left(typing, [path]), path, "12345678"), TODAY).issueOf(path)).toBeUndefined()
  })

  it("reports a birth date in the future", () => {
    const path = "accountInfo.beneficiary.birthDate"
    const born = left(typed(modelOf("GBP_ACCOUNT"), path, "2026-11-22"), [path])
    expect(seen(born, TODAY).issueOf(path)).toBe("It must be a date in the past.")
    expect(seen(born, "2026-11-22").issueOf(path)).toBeUndefined()
  })
})

describe("the list of banks of a country", () => {
  const data = [{ bankName: "BDO", displayName: "BDO Unibank", country: "PH", currency: "PHP" }, { bankName: 7 }, null]

  it("sends the API name of a bank and shows its display name", () => {
    expect(banksOf({ data })).toEqual({ type: "read", banks: [{ value: "BDO", label: "BDO Unibank" }] })
  })

  it("is replaced by a text field when it cannot be loaded", () => {
    for (const answer of [undefined, {}, { data: "BDO" }, { data: [] }]) expect(banksOf(answer)).toEqual(UNKNOWN)
    expect(bankOptions(UNKNOWN)).toBeUndefined()
  })

  it("clears a bank name that is not on it", () => {
    const path = "accountInfo.bankName"
    const listed = banksOf({ data })
    const stranger = typed(modelOf("PHP_ACCOUNT"), path, "First Bank")
    expect(answerTo(withBanks(stranger, listed).draft, path)).toBe("")
    expect(answerTo(withBanks(typed(stranger, path, "BDO"), listed).draft, path)).toBe("BDO")
  })
})
