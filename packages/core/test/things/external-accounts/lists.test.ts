import { CUSTOMERS, created, customerId, gbp, idsOf, PLATFORM, usd } from "@countersign/harness/externalAccounts"
import { type Caller, callers, makeWorld } from "@countersign/harness/world"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const world = makeWorld()
afterAll(() => world.countersign.close())

const page = async (path: string, query: string, caller: Caller = callers.a) =>
  world.call(caller, "GET", `${path}?${query}`)
const b64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

describe("a page", () => {
  beforeAll(async () => {
    for (let nth = 0; nth < 21; nth += 1) {
      world.pass(nth % 2)
      await created(world, gbp())
    }
  })

  it("has 20 accounts by default, newest first, and a cursor to the next", async () => {
    const first = await page(PLATFORM, "")
    expect([first.body.data.length, first.body.hasMore]).toEqual([20, true])
    const second = await page(PLATFORM, `cursor=${first.body.nextCursor}`)
    expect([second.body.data.length, second.body.hasMore]).toEqual([1, false])
    expect(Object.keys(second.body)).toEqual(["data", "hasMore"])
    const ids = [...first.body.data, ...second.body.data].map(({ id }) => id)
    // Ids contain their time, so their descending order is newest first, except within one millisecond.
    expect(new Set(ids).size).toBe(21)
    expect(ids).toEqual((await idsOf(world, PLATFORM)).slice(0, 21))
  })

  it("has exactly as many items as requested, also at the end of the list", async () => {
    for (const limit of [1, 2, 20, 21, 100]) {
      const { body } = await page(PLATFORM, `limit=${limit}`)
      expect([limit, body.data.length, body.hasMore]).toEqual([limit, Math.min(limit, 21), limit < 21])
    }
  })

  it.each([
    "0",
    "101",
    "-1",
    "1.5",
    "0x10",
    "1e1",
    "%2010",
    "007",
    "abc",
    "",
    "1e1000",
    "NaN",
    "9007199254740993",
    "1&limit=2"
  ])("L2: with limit=%s is answered with a 400 that names it", async (limit) => {
    for (const path of [PLATFORM, CUSTOMERS]) {
      const { body, status } = await page(path, `limit=${limit}`)
      expect([status, body.code, body.details.errors[0].field]).toEqual([400, "INVALID_INPUT", "limit"])
    }
  })

  it.each([
    "!!!",
    "e30",
    b64(null),
    b64([]),
    b64({ createdAt: "1", id: "x" }),
    b64({ createdAt: 1.5, id: "x" }),
    b64({ createdAt: 1e300, id: "x" }),
    b64({ createdAt: 1 }),
    `${b64({ createdAt: 1, id: "x" })}=`,
    "a".repeat(513),
    "%00"
  ])("after %s is answered with a 400 that names the cursor", async (cursor) => {
    const { body, status } = await page(PLATFORM, `cursor=${cursor}`)
    expect([status, body.code, body.details.errors[0].field]).toEqual([400, "INVALID_INPUT", "cursor"])
  })

  it("after a position without an account returns the older accounts", async () => {
    const all = await idsOf(world, PLATFORM)
    const [newest, oldest] = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
    for (const id of ["", "x", "\0", "\ud800", "ExternalAccount:x", "\uffff"]) {
      const behind = async (createdAt: number) =>
        (await page(PLATFORM, `limit=100&cursor=${b64({ createdAt, id })}`)).body.data.length
      expect([id, await behind(newest), await behind(oldest)]).toEqual([id, all.length, 0])
    }
  })

  it("after a cursor of another list returns nothing of that list", async () => {
    for (let nth = 0; nth < 2; nth += 1) await customerId(world)
    const { nextCursor } = (await page("/customers", "limit=1")).body
    const strangers = await page(PLATFORM, `limit=100&cursor=${nextCursor}`, callers.b)
    expect([strangers.status, strangers.body.data]).toEqual([200, []])
    const own = await page(PLATFORM, `limit=100&cursor=${nextCursor}`)
    const all = await idsOf(world, PLATFORM)
    expect(own.body.data.every(({ id }: { readonly id: string }) => all.includes(id))).toBe(true)
  })
})

it("paging repeats no account, and skips none that stays, during inserts and deletes", async () => {
  const caller = callers.b
  const stay: Array<string> = []
  const go: Array<string> = []
  for (let nth = 0; nth < 30; nth += 1) {
    world.pass(nth % 3 === 0 ? 1 : 0)
    const kind = nth % 3 === 1 ? go : stay
    kind.push((await created(world, gbp(), caller)).id)
  }
  const walked: Array<string> = []
  let cursor: string | undefined
  do {
    const { body } = await page(PLATFORM, `limit=4${cursor === undefined ? "" : `&cursor=${cursor}`}`, caller)
    walked.push(...body.data.map(({ id }: { readonly id: string }) => id))
    cursor = body.nextCursor
    // Removes an account of this page, so that the cursor refers to a missing account, and creates new ones.
    const last = [...go].find((id) => id === walked.at(-1)) ?? go.pop()
    if (last !== undefined) await world.call(caller, "DELETE", `${PLATFORM}/${last}`)
    world.pass(walked.length % 3)
    await created(world, gbp(), caller)
  } while (cursor !== undefined)
  expect(new Set(walked).size).toBe(walked.length)
  expect(walked).toEqual(expect.arrayContaining(stay))
})

