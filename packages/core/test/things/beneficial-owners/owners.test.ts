import { recordedStore } from "@countersign/harness/stores"
import { callers, makeWorld } from "@countersign/harness/world"
import { afterAll, describe, expect, it } from "vitest"
import { everyPage } from "../customers/lists.ts"

const watched = recordedStore()
const world = makeWorld({ store: watched.store })
afterAll(() => world.countersign.close())

const call = (method: string, path: string, body?: unknown, caller = callers.a) =>
  world.call(caller, method, path, body === undefined ? {} : { body })
const business = async (caller = callers.a) => {
  const body = { customerType: "BUSINESS", businessInfo: { legalName: "Acme Ltd" } }
  return String((await call("POST", "/customers", body, caller)).body.id)
}
const ada = { firstName: "Ada", lastName: "Lovelace" }
const whole = {
  ...ada,
  middleName: "King",
  birthDate: "1815-12-10",
  nationality: "GB",
  address: { line1: "12 St James's Square", city: "London", postalCode: "SW1Y 4JH", country: "GB" },
  email: "ada@example.com",
  phoneNumber: "+442079460000",
  idType: "PASSPORT",
  identifier: "canary-identifier-7",
  countryOfIssuance: "GB"
}

/** The interface's table, and lookalikes of its endings. */
const endings: ReadonlyArray<readonly [lastName: string, kycStatus: string]> = [
  ["Lovelace001", "PENDING"],
  ["001", "PENDING"],
  ["Lovelace002", "REJECTED"],
  ["Lovelace003", "APPROVED"],
  ["Lovelace", "APPROVED"],
  ["001 Lovelace", "APPROVED"],
  ["Lovelace01", "APPROVED"],
  ["Lovelace0020", "APPROVED"]
]

describe("U12: a beneficial owner in the sandbox, by the last three characters of lastName", () => {
  it.each(endings)("%s is %s, on create and on update", async (lastName, kycStatus) => {
    const customerId = await business()
    const made = await call("POST", "/beneficial-owners", { customerId, personalInfo: { ...ada, lastName } })
    expect([made.status, made.body.kycStatus, made.body.roles]).toEqual([201, kycStatus, []])
    expect(made.body.id).toMatch(/^BeneficialOwner:[0-9a-f-]{36}$/u)
    const other = await call("POST", "/beneficial-owners", { customerId, personalInfo: ada })
    const path = `/beneficial-owners/${other.body.id}`
    const changed = await call("PATCH", path, { personalInfo: { lastName } })
    expect([changed.status, changed.body.kycStatus, changed.body.personalInfo]).toEqual([
      200,
      kycStatus,
      { ...ada, lastName }
    ])
    expect((await call("GET", path)).body).toEqual(changed.body)
  })
})

describe("I14: a beneficial owner in production", () => {
  it.each(endings)("whose lastName is %s waits for the host's decision, on create and on update", async (lastName) => {
    const live = world.countersign.api.in({ platformId: "alpha", mode: "production" }).beneficialOwners
    const body = {
      customerId: await business(callers.live),
      roles: ["UBO"],
      personalInfo: { ...whole, lastName }
    }
    const { body: made } = await call("POST", "/beneficial-owners", body, callers.live)
    expect(made.kycStatus).toBe("PENDING")
    expect((await live.reportVerification(made.id, "APPROVED")).kycStatus).toBe("APPROVED")
    const path = `/beneficial-owners/${made.id}`
    const share = await call("PATCH", path, { ownershipPercentage: 30 }, callers.live)
    expect([share.body.kycStatus, share.body.ownershipPercentage]).toEqual(["APPROVED", 30])
    const renamed = await call("PATCH", path, { personalInfo: { firstName: "Augusta" } }, callers.live)
    expect(renamed.body.kycStatus).toBe("PENDING")
  })

  it("lists every missing field", async () => {
    const customerId = await business(callers.live)
    const { body, status } = await call("POST", "/beneficial-owners", { customerId, personalInfo: ada }, callers.live)
    expect([status, body.code]).toEqual([400, "MISSING_MANDATORY_USER_INFO"])
    expect(body.details.errors.map(({ field }: { readonly field: string }) => field)).toEqual([
      "roles",
      "personalInfo.birthDate",
      "personalInfo.nationality",
      "personalInfo.address",
      "personalInfo.idType",
      "personalInfo.identifier"
    ])
  })
})

