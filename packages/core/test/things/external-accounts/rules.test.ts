import { accountTypes, formatOf, type Json, variantOf } from "@countersign/account-types"
import { beneficiary } from "@countersign/harness/accounts/beneficiary"
import { vectors } from "@countersign/harness/accounts/vectorsOf"
import { faultsOf, PLATFORM, usd } from "@countersign/harness/externalAccounts"
import { type Answer, callers, makeWorld } from "@countersign/harness/world"
import { afterAll, describe, expect, it } from "vitest"
import { isWallet, ofTheInterface, table } from "./table.ts"

const world = makeWorld()
afterAll(() => world.countersign.close())

const post = (body: unknown, caller = callers.a): Promise<Answer> => world.call(caller, "POST", PLATFORM, { body })
const infoOf = (accountType: string, fields: object = vectors.get(accountType)?.accepted[0] ?? {}) => ({
  accountType,
  ...(isWallet(accountType) ? {} : { beneficiary }),
  ...fields
})
const currencyOf = new Map(table.map(([accountType, currencies]) => [accountType, currencies.split(" ")[0] ?? ""]))

describe("X1: an account type", () => {
  it("accepts only its own currency, over 441 pairs", async () => {
    for (const accountType of ofTheInterface) {
      for (const other of ofTheInterface) {
        const currency = currencyOf.get(other) ?? ""
        const isOwn = currency === currencyOf.get(accountType)
        const answer = await post({ currency, accountInfo: infoOf(accountType) })
        expect([accountType, currency, answer.status, faultsOf(answer)]).toEqual(
          isOwn ? [accountType, currency, 201, []] : [accountType, currency, 400, ["currency"]]
        )
      }
    }
  })

  it("refuses each field of another type by its path", async () => {
    const all = new Map(ofTheInterface.map((accountType) => [accountType, new Set(fieldsOf(accountType))]))
    for (const accountType of ofTheInterface) {
      for (const name of new Set([...all.values()].flatMap((names) => [...names]))) {
        if (all.get(accountType)?.has(name)) continue
        const accountInfo = { ...infoOf(accountType), [name]: "1" }
        const answer = await post({ currency: currencyOf.get(accountType), accountInfo })
        expect([accountType, name, answer.status]).toEqual([accountType, name, 400])
        expect(faultsOf(answer).some((field) => field.startsWith("accountInfo."))).toBe(true)
      }
    }
  })

  it.each([
    ["USD_ACCOUNT", { bankAccountType: "CHECKING" }, []],
    ["USD_ACCOUNT", { accountCategory: "CHECKING" }, []],
    ["US_ACCOUNT", { accountCategory: "SAVINGS" }, []],
    ["US_ACCOUNT", { bankAccountType: "SAVINGS" }, []],
    ["US_ACCOUNT", { accountCategory: "SAVINGS", bankAccountType: "SAVINGS" }, []],
    ["US_ACCOUNT", { accountCategory: "SAVINGS", bankAccountType: "CHECKING" }, ["accountInfo.accountCategory"]],
    ["USD_ACCOUNT", { accountCategory: "CHECKING", bankAccountType: "SAVINGS" }, ["accountInfo.accountCategory"]],
    ["USD_ACCOUNT", { accountCategory: "savings" }, ["accountInfo.accountCategory"]]
  ])("%s accepts %j, except for %j", async (accountType, fields, faults) => {
    const answer = await post(usd({ accountType, ...fields }))
    expect([answer.status, faultsOf(answer)]).toEqual([faults.length === 0 ? 201 : 400, faults])
  })

  it.each<Json>([
    "__proto__x",
    "constructor",
    "toString",
    "usd_account",
    "USD_ACCOUNT ",
    "",
    null,
    7,
    ["USD_ACCOUNT"],
    {},
    { toString: 1 },
    { toString: null, valueOf: "USD_ACCOUNT" }
  ])("named %j is answered with a 400 at its path", async (accountType) => {
    const answer = await post(usd({ accountType }))
    expect([answer.status, faultsOf(answer)]).toEqual([400, ["accountInfo.accountType"]])
  })
})

const fieldsOf = (accountType: string) =>
  accountTypes.get(accountType)?.variants.flatMap(({ fields }) => fields.map(({ name }) => name)) ?? []

describe("X2: one wrong digit", () => {
  /** The fields of each accepted vector whose check detects any single wrong digit. */
  const checked = [...accountTypes].flatMap(([accountType, kind]) =>
    (vectors.get(accountType)?.accepted ?? []).flatMap((fields) =>
      variantOf(kind, fields).fields.flatMap((field) => {
        const value = fields[field.name]
        const digits = formatOf(field, fields)?.production
        // When the first check digit of a CPF or a CNPJ is 0, the scheme itself can miss one error.
        const isBlind = accountType === "BRL_ACCOUNT" && String(value).at(-2) === "0"
        return digits?.findsEveryDigit === true && typeof value === "string" && !isBlind
          ? [{ accountType, fields, name: field.name, value }]
          : []
      })
    )
  )

  it("is covered for every kind of check digit", () => {
    expect(new Set(checked.map(({ accountType, name }) => `${accountType} ${name}`)).size).toBeGreaterThan(8)
  })

  it("at any place is refused as mistyped in production, and accepted in the sandbox", async () => {
    let refused = 0
    for (const { accountType, fields, name, value } of checked) {
      for (const [at, digit] of [...value].entries()) {
        if (!/[0-9]/u.test(digit)) continue
        const wrong = value.slice(0, at) + ((Number(digit) + 1 + (at % 9)) % 10) + value.slice(at + 1)
        const shape = formatOf(fieldNamed(accountType, name), fields)?.pattern ?? ""
        if (!new RegExp(`^(?:${shape})$`, "u").test(wrong) || wrong === value) continue
        const body = {
          currency: currencyOf.get(accountType),
          accountInfo: { ...infoOf(accountType, fields), [name]: wrong }
        }
        const answer = await post(body, callers.live)
        expect([accountType, name, at, answer.status, answer.body.code]).toEqual([
          ...[accountType, name, at, 400, "INVALID_BANK_ACCOUNT"]
        ])
        expect(faultsOf(answer)).toEqual([`accountInfo.${name}`])
        expect(JSON.stringify(answer.body)).not.toContain(wrong)
        refused += 1
      }
    }
    expect(refused).toBeGreaterThan(300)
    const typo = usd({ routingNumber: "021000022" })
    expect([(await post(typo)).status, (await post(typo, callers.live)).status]).toEqual([201, 400])
  })

  it("together with an invalid field gives exactly two faults", async () => {
    const answer = await post(usd({ routingNumber: "021000022", accountNumber: "" }), callers.live)
    expect([answer.body.code, faultsOf(answer)]).toEqual([
      "INVALID_INPUT",
      ["accountInfo.accountNumber", "accountInfo.routingNumber"]
    ])
  })
})

const fieldNamed = (accountType: string, name: string) => {
  const kind = accountTypes.get(accountType)
  const field = kind?.variants.flatMap(({ fields }) => fields).find((each) => each.name === name)
  if (field === undefined) throw new Error(`${accountType} has no ${name}`)
  return field
}
