import { beneficiary } from "@countersign/harness/accounts/beneficiary"
import { vectors } from "@countersign/harness/accounts/vectorsOf"
import { leastMillis } from "@countersign/harness/leastMillis"
import { describe, expect, it } from "vitest"
import {
  accountTypes,
  beneficiaryAddressFields,
  beneficiaryFields,
  businessInfoFields,
  check,
  checkAccount,
  type Field,
  type Format,
  type Kind,
  type Sent
} from "../src/index.ts"

const kinds = [...accountTypes.values()]

const formatsOf = (field: Field): ReadonlyArray<Format> => {
  switch (field.type) {
    case "text":
      return [field.format]
    case "choice":
      return []
    case "dependent":
      return Object.values(field.formats)
  }
}
const fields: ReadonlyArray<Field> = [
  ...kinds.flatMap(({ variants }) => variants.flatMap((variant) => variant.fields)),
  ...beneficiaryFields("COP", "INDIVIDUAL"),
  ...beneficiaryFields("COP", "BUSINESS"),
  ...beneficiaryAddressFields("COP", "BUSINESS"),
  ...businessInfoFields
]
const formats = fields.flatMap(formatsOf)

const infoOf = (kind: Kind, others: Sent = {}): Sent => ({
  accountType: kind.accountType,
  beneficiary,
  ...vectors.get(kind.accountType)?.accepted[0],
  ...others
})
const paths = (kind: Kind, info: unknown) => check(kind, info, "sandbox").map(({ path }) => path)

describe.each(kinds)("$accountType", (kind) => {
  const info = infoOf(kind)
  const sent = Object.keys(info).filter((name) => name !== "accountType" && name !== "beneficiary")
  const identifier = kind.variants.find((variant) => sent.includes(variant.identifier))?.identifier ?? ""

  it.each([[7], [null], [true], [[]], [{}], [["1"]], [{ toString: "1" }]])(
    "rejects %j in place of any text",
    (value) => {
      for (const name of sent) expect(paths(kind, { ...info, [name]: value })).toContain(name)
    }
  )

  it.each(["\u0000", "\n", "\r\n", "\u2028", "\ud800", "\udc00x", "\u001b[2J"])("rejects %j in any text", (evil) => {
    for (const name of sent) expect(paths(kind, { ...info, [name]: `${info[name]}${evil}` })).toContain(name)
  })

  it("H6: rejects the keys of prototypes by their path, and changes no prototype", () => {
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
      const evil: unknown = JSON.parse(`{${JSON.stringify(info).slice(1, -1)},"${name}":{"polluted":true}}`)
      expect(paths(kind, evil)).toEqual([name])
    }
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false)
  })

  it("ignores inherited properties", () => {
    expect(paths(kind, Object.create(info))).toContain("accountType")
    expect(paths(kind, { ...info, [identifier]: undefined })).not.toEqual([])
  })

  it.each(["customerId", "status", "paymentRails", "id"])("H7: rejects the unknown field %s", (name) => {
    expect(paths(kind, { ...info, [name]: "x" })).toEqual([name])
  })

  it("reports every invalid field at once", () => {
    const broken = Object.fromEntries(sent.map((name) => [name, 7]))
    const everywhere = { ...infoOf(kind, broken), accountType: "X", beneficiary: [], extra: 1 }
    expect(paths(kind, everywhere)).toEqual(expect.arrayContaining(["accountType", ...sent, "beneficiary", "extra"]))
  })
})

describe("an issue", () => {
  const secret = "4929123412341234SECRET"

  it("X6: never repeats a value, or a key that may be one", () => {
    for (const kind of kinds) {
      const keys = Object.keys(infoOf(kind))
      const bad = Object.fromEntries(keys.map((name) => [name, `${secret}\u0000`]))
      const shouted = { ...bad, [secret]: secret, beneficiary: { beneficiaryType: secret, [secret]: secret } }
      const account = { currency: secret, accountInfo: { ...shouted, accountType: kind.accountType } }
      const reported = JSON.stringify([check(kind, shouted, "production"), checkAccount(account, "production")])
      expect(reported).not.toContain("SECRET")
      expect(reported).not.toContain("4929")
    }
  })

  it("is at the object when its key must not be repeated", () => {
    const kind = accountTypes.get("GBP_ACCOUNT")
    if (kind === undefined) throw new Error("GBP_ACCOUNT is gone")
    expect(check(kind, infoOf(kind, { "12345678": "x" }), "sandbox")).toEqual([
      { path: "", constraint: "without unknown fields" }
    ])
  })
})

describe("a pattern", () => {
  it("means the same under the flag u of the check and the flag v of an HTML form", () => {
    for (const { pattern, sample } of formats) {
      const value = sample(() => 0.5)
      expect(new RegExp(`^(?:${pattern})$`, "u").test(value)).toBe(true)
      expect(new RegExp(`^(?:${pattern})$`, "v").test(value)).toBe(true)
    }
  })

  it("H14: repeats no group that contains a repetition", () => {
    const group = /\((?:\?:)?[^()]*[*+}][^()]*\)[*+{]/u
    expect(group.test("(a+)*")).toBe(true)
    for (const { pattern } of formats) expect(pattern).not.toMatch(group)
  })

  it("H14: never runs on text longer than its field, and 64 KiB of the worst text take under 5 ms", () => {
    const worst = [..."a0A.-@ +1é"].flatMap((character) => [
      character.repeat(65_536),
      `${character.repeat(65_535)}\u{1f600}`
    ])
    for (const { pattern, maxLength } of formats) {
      expect(maxLength).toBeLessThanOrEqual(2048)
      const regex = new RegExp(`^(?:${pattern})$`, "u")
      const test = () => {
        for (const text of worst) regex.test(text.slice(0, maxLength))
      }
      test()
      expect(leastMillis(test, 5 * worst.length)).toBeLessThan(5 * worst.length)
    }
    for (const kind of kinds) {
      const info = Object.fromEntries(Object.keys(infoOf(kind)).map((name) => [name, "a".repeat(65_536)]))
      expect(leastMillis(() => void check(kind, info, "production"), 50)).toBeLessThan(50)
    }
  })
})
