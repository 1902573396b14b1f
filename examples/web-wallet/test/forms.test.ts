import {
  accountTypes,
  type BeneficiaryType,
  beneficiaryAddressFields,
  beneficiaryFields,
  checkAccount,
  type Kind,
  seeded,
  type Variant,
  variantOf
} from "@countersign/account-types"
import { describe, expect, it } from "vitest"
import { bodyOf } from "../src/page/form/bodyOf.ts"
import type { GroupId } from "../src/page/form/Control.ts"
import { answered, BENEFICIARY_TYPE, type Draft, newDraft, VARIANT } from "../src/page/form/Draft.ts"
import { controlsOf, formOf } from "../src/page/form/formOf.ts"
import { kindGroups, UNKNOWN } from "../src/page/form/kindList.ts"
import { issuesOf } from "../src/page/form/notices.ts"
import { fillWithSample } from "../src/page/form/sample.ts"

const TODAY = "2026-11-21"
const kinds = [...accountTypes.values()]

/** Every way to fill in a form: each kind, each of its variants, and each beneficiary type of the variant. */
const ways = kinds.flatMap((kind) =>
  kind.variants.flatMap((variant) =>
    whoIn(kind, variant).map((who) => ({ kind, variant, who, title: `${kind.accountType} ${variant.name} ${who}` }))
  )
)

function whoIn(kind: Kind, { beneficiaryType }: Variant): ReadonlyArray<BeneficiaryType | "NOBODY"> {
  const types = beneficiaryType === undefined ? (["INDIVIDUAL", "BUSINESS"] as const) : [beneficiaryType]
  return kind.selfCustody === true ? ["NOBODY", ...types] : types
}

const draftOf = ({ kind, variant, who }: (typeof ways)[number]): Draft =>
  answered(answered(newDraft(kind), VARIANT, variant.name), BENEFICIARY_TYPE, who)

const namesIn = (draft: Draft, id: GroupId): ReadonlyArray<string> =>
  formOf(draft, "sandbox", UNKNOWN)
    .filter((group) => group.id === id)
    .flatMap(({ controls }) => controls.map(({ path }) => path))

const under = (parent: string, fields: ReadonlyArray<{ readonly name: string }>) =>
  fields.map(({ name }) => `${parent}.${name}`)

describe("the form of", () => {
  it.each(ways)("$title has the fields of its kind, and no others", (way) => {
    const { kind, variant, who } = way
    const draft = draftOf(way)
    const [fields, address] =
      who === "NOBODY"
        ? [[], []]
        : [beneficiaryFields(kind.destination, who), beneficiaryAddressFields(kind.destination, who)]
    const own = fields.filter(({ name }) => name !== "beneficiaryType")
    expect(namesIn(draft, "account")).toEqual([
      "currency",
      ...under("accountInfo", variant.fields),
      "platformAccountId"
    ])
    expect(namesIn(draft, "beneficiary")).toEqual(under("accountInfo.beneficiary", own))
    expect(namesIn(draft, "address")).toEqual(under("accountInfo.beneficiary.address", address))
    expect(namesIn(draft, "who")).toEqual([BENEFICIARY_TYPE])
    expect(namesIn(draft, "variant")).toEqual(kind.variants.length === 1 ? [] : [VARIANT])
    const paths = controlsOf(formOf(draft, "sandbox", UNKNOWN)).map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
  })

  it.each(ways)("$title, filled with sample data, builds a body that sandbox and production accept", (way) => {
    for (let seed = 0; seed < 20; seed += 1) {
      const draft = fillWithSample(draftOf(way), seeded(seed), UNKNOWN)
      const body = bodyOf(draft)
      expect(checkAccount(body, "sandbox", { today: TODAY })).toEqual([])
      expect(checkAccount(body, "production", { today: TODAY })).toEqual([])
      expect(variantOf(way.kind, body.accountInfo)).toBe(way.variant)
      expect(body.accountInfo.accountType).toBe(way.kind.accountType)
      expect(body.accountInfo.beneficiary === undefined).toBe(way.who === "NOBODY")
    }
  })

  it.each(ways)("$title maps each issue to a control of its own, even in an empty form", (way) => {
    const controls = controlsOf(formOf(draftOf(way), "sandbox", UNKNOWN))
    const full = fillWithSample(draftOf(way), seeded(7), UNKNOWN)
    const emptied = Object.keys(full.answers).map((path) => answered(full, path, ""))
    for (const draft of [draftOf(way), ...emptied]) {
      const required = controls.filter((control) => control.required && control.path.startsWith("accountInfo"))
      const issues = issuesOf(draft, "production", TODAY)
      const missing = required.filter(({ path }) => (draft.answers[path] ?? "") === "" && path !== BENEFICIARY_TYPE)
      expect(issues.filter((issue) => !controls.some(({ path }) => path === flat(issue.path)))).toEqual([])
      expect(issues.map((issue) => flat(issue.path))).toEqual(expect.arrayContaining(missing.map(({ path }) => path)))
    }
  })

  const flat = (path: string): string => path.replace(".businessInfo.", ".")
})

