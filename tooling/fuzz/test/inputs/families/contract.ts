import { basic, callers, permitted } from "@countersign/harness/world"
import * as fc from "fast-check"
import type { Input, Request } from "../../edge/Input.ts"
import type { Stage } from "../../edge/stage.ts"
import { bentJson } from "../bentJson.ts"
import { type Endpoint, endpoints } from "../contract.ts"
import { cursorsOf } from "../cursors.ts"
import { oddHeaders } from "../headers.ts"
import { pathsOf, queriesOf } from "../targets.ts"
import { valuesOf } from "../valuesOf.ts"

type Headers = Request["headers"]

/** Valid calls to each endpoint of the contract, with one or several mutated parts. */
export const contractInputs = (stage: Stage): fc.Arbitrary<Input> =>
  fc.oneof(
    ...endpoints.map((endpoint) =>
      fc.oneof(
        { weight: endpoint.body === undefined ? 1 : 8, arbitrary: bodies(endpoint, stage) },
        { weight: 2, arbitrary: targets(endpoint, stage) },
        { weight: 2, arbitrary: headers(endpoint, stage) }
      )
    )
  )

const bodies = (endpoint: Endpoint, stage: Stage): fc.Arbitrary<Input> => {
  const right = valuesOf(endpoint.body ?? {}, stage.known)
  const body = fc.oneof(
    { weight: 1, arbitrary: right.map((value) => JSON.stringify(value)) },
    { weight: 5, arbitrary: right.chain(bentJson) }
  )
  return fc
    .record({ path: rightPaths(endpoint, stage), headers: usualHeaders(endpoint), body })
    .map((parts) => input("body", { method: endpoint.method, ...parts }))
}

const targets = (endpoint: Endpoint, stage: Stage): fc.Arbitrary<Input> =>
  fc
    .record({
      path: fc.oneof(rightPaths(endpoint, stage), pathsOf(endpoint, stage.known, "some")),
      query: queriesOf(endpoint, stage.known, cursorsOf(stage.cursors)),
      method: fc.oneof({ weight: 6, arbitrary: fc.constant(endpoint.method) }, otherMethods),
      headers: usualHeaders(endpoint)
    })
    .map(({ path, query, ...parts }) => ({ ...parts, path: path + query, ...emptyBody(endpoint) }))
    .map((request) => input("target", sparing(stage, request)))

/** A platform may delete a customer without a session key, so the customer of the quiet wallet is excluded. */
const sparing = ({ quiet }: Stage, request: Request): Request => {
  const [, uuid = ""] = quiet.customerId.split(":")
  const isNamed = request.path.toLowerCase().includes(uuid)
  return request.method === "DELETE" && isNamed ? { ...request, method: "GET" } : request
}

const headers = (endpoint: Endpoint, stage: Stage): fc.Arbitrary<Input> =>
  fc
    .record({ path: rightPaths(endpoint, stage), usual: usualHeaders(endpoint), odd: oddHeaders })
    .map(({ odd, path, usual }) => {
      const named = new Set(odd.map(([name]) => name.toLowerCase()))
      const stored = usual.filter(([name]) => !named.has(name.toLowerCase()))
      return input("header", { method: endpoint.method, path, headers: [...stored, ...odd], ...emptyBody(endpoint) })
    })

const otherMethods = fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "PURGE")

/** Other inputs need the existing objects, so only expendable ids are used for deletions. */
const rightPaths = (endpoint: Endpoint, { expendable, known }: Stage): fc.Arbitrary<string> =>
  endpoint.method === "DELETE" && endpoint.path === "/customers/{id}"
    ? fc.constantFrom(...expendable).map((id) => `/customers/${id}`)
    : pathsOf(endpoint, known, "none")

/** Mostly the main platform. The sandbox clock is moved only for another platform. */
const usualHeaders = (endpoint: Endpoint): fc.Arbitrary<Headers> => {
  const caller =
    endpoint.path === "/sandbox/clock/advance"
      ? fc.constant(callers.liveB)
      : fc.oneof(
          { weight: 8, arbitrary: fc.constant(permitted(endpoint.method, endpoint.path)) },
          fc.constantFrom(callers.a, callers.b, callers.live)
        )
  const key = fc.option(fc.constantFrom("k-1", "k-2"), { freq: 8 })
  return fc
    .tuple(caller, key)
    .map(([who, idempotencyKey]) => [
      ["Authorization", basic(who)],
      ["Content-Type", "application/json"],
      ...(idempotencyKey === null ? [] : [["Idempotency-Key", idempotencyKey] as const])
    ])
}

const emptyBody = ({ method }: Endpoint) => (method === "GET" ? {} : { body: "{}" })

const input = (family: string, request: Request): Input => ({ family, request: () => request })
