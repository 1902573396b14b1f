import { callers, makeWorld, START } from "@countersign/harness/world"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { everyPage } from "./lists.ts"

const world = makeWorld()
afterAll(() => world.countersign.close())

interface Kept {
  readonly id: string
  readonly platformCustomerId: string
  readonly umaAddress: string
  readonly customerType: string
  readonly region?: string
  readonly currencies: ReadonlyArray<string>
  readonly createdAt: string
  readonly updatedAt: string
  readonly isDeleted: boolean
}

/** The customers that the service should return, newest first. */
const model: Array<Kept> = []
const regions = ["US", "DE", "MX", undefined]

beforeAll(async () => {
  for (let nth = 0; nth < 40; nth += 1) {
    const region = regions[nth % 4]
    const common = { platformCustomerId: `p-${nth}`, ...(region === undefined ? {} : { region }) }
    const body =
      nth % 3 === 0
        ? { customerType: "BUSINESS", ...common, businessInfo: { legalName: `Firm ${nth}` } }
        : { customerType: "INDIVIDUAL", ...common, umaAddress: `$person-${nth}@pay.example.com` }
    const created = await world.call(callers.a, "POST", "/customers", { body })
    expect([created.status, created.body.isDeleted]).toEqual([201, false])
    model.unshift(created.body)
    // Some customers have the same creation time.
    if (nth % 2 === 0) world.pass(1000)
  }
  world.pass(60_000)
  for (const [place, { customerType, id }] of [...model.entries()]) {
    const patched = place % 5 === 0 && customerType === "INDIVIDUAL"
    const change = { body: { fullName: `Person ${place}` } }
    if (patched) model[place] = (await world.call(callers.a, "PATCH", `/customers/${id}`, change)).body
    if (place % 7 === 0) model[place] = (await world.call(callers.a, "DELETE", `/customers/${id}`)).body
    world.pass(10)
  }
})

const at = (millis: number) => new Date(START + millis).toISOString()

/** Each filter, and the predicate that it should match. */
const filters: ReadonlyArray<readonly [string, (customer: Kept) => boolean]> = [
  ["", ({ isDeleted }) => !isDeleted],
  ["isIncludingDeleted=false", ({ isDeleted }) => !isDeleted],
  ["isIncludingDeleted=true", () => true],
  ["platformCustomerId=p-3", ({ isDeleted, platformCustomerId }) => !isDeleted && platformCustomerId === "p-3"],
  ["platformCustomerId=p-4&isIncludingDeleted=true", ({ platformCustomerId }) => platformCustomerId === "p-4"],
  ["platformCustomerId=nobody", () => false],
  ["customerType=BUSINESS", ({ customerType, isDeleted }) => !isDeleted && customerType === "BUSINESS"],
  ["customerType=INDIVIDUAL", ({ customerType, isDeleted }) => !isDeleted && customerType === "INDIVIDUAL"],
  ["region=DE", ({ isDeleted, region }) => !isDeleted && region === "DE"],
  ["region=FR", () => false],
  ["currency=USD", ({ currencies, isDeleted }) => !isDeleted && currencies.includes("USD")],
  ["currency=USDC", ({ currencies, isDeleted }) => !isDeleted && currencies.includes("USDC")],
  ["currency=MXN", () => false],
  [
    "umaAddress=%24person-5@pay.example.com",
    ({ isDeleted, umaAddress }) => !isDeleted && umaAddress === "$person-5@pay.example.com"
  ],
  [`createdAfter=${at(10_000)}`, ({ createdAt, isDeleted }) => !isDeleted && createdAt >= at(10_000)],
  [`createdBefore=${at(10_000)}`, ({ createdAt, isDeleted }) => !isDeleted && createdAt <= at(10_000)],
  [
    `createdAfter=${at(5000)}&createdBefore=${at(9000)}`,
    ({ createdAt, isDeleted }) => !isDeleted && createdAt >= at(5000) && createdAt <= at(9000)
  ],
  [`updatedAfter=${at(80_000)}`, ({ isDeleted, updatedAt }) => !isDeleted && updatedAt >= at(80_000)],
  [`updatedBefore=${at(80_000)}&isIncludingDeleted=true`, ({ updatedAt }) => updatedAt <= at(80_000)],
  [
    `customerType=INDIVIDUAL&region=US&createdAfter=${at(3000)}&isIncludingDeleted=true`,
    ({ createdAt, customerType, region }) => customerType === "INDIVIDUAL" && region === "US" && createdAt >= at(3000)
  ]
]

const newestFirst = (one: Kept, other: Kept) =>
  other.createdAt.localeCompare(one.createdAt) || other.id.localeCompare(one.id)

describe("U4: a list of customers", () => {
  it.each(filters)("by %j equals the model's, for any page size", async (query, isWanted) => {
    const wanted = model.filter(isWanted).toSorted(newestFirst)
    for (const limit of [100, 3, 1]) {
      const { items } = await everyPage(world, callers.a, `/customers?${query}${query === "" ? "" : "&"}limit=${limit}`)
      expect([query, limit, items]).toEqual([query, limit, wanted])
    }
  })

  it("distinguishes customers that were updated from those that were not", () => {
    expect(new Set(model.map(({ createdAt, updatedAt }) => createdAt === updatedAt)).size).toBe(2)
    expect(model.filter(({ isDeleted }) => isDeleted).length).toBeGreaterThan(3)
  })

  it("I9: contains no customer of another platform or mode, deleted or not", async () => {
    for (const caller of [callers.b, callers.live, callers.liveB]) {
      const all = await world.call(caller, "GET", "/customers?isIncludingDeleted=true")
      const one = await world.call(caller, "GET", "/customers?platformCustomerId=p-3")
      expect([all.body.data, one.body.data]).toEqual([[], []])
    }
  })

  it.each([
    ["isIncludingDeleted=yes", "isIncludingDeleted"],
    ["isIncludingDeleted=", "isIncludingDeleted"],
    ["customerType=PERSON", "customerType"],
    ["region=usa", "region"],
    ["currency=dollar", "currency"],
    ["createdAfter=yesterday", "createdAfter"],
    ["updatedBefore=", "updatedBefore"],
    ["limit=0", "limit"]
  ])("by %s is answered with a 400 that names the field", async (query, field) => {
    const { body, status } = await world.call(callers.a, "GET", `/customers?${query}`)
    expect([status, body.code, body.details.errors[0].field]).toEqual([400, "INVALID_INPUT", field])
  })

  it("skips 1,500 customers of another kind in bounded steps, and finds the one after them", async () => {
    const many = makeWorld()
    const person = { customerType: "INDIVIDUAL" }
    const firm = { customerType: "BUSINESS", businessInfo: { legalName: "Behind Ltd" } }
    const behind = await many.call(callers.a, "POST", "/customers", { body: firm })
    for (let nth = 0; nth < 1500; nth += 1) await many.call(callers.a, "POST", "/customers", { body: person })
    const { items, pages } = await everyPage(many, callers.a, "/customers?customerType=BUSINESS")
    expect([items.map(({ id }) => id), pages]).toEqual([[behind.body.id], 2])
    await many.countersign.close()
  })
})
