import { setTimeout } from "node:timers/promises"
import { same } from "../stories/Story.ts"
import { echoed } from "./echo.ts"
import { valuesOf } from "./readAnswer.ts"
import { type Chapter, refusedAs, story } from "./service.ts"

const CROWD = 50
const crowd = Array.from({ length: CROWD }, (_, at) => at)

/** Waits until all requests have arrived, then answers them in reverse order. */
const turnstile = () => {
  let count = 0
  let open = () => {}
  const all = new Promise<void>((resolve) => {
    open = resolve
  })
  return async (request: Request): Promise<Response> => {
    const body = await request.text()
    count += 1
    const place = count
    if (count === CROWD) open()
    await all
    await setTimeout(CROWD - place)
    return new Response(`${new URL(request.url).search} ${request.headers.get("x-number")} ${body}`, {
      status: 200 + (Number(body) % 3),
      headers: { "x-number": body }
    })
  }
}

export const connections: Chapter = {
  name: "connections",
  stories: [
    story(`${CROWD} concurrent requests are served concurrently, and each receives its own response`, async (scene) => {
      const mounted = await scene.mount(turnstile())
      const answers = await Promise.all(
        crowd.map((number) =>
          mounted.send({
            method: "POST",
            path: `/x?${number}`,
            headers: [["X-Number", String(number)]],
            body: String(number)
          })
        )
      )
      const found = answers.map((answer) => [answer.status, valuesOf(answer, "x-number").join(), String(answer.body)])
      const expected = crowd.map((number) => [200 + (number % 3), `${number}`, `?${number} ${number} ${number}`])
      same("No request receives the response of another", found, expected)
    }),
    echoed("pipelined requests on one connection are answered in order", async (echo) => {
      const line = await echo.dial()
      const numbers = crowd.slice(0, 10)
      for (const number of numbers) line.say(echo.encode({ method: "POST", path: "/x", body: `body ${number}` }))
      const bodies: Array<string> = []
      for (const _ of numbers) bodies.push(String((await line.hear("POST")).body))
      same(
        "Responses follow the order of their requests",
        bodies,
        numbers.map((number) => `body ${number}`)
      )
    }),
    echoed(
      "a connection serves the next request after a rejection, and does not parse the body as a request",
      async (echo) => {
        const line = await echo.dial()
        const twice = ["a", "b"].map((value): readonly [string, string] => ["Request-Id", value])
        const body = echo.encode({ path: "/smuggled" })
        line.say(echo.encode({ method: "POST", path: "/x", headers: twice, body }))
        const refused = await line.hear("POST")
        refusedAs("The rejection comes first", "HeaderRepeated", refused)
        if (!valuesOf(refused, "connection").includes("close")) {
          line.say(echo.encode({ method: "PUT", path: "/next", body: "next" }))
          same("The next request receives its own response", String((await line.hear("PUT")).body), "next")
        }
        same(
          "A body is never parsed as a request",
          echo.arrivals.filter(({ path }) => path === "/smuggled"),
          []
        )
      }
    ),
    story("one connection serves many requests, whatever their responses", async (scene) => {
      const mounted = await scene.mount(async (request) => {
        const status = Number(new URL(request.url).searchParams.get("status"))
        return new Response(status === 204 ? null : `${status}`, { status })
      })
      const line = await mounted.dial()
      for (const status of [200, 404, 204, 500, 202, 401, 204, 200]) {
        line.say(mounted.encode({ method: "POST", path: `/x?status=${status}`, body: "{}" }))
        const answer = await line.hear("POST")
        same(
          "Every response arrives on the same connection",
          [answer.status, String(answer.body)],
          [status, status === 204 ? "" : `${status}`]
        )
      }
    })
  ]
}
