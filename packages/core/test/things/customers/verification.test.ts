import { recordedStore } from "@countersign/harness/stores"
import { callers, makeWorld } from "@countersign/harness/world"
import { afterAll, describe, expect, it } from "vitest"
import { everyPage } from "./lists.ts"

const watched = recordedStore()
const world = makeWorld({ store: watched.store })
afterAll(() => world.countersign.close())

const call = (method: string, path: string, body?: unknown, caller = callers.a) =>
  world.call(caller, method, path, body === undefined ? {} : { body })
const live = world.countersign.api.in({ platformId: "alpha", mode: "production" })

const whole = {
  legalName: "Acme Ltd",
  taxId: "12-3",
  registrationNumber: "R1",
  incorporatedOn: "2001-02-03",
  country: "GB"
}
const address = { line1: "1 High Street", city: "London", postalCode: "E1 6AN", country: "GB" }
const business = (registrationNumber: string | undefined) => ({
  customerType: "BUSINESS",
  businessInfo: { legalName: "Acme Ltd", ...(registrationNumber === undefined ? {} : { registrationNumber }) }
})
const created = async (body: object, caller = callers.a) => {
  watched.events()
  const customer = await call("POST", "/customers", body, caller)
  expect(customer.status).toBe(201)
  return { customer: customer.body, events: watched.events() }
}

/** The number of a business; its first status; the result of its verification; its final status; the events. */
const table: ReadonlyArray<
  readonly [number: string | undefined, begins: string, status: string, standing: string, told: ReadonlyArray<string>]
> = [
  ["REG-001", "UNVERIFIED", "IN_PROGRESS", "PENDING", ["VERIFICATION.IN_PROGRESS", "CUSTOMER.KYB_PENDING"]],
  ["002", "UNVERIFIED", "REJECTED", "REJECTED", ["VERIFICATION.REJECTED", "CUSTOMER.KYB_REJECTED"]],
  ["HRB 12003", "APPROVED", "APPROVED", "APPROVED", ["VERIFICATION.APPROVED"]],
  ["001-7", "APPROVED", "APPROVED", "APPROVED", ["VERIFICATION.APPROVED"]],
  ["1", "APPROVED", "APPROVED", "APPROVED", ["VERIFICATION.APPROVED"]],
  [undefined, "APPROVED", "RESOLVE_ERRORS", "APPROVED", ["VERIFICATION.RESOLVE_ERRORS"]]
]

describe("U13: a business in the sandbox, by the last three digits of its registrationNumber", () => {
  it.each(table)(
    "%s starts as %s, is verified with the result %s, and ends as %s",
    async (number, begins, status, standing, reported) => {
      const { customer, events } = await created(business(number))
      expect([customer.kybStatus, "kycStatus" in customer]).toEqual([begins, false])
      expect(events).toEqual(begins === "APPROVED" ? ["CUSTOMER.KYB_APPROVED"] : [])

      const verification = await call("POST", "/verifications", { customerId: customer.id })
      expect([verification.status, verification.body.verificationStatus, verification.body.kybStatus]).toEqual([
        200,
        status,
        standing
      ])
      expect(verification.body.id).toMatch(/^Verification:[0-9a-f-]{36}$/u)
      expect(watched.events()).toEqual(reported)
      expect((await call("GET", `/customers/${customer.id}`)).body.kybStatus).toBe(standing)
      expect((await call("GET", `/verifications/${verification.body.id}`)).body).toEqual(verification.body)
      const errors = number === undefined ? ["businessInfo.registrationNumber"] : []
      expect(verification.body.errors.map(({ field }: { readonly field: string }) => field)).toEqual(errors)
    }
  )

  it("is verified again after a change, and sends events only for new results", async () => {
    const { customer } = await created(business("002"))
    const verify = () => call("POST", "/verifications", { customerId: customer.id })
    expect((await verify()).body.kybStatus).toBe("REJECTED")
    await call("PATCH", `/customers/${customer.id}`, { businessInfo: { legalName: "Acme", registrationNumber: "777" } })
    watched.events()
    expect((await verify()).body.kybStatus).toBe("APPROVED")
    expect(watched.events()).toEqual(["VERIFICATION.APPROVED", "CUSTOMER.KYB_APPROVED"])
    await verify()
    expect(watched.events()).toEqual(["VERIFICATION.APPROVED"])
  })

  it("C24: an individual is approved at once, whatever the name", async () => {
    const { customer, events } = await created({ customerType: "INDIVIDUAL", fullName: "Ada 002" })
    expect([customer.kycStatus, events]).toEqual(["APPROVED", ["CUSTOMER.KYC_APPROVED"]])
    const { body } = await call("POST", "/verifications", { customerId: customer.id })
    expect([body.verificationStatus, body.kycStatus, body.errors]).toEqual(["APPROVED", "APPROVED", []])
  })
})

