import { currencies } from "@countersign/core/internal"
import { type Answer, callers, makeWorld } from "@countersign/harness/world"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { everyPage } from "../customers/lists.ts"

const accountCurrencies = ["USD", "MXN", "EUR"].flatMap((code) => currencies.get(code) ?? [])
const world = makeWorld({ policy: { accountCurrencies } })
afterAll(() => world.countersign.close())

const customers: Array<string> = []
let all: ReadonlyArray<Answer["body"]> = []
beforeAll(async () => {
  for (let nth = 0; nth < 6; nth += 1) {
    customers.push((await world.customer(callers.a)).customerId)
    world.pass(1)
  }
  all = (await everyPage(world, callers.a, "/internal-accounts?limit=100")).items
})

describe("U7: a list of internal accounts", () => {
  it.each(["USD", "MXN", "EUR", "USDC", "GBP"])(
    "in %s contains the matching accounts, on either path, with every filter",
    async (code) => {
      expect(all).toHaveLength(24)
      const whose = customers.slice(0, 1)
      const queries: ReadonlyArray<readonly [string, (account: Answer["body"]) => boolean]> = [
        ["", () => true],
        ["type=INTERNAL_FIAT&", ({ type }) => type === "INTERNAL_FIAT"],
        [`customerId=${whose}&`, ({ customerId }) => whose.includes(customerId)],
        [
          `customerId=${whose}&type=EMBEDDED_WALLET&`,
          (one) => whose.includes(one.customerId) && one.type === "EMBEDDED_WALLET"
        ]
      ]
      for (const path of ["/internal-accounts", "/customers/internal-accounts"]) {
        for (const [query, isWanted] of queries) {
          const wanted = all.filter((account) => account.balance.currency.code === code && isWanted(account))
          const { items } = await everyPage(world, callers.a, `${path}?${query}currency=${code}&limit=2`)
          expect([path, query, items]).toEqual([path, query, wanted])
        }
      }
    }
  )

  it("I9: contains none of another platform or mode", async () => {
    for (const caller of [callers.b, callers.live]) {
      expect((await world.call(caller, "GET", "/internal-accounts?currency=USD")).body.data).toEqual([])
    }
  })
})
