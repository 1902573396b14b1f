import { refusedAtOnce } from "./errors/answer.ts"
import type { EdgeTag } from "./errors/catalogue.ts"
import { HEAD_BOUNDS, isForbidden, splitTarget, targetBelow } from "./message/Call.ts"
import { toResponse } from "./message/Reply.ts"

/**
 * Serves a web handler under a prefix, for a router that leaves the prefix on the URL: `mountedUnder("/wallet",
 * handler)`. Rejects paths outside the prefix and paths that are not in normal form. Compares the prefix literally.
 */
export const mountedUnder = (
  prefix: string,
  handler: (request: Request) => Promise<Response>
): ((request: Request) => Promise<Response>) => {
  return async (request) => {
    // Some servers pass a Request with such a method, and the constructor rejects it.
    if (isForbidden(request.method)) return refused("MethodNotAllowed")
    // The constructor rejects a used body too.
    if (request.bodyUsed) return refused("BodyAlreadyRead")
    const url = new URL(request.url)
    if (url.pathname.length + url.search.length > HEAD_BOUNDS.target) return refused("TargetTooLong")
    if (splitTarget(url.pathname) === undefined) return refused("TargetNotNormal")
    const path = targetBelow(prefix, url.pathname)
    if (path === undefined) return refused("EndpointNotFound")
    if (path === url.pathname) return handler(request)
    url.pathname = path
    const inner = new Request(url, request)
    held.set(request, inner)
    return handler(inner)
  }
}

const refused = (tag: EdgeTag): Response => toResponse(refusedAtOnce(tag))

/** A Request references its signal weakly, so the inner request must live as long as the outer one. */
const held = new WeakMap<Request, Request>()