describe("I14: in production", () => {
  it.each(["REG-001", "002", "777"])("the ending of %s has no effect", async (registrationNumber) => {
    const body = { customerType: "BUSINESS", businessInfo: { ...whole, registrationNumber }, address }
    const { customer, events } = await created(body, callers.live)
    expect([customer.kybStatus, events]).toEqual(["UNVERIFIED", []])
    const verification = await call("POST", "/verifications", { customerId: customer.id }, callers.live)
    const { errors, kybStatus, verificationStatus } = verification.body
    expect([verificationStatus, kybStatus, errors]).toEqual(["PENDING_MANUAL_REVIEW", "PENDING", []])
    expect(watched.events()).toEqual(["VERIFICATION.PENDING_MANUAL_REVIEW", "CUSTOMER.KYB_PENDING"])
  })

  it("a customer is approved only by settle, which also ends its open verification", async () => {
    const { customer } = await created(
      { customerType: "INDIVIDUAL", fullName: "Ada", birthDate: "1990-01-31", nationality: "GB", address },
      callers.live
    )
    expect(customer.kycStatus).toBe("UNVERIFIED")
    const { body } = await call("POST", "/verifications", { customerId: customer.id }, callers.live)
    watched.events()
    expect((await live.customers.reportVerification(customer.id, "APPROVED")).id).toBe(customer.id)
    expect(watched.events()).toEqual(["VERIFICATION.APPROVED", "CUSTOMER.KYC_APPROVED"])
    const read = await call("GET", `/verifications/${body.id}`, undefined, callers.live)
    expect([read.body.verificationStatus, read.body.kycStatus]).toEqual(["APPROVED", "APPROVED"])
    await live.customers.reportVerification(customer.id, "REJECTED")
    expect(watched.events()).toEqual(["CUSTOMER.KYC_REJECTED"])
    expect((await call("GET", `/verifications/${body.id}`, undefined, callers.live)).body).toEqual(read.body)
  })

  it("lists every missing field, and leaves the customer's status unchanged", async () => {
    const firm = await created(business(undefined), callers.live)
    const person = await created({ customerType: "INDIVIDUAL" }, callers.live)
    const lacking = async (customerId: string) => {
      const { body } = await call("POST", "/verifications", { customerId }, callers.live)
      expect([body.verificationStatus, body.kycStatus ?? body.kybStatus]).toEqual(["RESOLVE_ERRORS", "UNVERIFIED"])
      for (const { resourceId, type } of body.errors) expect([resourceId, type]).toEqual([customerId, "MISSING_FIELD"])
      return body.errors.map(({ field }: { readonly field: string }) => field)
    }
    expect(await lacking(person.customer.id)).toEqual(["fullName", "birthDate", "nationality", "address"])
    expect(await lacking(firm.customer.id)).toEqual([
      "businessInfo.taxId",
      "businessInfo.registrationNumber",
      "businessInfo.incorporatedOn",
      "businessInfo.country",
      "address"
    ])
  })
})

describe("verifications", () => {
  it("U11: are listed by customer and by status, page by page", async () => {
    const { customer } = await created(business("REG-001"))
    const statuses = ["IN_PROGRESS", "IN_PROGRESS", "APPROVED", "RESOLVE_ERRORS"]
    const numbers = ["REG-001", "REG-001", "7", undefined]
    for (const number of numbers) {
      await call("PATCH", `/customers/${customer.id}`, { businessInfo: business(number).businessInfo })
      await call("POST", "/verifications", { customerId: customer.id })
      world.pass(1)
    }
    const all = `/verifications?customerId=${customer.id}`
    const statusesOf = async (query: string) =>
      (await everyPage(world, callers.a, query)).items.map(({ verificationStatus }) => verificationStatus)
    for (const limit of [1, 3, 100]) expect(await statusesOf(`${all}&limit=${limit}`)).toEqual(statuses.toReversed())
    for (const status of new Set([...statuses, "REJECTED"])) {
      const wanted = statuses.filter((one) => one === status)
      expect([status, await statusesOf(`${all}&verificationStatus=${status}`)]).toEqual([status, wanted])
      expect(new Set(await statusesOf(`/verifications?verificationStatus=${status}`)).size).toBeLessThanOrEqual(1)
    }
  })

  it("I9: exist only for their own platform and mode", async () => {
    const { customer } = await created(business("7"))
    const { body } = await call("POST", "/verifications", { customerId: customer.id })
    for (const caller of [callers.b, callers.live, callers.liveB]) {
      expect((await call("GET", `/verifications/${body.id}`, undefined, caller)).status).toBe(404)
      expect((await call("POST", "/verifications", { customerId: customer.id }, caller)).status).toBe(404)
      const list = await call("GET", `/verifications?customerId=${customer.id}`, undefined, caller)
      expect(list.body.data).toEqual([])
    }
  })

  it("need a customer that is not deleted", async () => {
    const { customer } = await created(business("7"))
    await call("DELETE", `/customers/${customer.id}`)
    const { body, status } = await call("POST", "/verifications", { customerId: customer.id })
    expect([status, body.code]).toEqual([410, "CUSTOMER_DELETED"])
  })

  it.each([
    [{}, "customerId"],
    [{ customerId: "unknown" }, "customerId"],
    [{ customerId: "Customer:01890000-0000-7000-8000-000000000000", more: 1 }, "more"]
  ])("cannot be created from %j", async (body, field) => {
    const answer = await call("POST", "/verifications", body)
    expect([answer.status, answer.body.details.errors[0].field]).toEqual([400, field])
  })

  it("X8: are created once under an Idempotency-Key", async () => {
    const { customer } = await created(business("7"))
    const more = { body: { customerId: customer.id }, headers: { "idempotency-key": "v" } }
    const [first, second] = [
      await world.call(callers.a, "POST", "/verifications", more),
      await world.call(callers.a, "POST", "/verifications", more)
    ]
    expect([second.status, second.body]).toEqual([200, first.body])
    expect((await call("GET", `/verifications?customerId=${customer.id}`)).body.data).toHaveLength(1)
  })
})
