import { bodyOf, catalogue } from "@countersign/http"
import { same } from "../stories/promise.ts"
import { stillServes } from "./echo.ts"
import type { Handler } from "./Host.ts"
import type { Answer } from "./line.ts"
import { jsonOf } from "./refusals.ts"
import { type Chapter, story } from "./Story.ts"

const SECRET = "postgres://owner:secret@db.internal"
const failure = () => new Error(SECRET, { cause: new Error(SECRET) })

const failing: ReadonlyArray<readonly [string, () => Promise<Response>]> = [
  ["rejects", () => Promise.reject(failure())],
  [
    "throws",
    () => {
      throw failure()
    }
  ],
  ["rejects with no error", () => Promise.reject(SECRET)],
  ["rejects with nothing", () => Promise.reject(undefined)],
  // Node refuses this value for a header, and the web does not.
  ["answers what cannot be sent", async () => new Response(SECRET, { headers: { "x-odd": "a\u0001b" } })]
]

/** Fails on /fails only: whether it serves the next request is part of every story. */
const failsOnce =
  (fail: () => Promise<Response>): Handler =>
  (request) =>
    new URL(request.url).pathname === "/fails" ? fail() : Promise.resolve(new Response("served"))

const namedWithoutDetails = (answer: Answer): void => {
  const { headers, status } = answer
  const body = jsonOf(answer.body)
  const { incident: _, ...rest } = Object(Object(body).details)
  same("A failure is a 500 of the catalogue", status, catalogue.Defect.status)
  same(
    "A failure has the catalogue's name",
    { ...Object(body), details: {} },
    { ...bodyOf({ _tag: "Defect" }), details: {} }
  )
  same("A failure tells an incident and nothing else of what happened", rest, {})
  same("A failure tells no secret", `${JSON.stringify(headers)}${answer.body}`.includes(SECRET), false)
}

export const failures: Chapter = {
  name: "failures",
  stories: [
    ...failing.map(([what, fail]) =>
      story(`I16: a handler that ${what} is a named 500 without details, and the process lives`, async (scene) => {
        const mounted = await scene.mount(failsOnce(fail))
        for (const method of ["GET", "POST"]) {
          namedWithoutDetails(await mounted.ask({ method, path: "/fails" }))
          await stillServes(mounted)
        }
      })
    ),
    story("an answer whose body fails is never taken for a whole one", async (scene) => {
      const broken = () =>
        new ReadableStream<Uint8Array>({
          pull: async (controller) => {
            controller.enqueue(Buffer.from("half"))
            await new Promise((resolve) => setTimeout(resolve, 5))
            controller.error(failure())
          }
        })
      const mounted = await scene.mount(failsOnce(async () => new Response(broken())))
      const line = await mounted.dial()
      line.say(mounted.spelled({ path: "/fails" }))
      const answer = await line.hearOrEnd()
      // A host that sends as it reads can only break off: the caller then sees that it is not whole.
      if (answer !== undefined) namedWithoutDetails(answer)
      await stillServes(mounted)
    })
  ]
}
