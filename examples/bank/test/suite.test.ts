import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { railsSuite } from "@countersign/testkit"
import { describe, it } from "vitest"
import { bankRails, startBank } from "../src/index.ts"

const FAULTS = { none: {}, down: { lostRequests: 100 }, lostReplies: { lostReplies: 100 } }
const NONE = { lostRequests: 0, lostReplies: 0 }

railsSuite({
  name: "the rails of the example bank",
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
      rails: bankRails({ url: bank.url }),
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
