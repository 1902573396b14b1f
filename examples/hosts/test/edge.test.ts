import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Answer, dial, encoded, type Question } from "../../../packages/kits/testkit/src/conversation/line.ts"
import { hosts } from "../src/index.ts"
import { type Everywhere, everywhere } from "./everywhere.ts"

/** Hosts on the bridge, which reads each header as it was sent. */
const bridged = Object.values(hosts)
  .flat()
  .filter(({ name }) => ["node:http", "Express 4", "Express 5", "Koa 2", "Koa 3", "Fastify 5"].includes(name))

let service: Everywhere
beforeAll(async () => {
  service = await everywhere(bridged)
})
afterAll(() => service.close())

const V = "/wallet/2025-10-13"
const PATIENCE = 20_000

/** Returns a host's response to raw bytes on a new connection, or undefined if the host closes it. */
const printed = async (host: string, bytes: Buffer, method = "GET"): Promise<Answer | undefined> => {
  const line = await dial(service.originOf(host), PATIENCE)
  line.say(bytes)
  const answer = await line.hearOrEnd(method)
  line.hangUp()
  return answer
}

/** The response to compare: the service's own, or a rejection by Node's parser or the framework. */
const reported = (answer: Answer | undefined) => {
  const text = String(answer?.body ?? "")
  const body = text.startsWith("{") ? JSON.parse(text) : {}
  return body.status === undefined ? "refused" : body
}

const base64 = (text: string) => Buffer.from(text, "latin1").toString("base64")

/** The bytes after `Authorization:`. */
const odd: ReadonlyArray<readonly [string, string]> = [
  ["nothing", ""],
  ["a space", " "],
  ["the scheme", "Basic"],
  ["the scheme and a space", "Basic "],
  ["the scheme and a tab", "Basic\t"],
  ["two spaces between", `Basic  ${base64("a:b")}`],
  ["a tab between", `Basic\t${base64("a:b")}`],
  ["no space between", `Basic${base64("a:b")}`],
  ["another scheme", `Bearer ${base64("a:b")}`],
  ["a scheme in mixed case", `bAsIc ${base64("a:b")}`],
  ["a scheme in look-alike letters", `B\xe0sic ${base64("a:b")}`],
  ["no scheme", base64("a:b")],
  ["no base64", "Basic !!!!"],
  ["base64url", "Basic _-8="],
  ["base64 with an invalid byte", "Basic YT!pi"],
  ["base64 with a space in it", "Basic YT pi"],
  ["base64 with padding inside", "Basic YT==pi"],
  ["base64 without its padding", "Basic YTpiYw"],
  ["base64 with too much padding", "Basic YTpi===="],
  ["base64 with unused bits set", "Basic YTpiYx=="],
  ["no colon", `Basic ${base64("ab")}`],
  ["only a colon", `Basic ${base64(":")}`],
  ["no name", `Basic ${base64(":b")}`],
  ["no secret", `Basic ${base64("a:")}`],
  ["colons in the secret", `Basic ${base64("a:b:c:d")}`],
  ["a NUL in the secret", `Basic ${base64("a:b\0")}`],
  ["a line break in the secret", `Basic ${base64("a:b\r\nX: y")}`],
  ["bytes that are not UTF-8", `Basic ${base64("\xff:\xff")}`],
  ["the name of a prototype", `Basic ${base64("__proto__:x")}`],
  ["the name of its constructor", `Basic ${base64("constructor:x")}`],
  ["two credentials, separated by a comma", `Basic ${base64("a:b")}, Basic ${base64("c:d")}`],
  ["two credentials, separated by a semicolon", `Basic ${base64("a:b")}; Basic ${base64("c:d")}`],
  ["parameters", `Basic ${base64("a:b")}; charset=utf-8`],
  ["quotes", `Basic "${base64("a:b")}"`],
  ["a Digest", 'Digest username="a", response="b"'],
  ["a name of 4,000 bytes", `Basic ${base64(`${"a".repeat(4000)}:b`)}`],
  ["12,000 bytes", `Basic ${"A".repeat(12_000)}`],
  ["a NUL", "Basic YTpi\0"],
  ["a control character", "Basic YTpi\x01"],
  ["a folded line", "Basic\r\n YTpi"],
  ["a carriage return alone", "Basic YTpi\rX: y"],
  ["bytes beyond ASCII", "Basic \xff\xfe"]
]

describe("H2: an Authorization header on a connection of its own", () => {
  it.each(odd)(
    "of %s is the same 401 in every host, or rejected by Node's own parser, and never a 5xx",
    async (_, value) => {
      const bytes = Buffer.from(`GET ${V}/customers HTTP/1.1\r\nHost: x\r\nAuthorization: ${value}\r\n\r\n`, "latin1")
      const answers: Array<ReturnType<typeof reported>> = []
      for (const { name } of bridged) {
        const answer = await printed(name, bytes)
        expect([name, [400, 401, undefined].includes(answer?.status)]).toEqual([name, true])
        if (answer?.status === 401) {
          expect(new Map(answer.headers).get("www-authenticate")).toBe('Basic realm="countersign", charset="UTF-8"')
        }
        answers.push(reported(answer))
      }
      expect(answers).toEqual(answers.map(() => answers[0]))
      expect(["refused", 401]).toContain(answers[0] === "refused" ? "refused" : answers[0]?.status)
    }
  )

  it("that is repeated is a 400, also when both values are valid", async () => {
    for (const { name } of bridged) {
      const headers = [
        ["Authorization", service.authorization] as const,
        ["authorization", service.authorization] as const
      ]
      const answer = await printed(name, encoded({ path: "/customers", headers }, V))
      expect([name, reported(answer)]).toEqual([name, expect.objectContaining({ status: 400 })])
    }
  })
})

