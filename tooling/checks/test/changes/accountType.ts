import { type Change, SERVICE } from "./Change.ts"

/** Mobile wallets of Seychelles, in 1 file and 1 line of an index. */
export const accountType: Change = {
  name: "account type",
  edits: [
    {
      create: "packages/account-types/src/kinds/SCR_ACCOUNT.ts",
      text: `import { text } from "../Field.ts"
import { name, phone } from "../formats/formats.ts"
import { local, only } from "../Kind.ts"

const wallet = only(
  "phoneNumber",
  ["MOBILE_MONEY"],
  text("phoneNumber", "Phone number", phone),
  text("provider", "Operator", name(255))
)

export const SCR_ACCOUNT = local("SCR", "Seychellois mobile wallet", wallet, { asOf: "2026-11", note: "An example" })
`
    },
    {
      edit: "packages/account-types/src/kinds/index.ts",
      after: `"./mobileMoney.ts"`,
      insert: `export { SCR_ACCOUNT } from "./SCR_ACCOUNT.ts"`
    }
  ],
  shown: `${SERVICE}
import { accountTypes, sample, seeded } from "@countersign/account-types"

const accountInfo = sample(accountTypes.get("SCR_ACCOUNT"), seeded(1))
const { id } = (await ask("POST", "/customers", { customerType: "INDIVIDUAL", email: "ada@example.com" })).body
const added = await ask("POST", "/customers/external-accounts", { customerId: id, currency: "SCR", accountInfo })
assert.deepEqual([added.status, added.body.accountInfo?.accountType], [201, "SCR_ACCOUNT"])
const spoiled = await ask("POST", "/customers/external-accounts", {
  customerId: id,
  currency: "SCR",
  accountInfo: { ...accountInfo, phoneNumber: "none" }
})
assert.equal(spoiled.status, 400)
process.exit(0)
`
}
