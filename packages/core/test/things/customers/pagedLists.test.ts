import { callers, makeWorld, tokenOptions } from "@countersign/harness/world"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const world = makeWorld({
  tokens: tokenOptions.filter(({ mode }) => mode === "sandbox"),
  webhooks: { allowPrivate: true }
})
afterAll(() => world.countersign.close())

const alpha = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })
const COUNT = 25
let firm = ""
beforeAll(async () => {
  await alpha.config.update({ webhookEndpoint: "http://127.0.0.1:9/" })
  const info = { legalName: "Acme", registrationNumber: "001" }
  firm = (await alpha.customers.create({ customerType: "BUSINESS", businessInfo: info })).id
  for (let nth = 0; nth < COUNT; nth += 1) {
    world.pass(1000)
    await alpha.customers.create({ customerType: "INDIVIDUAL" })
    await alpha.verifications.create(firm)
    await alpha.beneficialOwners.create({ customerId: firm, personalInfo: { firstName: "Ada", lastName: `L${nth}` } })
    await alpha.tokens.create({ name: `robot ${nth}`, permissions: ["VIEW"] })
    await alpha.externalAccounts.create({
      currency: "BTC",
      accountInfo: { accountType: "LIGHTNING", lightningAddress: `ada${nth}@example.com` }
    })
  }
})

interface Item {
  readonly id: string
}
interface Page {
  readonly data: ReadonlyArray<Item>
  readonly hasMore: boolean
  readonly nextCursor?: string
}
type Listed = Promise<Page> & AsyncIterable<Item>

/** A page by its ids only, because a worker may retry a delivery while the test reads the list. */
const byIds = ({ data, ...page }: Page) => ({ ...page, ids: data.map(({ id }) => id) })

const lists: ReadonlyArray<
  readonly [string, (page: { limit?: number; cursor?: string }) => Listed, (owner: string) => string]
> = [
  ["customers", (page) => alpha.customers.list(page), () => "/customers?"],
  ["verifications", (page) => alpha.verifications.list(firm, page), (id) => `/verifications?customerId=${id}&`],
  ["owners", (page) => alpha.beneficialOwners.list(firm, page), (id) => `/beneficial-owners?customerId=${id}&`],
  ["tokens", (page) => alpha.tokens.list(page), () => "/tokens?"],
  [
    "accounts",
    (page) => alpha.internalAccounts.list({ customerId: firm, ...page }),
    (id) => `/internal-accounts?customerId=${id}&`
  ],
  ["external accounts", (page) => alpha.externalAccounts.list(page), () => "/platform/external-accounts?"],
  ["deliveries", (page) => alpha.webhooks.deliveries(page), () => "/webhooks/deliveries?"]
]

describe.each(lists)("the list of %s", (name, list, pathOf) => {
  it("FC15: has the pages of the HTTP list, and for await reads all of them", async () => {
    const limit = name === "accounts" ? 1 : 7
    const overHttp: Array<string> = []
    let cursor: string | undefined
    do {
      const query = `limit=${limit}${cursor === undefined ? "" : `&cursor=${cursor}`}`
      const answer = await world.call(callers.a, "GET", pathOf(firm) + query)
      expect(byIds(await list({ limit, ...(cursor === undefined ? {} : { cursor }) }))).toEqual(byIds(answer.body))
      overHttp.push(...byIds(answer.body).ids)
      cursor = answer.body.nextCursor
    } while (cursor !== undefined)
    expect(overHttp.length).toBeGreaterThanOrEqual(name === "accounts" ? 2 : COUNT)
    const walked: Array<string> = []
    for await (const { id } of list({ limit })) walked.push(id)
    expect(walked).toEqual(overHttp)
  })

  it.each([0, 101, 2.5, Number.NaN])("FC15: refuses the limit %s", async (limit) => {
    await expect(list({ limit })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: { errors: [{ field: "limit" }] }
    })
  })

  it("FC15: has 20 items per page by default, and refuses a cursor that is not from a page", async () => {
    expect((await list({})).data.length).toBe(name === "accounts" ? 2 : 20)
    await expect(list({ cursor: "bm9wZQ" })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: { errors: [{ field: "cursor", message: expect.stringMatching(/nextCursor/u) }] }
    })
  })
})
