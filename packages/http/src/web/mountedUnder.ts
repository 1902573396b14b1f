import { refusal } from "./edge.ts"

/**
 * A web handler under a prefix, for a router that leaves the prefix on the URL: `mountedUnder("/wallet", handler)`. What
 * stands beside the prefix is refused by name. The prefix is compared as it is written.
 */
export const mountedUnder = (
  prefix: string,
  handler: (request: Request) => Promise<Response>
): ((request: Request) => Promise<Response>) => {
  const bare = prefix.replace(/\/$/u, "")
  if (bare === "") return handler
  return async (request) => {
    const url = new URL(request.url)
    const path = url.pathname.startsWith(bare) ? url.pathname.slice(bare.length) : "beside"
    if (path !== "" && !path.startsWith("/")) return refusal("EndpointNotFound")
    url.pathname = path
    const inner = new Request(url, request)
    held.set(request, inner)
    return handler(inner)
  }
}

/** A Request follows its signal by a weak reference: the inner one lives as long as the one that the host holds. */
const held = new WeakMap<Request, Request>()
