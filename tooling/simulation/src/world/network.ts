import type { Countersign } from "countersign"
import type { Random } from "../scheduler/Random.ts"
import type { Actor, Scheduler } from "../scheduler/Scheduler.ts"
import { BASE } from "./cast.ts"
import type { Served } from "./History.ts"
import type { makePages } from "./pages.ts"

/** A process that serves calls. */
export interface Serving {
  readonly owner: Actor
  readonly serve: Countersign["serve"]
  /** The platforms' own server, in the process of this node. */
  readonly pages: ReturnType<typeof makePages>
}

/** `altered`: a proxy between the caller and the node changes the body of a signed call. */
export type CallFault = "none" | "lost" | "answer lost" | "sent twice" | "altered"

/** A network between callers and nodes: slow, lossy, and it may deliver a request twice. */
export const makeNetwork = (
  scheduler: Scheduler,
  random: Random,
  {
    fault,
    nodes,
    onServed
  }: {
    readonly nodes: () => ReadonlyArray<Serving>
    readonly fault: () => CallFault
    /** Called when a node has answered, whether or not the caller receives it. */
    readonly onServed: (call: Omit<Served, "environment">) => void
  }
) => {
  const delivered = async (node: Serving, { body, headers, method, target }: Sent) => {
    const {
      body: text,
      headers: given,
      status
    } = await (headers.host === API ? node.serve : node.pages)({
      method,
      target,
      headers,
      body: async (limit) => (body.length > limit ? "BodyTooLarge" : body),
      onDisconnect: () => () => {}
    })
    return { status, text, headers: given }
  }
  /** A `fetch` for one caller. It calls a node that a balancer has chosen. */
  const fetchOf =
    (by: Actor): typeof fetch =>
    (input, init = {}) =>
      new Promise((resolve, reject) => {
        const url = new URL(typeof input === "object" && "url" in input ? input.url : input)
        const sent: Sent = {
          method: init.method ?? "GET",
          target: url.pathname + url.search,
          headers: { host: url.host, ...Object.fromEntries(new Headers(init.headers)) },
          body: new TextEncoder().encode(typeof init.body === "string" ? init.body : "")
        }
        const [one, node] = [fault(), random.pick(nodes())]
        const given = sent.body
        if (one === "altered" && "request-id" in sent.headers) sent.body = altered(given)
        // A body without a long text is as it was.
        const isAltered = Buffer.compare(given, sent.body) !== 0
        const lost = scheduler.after(PATIENCE, by, () => reject(new TypeError("fetch failed")))
        const answer = (status: number, text: string, headers: Record<string, string>) =>
          scheduler.after(random.between(5, 90), by, () => {
            if (lost.isCancelled) return
            lost.isCancelled = true
            resolve(new Response(status === 204 ? null : text, { status, headers }))
          })
        if (one === "lost") return
        const deliver = (isHeard: boolean) =>
          scheduler.after(random.between(5, 90), node.owner, () => {
            const since = scheduler.now()
            void delivered(node, sent).then(({ headers, status, text }) => {
              onServed({
                by: by.name,
                node: node.owner.name,
                method: sent.method,
                path: sent.target,
                headers: sent.headers,
                body: new TextDecoder().decode(sent.body),
                status,
                answer: text,
                since,
                isHeard,
                isAltered
              })
              if (isHeard) answer(status, text, { ...headers })
            })
          })
        deliver(one !== "answer lost")
        if (one === "sent twice") deliver(false)
      })
  return { fetchOf }
}

interface Sent {
  readonly method: string
  readonly target: string
  readonly headers: Record<string, string>
  body: Uint8Array
}

/** A body with another value in its first long text. */
const altered = (body: Uint8Array): Uint8Array => {
  const text = new TextDecoder().decode(body)
  return new TextEncoder().encode(
    text.replace(/(:"[^"]{8,})(.)"/u, (_, start: string, end: string) => `${start}${end === "a" ? "b" : "a"}"`)
  )
}

const API = new URL(BASE).host

/** How long a caller waits for an answer. */
const PATIENCE = 30_000
