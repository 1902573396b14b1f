import { appendFileSync, mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { makeBank } from "../src/index.ts"

const DAY = 1000
const fileOf = () => join(mkdtempSync(join(tmpdir(), "countersign-bank-")), "journal")
const order = (id: string, amount = 100) => ({
  id,
  platformId: "acme",
  destination: { type: "EXTERNAL" },
  received: { amount, currency: "USD" }
})

/** The ids of orders of each first answer, and of each first outcome. */
const samples = () => {
  let at = 0
  const bank = makeBank({ file: fileOf(), day: DAY, now: () => at })
  const ids = Array.from({ length: 100 }, (_, nth) => `order ${nth}`)
  const answers = new Map(ids.map((id) => [id, bank.accept(order(id))]))
  at = 10 * DAY
  return {
    bank,
    ids,
    answers,
    outcomes: (id: string) =>
      bank
        .read(id)
        ?.map(({ outcome }) => outcome)
        .join(" ")
  }
}

describe("the bank", () => {
  it("has payments of every course, and rejects a few orders", () => {
    const { answers, ids, outcomes } = samples()
    expect(new Set(ids.map(outcomes))).toEqual(
      new Set([
        undefined,
        "SETTLED",
        "FAILED",
        "SETTLED RETURNED",
        "REFUND_PENDING REFUNDED",
        "REFUND_PENDING REFUND_FAILED REFUNDED"
      ])
    )
    expect(ids.filter((id) => answers.get(id) === "rejected")).toEqual(ids.filter((id) => outcomes(id) === undefined))
  })

  it("pays an order once, and refuses another order under its id", () => {
    const { answers, bank, ids } = samples()
    const id = ids.find((each) => answers.get(each) === "accepted") ?? ""
    const before = bank.statement()
    expect([bank.accept(order(id)), bank.accept(order(id, 101))]).toEqual(["accepted", "differs"])
    expect(bank.statement()).toBe(before)
  })

  it("continues with its journal, of which the last line may be incomplete", () => {
    const file = fileOf()
    const now = () => 10 * DAY
    const first = makeBank({ file, day: DAY, now: () => 0 })
    for (const nth of [1, 2, 3, 4]) first.accept(order(`order ${nth}`))
    const [event] = makeBank({ file, day: DAY, now }).due()
    makeBank({ file, day: DAY, now }).isReported(event?.id ?? "")
    appendFileSync(file, '\n{"payment":{"id":"half')
    const again = makeBank({ file, day: DAY, now })
    expect(again.due().map(({ id }) => id)).not.toContain(event?.id)
    again.accept(order("order 5"))
    expect(makeBank({ file, day: DAY, now }).statement()).toBe(again.statement())
    expect(
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line.includes('"order 5"'))
    ).toHaveLength(1)
  })

  it("settles at the end of the day, and an order after 17 o'clock at the end of the next", () => {
    const settled = (at: number) => {
      let now = at
      const bank = makeBank({ file: fileOf(), day: 24, now: () => now })
      const { answers, ids } = samples()
      const id = ids.find((each) => answers.get(each) === "accepted") ?? ""
      bank.accept(order(id))
      while (bank.read(id)?.length === 0) now += 1
      return now
    }
    expect([settled(0), settled(16), settled(17), settled(23), settled(24)]).toEqual([24, 24, 48, 48, 48])
  })
})
