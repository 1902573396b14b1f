import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { type CustomerPatch, type NewCustomer, patched } from "../../../src/things/customers/rules/bodies.ts"
import { formerUmaAddresses, readdressed } from "../../../src/things/customers/rules/formerUmaAddresses.ts"
import { customerId, customerOf, environment, idOf, recordOf, T } from "../../given.ts"

describe("a patch of a customer", () => {
  const person: NewCustomer = {
    customerType: "INDIVIDUAL",
    fullName: "Ada",
    birthDate: "1990-01-02",
    nationality: "GB"
  }
  const business: NewCustomer = { customerType: "BUSINESS", businessInfo: { legalName: "Acme" } }
  const refused = (profile: NewCustomer, patch: CustomerPatch) =>
    Result.match(patched(profile, patch), { onSuccess: () => "accepted", onFailure: ({ _tag }) => _tag })

  it("replaces only the fields that it has", () => {
    const next = { fullName: "Ada King", birthDate: "1990-01-03", nationality: "FR", email: "a@example.com" }
    expect(Result.getOrThrow(patched(person, {}))).toStrictEqual(person)
    for (const [name, value] of Object.entries(next)) {
      expect(Result.getOrThrow(patched(person, { [name]: value }))).toStrictEqual({ ...person, [name]: value })
    }
    const named = { ...business, businessInfo: { legalName: "Apex" } }
    expect(Result.getOrThrow(patched(business, {}))).toStrictEqual(business)
    expect(Result.getOrThrow(patched(business, { businessInfo: { legalName: "Apex" } }))).toStrictEqual(named)
  })

  it("may repeat the type of the customer, but not change it", () => {
    expect(Result.getOrThrow(patched(person, { customerType: "INDIVIDUAL" }))).toStrictEqual(person)
    expect(refused(person, { customerType: "BUSINESS" })).toBe("CustomerTypeDiffers")
    expect(refused(business, { customerType: "INDIVIDUAL" })).toBe("CustomerTypeDiffers")
  })

  it("fails for a field of the other type", () => {
    expect(refused(person, { businessInfo: { legalName: "Acme" } })).toBe("CustomerTypeDiffers")
    for (const patch of [{ fullName: "Ada" }, { birthDate: "1990-01-02" }, { nationality: "GB" }]) {
      expect(refused(business, patch)).toBe("CustomerTypeDiffers")
    }
  })
})

describe("a new payment address of a customer", () => {
  const customer = customerOf().value
  const [former, next] = [customer.umaAddress, "$next@example.com"]
  const reservedBy = (owner: typeof customerId, umaAddress = next) =>
    recordOf(formerUmaAddresses, { umaAddress, customerId: owner }, 3)
  const reserved = (umaAddress: string) => ({
    ...{ op: "insert", environment, id: umaAddress, at: T },
    body: { umaAddress, customerId }
  })
  const [used, left] = [reservedBy(customerId), reservedBy(customerId, former)]
  const fresh = { used: undefined, left: undefined }

  it("changes nothing if it is the current one", () => {
    const write = readdressed(customer, former, fresh, environment, T)
    expect(Result.getOrThrow(write)).toEqual({ changes: [], guards: [] })
  })

  it("is reserved, which no other customer can have done, and so is the previous one", () => {
    const { changes, guards } = Result.getOrThrow(readdressed(customer, next, fresh, environment, T))
    expect(changes).toMatchObject([reserved(former), reserved(next)])
    expect(guards).toEqual([])
    const again = Result.getOrThrow(readdressed(customer, next, { ...fresh, left }, environment, T))
    expect(again.changes).toMatchObject([reserved(next)])
  })

  it("may be one of its own previous ones", () => {
    const write = Result.getOrThrow(readdressed(customer, next, { ...fresh, used }, environment, T))
    expect(write).toMatchObject({ changes: [reserved(former)], guards: [] })
    const back = Result.getOrThrow(readdressed(customer, next, { used, left }, environment, T))
    expect(back).toEqual({ changes: [], guards: [] })
  })

  it("fails if another customer had it before", () => {
    const others = { ...fresh, used: reservedBy(idOf("Customer", 2)) }
    const write = readdressed(customer, next, others, environment, T)
    expect(Result.isFailure(write) && write.failure._tag).toBe("UmaAddressTaken")
  })
})
