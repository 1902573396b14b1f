import { beneficiary } from "@countersign/harness/accounts/beneficiary"
import { describe, expect, it } from "vitest"
import { accountTypes, check } from "../src/index.ts"

// The specification's phone rules, copied from its text: calling code, and number of digits. Benin has ten digits since
// November 2024.
const rules: ReadonlyArray<readonly [accountType: string, code: string, low: number, high: number, provider: string]> =
  [
    ["KES_ACCOUNT", "254", 9, 9, "M-PESA"],
    ["TZS_ACCOUNT", "255", 9, 9, "VODACOM"],
    ["ZMW_ACCOUNT", "260", 9, 9, "ZAMTEL"],
    ["RWF_ACCOUNT", "250", 9, 9, "MTN"],
    ["MWK_ACCOUNT", "265", 9, 9, "TNM"],
    ["UGX_ACCOUNT", "256", 9, 9, "AIRTEL"],
    ["XOF_ACCOUNT", "221", 9, 9, "WAVE"],
    ["XOF_ACCOUNT", "225", 10, 10, "ORANGE"],
    ["XOF_ACCOUNT", "229", 8, 10, "MOOV"]
  ]

describe.each(rules)(
  "X4 GH11: a phone number of %s, +%s and %i to %i digits",
  (accountType, code, low, high, provider) => {
    const paths = (phoneNumber: string) => {
      const kind = accountTypes.get(accountType)
      const issues = kind && check(kind, { accountType, beneficiary, phoneNumber, provider }, "sandbox")
      return issues?.map(({ path }) => path)
    }
    const digits = "7012345678"

    it("is accepted", () => {
      for (let length = low; length <= high; length += 1)
        expect(paths(`+${code}${digits.slice(0, length)}`)).toEqual([])
    })

    const right = digits.slice(0, low)
    it.each([
      ["too short", `+${code}${digits.slice(0, low - 1)}`],
      ["too long", `+${code}${"70123456789".slice(0, high + 1)}`],
      ["without a plus", `${code}${right}`],
      ["with two", `++${code}${right}`],
      ["with leading zeros", `00${code}${right}`],
      ["with zeros after the plus", `+00${code}${right}`],
      ["with a space", `+${code} ${right}`],
      ["with a space before it", ` +${code}${right}`],
      ["with a line break after it", `+${code}${right}\n`],
      ["with hyphens", `+${code}-${right}`],
      ["with a full-width digit", `+${code}${right.slice(1)}７`],
      ["with an Arabic digit", `+${code}${right.slice(1)}٧`],
      ["of another country", `+1${right}`],
      ["without digits", `+${code}`]
    ])("%s is rejected", (_, phoneNumber) => {
      expect(paths(phoneNumber)).toEqual(["phoneNumber"])
    })
  }
)
