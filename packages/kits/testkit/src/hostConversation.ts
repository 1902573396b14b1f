import { setTimeout } from "node:timers/promises"
import { bodyOf, catalogue } from "@countersign/http"
import { answers } from "./conversation/answers.ts"
import { bodiesIn } from "./conversation/bodies.ts"
import { connections } from "./conversation/connections.ts"
import { departures } from "./conversation/departures.ts"
import { echoed, stillServes } from "./conversation/echo.ts"
import { headers } from "./conversation/headers.ts"
import { limits } from "./conversation/limits.ts"
import { type Answer, dial, encoded, inTime } from "./conversation/line.ts"
import { parserChapter } from "./conversation/parsers.ts"
import {
  type Chapter,
  type Handler,
  type Host,
  jsonOf,
  type Mount,
  type Mounted,
  refusedAs,
  type Scene,
  type Story,
  story
} from "./conversation/service.ts"
import { serviceChapter } from "./conversation/serviceChapter.ts"
import { targets } from "./conversation/targets.ts"
import { same } from "./stories/Story.ts"
import { registerSuite, type SuiteOptions } from "./suite.ts"

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
  ["rejects without an error", () => Promise.reject(SECRET)],
  ["rejects with undefined", () => Promise.reject(undefined)],
  // Node rejects this header value, and the web API accepts it.
  ["returns a response that cannot be sent", async () => new Response(SECRET, { headers: { "x-odd": "a\u0001b" } })]
]

/** Fails on /fails only: every test also checks that the next request is served. */
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
    "A failure has the error code of the catalogue",
    { ...Object(body), details: {} },
    { ...bodyOf({ _tag: "Defect" }), details: {} }
  )
  same("A failure returns an incident id and no other detail", rest, {})
  same("A failure discloses no secret", `${JSON.stringify(headers)}${answer.body}`.includes(SECRET), false)
}

const failures: Chapter = {
  name: "failures",
  stories: [
    ...failing.map(([what, fail]) =>
      story(
        `I16: a handler that ${what} results in a 500 with an error code and no details, and the process survives`,
        async (scene) => {
          const mounted = await scene.mount(failsOnce(fail))
          for (const method of ["GET", "POST"]) {
            namedWithoutDetails(await mounted.send({ method, path: "/fails" }))
            await stillServes(mounted)
          }
        }
      )
    ),
    story("a response whose body fails is never received as complete", async (scene) => {
      const broken = () =>
        new ReadableStream<Uint8Array>({
          pull: async (controller) => {
            controller.enqueue(Buffer.from("half"))
            await setTimeout(5)
            controller.error(failure())
          }
        })
      const mounted = await scene.mount(failsOnce(async () => new Response(broken())))
      const line = await mounted.dial()
      line.say(mounted.encode({ path: "/fails" }))
      const answer = await line.hearOrEnd()
      // A host that streams can only abort the response: the client then detects that it is incomplete.
      if (answer !== undefined) namedWithoutDetails(answer)
      await stillServes(mounted)
    })
  ]
}

/** Methods that HTTP servers treat specially. */
const methods: Chapter = {
  name: "special methods",
  stories: [
    story("H17: HEAD is answered with the headers of the handler and no body", async (scene) => {
      const mounted = await scene.mount(
        async ({ method }) => new Response(method === "HEAD" ? null : "body", { headers: { "x-method": method } })
      )
      const line = await mounted.dial()
      line.say(mounted.encode({ method: "HEAD", path: "/x" }))
      line.say(mounted.encode({ path: "/y" }))
      const head = await line.hear("HEAD")
      const get = await line.hear()
      const answered = (of: typeof head) => of.headers.filter(([name]) => name === "x-method").map(([, value]) => value)
      same(
        "HEAD reaches the handler, and the caller receives its headers",
        [head.status, ...answered(head)],
        [200, "HEAD"]
      )
      same("The next response follows the HEAD response", [answered(get), String(get.body)], [["GET"], "body"])
    }),
    story("H17: OPTIONS is answered by the handler", async (scene) => {
      const mounted = await scene.mount(async () => new Response(null, { status: 204, headers: { allow: "GET" } }))
      const { headers, status } = await mounted.send({ method: "OPTIONS", path: "/x" })
      same("The handler's response to OPTIONS is the only one", status, 204)
      same("The caller receives the handler's Allow header", new Map(headers).get("allow"), "GET")
    }),
    echoed(
      "I16 H17: TRACE, which a web Request cannot carry, is rejected with its error code and echoes nothing",
      async (echo) => {
        const headers = [["Authorization", "Basic c2VjcmV0"]] as const
        const answer = await echo.refusalOf({ method: "TRACE", path: "/x", headers })
        refusedAs("TRACE is rejected as a method that the path does not support", "MethodNotAllowed", answer)
        same("TRACE does not echo the request headers", String(answer.body).includes("c2VjcmV0"), false)
        await stillServes(echo)
      }
    ),
    echoed("H17: CONNECT opens no tunnel, and the process survives", async (echo) => {
      const line = await echo.dial()
      line.say(echo.encode({ method: "CONNECT", target: "evil.example:443" }))
      // The host closes the connection or rejects the request. Both open no tunnel.
      const answer = await line.hearOrEnd("CONNECT")
      same("CONNECT opens no tunnel", answer === undefined || answer.status >= 400, true)
      same("CONNECT does not reach the handler", echo.arrivals.length, 0)
      await stillServes(echo)
    })
  ]
}

