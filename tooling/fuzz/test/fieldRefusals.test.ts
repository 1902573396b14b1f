import { type Answer, callers, permitted } from "@countersign/harness/world"
import type { Json } from "@countersign/wire"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openStage, type Stage } from "./edge/stage.ts"
import { type Endpoint, endpoints, prefixOf } from "./inputs/contract.ts"
import { placesIn, replacedAt } from "./inputs/places.ts"
import { valuesOf } from "./inputs/valuesOf.ts"

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** A text that no response may repeat, neither as a value nor, because of its digits, as a key. */
const CANARY = "zq9canary4417"

/** Replacements of a field. `undefined` removes it. */
const spoils: ReadonlyArray<readonly [string, Json | undefined]> = [
  ["missing", undefined],
  ["a number", 44.17],
  ["true", true],
  ["null", null],
  ["a list", [CANARY]],
  ["an object", { [CANARY]: CANARY }],
  ["empty", ""],
  ["of another format", `!${CANARY}`],
  ["too long", CANARY.repeat(1_000)],
  ["a lot", 1e300]
]

/** Words of the schema library and of JavaScript, patterns, and type names. */
const LIBRARY =
  /\b[Ee]xpected\b|Missing key|Unexpected|Invalid|Schema|RegExp|Struct|undefined|NaN|<filter>|got |[`^\\[\]{}|]|\/u/u

/** The form of our own messages: the fault, then what to send. The rules of account types are a single sentence. */
const OURS = /^[A-Z0-9][^.]*\. Send \S.*[^.]\.$/u
const ACCOUNTS = /^It must be \S.*$/u

const checked = { fields: new Set<string>(), messages: new Set<string>() }

/** Checks the form of every field error. Returns the named fields. */
const named = (call: string, { body, status }: Answer): ReadonlyArray<string> => {
  if (status < 400) return []
  const text = JSON.stringify(body)
  expect([call, text.includes("canary"), text.length < 65_536]).toEqual([call, false, true])
  const faults: ReadonlyArray<{ readonly field: string; readonly message: string }> = body.details?.errors ?? []
  for (const { field, message } of faults) {
    const isAccount = /external-accounts/u.test(call) && ACCOUNTS.test(message)
    checked.messages.add(message)
    expect([call, field, message, isAccount || OURS.test(message), LIBRARY.test(message)]).toEqual([
      call,
      expect.stringMatching(/^[A-Za-z_]/u),
      message,
      true,
      false
    ])
  }
  return faults.map(({ field }) => field)
}

const call = async (endpoint: Endpoint, path: string, more: Parameters<Stage["world"]["call"]>[3]) => {
  const { method } = endpoint
  const answer = await stage.world.call(permitted(method, endpoint.path), method, path, more)
  expect([method, path.slice(0, 80), answer.status < 500]).toEqual([method, path.slice(0, 80), true])
  return answer
}

const id = (prefix: string) => `${prefix}:01890000-0000-7000-8000-000000000000`

/** The path of an endpoint, with the id of an object that does not exist. */
const target = ({ path, prefix }: Endpoint): string => path.replace("{id}", () => id(prefix))

/** Endpoints that accept any body (A12). */
const LENIENT = /\/challenge$|\/execute$|\/approve$|\/reject$|\/due-work$|\/webhooks\/test$/u

const isRefused = ({ body, status }: Answer) =>
  status === 400 && ["INVALID_INPUT", "INVALID_BANK_ACCOUNT"].includes(body.code) && body.details?.errors !== undefined

describe("FC16: a validation error", () => {
  it("names the field, the rule and what to send, for every field of every body", { timeout: 600_000 }, async () => {
    for (const endpoint of endpoints.filter(({ body }) => body !== undefined)) {
      const values = fc.sample(valuesOf(endpoint.body ?? {}, stage.known), { seed: 5, numRuns: 6 }).map(readable)
      const name = `${endpoint.method} ${endpoint.path}`
      const seen = new Set<string>()
      const path = endpoint.method === "POST" ? target(endpoint) : await existing(endpoint)
      for (const value of values) {
        for (const place of placesIn(value)) {
          const spelled = place.join(".").replace(/\.\d+/gu, ".0")
          if (seen.has(spelled) || seen.size > 40) continue
          seen.add(spelled)
          for (const [spoil, by] of spoils) {
            const answer = await call(endpoint, path, { body: replacedAt(value, place, by) })
            const fields = named(`${name} ${spelled} ${spoil}`, answer)
            if (!isRefused(answer)) continue
            const isNamed = fields.some((field) => field === place.join(".") || field.startsWith(`${place.join(".")}.`))
            // A text of another variant is reported at the field that selects the variant.
            if (!isNamed && spoil !== "missing") expect([name, spelled, spoil, fields.length > 0]).toContain(true)
            checked.fields.add(`${name} ${spelled}`)
          }
        }
        if (LENIENT.test(endpoint.path) || typeof value !== "object" || value === null) continue
        for (const key of ["surplus", "line10b", CANARY, "4111111111111111", "a".repeat(200)]) {
          const answer = await call(endpoint, path, { body: { ...value, [key]: CANARY } })
          const fields = named(`${name} ${key}`, answer)
          expect([name, key, answer.status, fields.length > 0]).toEqual([name, key, 400, true])
        }
      }
      if (LENIENT.test(endpoint.path)) continue
      for (const body of [[], "text", 7, null]) {
        const answer = await call(endpoint, path, { raw: JSON.stringify(body) })
        expect([name, body, answer.status, named(name, answer)[0]]).toEqual([name, body, 400, "body"])
      }
    }
    expect(checked.fields.size).toBeGreaterThan(150)
  })

  it("names the parameter for every path, query and header", async () => {
    let refused = 0
    for (const endpoint of endpoints) {
      const { method, path, query } = endpoint
      const body = method === "GET" ? {} : { raw: "{}" }
      if (path.includes("{id}")) {
        for (const text of [CANARY, id("Other"), "%C3%A9", CANARY.repeat(300)]) {
          const answer = await call(endpoint, path.replace("{id}", text), body)
          expect([path, text, answer.status, named(path, answer)]).toEqual([path, text, 400, ["id"]])
          refused += 1
        }
        // A path that is not in its normal form has no parameters (FA6).
        for (const text of ["%00", "%5C", "%2f"]) {
          const answer = await call(endpoint, path.replace("{id}", text), body)
          expect([path, text, answer.status, named(path, answer)]).toEqual([path, text, 400, []])
          expect(answer.body.reason).toBe("Path not in normal form")
        }
      }
      for (const { name } of query) {
        for (const text of ["", `!${CANARY}`, CANARY.repeat(100), `1&${name}=2`]) {
          const others = query.filter((other) => other.name !== name && prefixOf(other.schema) !== "")
          const ids = others.map((other) => `&${other.name}=${id(prefixOf(other.schema))}`).join("")
          const answer = await call(endpoint, `${target(endpoint)}?${name}=${text}${ids}`, body)
          const fields = named(`${path} ${name}`, answer)
          if (answer.status !== 400) continue
          expect([path, name, text, fields.includes(name)]).toEqual([path, name, text, true])
          refused += 1
        }
      }
      const answer = await call(endpoint, target(endpoint), { ...body, headers: { "request-id": CANARY } })
      named(`${path} request-id`, answer)
    }
    expect(refused).toBeGreaterThan(100)
  })
})

/** Replaces texts that would be rejected before any field is checked by a plain one. */
const readable = (value: Json): Json =>
  JSON.parse(JSON.stringify(value), (_, part) =>
    typeof part === "string" && /[\p{Cc}\p{Cs}]/u.test(part) ? "Ada" : part
  )

/** The id of an existing object for updates, because the rules of an account depend on the stored one. */
const existing = async (endpoint: Endpoint): Promise<string> => {
  for (const known of stage.known.get(endpoint.prefix) ?? []) {
    const path = endpoint.path.replace("{id}", () => known)
    if ((await stage.world.call(callers.a, "GET", path)).status === 200) return path
  }
  return target(endpoint)
}
