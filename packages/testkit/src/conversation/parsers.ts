import { gzipSync } from "node:zlib"
import { same, within } from "../stories/Story.ts"
import { mountEcho, stillServes } from "./echo.ts"
import { type Chapter, login, mountService, refusedAs, story } from "./service.ts"

const json = ["Content-Type", "application/json"] as const

/** JSON as `JSON.stringify` writes it: what a parser read can be written again. */
const written = JSON.stringify({ type: "EMAIL_OTP", text: "é\u2028😀", list: [1.5, null, true, ""], nested: { a: {} } })

/** Deeper than a stack is. */
const DEEP = `{"a":${"[".repeat(40_000)}${"]".repeat(40_000)}}`

/** What a parser leaves of a body has to be as good as the body. */
export const parserChapter = (parser: string): Chapter => ({
  name: `behind the parser ${parser}`,
  stories: [
    story(`${parser}: JSON arrives`, async (scene) => {
      const echo = await mountEcho(scene, { parser })
      for (const body of [written, "{}", "[]"]) {
        const arrival = await echo.arrivalOf({ method: "POST", path: "/x?a=1", headers: [json], body })
        same("The body is whole, though a parser read it", String(arrival.body), body)
        same("The parser leaves path, query and type alone", [arrival.path, arrival.query], ["/x", "?a=1"])
        same("The parser leaves the type alone", arrival.headers.get("content-type"), "application/json")
      }
    }),
    story(`${parser}: a body of another type arrives, or is refused as one`, async (scene) => {
      const echo = await mountEcho(scene, { parser })
      const body = "{ text, and no JSON: é }"
      const answer = await echo.ask({ method: "POST", path: "/x", headers: [["Content-Type", "text/plain"]], body })
      within(
        "A parser takes what is its own",
        [answer.status, echo.arrivals.map((arrival) => String(arrival.body))],
        [
          [200, [body]],
          [415, []]
        ]
      )
    }),
    story(`${parser}: no body is an empty body`, async (scene) => {
      const echo = await mountEcho(scene, { parser })
      for (const headers of [[], [json], [["Content-Length", "0"]], [json, ["Content-Length", "0"]]] as const) {
        for (const method of ["POST", "DELETE"]) {
          same("No body is an empty body", String((await echo.arrivalOf({ method, path: "/x", headers })).body), "")
        }
      }
      same("GET has none", String((await echo.arrivalOf({ path: "/x", headers: [json] })).body), "")
    }),
    story(`${parser}: a compressed body and its headers say the same`, async (scene) => {
      const echo = await mountEcho(scene, { parser })
      const headers = [json, ["Content-Encoding", "gzip"]] as const
      const body = gzipSync(written)
      const arrival = await echo.arrivalOf({ method: "POST", path: "/x", headers, body })
      const found = [arrival.headers.get("content-encoding"), String(arrival.body)]
      within("What a parser unpacked does not say that it is packed", found, [
        ["gzip", String(body)],
        [null, written]
      ])
    }),
    story(`I16 ${parser}: JSON too deep to be written again is refused by name, or arrives`, async (scene) => {
      const echo = await mountEcho(scene, { parser })
      const answer = await echo.ask({ method: "POST", path: "/x", headers: [json], body: DEEP })
      if (answer.status === 200) same("What is served is whole", String(echo.arrivals[0]?.body) === DEEP, true)
      else refusedAs("What cannot be handed on is refused by name", "BodyMalformed", answer)
      await stillServes(echo)
    }),
    story(`${parser}: a login by signed retry ends in a session`, (scene) =>
      mountService(
        scene,
        async ({ call, countersign }) => {
          const statuses = (await login(call, countersign)).map(({ status }) => status)
          same("The signed leg is the first leg to the digest", statuses, [201, 200, 202, 200, 200, 202, 204])
        },
        { parser }
      )
    )
  ]
})
