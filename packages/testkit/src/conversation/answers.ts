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

/** What the handler answers is what the caller gets. */
export const answers: Chapter = {
  name: "answers",
  stories: [
    ...statuses.map((status) =>
      story(`${status} is passed through with its body`, async (scene) => {
        const body = EMPTY.includes(status) ? null : '{"code":"OWN"}'
        const mounted = await scene.mount(async () => new Response(body, { status }))
        for (const method of ["GET", "POST"]) {
          const answer = await mounted.ask({ method, path: "/x" })
          same("Status and body are the handler's", [answer.status, String(answer.body)], [status, body ?? ""])
        }
      })
    ),
    story("every header of an answer leaves to the byte", async (scene) => {
      const mounted = await scene.mount(
        async () => new Response("{}", { headers: new Headers(given.map(([...header]) => header)) })
      )
      const answer = await mounted.ask({ path: "/x" })
      for (const [name, value] of given) same(`${name} is the handler's`, valuesOf(answer, name), [value])
    }),
    story("each Set-Cookie keeps a line of its own", async (scene) => {
      const cookies = ["a=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT; HttpOnly", "b=2; Path=/"]
      const headers = new Headers(cookies.map((cookie): [string, string] => ["set-cookie", cookie]))
      const mounted = await scene.mount(async () => new Response(null, { headers }))
      const answer = await mounted.ask({ path: "/x" })
      // RFC 6265 section 3: joined, they are another cookie.
      same("No cookie is lost or joined", valuesOf(answer, "set-cookie"), cookies)
    }),
    story("an answer without a body is whole", async (scene) => {
      const mounted = await scene.mount(async () => new Response(null, { headers: { "x-kept": "yes" } }))
      const line = await mounted.dial()
      for (const _ of [1, 2]) {
        line.say(mounted.spelled({ method: "POST", path: "/x" }))
        const answer = await line.hear("POST")
        same("Nothing is made up", [answer.status, String(answer.body), valuesOf(answer, "x-kept")], [200, "", ["yes"]])
      }
    }),
    story("binary of some length is answered to the byte", async (scene) => {
      const mounted = await scene.mount(async () => new Response(new Uint8Array(every)))
      same("No byte is lost or changed", (await mounted.ask({ path: "/x" })).body.equals(every), true)
    }),
    story("JSON with U+2028 and characters beyond the basic plane is answered to the byte", async (scene) => {
      const text = '{ "text": "\u2028é😀𝄞", "a": 1.0 }'
      const mounted = await scene.mount(
        async () => new Response(text, { headers: { "content-type": "application/json" } })
      )
      same("Nothing is written anew", String((await mounted.ask({ path: "/x" })).body), text)
    }),
    story("an answer that comes in pieces is whole", async (scene) => {
      const mounted = await scene.mount(async () => new Response(inPieces(["{", '"a"', ":1", "}"])))
      same("The last piece is waited for", String((await mounted.ask({ path: "/x" })).body), '{"a":1}')
    })
  ]
}

const inPieces = (pieces: ReadonlyArray<string>) =>
  new ReadableStream<Uint8Array>({
    start: async (controller) => {
      for (const piece of pieces) {
        controller.enqueue(Buffer.from(piece))
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      controller.close()
    }
  })
