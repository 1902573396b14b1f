import { brittleStore } from "@countersign/harness/stores"
import { callers, makeWorld } from "@countersign/harness/world"
import { Effect } from "effect"
import { afterAll, describe, expect, it, vi } from "vitest"
import { CountersignError, createCountersign } from "../src/index.ts"

const world = makeWorld()
afterAll(() => world.countersign.close())
const alpha = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })

describe("FT4: a method of the promise API", () => {
  it("rejects an argument with the body of the HTTP refusal", async () => {
    const body = { customerType: "INDIVIDUAL" as const, email: "nobody" }
    const refusal: unknown = await alpha.customers.create(body).catch((error: unknown) => error)
    const answer = await world.call(callers.a, "POST", "/customers", { body })
    expect(refusal).toBeInstanceOf(CountersignError)
    expect(refusal).toMatchObject({ ...answer.body, status: answer.status })
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

  it("FU4: rejects with the id that the log lines of the call carry, and with the incident of a defect", async () => {
    const lines: Array<string> = []
    const log = vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line))
    const { state, store } = brittleStore("load", () => Effect.die(new Error("broken")))
    const { close, api } = createCountersign({ store })
    state.isArmed = true
    try {
      const error: unknown = await api
        .in({ platformId: "sandbox", mode: "sandbox" })
        .customers.read("Customer:019ca945-0a00-7e7e-9254-70baa2fd4251")
        .catch((cause: unknown) => cause)
      if (!(error instanceof CountersignError)) throw error
      expect([error.status, error.code, error.message === ""]).toEqual([500, "INTERNAL_ERROR", false])
      const logged = lines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === error.requestId)
      expect(logged.map(({ message, requestId }) => [message, requestId])).toEqual([
        ["request failed", error.requestId]
      ])
      expect(logged[0].incident).toBe(error.details?.incident)
    } finally {
      await close()
      log.mockRestore()
    }
  })

  it.each([undefined, null, 7, "text", {}, []])(
    "FU4: rejects %j as any of its arguments with a named error",
    async (wrong) => {
      const found: Array<string> = []
      for (const [name, method] of methodsOf(alpha)) {
        const outcome: unknown = await Promise.resolve(method(wrong, wrong, wrong)).catch((error: unknown) => error)
        const isNamed =
          outcome instanceof CountersignError ? outcome.code !== "INTERNAL_ERROR" : outcome instanceof TypeError
        if (outcome instanceof Error && !(isNamed && outcome.message !== "")) found.push(`${name}: ${outcome}`)
      }
      expect(found).toEqual([])
    }
  )

  it.each([
    [undefined, "environment"],
    [{ platformId: "acme" }, "mode"],
    [{ platformId: "a b", mode: "sandbox" }, "platformId"],
    [{ platformId: "acme", mode: "test" }, "mode"]
  ])("FU4: api.in(%j) throws a TypeError that names the field", (environment, field) => {
    const call = () => Reflect.apply(world.countersign.api.in, undefined, [environment])
    expect(call).toThrow(TypeError)
    expect(call).toThrow(new RegExp(`\\b${field}: `, "u"))
  })

  it("rejects in an environment without a token, and names the option", async () => {
    const { close, api } = createCountersign({ logs: "none" })
    await expect(api.in({ platformId: "a", mode: "production" }).customers.read("x")).rejects.toThrow(
      new TypeError(
        "No token of mode production is configured, so this environment does not exist. Add one to the tokens option."
      )
    )
    await close()
  })
})

/** The promise methods of an environment, by their path, but those that return no promise. */
const methodsOf = (api: object): ReadonlyArray<Method> =>
  Object.entries(api).flatMap(([name, value]): ReadonlyArray<Method> => {
    if (/^(?:requireSignature|requireSession|export)$/u.test(name)) return []
    if (typeof value === "function") return [[name, (...args) => Reflect.apply(value, undefined, args)]]
    return methodsOf(value).map(([method, call]) => [`${name}.${method}`, call])
  })
type Method = readonly [string, (...args: ReadonlyArray<unknown>) => unknown]
