import { type Answer, type Question, sendRequest } from "@countersign/harness/ask"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hosts } from "../src/index.ts"
import { type Everywhere, everywhere } from "./everywhere.ts"

const V = "/wallet/2025-10-13"
const all = Object.values(hosts).flat()

let service: Everywhere
beforeAll(async () => {
  service = await everywhere(all)
})
afterAll(() => service.close())

const authorized = (question: Question): Question => ({
  ...question,
  headers: { authorization: service.authorization, ...question.headers }
})

const json = { "content-type": "application/json" }
const post = (body: string, headers: Question["headers"] = json) => ({
  method: "POST",
  path: `${V}/customers`,
  headers,
  body
})

const questions: ReadonlyArray<readonly [string, number, Question]> = [
  ["a valid call", 200, { path: `${V}/customers?limit=1` }],
  [
    "a valid call that creates a resource",
    201,
    post('{"customerType":"INDIVIDUAL","email":"ada@example.com","fullName":"Adà 𝄞"}')
  ],
  ["a document", 200, { path: "/wallet/openapi.json" }],
  ["a rejected call", 400, post('{"customerType":"INDIVIDUAL","surprise":1}')],
  ["an unknown resource", 404, { path: `${V}/customers/Customer:0190a6b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b` }],
  ["an unknown path", 404, { path: `${V}/nothing%20here` }],
  ["the root of the mount", 404, { path: "/wallet" }],
  ["an unknown method", 405, { method: "PUT", path: `${V}/customers`, headers: json, body: "{}" }],
  ["HEAD", 200, { method: "HEAD", path: `${V}/customers` }],
  ["HEAD of a path without GET", 405, { method: "HEAD", path: `${V}/transfer-out` }],
  ["OPTIONS", 405, { method: "OPTIONS", path: `${V}/customers` }],
  ["TRACE", 405, { method: "TRACE", path: `${V}/customers` }],
  ["malformed JSON", 400, post("{")],
  ["JSON with a repeated key", 400, post('{"a":1,"a":2}')],
  ["no body", 400, { method: "POST", path: `${V}/customers`, headers: json }],
  ["a body over the limit", 413, post(" ".repeat(1_048_577))],
  ["a body of another type", 415, post("{}", { "content-type": "text/plain" })],
  ["a body without a type", 415, post("{}", { "content-type": "nonsense" })],
  ["a wrong token", 401, { path: `${V}/customers`, headers: { authorization: "Basic bm86bm8=" } }]
]

/** The responses of each host, by its name. */
const answers = async (question: Question) => {
  const found = new Map<string, Answer>()
  for (const { name } of all) found.set(name, await sendRequest(service.originOf(name), authorized(question)))
  return found
}

describe("H18: every host returns the same response, byte for byte, with ids masked", () => {
  it.each(questions)("to %s, with %i", async (_, status, question) => {
    const found = await answers(question)
    const expected = found.get("node:http")
    expect(expected?.status).toBe(status)
    for (const [name, answer] of found) expect({ name, ...answer }).toEqual({ name, ...expected })
  })

  it("to an unsupported method, with 405, if it reaches the service: Next rejects it itself", async () => {
    const found = await answers({ method: "PURGE", path: `${V}/customers` })
    expect(found.get("Next-style")?.status).toBe(400)
    const expected = found.get("node:http")
    expect(expected?.status).toBe(405)
    found.delete("Next-style")
    for (const [name, answer] of found) expect({ name, ...answer }).toEqual({ name, ...expected })
  })
})

describe("a web host", () => {
  it("joins repeated headers, and the service reads two idempotency keys as one", async () => {
    const origin = service.originOf("Hono 4, web")
    const made = async (...keys: ReadonlyArray<string>) => {
      const headers = { ...json, "idempotency-key": [...keys] }
      return (await sendRequest(origin, authorized(post('{"customerType":"INDIVIDUAL"}', headers)), (text) => text))
        .body
    }
    const both = await made("one", "two")
    expect(await made("one, two")).toBe(both)
    expect(await made("one")).not.toBe(both)
  })
})
