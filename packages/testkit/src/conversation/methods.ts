import { same } from "../stories/promise.ts"
import { mountEcho, stillServes } from "./echo.ts"
import { refusedAs } from "./refusals.ts"
import { type Chapter, story } from "./Story.ts"

/** Methods that are more to a host than a word in the request line. */
export const methods: Chapter = {
  name: "methods apart",
  stories: [
    story("H17: HEAD is answered with the headers of the handler, and no body", async (scene) => {
      const mounted = await scene.mount(
        async ({ method }) => new Response(method === "HEAD" ? null : "body", { headers: { "x-method": method } })
      )
      const line = await mounted.dial()
      line.say(mounted.spelled({ method: "HEAD", path: "/x" }))
      line.say(mounted.spelled({ path: "/y" }))
      const head = await line.hear("HEAD")
      const get = await line.hear()
      const answered = (of: typeof head) => of.headers.filter(([name]) => name === "x-method").map(([, value]) => value)
      same("HEAD reaches the handler, and its headers the caller", [head.status, ...answered(head)], [200, "HEAD"])
      same("What follows HEAD is the next answer", [answered(get), String(get.body)], [["GET"], "body"])
    }),
    story("H17: OPTIONS is the handler's to answer", async (scene) => {
      const mounted = await scene.mount(async () => new Response(null, { status: 204, headers: { allow: "GET" } }))
      const { headers, status } = await mounted.ask({ method: "OPTIONS", path: "/x" })
      same("The handler's answer to OPTIONS is the only one", status, 204)
      same("Allow is the handler's", new Map(headers).get("allow"), "GET")
    }),
    story("I16 H17: TRACE, which no web Request can carry, is refused by name and shows nothing", async (scene) => {
      const echo = await mountEcho(scene)
      const headers = [["Authorization", "Basic c2VjcmV0"]] as const
      const answer = await echo.refusalOf({ method: "TRACE", path: "/x", headers })
      refusedAs("TRACE is a method this path does not have", "MethodNotAllowed", answer)
      same("TRACE shows nobody the headers", String(answer.body).includes("c2VjcmV0"), false)
      await stillServes(echo)
    }),
    story("H17: CONNECT opens nothing, and the process lives", async (scene) => {
      const echo = await mountEcho(scene)
      const line = await echo.dial()
      line.say(echo.spelled({ method: "CONNECT", target: "evil.example:443" }))
      // Hung up on, or refused: either opens no tunnel.
      const answer = await line.hearOrEnd("CONNECT")
      same("CONNECT opens no tunnel", answer === undefined || answer.status >= 400, true)
      same("CONNECT does not reach the handler", echo.arrivals.length, 0)
      await stillServes(echo)
    })
  ]
}
