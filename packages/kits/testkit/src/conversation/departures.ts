import { setTimeout } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { same } from "../stories/Story.ts"
import { inTime } from "./line.ts"
import { type Chapter, type Handler, story } from "./service.ts"

/** Runs a full garbage collection, so that every unreachable object is collected. */
export const collectGarbage = (): void => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  if (typeof collect === "function") collect()
}

/** A handler that works on /slow until the client disconnects, and reports when it started and when it was aborted. */
const slow = () => {
  let begin = () => {}
  let stop = () => {}
  const began = new Promise<void>((resolve) => {
    begin = resolve
  })
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  const handler: Handler = async (request) => {
    if (new URL(request.url).pathname !== "/slow") return new Response("served")
    begin()
    await new Promise<void>((resolve) => request.signal.addEventListener("abort", () => resolve()))
    stop()
    throw request.signal.reason
  }
  return { began, handler, stopped }
}

export const departures: Chapter = {
  name: "client disconnects",
  stories: [
    ...(["GET", "POST"] as const).map((method) =>
      story(`D16: a client disconnect aborts the signal of ${method}, and the process survives`, async (scene) => {
        const { began, handler, stopped } = slow()
        const mounted = await scene.mount(handler)
        const line = await mounted.dial()
        line.say(mounted.encode({ method, path: "/slow", ...(method === "POST" ? { body: "{}" } : {}) }))
        await inTime(scene.patience, "The request did not reach the handler", began)
        line.hangUp()
        await inTime(scene.patience, "The signal of a disconnected client was not aborted", stopped)
        const { body } = await mounted.send({ path: "/afterwards" })
        same("The process survives", String(body), "served")
      })
    ),
    story("D16: a late client disconnect aborts the signal, also after a garbage collection", async (scene) => {
      // A host that strips a prefix may have to create a second Request.
      for (const prefix of ["/", "/wallet"]) {
        const { began, handler, stopped } = slow()
        const mounted = await scene.mount(handler, { prefix })
        const line = await mounted.dial()
        line.say(mounted.encode({ method: "POST", path: "/slow", body: "{}" }))
        await inTime(scene.patience, "The request did not reach the handler", began)
        await setTimeout(20)
        // A web Request follows its signal by a weak reference: the code that creates the request must retain it.
        collectGarbage()
        line.hangUp()
        await inTime(scene.patience, `The signal of a disconnected client was not aborted under ${prefix}`, stopped)
      }
    }),
    story("the disconnect of one client does not abort the requests of others", async (scene) => {
      const { began, handler } = slow()
      let isAborted: boolean | undefined
      const mounted = await scene.mount(async (request) => {
        if (new URL(request.url).pathname === "/slow") return handler(request)
        await setTimeout(50)
        isAborted = request.signal.aborted
        return new Response("served")
      })
      const line = await mounted.dial()
      line.say(mounted.encode({ path: "/slow" }))
      await inTime(scene.patience, "The request did not reach the handler", began)
      const other = mounted.send({ path: "/other" })
      line.hangUp()
      same("The other request is served", [String((await other).body), isAborted], ["served", false])
    }),
    story("the signal of a connected client is not aborted", async (scene) => {
      let isAborted: boolean | undefined
      const mounted = await scene.mount(async (request) => {
        await request.text()
        await setTimeout(50)
        isAborted = request.signal.aborted
        return new Response("served")
      })
      for (const method of ["GET", "POST"]) {
        const { body } = await mounted.send({ method, path: "/x", ...(method === "POST" ? { body: "{}" } : {}) })
        // Node emits "close" on a request once its body is read, while the client is still connected.
        same("Only a disconnect aborts the signal", [String(body), isAborted], ["served", false])
      }
    }),
    story("a disconnect during the response is not a failure", async (scene) => {
      const mounted = await scene.mount(async () => new Response(new Uint8Array(4_000_000)))
      for (const _ of [1, 2, 3]) {
        const line = await mounted.dial()
        line.say(mounted.encode({ path: "/x" }))
        await setTimeout(10)
        line.hangUp()
      }
      same("The process survives", (await mounted.send({ path: "/x" })).body.length, 4_000_000)
    })
  ]
}
