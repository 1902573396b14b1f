import { readFileSync } from "node:fs"
import { callers, makeWorld } from "@countersign/harness/world"
import { afterAll, describe, expect, it } from "vitest"
import { CountersignRefusal } from "../src/index.ts"

const world = makeWorld()
afterAll(() => world.countersign.close())
const alpha = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })

describe("FT4: a method of the promise API", () => {
  it("rejects an argument with the body of the HTTP refusal", async () => {
    const body = { customerType: "INDIVIDUAL" as const, email: "nobody" }
    const refusal: unknown = await alpha.customers.create(body).catch((error: unknown) => error)
    const answer = await world.call(callers.a, "POST", "/customers", { body })
    expect(refusal).toBeInstanceOf(CountersignRefusal)
    expect(refusal).toMatchObject({ status: answer.status, code: answer.body.code, details: answer.body.details })
    await expect(alpha.customers.read("Customer:nobody")).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: { errors: [{ field: "id" }] }
    })
  })

  it("applies a call once under one Idempotency-Key, and refuses another body under it", async () => {
    const once = { idempotencyKey: "promise-1" }
    const first = await alpha.customers.create({ customerType: "INDIVIDUAL", fullName: "Ada" }, once)
    expect(await alpha.customers.create({ customerType: "INDIVIDUAL", fullName: "Ada" }, once)).toEqual(first)
    await expect(alpha.customers.create({ customerType: "INDIVIDUAL", fullName: "Bea" }, once)).rejects.toMatchObject({
      code: "CONFLICT",
      reason: "Idempotency-Key reused with a different body"
    })
    const { data } = await alpha.customers.list()
    expect(data.filter(({ customerType }) => customerType === "INDIVIDUAL").length).toBe(1)
  })

  it("shares no Idempotency-Key with a call over HTTP", async () => {
    const body = { customerType: "INDIVIDUAL" as const, fullName: "Cleo" }
    const headers = { "idempotency-key": "promise-2" }
    const over = await world.call(callers.a, "POST", "/customers", { body, headers })
    const here = await alpha.customers.create(body, { idempotencyKey: "promise-2" })
    expect([over.status, here.id === over.body.id]).toEqual([201, false])
  })

  it("names the option to configure when the environment lacks its feature", async () => {
    const production = world.countersign.api.in({ platformId: "alpha", mode: "production" })
    await expect(production.sandbox.now()).rejects.toThrow("This operation is available only in the sandbox")
    await expect(production.quotes.read("Quote:x")).rejects.toThrow("Configure paymentRails")
  })

  it.each(["types", "surface", "settingsApi", "hostPrograms", "paged", "api"])(
    "contains no type of Effect in %s.d.ts",
    (name) => {
      const declarations = readFileSync(new URL(`../dist/${name}.d.ts`, import.meta.url), "utf8")
      expect(declarations).not.toMatch(/from "effect|\bEffect\.|Schema\.|Encoded/u)
    }
  )
})