/** All chapters, simplest first. The last chapter runs the real service and depends on all others. */
const chaptersOf = (prefixes: ReadonlyArray<string>, parsers: ReadonlyArray<string>): ReadonlyArray<Chapter> => [
  targets(prefixes),
  methods,
  headers,
  bodiesIn,
  answers,
  limits,
  failures,
  connections,
  departures,
  ...parsers.map(parserChapter),
  serviceChapter(prefixes)
]

export interface HostConversationOptions extends SuiteOptions {
  /** Starts your framework on loopback with a handler mounted as described. Called one or more times per test. */
  readonly listen: (mount: Mount) => Promise<Host>
  /** Where the handler is mounted. Default: "/", "/wallet" and "/a/b". */
  readonly prefixes?: ReadonlyArray<string>
  /** The body parsers that may run in front of the handler, by the names that `listen` receives. Default: none. */
  readonly parsers?: ReadonlyArray<string>
  /** Longest time to wait for a response, in milliseconds. Default: 5000. */
  readonly patience?: number
}

/**
 * Registers the conformance suite for framework adapters. The tests call the mounted handler over the network. An
 * adapter conforms when all of them pass.
 */
export const hostConversation = (options: HostConversationOptions): void => {
  const { parsers = [], prefixes = ["/", "/wallet", "/a/b"] } = options
  const line = (passed: string) => `prefixes ${prefixes.join(" ")}, parsers ${parsers.join(" ") || "none"}: ${passed}`
  const subject = { contract: "host adapter contract", reports: "host", line }
  registerSuite(options, subject, chaptersOf(prefixes, parsers), (story) => runStory(options, story))
}

const runStory = async ({ listen, patience = 5000 }: HostConversationOptions, story: Story): Promise<void> => {
  const opened: Array<() => unknown> = []
  const mount: Scene["mount"] = async (handler, how = {}) => {
    const mounted: Mount = { handler, prefix: "/", parser: "none", isProxied: false, ...how }
    const { close, origin } = await inTime(patience, "The host did not listen", listen(mounted))
    opened.push(() => inTime(patience, "The host did not close", close()))
    return speaking(origin, mounted.prefix, patience, opened)
  }
  const [settled] = await Promise.allSettled([story.run({ patience, mount })])
  const [left] = await Promise.allSettled([letGo(opened)])
  // The failure of the test takes precedence: a host that fails may also fail to close.
  for (const outcome of [settled, left]) if (outcome.status === "rejected") throw outcome.reason
}

/** Closes the last one first: a host may wait for its connections. */
const letGo = async (opened: ReadonlyArray<() => unknown>): Promise<void> => {
  for (const close of opened.toReversed()) await close()
}

/** The functions that call a listening host. Every connection is closed when the test ends. */
const speaking = (origin: string, prefix: string, patience: number, opened: Array<() => unknown>): Mounted => {
  const open = async () => {
    const line = await dial(origin, patience)
    opened.push(line.hangUp)
    return line
  }
  return {
    prefix,
    dial: open,
    encode: (question) => encoded(question, prefix),
    send: async (question) => {
      const line = await open()
      line.say(encoded(question, prefix))
      const answer = await line.hear(question.method)
      line.hangUp()
      return answer
    }
  }
}
