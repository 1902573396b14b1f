import type { IncomingMessage, ServerResponse } from "node:http"
import type { Handler, Mount } from "../conversation/service.ts"
import { bareListener, type Listener } from "./bareHost.ts"

/** One way to break a host that keeps its promises. */
export interface Break {
  readonly name: string
  /** The promise of a host that no longer holds, in the words in which a story says so. */
  readonly breaks: string
  readonly over: (mount: Mount) => Listener
}

/** Lets a break see request and response first, and say whether the host is still to serve it. */
export const before = (
  mount: Mount,
  see: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown
): Listener => {
  const serve = bareListener(mount)
  return async (incoming, outgoing) => {
    if ((await see(incoming, outgoing)) !== "served") serve(incoming, outgoing)
  }
}

/** Lets a break change a request before the bridge sees it. */
export const changing =
  (change: (incoming: IncomingMessage) => unknown): Break["over"] =>
  (mount) =>
    before(mount, change)

/** Lets a break stand between the bridge and the handler. */
export const handling =
  (over: (handler: Handler) => Handler): Break["over"] =>
  (mount) =>
    bareListener({ ...mount, handler: over(mount.handler) })

/** Lets a break change an answer on its way to the bridge. */
export const answering = (change: (response: Response) => Response | Promise<Response>): Break["over"] =>
  handling((handler) => async (request) => change(await handler(request)))

/** A request with some of it said in another way. */
export const rewritten = async (request: Request, other: Other): Promise<Request> => {
  const copy = await loosely(request, other)
  held.set(request, copy)
  return copy
}

/** The copies of requests, each as long as the request: a copy follows its signal by a weak reference. */
const held = new WeakMap<Request, Request>()

type Other = RequestInit & { readonly url?: string }

/** As {@link rewritten}, and nobody holds on to it. */
export const loosely = async (request: Request, { url = request.url, ...other }: Other): Promise<Request> => {
  const { headers, method, signal } = request
  const body = method === "GET" || method === "HEAD" ? null : await request.arrayBuffer()
  return new Request(url, { method, headers, signal, body, ...other })
}