describe("beneficial owners", () => {
  it("are returned as they were sent, and updated field by field", async () => {
    const customerId = await business()
    const sent = { customerId, roles: ["UBO", "DIRECTOR"], ownershipPercentage: 12.5, personalInfo: whole }
    const made = await call("POST", "/beneficial-owners", sent)
    expect([made.status, made.body]).toEqual([201, { ...made.body, ...sent, kycStatus: "APPROVED" }])
    world.pass(5)
    const patch = { roles: ["TRUSTEE"], personalInfo: { identifier: "other", nationality: "US" } }
    const changed = await call("PATCH", `/beneficial-owners/${made.body.id}`, patch)
    expect(changed.body).toEqual({
      ...made.body,
      roles: ["TRUSTEE"],
      personalInfo: { ...whole, identifier: "other", nationality: "US" },
      updatedAt: new Date(world.at()).toISOString()
    })
    expect((await call("PATCH", `/beneficial-owners/${made.body.id}`, {})).status).toBe(200)
  })

  it("are listed by their customer, page by page", async () => {
    const customerId = await business()
    const ids: Array<string> = []
    for (let nth = 0; nth < 5; nth += 1) {
      ids.unshift(String((await call("POST", "/beneficial-owners", { customerId, personalInfo: ada })).body.id))
      world.pass(1)
    }
    await call("POST", "/beneficial-owners", { customerId: await business(), personalInfo: ada })
    for (const limit of [1, 2, 100]) {
      const { items } = await everyPage(world, callers.a, `/beneficial-owners?customerId=${customerId}&limit=${limit}`)
      expect(items.map(({ id }) => id)).toEqual(ids)
    }
    const all = await call("GET", "/beneficial-owners")
    expect([all.status, all.body.details.errors[0].field]).toEqual([400, "customerId"])
  })

  it("U1: are in every response about their business, newest first, and in none about an individual", async () => {
    const customerId = await business()
    const path = `/customers/${customerId}`
    expect((await call("GET", path)).body.beneficialOwners).toEqual([])
    const first = (await call("POST", "/beneficial-owners", { customerId, personalInfo: whole })).body
    world.pass(1)
    const second = (await call("POST", "/beneficial-owners", { customerId, personalInfo: ada })).body
    await call("POST", "/beneficial-owners", { customerId: await business(), personalInfo: ada })
    await world.customer(callers.a)

    const listed = (await call("GET", "/customers?limit=100")).body.data
    const api = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })
    const answers = [
      (await call("GET", path)).body,
      listed.find(({ id }: { readonly id: string }) => id === customerId),
      (await call("PATCH", path, { region: "GB" })).body,
      await api.customers.read(customerId),
      await api.customers.reportVerification(customerId, "REJECTED"),
      (await call("DELETE", path)).body,
      (await call("GET", path)).body
    ]
    for (const body of answers) expect(body.beneficialOwners).toEqual([second, first])
    for (const body of listed) {
      expect([body.customerType, "beneficialOwners" in body]).toEqual([
        body.customerType,
        body.customerType === "BUSINESS"
      ])
    }
  })

  it("U1: are the newest 100 in a response about their business, and all in their own list", async () => {
    const customerId = await business()
    const ids: Array<string> = []
    for (let nth = 0; nth < 101; nth += 1) {
      ids.unshift(String((await call("POST", "/beneficial-owners", { customerId, personalInfo: ada })).body.id))
      world.pass(1)
    }
    const { beneficialOwners } = (await call("GET", `/customers/${customerId}`)).body
    expect(beneficialOwners.map(({ id }: { readonly id: string }) => id)).toEqual(ids.slice(0, 100))
    const { items } = await everyPage(world, callers.a, `/beneficial-owners?customerId=${customerId}&limit=100`)
    expect(items.map(({ id }) => id)).toEqual(ids)
  })

  it("need a business that is not deleted", async () => {
    const { customerId: person } = await world.customer(callers.a)
    const ofPerson = await call("POST", "/beneficial-owners", { customerId: person, personalInfo: ada })
    expect([ofPerson.status, ofPerson.body.reason]).toEqual([400, "Customer type differs"])
    const customerId = await business()
    const { body } = await call("POST", "/beneficial-owners", { customerId, personalInfo: ada })
    await call("DELETE", `/customers/${customerId}`)
    const late = await call("POST", "/beneficial-owners", { customerId, personalInfo: ada })
    const changed = await call("PATCH", `/beneficial-owners/${body.id}`, { roles: ["UBO"] })
    expect([late.status, changed.status]).toEqual([410, 410])
    expect((await call("GET", `/beneficial-owners/${body.id}`)).status).toBe(200)
  })

  it("I9: exist only for their own platform and mode", async () => {
    const customerId = await business()
    const { body } = await call("POST", "/beneficial-owners", { customerId, personalInfo: ada })
    for (const caller of [callers.b, callers.live, callers.liveB]) {
      const path = `/beneficial-owners/${body.id}`
      expect((await call("GET", path, undefined, caller)).status).toBe(404)
      expect((await call("PATCH", path, { roles: ["UBO"] }, caller)).status).toBe(404)
      expect((await call("GET", `/beneficial-owners?customerId=${customerId}`, undefined, caller)).body.data).toEqual(
        []
      )
      const made = await call("POST", "/beneficial-owners", { customerId, personalInfo: ada }, caller)
      expect([made.status, made.body.code]).toEqual([404, "USER_NOT_FOUND"])
    }
  })

  it("I8: are in no row and no log line, except encrypted with the vault key", async () => {
    const lines: Array<string> = []
    const original = console.log
    console.log = (line: unknown) => void lines.push(String(line))
    try {
      const customerId = await business()
      const { body } = await call("POST", "/beneficial-owners", { customerId, personalInfo: whole })
      const headers = { "idempotency-key": "owner" }
      const keyed = { body: { customerId, personalInfo: whole }, headers }
      await world.call(callers.a, "POST", "/beneficial-owners", keyed)
      await call("PATCH", `/beneficial-owners/${body.id}`, { personalInfo: { birthDate: whole.identifier } })
      await call("POST", "/verifications", { customerId })
      // The stored response about the business contains them; the events about its status do not.
      await world.call(callers.a, "PATCH", `/customers/${customerId}`, { body: { region: "GB" }, headers })
      await world.countersign.api
        .in({ platformId: "alpha", mode: "sandbox" })
        .customers.reportVerification(customerId, "REJECTED")
      const rows = JSON.stringify(watched.writes)
      for (const name of ["beneficial_owners", "kept_answers", "CUSTOMER.KYB_REJECTED"]) expect(rows).toContain(name)
      for (const canary of [whole.identifier, whole.birthDate, whole.address.line1, "Lovelace"]) {
        expect([canary, rows.includes(canary), lines.join().includes(canary)]).toEqual([canary, false, false])
      }
    } finally {
      console.log = original
    }
  })

  it("X8: are created and updated once under an Idempotency-Key", async () => {
    const customerId = await business()
    const twice = async (method: string, path: string, body: unknown) => {
      const more = { body, headers: { "idempotency-key": "twice" } }
      const [first, second] = [
        await world.call(callers.a, method, path, more),
        await world.call(callers.a, method, path, more)
      ]
      expect([second.status, second.body]).toEqual([first.status, first.body])
      expect(second.headers.get("idempotency-replayed")).toBe("true")
      return first.body
    }
    const { id } = await twice("POST", "/beneficial-owners", { customerId, personalInfo: ada })
    await twice("PATCH", `/beneficial-owners/${id}`, { roles: ["UBO"] })
    expect((await call("GET", `/beneficial-owners?customerId=${customerId}`)).body.data).toHaveLength(1)
  })

  it.each([
    [{ roles: ["KING"] }, "roles.0"],
    [{ roles: ["UBO", "UBO"] }, "roles"],
    [{ ownershipPercentage: 101 }, "ownershipPercentage"],
    [{ ownershipPercentage: -1 }, "ownershipPercentage"],
    [{ personalInfo: { phoneNumber: "0207" } }, "personalInfo.phoneNumber"],
    [{ personalInfo: { birthDate: "1815-13-10" } }, "personalInfo.birthDate"],
    [{ personalInfo: { kycStatus: "APPROVED" } }, "personalInfo.kycStatus"],
    [{ kycStatus: "APPROVED" }, "kycStatus"],
    [{ customerId: "Customer:01890000-0000-7000-8000-000000000000" }, "customerId"]
  ])("cannot be updated by %j", async (patch, field) => {
    const { body } = await call("POST", "/beneficial-owners", { customerId: await business(), personalInfo: ada })
    const answer = await call("PATCH", `/beneficial-owners/${body.id}`, patch)
    expect([answer.status, answer.body.details.errors[0].field]).toEqual([400, field])
  })
})
