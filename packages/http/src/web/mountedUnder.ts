import type { EdgeTag } from "../errors/RefusalTag.ts"
import { toResponse } from "../serve/Reply.ts"
import { refusedAtOnce } from "./edge.ts"
import { isForbidden } from "./forbidden.ts"
import { splitTarget } from "./splitTarget.ts"

/**
 * A web handler under a prefix, for a router that leaves the prefix on the URL: `mountedUnder("/wallet", handler)`. What
 * stands beside the prefix is refused by name, and so is a path that is not in its normal form. The prefix is compared as
 * it is written.
 */
export const mountedUnder = (
  prefix: string,
  handler: (request: Request) => Promise<Response>
): ((request: Request) => Promise<Response>) => {
  const bare = prefix.replace(/\/$/u, "")
  return async (request) => {
    // Some servers hand on a Request that says it has such a method; no other can be made of it.
    if (isForbidden(request.method)) return refused("MethodNotAllowed")
    // No other could be made of it either.
    if (request.bodyUsed) return refused("BodyTaken")
    const url = new URL(request.url)
    if (splitTarget(url.pathname) === undefined) return refused("TargetNotNormal")
    if (bare === "") return handler(request)
    const path = url.pathname.startsWith(bare) ? url.pathname.slice(bare.length) : "beside"
    if (path !== "" && !path.startsWith("/")) return refused("EndpointNotFound")
    url.pathname = path
    const inner = new Request(url, request)
    held.set(request, inner)
    return handler(inner)
  }
}

const refused = (tag: EdgeTag): Response => toResponse(refusedAtOnce(tag))

/** A Request follows its signal by a weak reference: the inner one lives as long as the one that the host holds. */
const held = new WeakMap<Request, Request>()
