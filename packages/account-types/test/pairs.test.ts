import { describe, expect, it } from "vitest"
import { accountTypes, checkAccount, sample, seeded } from "../src/index.ts"

// The specification's table, copied from its text and not derived from the kinds.
const pairs: ReadonlyArray<readonly [string, string]> = [
  ["USD_ACCOUNT", "USD"],
  ["US_ACCOUNT", "USD"],
  ["MXN_ACCOUNT", "MXN"],
  ["BRL_ACCOUNT", "BRL"],
  ["COP_ACCOUNT", "COP"],
  ["SLV_ACCOUNT", "USD"],
  ["EUR_ACCOUNT", "EUR"],
  ["PHP_ACCOUNT", "PHP"],
  ["GBP_ACCOUNT", "GBP"],
  ["INR_ACCOUNT", "INR"],
  ["NGN_ACCOUNT", "NGN"],
  ["ZAR_ACCOUNT", "ZAR"],
  ["KES_ACCOUNT", "KES"],
  ["TZS_ACCOUNT", "TZS"],
  ["ZMW_ACCOUNT", "ZMW"],
  ["RWF_ACCOUNT", "RWF"],
  ["MWK_ACCOUNT", "MWK"],
  ["UGX_ACCOUNT", "UGX"],
  ["XOF_ACCOUNT", "XOF"],
  ["CAD_ACCOUNT", "CAD"],
  ["SPARK_WALLET", "BTC"]
]

const paths = (account: unknown) => checkAccount(account, "production").map(({ path }) => path)

describe("21 account types and 21 currencies", () => {
  const cells = pairs.flatMap(([accountType, own]) =>
    pairs.map(([, currency]) => [accountType, own, currency] as const)
  )

  it("X1: are accepted only in the pairs of the specification", () => {
    expect(cells.length).toBe(441)
    for (const [accountType, own, currency] of cells) {
      const kind = accountTypes.get(accountType)
      const accountInfo = kind && sample(kind, seeded(1))
      expect([accountType, currency, paths({ currency, accountInfo })]).toEqual([
        accountType,
        currency,
        currency === own ? [] : ["currency"]
      ])
    }
  })

  it("X1: reject fields of another type by their path", () => {
    const iban = "DE89370400440532013000"
    const kind = accountTypes.get("USD_ACCOUNT")
    const accountInfo = { ...(kind && sample(kind, seeded(1))), iban, clabeNumber: "032180000118359719" }
    expect(paths({ currency: "USD", accountInfo })).toEqual(["accountInfo.iban", "accountInfo.clabeNumber"])
  })

  it.each(["__proto__", "constructor", "usd_account", "USD_ACCOUNT ", "", null, 7, {}, ["USD_ACCOUNT"], undefined])(
    "reject the name %j by its path",
    (accountType) => {
      expect(paths({ currency: "USD", accountInfo: { accountType } })).toEqual(["accountInfo.accountType"])
    }
  )

  it.each([null, 7, "USD_ACCOUNT", [], undefined])("reject %j in place of accountInfo", (accountInfo) => {
    expect(paths({ currency: "USD", accountInfo })).toEqual(["accountInfo"])
    expect(paths(accountInfo)).toEqual([""])
  })

  it.each([undefined, null, 840, ["USD"]])("reject the currency %j", (currency) => {
    const kind = accountTypes.get("GBP_ACCOUNT")
    expect(paths({ currency, accountInfo: kind && sample(kind, seeded(1)) })).toEqual(["currency"])
  })
})
