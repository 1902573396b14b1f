import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { railsSuite } from "@countersign/testkit"
import { afterAll, describe, it } from "vitest"
import { bankRails, startBank } from "../src/index.ts"

/** The rails as a reader has them who copies the guide into an empty folder. */
const folder = new URL("../../../.build/guide-rails/", import.meta.url)
const guide = readFileSync(new URL("../../../docs/guides/settle-at-your-bank.md", import.meta.url), "utf8")
const [, copy = ""] = guide.split("```ts from=examples/bank/src/rails.ts\n")
const [code = ""] = copy.split("\n```")
mkdirSync(folder, { recursive: true })
writeFileSync(new URL("rails.ts", folder), `${code}\n`)
const copied: { readonly bankRails: typeof bankRails } = await import(new URL("rails.ts", folder).href)
afterAll(() => rmSync(folder, { recursive: true }))

const FAULTS = { none: {}, down: { lostRequests: 100 }, lostReplies: { lostReplies: 100 } }
const NONE = { lostRequests: 0, lostReplies: 0 }

describe.each([
  ["the rails of the example bank", bankRails],
  ["the rails that a reader copies from the guide (GU1)", copied.bankRails]
])("", (name, railsOf) => {
  railsSuite({
    name,
    describe,
    it,
    make: async () => {
      const faults = { ...NONE }
      const bank = await startBank({
        file: join(mkdtempSync(join(tmpdir(), "countersign-bank-")), "journal"),
        secret: "unused",
        reportsTo: () => "",
        // Its day never ends, and it rejects no order.
        now: () => 0,
        courseOf: () => [[0, "SETTLED"]],
        faults
      })
      return {
        rails: railsOf({ url: bank.url }),
        currency: "USD",
        account: {
          accountType: "USD_ACCOUNT",
          accountNumber: "123456789",
          routingNumber: "021000021",
          beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Grace Hopper" }
        },
        paid: async (id) => {
          const lines = (await (await fetch(`${bank.url}/statement`)).text()).split("\n")
          return lines.filter((line) => line.startsWith(`${id}/0,`)).length
        },
        fault: (fault) => void Object.assign(faults, NONE, FAULTS[fault]),
        close: () => bank.stop()
      }
    }
  })
})
