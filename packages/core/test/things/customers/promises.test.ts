import { callers, makeWorld } from "@countersign/harness/world"
import { afterAll, describe, expect, it } from "vitest"

const world = makeWorld()
afterAll(() => world.countersign.close())

const alpha = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })
const read = async (path: string) => (await world.call(callers.a, "GET", path)).body

/** A list with one page. */
const whole = (data: ReadonlyArray<unknown>) => ({ data, hasMore: false, totalCount: data.length })

describe("the promise API", () => {
  it("returns the same customers, verifications, owners and tokens as HTTP", async () => {
    const firm = await alpha.customers.create({
      customerType: "BUSINESS",
      platformCustomerId: "firm",
      businessInfo: { legalName: "Acme", registrationNumber: "001" }
    })
    expect(await alpha.customers.list({ platformCustomerId: "firm" })).toEqual(whole([firm]))
    const verification = await alpha.verifications.create(firm.id)
    expect(await read(`/verifications/${verification.id}`)).toEqual(verification)
    expect(await alpha.verifications.read(verification.id)).toEqual(verification)
    expect(await alpha.verifications.list(firm.id)).toEqual(whole([verification]))
    const personalInfo = { firstName: "Ada", lastName: "Lovelace" }
    const owner = await alpha.beneficialOwners.create({ customerId: firm.id, personalInfo })
    const changed = await alpha.beneficialOwners.update(owner.id, { roles: ["UBO"] })
    expect(await read(`/beneficial-owners/${owner.id}`)).toEqual(changed)
    expect(await alpha.beneficialOwners.read(owner.id)).toEqual(changed)
    expect(await alpha.beneficialOwners.list(firm.id)).toEqual(whole([changed]))
    const { clientSecret, ...token } = await alpha.tokens.create({ name: "robot", permissions: ["MANAGE"] })
    expect([await alpha.tokens.read(token.id), await alpha.tokens.list()]).toEqual([token, whole([token])])
    const caller = { token: token.clientId, secret: clientSecret }
    expect((await world.call(caller, "DELETE", `/customers/${firm.id}`)).status).toBe(200)
    await alpha.tokens.delete(token.id)
    expect((await world.call(caller, "DELETE", `/customers/${firm.id}`)).status).toBe(401)
    const { data } = await alpha.customers.list({ isIncludingDeleted: true })
    expect(data.map(({ isDeleted }) => isDeleted)).toEqual([true])
  })

  it("rejects with the codes of HTTP", async () => {
    const { id } = await alpha.customers.create({ customerType: "INDIVIDUAL" })
    await alpha.customers.delete(id)
    const refused: ReadonlyArray<readonly [() => Promise<unknown>, string]> = [
      [() => alpha.customers.delete(id), "CUSTOMER_DELETED"],
      [() => alpha.customers.reportVerification(id, "APPROVED"), "CUSTOMER_DELETED"],
      [() => alpha.verifications.create(id), "CUSTOMER_DELETED"],
      [() => alpha.verifications.read("Verification:01890000-0000-7000-8000-000000000000"), "REFERENCE_NOT_FOUND"],
      [
        () => alpha.beneficialOwners.read("BeneficialOwner:01890000-0000-7000-8000-000000000000"),
        "REFERENCE_NOT_FOUND"
      ],
      [() => alpha.tokens.delete("Token:01890000-0000-7000-8000-000000000000"), "TOKEN_NOT_FOUND"]
    ]
    for (const [call, code] of refused) await expect(call()).rejects.toMatchObject({ code })
    await expect(alpha.tokens.create({ name: "", permissions: ["VIEW"] })).rejects.toMatchObject({
      details: { errors: [{ field: "name" }] }
    })
  })
})