const ID = "01890000-0000-7000-8000-000000000000"

/** Targets below the version, with the expected status. */
const targets: ReadonlyArray<readonly [string, number]> = [
  ["/customers", 200],
  ["/customers/", 404],
  ["//customers", 400],
  ["/Customers", 404],
  ["/customers;x=1", 404],
  ["/customers%2f", 400],
  ["/%63ustomers", 400],
  ["/customers%00", 400],
  ["/./customers", 400],
  ["/x/../customers", 400],
  ["/..%2f2025-10-13/customers", 400],
  ["/auth%2fsessions", 400],
  [`/customers/Customer%3A${ID}`, 404],
  [`/customers/Customer%253A${ID}`, 400],
  [`/customers/Customer:${ID}/`, 404],
  [`/customers/Customer:${ID};x`, 400],
  [`/customers/customer:${ID}`, 400],
  [`/customers/Customer:${ID}%2f..`, 400],
  [`/customers/${"a".repeat(8000)}`, 400],
  ["/customers?limit=1&limit=2", 400],
  ["/customers?limit=1&limit=1", 400],
  ["/customers?limit[]=1", 400],
  ["/customers?limit=1&Limit=2", 400],
  ["/customers?limit=%31", 200],
  ["/customers?limit=1%00", 400],
  ["/auth/sessions?accountId=InternalAccount:x&accountId=InternalAccount:y", 400],
  ["/customers?__proto__=1", 400],
  ["/customers?limit=1#x", 400]
]

describe("H13: a target", () => {
  it.each(targets)("%s receives a %i from every host, byte for byte", async (path, status) => {
    const headers = [["Authorization", service.authorization] as const]
    const answers: Array<readonly [number | undefined, string]> = []
    for (const { name } of bridged) {
      const answer = await printed(name, encoded({ path, headers }, V))
      answers.push([answer?.status, String(answer?.body)])
    }
    expect(answers[0]?.[0]).toBe(status)
    expect(answers).toEqual(answers.map(() => answers[0]))
  })
})

/** Targets that are not text, to which a framework may respond itself. */
const malformed = ["/customers/%", "/customers/%ff", "/customers/%u0041", "/customers/%c0%af"]

describe("H13: a target that is not text", () => {
  it.each(malformed)("%s is rejected by every host", async (path) => {
    for (const { name } of bridged) {
      const answer = await printed(name, encoded({ path, headers: [["Authorization", service.authorization]] }, V))
      expect([name, [400, 404].includes(answer?.status ?? 0)]).toEqual([name, true])
    }
  })
})

const json = ["Content-Type", "application/json"] as const
const profile = '{"customerType":"INDIVIDUAL"}'

/** Bodies by their headers, with the expected status. */
const bodies: ReadonlyArray<readonly [string, Omit<Question, "method" | "path">, ReadonlyArray<number | undefined>]> = [
  ["JSON", { headers: [json], body: profile }, [201]],
  ["JSON in UTF-8", { headers: [["Content-Type", 'application/json; charset="utf-8"']], body: profile }, [201]],
  ["no type", { headers: [], body: profile }, [415]],
  ["text", { headers: [["Content-Type", "text/plain"]], body: profile }, [415]],
  ["a form", { headers: [["Content-Type", "application/x-www-form-urlencoded"]], body: profile }, [415]],
  ["a multipart form", { headers: [["Content-Type", "multipart/form-data; boundary=x"]], body: profile }, [415]],
  ["JSON in UTF-7", { headers: [["Content-Type", "application/json; charset=utf-7"]], body: profile }, [415]],
  ["JSON in UTF-16", { headers: [["Content-Type", "application/json; charset=utf-16le"]], body: profile }, [415]],
  ["a merge patch", { headers: [["Content-Type", "application/merge-patch+json"]], body: profile }, [201]],
  ["a JSON-based type", { headers: [["Content-Type", "application/problem+json"]], body: profile }, [415]],
  ["two types", { headers: [["Content-Type", "application/json, text/plain"]], body: profile }, [415]],
  ["two types in two lines", { headers: [json, ["content-type", "text/plain"]], body: profile }, [400]],
  ["gzip encoding of a plain body", { headers: [json, ["Content-Encoding", "gzip"]], body: profile }, [415]],
  ["a list of encodings", { headers: [json, ["Content-Encoding", "identity, br"]], body: profile }, [415]],
  ["no length", { headers: [json] }, [400]],
  ["an empty Content-Length", { headers: [json, ["Content-Length", "0"]] }, [400]],
  [
    "two lengths",
    { headers: [json, ["Content-Length", "29"], ["Content-Length", "2"]], body: profile },
    [400, undefined]
  ],
  [
    "Content-Length and chunked encoding",
    { headers: [json, ["Content-Length", "29"], ["Transfer-Encoding", "chunked"]], body: profile },
    [400, undefined]
  ],
  ["a hexadecimal Content-Length", { headers: [json, ["Content-Length", "0x1d"]], body: profile }, [400, undefined]],
  ["a signed Content-Length", { headers: [json, ["Content-Length", "+29"]], body: profile }, [400, undefined]]
]

describe("H10: a body", () => {
  it.each(bodies)("of %s receives the same response from every host", async (_, question, statuses) => {
    for (const { name } of bridged) {
      const headers = [["Authorization", service.authorization] as const, ...(question.headers ?? [])]
      const bytes = encoded({ ...question, method: "POST", path: "/customers", headers }, V)
      expect([name, statuses]).toEqual([name, expect.arrayContaining([(await printed(name, bytes, "POST"))?.status])])
    }
  })
})
