import type { PaymentRailsOptions } from "countersign"
import { same } from "../stories/Story.ts"
import type { ChapterOf } from "../suite.ts"
import type { RailsStory } from "./RailsStory.ts"

export const prices: ChapterOf<RailsStory> = {
  name: "prices",
  stories: [
    {
      name: "a payment within a currency has a price, with an amount of either side, or without",
      run: async ({ currency, rails }) => {
        const requests: ReadonlyArray<Partial<Parameters<PaymentRailsOptions["price"]>[0]>> = [
          {},
          { locked: { side: "SENDING", amount: 1000 } },
          { locked: { side: "RECEIVING", amount: 1000 } }
        ]
        for (const request of requests) {
          const offer = await rails.price({ platformId: "acme", from: currency, to: currency, ...request })
          const { feeBasisPoints = 0, fixedFee = 0, rate = "", until } = offer ?? {}
          same("A rate is a positive decimal", /^(?=.*[1-9])\d{1,15}(?:\.\d{1,18})?$/u.test(rate), true)
          same("A fee is not negative", feeBasisPoints >= 0 && feeBasisPoints < 10_000 && fixedFee >= 0, true)
          same("A price is valid when it is offered", until === undefined || Date.parse(until) > Date.now(), true)
        }
      }
    },
    {
      name: "currencies that the provider does not convert have no price, and no error",
      run: async ({ currency, rails }) => {
        same("The price", await rails.price({ platformId: "acme", from: currency, to: "XTS" }), undefined)
      }
    }
  ]
}
