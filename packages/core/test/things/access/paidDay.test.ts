import { expect, it } from "vitest"
import { paidAt, withPayment } from "../../../src/things/access/rules/PaidDay.ts"
import { accountId, T } from "../../given.ts"

const DAY = 86_400_000
const begin = T - (T % DAY)

it("PO5: payments of one UTC day are added up, and the next day begins at its millisecond", () => {
  const first = withPayment(undefined, { accountId, amount: 5 }, begin)
  const second = withPayment(first, { accountId, amount: 7 }, begin + DAY - 1)
  expect(second).toEqual({ accountId, day: begin / DAY, amount: 12, expiresAt: begin + 2 * DAY })
  expect([begin - 1, begin + DAY - 1, begin + DAY].map((at) => paidAt(second, at))).toEqual([12, 12, 0])
  expect(withPayment(second, { accountId, amount: 1 }, begin + DAY)).toMatchObject({
    amount: 1,
    expiresAt: begin + 3 * DAY
  })
})

it("PO5: a node whose clock is a day behind adds to the day that another has begun", () => {
  const known = withPayment(undefined, { accountId, amount: 5 }, begin + DAY)
  expect(withPayment(known, { accountId, amount: 1 }, begin)).toEqual({ ...known, amount: 6 })
})