describe("a form", () => {
  const formFor = (accountType: string): Draft => newDraft(accountTypes.get(accountType)!)
  const inputOf = (draft: Draft, path: string, mode: "sandbox" | "production" = "sandbox") =>
    controlsOf(formOf(draft, mode, UNKNOWN)).find((control) => control.path === path)!

  it("maps the length and pattern of a field to HTML attributes, and its description to the hint", () => {
    expect(inputOf(formFor("USD_ACCOUNT"), "accountInfo.routingNumber")).toEqual({
      path: "accountInfo.routingNumber",
      label: "Routing number",
      required: true,
      hint: "9 digits.",
      hintLanguage: "en",
      input: {
        type: "text",
        attributes: { pattern: "[0-9]{9}", minLength: 9, maxLength: 9, inputMode: "numeric" }
      }
    })
    const strict = inputOf(formFor("USD_ACCOUNT"), "accountInfo.routingNumber", "production")
    expect(strict.hint).toBe("9 digits. A routing number with its check digit.")
  })

  it("FU3: takes an IBAN in groups of characters, and sends it without the spaces", () => {
    const pasted = answered(formFor("EUR_ACCOUNT"), "accountInfo.iban", "DE89 3704 0044 0532 0130 00")
    const { input } = inputOf(pasted, "accountInfo.iban")
    expect(input.type === "text" && input.attributes).toEqual({})
    expect(bodyOf(pasted).accountInfo.iban).toBe("DE89370400440532013000")
    expect(issuesOf(pasted, "production", TODAY).filter(({ path }) => path === "accountInfo.iban")).toEqual([])
  })

  it("gives a Pix key the format of its selected type, and no format before", () => {
    const path = "accountInfo.pixKey"
    const form = formFor("BRL_ACCOUNT")
    expect(inputOf(form, path).input).toEqual({ type: "text", attributes: {} })
    const chosen = answered(form, "accountInfo.pixKeyType", "CPF")
    expect(inputOf(chosen, path).input).toMatchObject({ attributes: { pattern: "[0-9]{11}" } })
  })

  it("preselects a single option, and leaves a choice of several open", () => {
    expect(bodyOf(formFor("KES_ACCOUNT"))).toMatchObject({ currency: "KES", accountInfo: { provider: "M-PESA" } })
    expect(bodyOf(formFor("ETHEREUM_WALLET"))).toEqual({ accountInfo: { accountType: "ETHEREUM_WALLET" } })
    expect(bodyOf(formFor("CNY_ACCOUNT"))).toMatchObject({
      accountInfo: { beneficiary: { beneficiaryType: "BUSINESS" } }
    })
  })

  it("clears a bank that is not an option of the new variant", () => {
    const typed = answered(formFor("CNY_ACCOUNT"), "accountInfo.bankName", "First Bank")
    expect(bodyOf(answered(typed, VARIANT, "MOBILE_MONEY")).accountInfo).not.toHaveProperty("bankName")
  })

  it("requires the rest of an address when a part of it is filled in", () => {
    const city = "accountInfo.beneficiary.address.city"
    const line = "accountInfo.beneficiary.address.line1"
    const form = formFor("USD_ACCOUNT")
    expect(inputOf(form, city).required).toBe(false)
    expect(inputOf(answered(form, line, "1 Main Street"), city).required).toBe(true)
    expect(inputOf(formFor("GBP_ACCOUNT"), city).required).toBe(true)
  })

  it("never accepts a bank account without its number as a mobile wallet", () => {
    const form = answered(formFor("BDT_ACCOUNT"), "accountInfo.bankName", "First Bank")
    const phoned = answered(form, "accountInfo.phoneNumber", "+8801712345678")
    const named = answered(phoned, "accountInfo.beneficiary.fullName", "Ada Lovelace")
    expect(checkAccount(bodyOf(named), "sandbox")).toEqual([])
    expect(issuesOf(named, "sandbox", TODAY)).toEqual([{ path: "accountInfo.accountNumber", constraint: "present" }])
  })

  it("retains the beneficiary when another type is chosen, and clears the account fields", () => {
    const full = fillWithSample(formFor("GBP_ACCOUNT"), seeded(3), UNKNOWN)
    const next = newDraft(accountTypes.get("EUR_ACCOUNT")!, full)
    expect(bodyOf(next).accountInfo.beneficiary).toEqual(bodyOf(full).accountInfo.beneficiary)
    expect(Object.keys(bodyOf(next).accountInfo)).toEqual(["accountType", "beneficiary"])
  })
})

describe("the search", () => {
  const found = (query: string) =>
    kindGroups(query).flatMap((group) => group.kinds.map(({ accountType }) => accountType))

  it("lists every account type for an empty query", () => {
    expect(found("").toSorted()).toEqual(kinds.map(({ accountType }) => accountType).toSorted())
  })

  it("finds a type by currency, country, label and name", () => {
    expect(found("kes")).toEqual(["KES_ACCOUNT"])
    expect(found("brazil")).toEqual(["BRL_ACCOUNT"])
    expect(found("germany")).toEqual(["EUR_ACCOUNT"])
    expect(found("senegal")).toEqual(["XOF_ACCOUNT"])
    expect(found("pix")).toEqual(["BRL_ACCOUNT"])
    expect(found("Spark")).toEqual(["SPARK_WALLET"])
    expect(found("sepa euro")).toEqual(["EUR_ACCOUNT"])
    expect(found("usdt").toSorted()).toEqual(["ETHEREUM_WALLET", "PLASMA_WALLET", "TRON_WALLET"])
    expect(found("united states")).toEqual(["USD_ACCOUNT", "US_ACCOUNT", "SWIFT_ACCOUNT", "SLV_ACCOUNT"])
    expect(found("nowhere")).toEqual([])
  })
})
