import { same } from "../stories/Story.ts"
import type { Answer, Question } from "./line.ts"
import { type Handler, json, type Mount, type Mounted, type Scene, type Story, story } from "./service.ts"

/** A request as the handler received it. */
export interface Arrival {
  readonly method: string
  readonly url: string
  readonly path: string
  readonly query: string
  readonly headers: Headers
  readonly body: Buffer
}

/** A handler that records each request and returns the request body as the response body. */
const makeEcho = (): { readonly handler: Handler; readonly arrivals: ReadonlyArray<Arrival> } => {
  const arrivals: Array<Arrival> = []
  return {
    arrivals,
    handler: async (request) => {
      const { headers, method, url } = request
      const { pathname, search } = new URL(url)
      const body = Buffer.from(await request.arrayBuffer())
      arrivals.push({ method, url, path: pathname, query: search, headers, body })
      return new Response(new Uint8Array(body), {
        headers: { "content-type": "application/octet-stream", "x-echo": String(arrivals.length) }
      })
    }
  }
}

interface Echoing extends Mounted {
  readonly arrivals: ReadonlyArray<Arrival>
  /** Sends a request that must reach the handler exactly once, and returns what the handler received. */
  readonly arrivalOf: (question: Question) => Promise<Arrival>
  /** Sends a request that must not reach the handler. */
  readonly refusalOf: (question: Question) => Promise<Answer>
}

export const mountEcho = async (scene: Scene, how: Partial<Mount> = {}): Promise<Echoing> => {
  const { arrivals, handler } = makeEcho()
  const mounted = await scene.mount(handler, how)
  return {
    ...mounted,
    arrivals,
    arrivalOf: async (question) => {
      const before = arrivals.length
      const { status } = await mounted.send(question)
      const line = `${question.method ?? "GET"} ${question.target ?? question.path ?? "/"}`
      same(`${line} reaches the handler once and is answered with 200`, [status, arrivals.length - before], [200, 1])
      const arrival = arrivals[before]
      if (arrival === undefined) throw new Error(`${line} reached the handler`)
      return arrival
    },
    refusalOf: async (question) => {
      const before = arrivals.length
      const answer = await mounted.send(question)
      same("A rejected request does not reach the handler", arrivals.length - before, 0)
      return answer
    }
  }
}

/** Makes tests that send requests to a handler which records them. */
export const echoing =
  (how: Partial<Mount>) =>
  (name: string, run: (echo: Echoing) => Promise<void>): Story =>
    story(name, async (scene) => run(await mountEcho(scene, how)))

/** Such a test of a handler that is mounted at the root. */
export const echoed = echoing({})

/** Asserts that a request without a body reaches the handler with an empty one, whatever its headers declare. */
export const isBodiless = async (echo: Echoing, method: string): Promise<void> => {
  for (const headers of [[], [json], [["Content-Length", "0"]], [json, ["Content-Length", "0"]]] as const) {
    const { body } = await echo.arrivalOf({ method, path: "/x", headers })
    same("A missing body is an empty body", String(body), "")
  }
}

/** Asserts that the host still serves a request after the previous one. */
export const stillServes = async (mounted: Mounted): Promise<void> => {
  const { status } = await mounted.send({ path: "/afterwards" })
  same("The next request is served", status, 200)
}
