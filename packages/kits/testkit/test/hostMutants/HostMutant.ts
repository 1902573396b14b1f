import type { IncomingMessage, ServerResponse } from "node:http"
import { bareListener, type Listener } from "../../src/bareHost.ts"
import type { Handler, Mount } from "../../src/conversation/service.ts"

/** One defect, applied to a correct host. */
export interface Break {
  readonly name: string
  /** The requirement that the host violates, in the words of the failing test. */
  readonly breaks: string
  readonly over: (mount: Mount) => Listener
}

/** Names a defect, the requirement that it violates, and the host that has it. */
export const defect = (name: string, breaks: string, over: Break["over"]): Break => ({ name, breaks, over })

/** Lets a defect handle request and response first, and return whether the host still has to serve them. */
export const before = (
  mount: Mount,
  see: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown
): Listener => {
  const serve = bareListener(mount)
  return async (incoming, outgoing) => {
    if ((await see(incoming, outgoing)) !== "served") serve(incoming, outgoing)
  }
}

export const changing =
  (change: (incoming: IncomingMessage) => unknown): Break["over"] =>
  (mount) =>
    before(mount, change)

export const handling =
  (over: (handler: Handler) => Handler): Break["over"] =>
  (mount) =>
    bareListener({ ...mount, handler: over(mount.handler) })

export const answering = (change: (response: Response) => Response | Promise<Response>): Break["over"] =>
  handling((handler) => async (request) => change(await handler(request)))

export const rewritten = async (request: Request, other: Other): Promise<Request> => {
  const copy = await loosely(request, other)
  held.set(request, copy)
  return copy
}

/** Retains each copy as long as its request: a copy follows its signal by a weak reference. */
const held = new WeakMap<Request, Request>()

type Other = RequestInit & { readonly url?: string }

/** As {@link rewritten}, but without a reference that retains the copy. */
export const loosely = async (request: Request, { url = request.url, ...other }: Other): Promise<Request> => {
  const { headers, method, signal } = request
  const body = method === "GET" || method === "HEAD" ? null : await request.arrayBuffer()
  return new Request(url, { method, headers, signal, body, ...other })
}
