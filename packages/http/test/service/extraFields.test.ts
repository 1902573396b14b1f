import { CUSTOMERS, gbp, PLATFORM } from "@countersign/harness/externalAccounts"
import { callers, makeWorld, permitted } from "@countersign/harness/world"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { alternativesOf, bodyOf, endpoints, type Shape } from "./document.ts"

const world = makeWorld()
afterAll(() => world.countersign.close())

/** Existing accounts, for endpoints that validate the body against a stored record. */
const there = new Map<string, string>()
beforeAll(async () => {
  const { customerId } = await world.customer(callers.a)
  for (const [path, more] of [
    [CUSTOMERS, { customerId }],
    [PLATFORM, {}]
  ] as const) {
    const { body } = await world.call(callers.a, "POST", path, { body: gbp("12345678", more) })
    there.set(`${path}/{id}`, `${path}/${body.id}`)
  }
})

const namesOf = (shapes: ReadonlyArray<Shape>) =>
  new Set(shapes.flatMap(({ properties = {} }) => Object.keys(properties)))

/** The fields that select an alternative of a body. */
const printed = ({ properties = {} }: Shape) =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { enum: values = [] }]) =>
      values.length > 0 ? [[name, values[0]]] : []
    )
  )

/** Endpoints that reject unknown fields, with a field of their response that their body does not accept. */
const strict = endpoints
  .filter(({ operation }) => operation.responses[415] !== undefined)
  .map(({ operation, ...endpoint }) => {
    const { requestBody = {}, responses } = operation
    const requested = alternativesOf(bodyOf(requestBody))
    const answered = namesOf([200, 201, 202].flatMap((status) => alternativesOf(bodyOf(responses[status] ?? {}))))
    const extra = [...answered, "mode", "platformId", "environment", "isAdmin"]
    return { ...endpoint, asked: requested, extra: extra.filter((name) => !namesOf(requested).has(name)) }
  })

describe("H7: a field that only responses have", () => {
  it("is tried at every endpoint that has a body", () => {
    expect(strict.length).toBeGreaterThan(20)
    expect(strict.filter(({ asked: requested, extra }) => requested.length === 0 || extra.length < 4)).toEqual([])
  })

  it.each(strict)(
    "is refused by name in the body of $method $template",
    async ({ asked: requested, extra, method, path, template }) => {
      const target = there.get(template) ?? path
      for (const alternative of requested) {
        for (const name of extra) {
          const { body, status } = await world.call(permitted(method, template), method, target, {
            body: { ...printed(alternative), [name]: "x" }
          })
          const fields: ReadonlyArray<string> = (body.details?.errors ?? []).map(
            (each: { field: string }) => each.field
          )
          expect([name, status, body.code, fields.includes(name)]).toEqual([name, 400, "INVALID_INPUT", true])
        }
      }
    }
  )
})
