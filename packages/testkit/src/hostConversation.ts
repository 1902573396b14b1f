import { bodyOf, catalogue } from "@countersign/http"
import { answers } from "./conversation/answers.ts"
import { bodiesIn } from "./conversation/bodies.ts"
import { connections } from "./conversation/connections.ts"
import { departures } from "./conversation/departures.ts"
import { mountEcho, stillServes } from "./conversation/echo.ts"

import { headers } from "./conversation/headers.ts"
import { limits } from "./conversation/limits.ts"
import { type Answer, dial, inTime, spelled } from "./conversation/line.ts"
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

const failures: Chapter = {
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

/** Methods that are more to a host than a word in the request line. */
const methods: Chapter = {
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

/** All that a host is asked, simplest first. The last chapter is the real service, and needs all others. */
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

export interface HostConversationOptions {
  readonly name: string
  /** Starts your framework on loopback, with a handler mounted as asked. Called once a story, or oftener. */
  readonly listen: (mount: Mount) => Promise<Host>
  /** The framework's own functions: vitest's, or those of node:test. */
  readonly describe: (name: string, body: () => void) => void
  readonly it: (name: string, body: () => Promise<void>) => void
  /** Where the handler is to be mounted; "/", "/wallet" and "/a/b" unless given. */
  readonly prefixes?: ReadonlyArray<string>
  /** The parsers your framework can put in front, by names `listen` is given back; none unless given. */
  readonly parsers?: ReadonlyArray<string>
  /** How many milliseconds an answer may take; 5000 unless given. */
  readonly patience?: number
  /** Told one line at the end: which promises the host kept. */
  readonly report?: (line: string) => void
}

/** Every promise of a framework adapter as a story told over the network. An adapter is done when all of them hold. */
export const hostConversation = (options: HostConversationOptions): void => {
  const { describe, it, name, parsers = [], prefixes = ["/", "/wallet", "/a/b"], report = () => undefined } = options
  const chapters = chaptersOf(prefixes, parsers)
  const kept = new Map<Chapter, number>(chapters.map((chapter) => [chapter, 0]))

  describe(`${name} keeps the promises of a host`, () => {
    for (const chapter of chapters) {
      describe(chapter.name, () => {
        for (const story of chapter.stories) {
          it(story.name, async () => {
            await tell(options, story)
            kept.set(chapter, (kept.get(chapter) ?? 0) + 1)
          })
        }
      })
    }
    it("reports what the host can do", async () => {
      const parts = chapters.map((chapter) => `${chapter.name} ${kept.get(chapter)}/${chapter.stories.length}`)
      report(`${name}, prefixes ${prefixes.join(" ")}, parsers ${parsers.join(" ") || "none"}: ${parts.join(", ")}`)
    })
  })
}

const tell = async ({ listen, patience = 5000 }: HostConversationOptions, story: Story): Promise<void> => {
  const opened: Array<() => unknown> = []
  const mount: Scene["mount"] = async (handler, how = {}) => {
    const mounted: Mount = { handler, prefix: "/", parser: "none", isProxied: false, ...how }
    const { close, origin } = await inTime(patience, "The host did not listen", listen(mounted))
    opened.push(() => inTime(patience, "The host did not close", close()))
    return speaking(origin, mounted.prefix, patience, opened)
  }
  const [told] = await Promise.allSettled([story.tell({ patience, mount })])
  const [left] = await Promise.allSettled([letGo(opened)])
  // What the story says comes first: a host that fails may well not close either.
  for (const outcome of [told, left]) if (outcome.status === "rejected") throw broken(story, outcome.reason)
}

/** The last first: a host may wait for its lines. */
const letGo = async (opened: ReadonlyArray<() => unknown>): Promise<void> => {
  for (const close of opened.toReversed()) await close()
}

/** The ways to call a host that listens. Every line that is opened is hung up when the story is over. */
const speaking = (origin: string, prefix: string, patience: number, opened: Array<() => unknown>): Mounted => {
  const open = async () => {
    const line = await dial(origin, patience)
    opened.push(line.hangUp)
    return line
  }
  return {
    prefix,
    dial: open,
    spelled: (question) => spelled(question, prefix),
    ask: async (question) => {
      const line = await open()
      line.say(spelled(question, prefix))
      const answer = await line.hear(question.method)
      line.hangUp()
      return answer
    }
  }
}

/** A story says itself which promise is broken; where the host fails in another way, the story's name does. */
const broken = (story: Story, error: unknown): Error =>
  new Error(`${story.name}: ${error instanceof Error && error.message !== "" ? error.message : String(error)}`, {
    cause: error
  })
