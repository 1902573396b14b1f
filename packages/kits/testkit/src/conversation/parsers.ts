import { gzipSync } from "node:zlib"
import { same, within } from "../stories/Story.ts"
import { echoing, isBodiless, stillServes } from "./echo.ts"
import { type Chapter, json, login, mountService, refusedAs, story } from "./service.ts"

/** JSON as `JSON.stringify` writes it, so that a parsed body can be serialized to the same bytes. */
const written = JSON.stringify({ type: "EMAIL_OTP", text: "é\u2028😀", list: [1.5, null, true, ""], nested: { a: {} } })

/** Nested deeper than the call stack allows. */
const DEEP = `{"a":${"[".repeat(40_000)}${"]".repeat(40_000)}}`

/** The handler must receive an equivalent body when a body parser runs in front of it. */
export const parserChapter = (parser: string): Chapter => ({
  name: `behind the parser ${parser}`,
  stories: [
    echoing({ parser })(`${parser}: a JSON body reaches the handler`, async (echo) => {
      for (const body of [written, "{}", "[]"]) {
        const arrival = await echo.arrivalOf({ method: "POST", path: "/x?a=1", headers: [json], body })
        same("The body is complete after a parser has read it", String(arrival.body), body)
        same("The parser does not change path and query", [arrival.path, arrival.query], ["/x", "?a=1"])
        same("The parser does not change the content type", arrival.headers.get("content-type"), "application/json")
      }
    }),
    echoing({ parser })(
      `${parser}: a body of another type reaches the handler or is rejected with 415`,
      async (echo) => {
        const body = "{ text, and no JSON: é }"
        const answer = await echo.send({ method: "POST", path: "/x", headers: [["Content-Type", "text/plain"]], body })
        within(
          "The parser leaves other types unread",
          [answer.status, echo.arrivals.map((arrival) => String(arrival.body))],
          [
            [200, [body]],
            [415, []]
          ]
        )
      }
    ),
    echoing({ parser })(`${parser}: a missing body is an empty body`, async (echo) => {
      for (const method of ["POST", "DELETE"]) await isBodiless(echo, method)
      same("GET has no body", String((await echo.arrivalOf({ path: "/x", headers: [json] })).body), "")
    }),
    echoing({ parser })(`${parser}: a compressed body agrees with its headers`, async (echo) => {
      const headers = [json, ["Content-Encoding", "gzip"]] as const
      const body = gzipSync(written)
      const arrival = await echo.arrivalOf({ method: "POST", path: "/x", headers, body })
      const found = [arrival.headers.get("content-encoding"), String(arrival.body)]
      within("A decompressed body has no Content-Encoding", found, [
        ["gzip", String(body)],
        [null, written]
      ])
    }),
    echoing({ parser })(
      `I16 ${parser}: JSON nested too deeply to serialize is rejected with its error code or reaches the handler`,
      async (echo) => {
        const answer = await echo.send({ method: "POST", path: "/x", headers: [json], body: DEEP })
        if (answer.status === 200) same("A served body is complete", String(echo.arrivals[0]?.body) === DEEP, true)
        else refusedAs("A body that cannot be serialized is rejected with its error code", "BodyMalformed", answer)
        await stillServes(echo)
      }
    ),
    story(`${parser}: a login by signed retry creates a session`, (scene) =>
      mountService(
        scene,
        async ({ call, countersign }) => {
          const statuses = (await login(call, countersign)).map(({ status }) => status)
          same("The retry has the same body digest as the first call", statuses, [201, 200, 202, 200, 200, 202, 204])
        },
        { parser }
      )
    )
  ]
})
