import { setTimeout } from "node:timers/promises"
import { same } from "../stories/Story.ts"
import { valuesOf } from "./readAnswer.ts"
import { type Chapter, story } from "./service.ts"

const statuses = [200, 201, 202, 204, 205, 302, 304, 400, 401, 404, 405, 409, 413, 415, 418, 429, 500, 501, 503, 599]
const EMPTY = [204, 205, 304]

const given: ReadonlyArray<readonly [string, string]> = [
  ["content-type", "application/problem+json; charset=utf-8"],
  ["cache-control", "no-store"],
  ["x-content-type-options", "nosniff"],
  ["www-authenticate", 'Basic realm="countersign", charset="UTF-8"'],
  ["allow", "GET, POST"],
  ["retry-after", "7"],
  ["location", "/a%20b?c=d"],
  ["etag", 'W/"1"'],
  ["x-long", "0123456789abcdef".repeat(256)],
  ["x-latin", "caf\u00e9"]
]

const every = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 31) % 256))

/** The caller receives exactly the response that the handler returned. */
export const answers: Chapter = {
  name: "answers",
  stories: [
    ...statuses.map((status) =>
      story(`the caller receives status ${status} with its body`, async (scene) => {
        const body = EMPTY.includes(status) ? null : '{"code":"OWN"}'
        const mounted = await scene.mount(async () => new Response(body, { status }))
        for (const method of ["GET", "POST"]) {
          const answer = await mounted.send({ method, path: "/x" })
          same(
            "The caller receives the status and body of the handler",
            [answer.status, String(answer.body)],
            [status, body ?? ""]
          )
        }
      })
    ),
    story("every response header reaches the caller byte for byte", async (scene) => {
      const mounted = await scene.mount(
        async () => new Response("{}", { headers: new Headers(given.map(([...header]) => header)) })
      )
      const answer = await mounted.send({ path: "/x" })
      for (const [name, value] of given)
        same(`The caller receives the handler's ${name}`, valuesOf(answer, name), [value])
    }),
    story("each Set-Cookie stays a separate header line", async (scene) => {
      const cookies = ["a=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT; HttpOnly", "b=2; Path=/"]
      const headers = new Headers(cookies.map((cookie): [string, string] => ["set-cookie", cookie]))
      const mounted = await scene.mount(async () => new Response(null, { headers }))
      const answer = await mounted.send({ path: "/x" })
      // RFC 6265 section 3: combined into one line, they would be a different cookie.
      same("No cookie is lost or joined", valuesOf(answer, "set-cookie"), cookies)
    }),
    story("a response without a body is complete", async (scene) => {
      const mounted = await scene.mount(async () => new Response(null, { headers: { "x-kept": "yes" } }))
      const line = await mounted.dial()
      for (const _ of [1, 2]) {
        line.say(mounted.encode({ method: "POST", path: "/x" }))
        const answer = await line.hear("POST")
        same(
          "The host adds no body",
          [answer.status, String(answer.body), valuesOf(answer, "x-kept")],
          [200, "", ["yes"]]
        )
      }
    }),
    story("a binary response of any length reaches the caller byte for byte", async (scene) => {
      const mounted = await scene.mount(async () => new Response(new Uint8Array(every)))
      same("No byte is lost or changed", (await mounted.send({ path: "/x" })).body.equals(every), true)
    }),
    story("a JSON response with U+2028 and astral characters reaches the caller byte for byte", async (scene) => {
      const text = '{ "text": "\u2028é😀𝄞", "a": 1.0 }'
      const mounted = await scene.mount(
        async () => new Response(text, { headers: { "content-type": "application/json" } })
      )
      same("The host does not re-encode the body", String((await mounted.send({ path: "/x" })).body), text)
    }),
    story("a response streamed in chunks is complete", async (scene) => {
      const mounted = await scene.mount(async () => new Response(inPieces(["{", '"a"', ":1", "}"])))
      same("The host sends the last chunk", String((await mounted.send({ path: "/x" })).body), '{"a":1}')
    })
  ]
}

const inPieces = (pieces: ReadonlyArray<string>) =>
  new ReadableStream<Uint8Array>({
    start: async (controller) => {
      for (const piece of pieces) {
        controller.enqueue(Buffer.from(piece))
        await setTimeout(5)
      }
      controller.close()
    }
  })
