import { same } from "../stories/Story.ts"
import type { Answer, Question } from "./line.ts"
import { type Chapter, type Exchange, type Handler, json, login, mountService, openService, story } from "./service.ts"

const V = "/2025-10-13"
const post = (body: string, ...headers: ReadonlyArray<readonly [string, string]>): Question => ({
  method: "POST",
  path: `${V}/customers`,
  headers: headers.length === 0 ? [json] : headers,
  body
})

const questions: ReadonlyArray<readonly [number, Question]> = [
  [200, { path: `${V}/customers?limit=1` }],
  [200, { path: "/openapi.json" }],
  [200, { method: "HEAD", path: `${V}/customers?limit=1` }],
  [400, post('{"customerType":"INDIVIDUAL","surprise":1}')],
  [400, post('{"customerType":"NOBODY"}')],
  [400, post("{")],
  [400, post('{"a":1,"a":2}')],
  [400, post("[".repeat(100))],
  [400, post("")],
  [400, { path: `${V}/customers?limit=many` }],
  [404, { path: `${V}/customers/Customer:0190a6b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b` }],
  [404, { path: `${V}/nothing%20here` }],
  [404, { path: "/" }],
  [405, { method: "PUT", path: `${V}/customers`, headers: [json], body: "{}" }],
  [405, { method: "OPTIONS", path: `${V}/customers` }],
  [405, { method: "HEAD", path: `${V}/transfer-out` }],
  [415, post("{}", ["Content-Type", "text/plain"])],
  [415, post("{}", json, ["Content-Encoding", "gzip"])]
]

/** The calls made to the host, to repeat against the bare handler. */
const direct = async (handler: Handler, { body, headers = [], method = "GET", path = "/" }: Question) => {
  const init = { method, headers: new Headers(headers.map(([...header]): [string, string] => header)) }
  const bytes = body === undefined ? {} : { body: Buffer.from(body) }
  const response = await handler(new Request(`http://localhost${path}`, { ...init, ...bytes }))
  return { headers: new Map([...response.headers].map(unnamed)), status: response.status, body: await response.text() }
}

/** Every response has an id of its own. */
const unnamed = ([name, value]: readonly [string, string]): readonly [string, string] => [
  name,
  name === "x-request-id" ? masked(value) : value
]

/** The headers that the bare handler sets too. A host may add headers, and must not change any. */
const comparable = ({ body, headers, status }: Answer, bare: ReadonlyMap<string, string>) => ({
  headers: new Map(headers.filter(([name]) => bare.has(name)).map(unnamed)),
  status,
  body: String(body)
})

/** Ids, keys and encrypted texts differ between runs. Their number and positions must not. */
const masked = (text: string): string =>
  text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, "<id>").replace(/[0-9A-Za-z+/_=-]{40,}/gu, "<secret>")

const maskedExchange = ({ endpoint, body, headers, status }: Exchange, names: ReadonlySet<string>) => ({
  asked: masked(endpoint),
  status,
  headers: [...headers].filter(([name]) => names.has(name)).map(([name, value]) => [name, masked(value)]),
  body: masked(body)
})

export const serviceChapter = (prefixes: ReadonlyArray<string>): Chapter => ({
  name: "the real service",
  stories: [
    ...questions.map(([status, question]) =>
      story(`${title(question)} is answered with ${status}, byte for byte as by the bare handler`, (scene) =>
        mountService(scene, async ({ authorization, countersign, mounted }) => {
          const authorized = { ...question, headers: [authorization, ...(question.headers ?? [])] }
          const bare = await direct(countersign.handler, authorized)
          same("The bare handler answers", bare.status, status)
          same("The host returns the same response", comparable(await mounted.send(authorized), bare.headers), bare)
        })
      )
    ),
    story("a caller without a token receives the WWW-Authenticate challenge of the bare handler", (scene) =>
      mountService(scene, async ({ countersign, mounted }) => {
        for (const headers of [[], [["Authorization", "Basic bm86bm8="]], [["Authorization", "x"]]] as const) {
          const request = { path: `${V}/customers`, headers }
          const bare = await direct(countersign.handler, request)
          same(
            "The bare handler sends a WWW-Authenticate challenge",
            [bare.status, bare.headers.has("www-authenticate")],
            [401, true]
          )
          same("The host returns the same response", comparable(await mounted.send(request), bare.headers), bare)
        }
      })
    ),
    ...["no token", "a wrong token"].map((what) =>
      story(`FA5: a caller with ${what} receives a 401 before any of the body was sent`, (scene) =>
        mountService(scene, async ({ authorization, mounted }) => {
          const wrong = what === "no token" ? [] : [["Authorization", "Basic bm86bm8="] as const]
          const bodies = [[["Content-Length", "1048576"]], [["Transfer-Encoding", "chunked"]]] as const
          for (const declared of bodies) {
            const line = await mounted.dial()
            // The test has sent no byte of the body: a response that waits for the body does not arrive.
            line.say(mounted.encode({ method: "POST", path: `${V}/customers`, headers: [json, ...declared, ...wrong] }))
            const { status } = await line.hear("POST")
            line.hangUp()
            same("The rejection does not wait for the body", status, 401)
          }
          for (const headers of [[json], [["Content-Type", "text/plain"]]] as const) {
            const { status } = await mounted.send({ ...post("{", ...headers, ...wrong) })
            same("An unreadable body does not change the response", status, 401)
          }
          const small = await mounted.dial()
          small.say(mounted.encode(post("{", json, ...wrong)))
          same("The rejection comes first", (await small.hear("POST")).status, 401)
          small.say(mounted.encode({ path: `${V}/customers?limit=1`, headers: [authorization] }))
          same("The connection serves the next call", (await small.hear()).status, 200)
          small.hangUp()
        })
      )
    ),
    ...prefixes.map((prefix) =>
      story(`mounted under ${prefix}, a login by signed retry equals that of the bare handler`, async (scene) => {
        const bare = openService()
        const alone = await login(bare.handler, bare).finally(() => bare.close())
        const left: Array<{ readonly status: number; readonly body: string }> = []
        const recordedExchanges =
          (handler: Handler): Handler =>
          async (request) => {
            const response = await handler(request)
            left.push({ status: response.status, body: await response.clone().text() })
            return response
          }
        await mountService(
          scene,
          async ({ call, countersign }) => {
            const hosted = await login(call, countersign)
            same(
              "The client receives the responses of the service",
              hosted.map(({ body, status }) => ({ status, body })),
              left
            )
            alone.forEach((exchange, at) => {
              // Signatures vary in length.
              const names = new Set([...exchange.headers.keys()].filter((name) => name !== "content-length"))
              const found = hosted.slice(at, at + 1).map((each) => maskedExchange(each, names))
              same("The exchange equals that of the bare handler", found, [maskedExchange(exchange, names)])
            })
            same("The exchange has no further calls", hosted.length, alone.length)
          },
          { prefix, handler: recordedExchanges }
        )
      })
    )
  ]
})

const title = ({ body = "", headers = [], method = "GET", path = "/" }: Question): string =>
  [method, path, String(body).slice(0, 50), ...headers.filter((header) => header !== json).map(([, value]) => value)]
    .filter((part) => part !== "")
    .join(" ")