describe("a filter", () => {
  interface Known {
    readonly id: string
    readonly scope: string
    readonly customerId: string | undefined
    readonly currency: string
    readonly platformAccountId: string | undefined
  }
  const caller = callers.live
  const known: Array<Known> = []
  const owners: Array<string> = []
  const references = ["one", "two", '"],["x', "é", "%", "x".repeat(255)]

  beforeAll(async () => {
    owners.push(await customerId(world, caller), await customerId(world, caller))
    let nth = 0
    for (const owner of [undefined, ...owners]) {
      for (const reference of [undefined, undefined, ...references]) {
        nth += 1
        const more = {
          ...(reference === undefined ? {} : { platformAccountId: reference }),
          ...(owner === undefined ? {} : { customerId: owner })
        }
        const body = nth % 2 === 0 ? gbp("12345678", more) : usd({}, more)
        const path = owner === undefined ? PLATFORM : CUSTOMERS
        world.pass(1)
        const { currency, id } = await created(world, body, caller, path)
        known.unshift({ id, scope: path, customerId: owner, currency, platformAccountId: reference })
      }
    }
  })

  it("by currency, customer and platformAccountId, in all combinations, selects the same as an array filter", async () => {
    const any = <A>(values: ReadonlyArray<A>) => fc.option(fc.constantFrom(...values), { nil: undefined })
    const never = "Customer:01890000-0000-7000-8000-000000000000"
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(PLATFORM, CUSTOMERS),
        any(["GBP", "USD", "EUR"]),
        any([...references, "never", ""]),
        any([...owners, never]),
        fc.integer({ min: 1, max: 7 }),
        async (path, currency, platformAccountId, owner, limit) => {
          const customer = path === CUSTOMERS ? owner : undefined
          const wanted = { currency, platformAccountId, customerId: customer }
          const model = known.filter(
            (one) =>
              one.scope === path &&
              (currency ?? one.currency) === one.currency &&
              (platformAccountId ?? one.platformAccountId) === one.platformAccountId &&
              (customer ?? one.customerId) === one.customerId
          )
          const query = new URLSearchParams(
            Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
          )
          const ids: Array<string> = []
          let cursor: string | undefined
          do {
            const more = cursor === undefined ? "" : `&cursor=${cursor}`
            const { body } = await page(path, `${query}&limit=${limit}${more}`, caller)
            ids.push(...body.data.map(({ id }: { readonly id: string }) => id))
            cursor = body.nextCursor
          } while (cursor !== undefined)
          expect(ids).toEqual(model.map(({ id }) => id))
        }
      ),
      { numRuns: 200 }
    )
  })

  it.each([
    "currency=gbp",
    "currency=",
    "currency=GBP%00",
    "customerId=nonsense",
    "customerId=",
    `platformAccountId=${"x".repeat(513)}`
  ])("%s is answered with a 400 that names it", async (query) => {
    const { body, status } = await page(CUSTOMERS, query)
    expect([status, body.details.errors[0].field]).toEqual([400, query.split("=")[0]])
  })

  it("by a value that no account has returns nothing", async () => {
    for (const query of ["platformAccountId=null", "platformAccountId=", "platformAccountId=%00", "currency=XAU"]) {
      expect((await page(PLATFORM, query, caller)).body).toEqual({ data: [], hasMore: false, totalCount: 0 })
    }
  })
})

describe("GET /discoveries", () => {
  it("E12: lists the banks of a country, of a currency, of both and of neither", async () => {
    const names = async (query: string) =>
      (await page("/discoveries", query)).body.data.map(({ bankName }: { readonly bankName: string }) => bankName)
    expect(await names("country=PH")).toEqual(["BDO Unibank", "BPI"])
    expect(await names("currency=NGN")).toEqual(["Access Bank", "First Bank of Nigeria", "GTBank", "Zenith Bank"])
    expect(await names("country=SV&currency=USD")).toEqual(["Banco Cuscatlan"])
    expect([await names("country=PH&currency=NGN"), await names("country=FR")]).toEqual([[], []])
    expect((await names("")).length).toBe(11)
    const [, bpi] = (await page("/discoveries", "country=PH")).body.data
    expect(bpi).toEqual({
      bankName: "BPI",
      displayName: "Bank of the Philippine Islands",
      country: "PH",
      currency: "PHP"
    })
    expect((await page("/discoveries", "", callers.live)).body).toEqual({ data: [] })
  })

  it.each(["country=ph", "country=PHL", "country=", "currency=php", "currency=%00", "country=PH&country=NG"])(
    "of %s is answered with a 400 that names it",
    async (query) => {
      const { body, status } = await page("/discoveries", query)
      expect([status, body.code, body.details.errors[0].field]).toEqual([400, "INVALID_INPUT", query.split("=")[0]])
    }
  )
})
