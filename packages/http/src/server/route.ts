import type { Principal } from "@countersign/core/internal"
import { refusal, refuseBody } from "../errors/answer.ts"
import type { EdgeTag } from "../errors/catalogue.ts"
import { canonicalStamps, isForbidden, type Query, type ReadJson, readHead, readQuery } from "../message/Call.ts"
import type { Call, CallHeaders, Document, SignatureHeader } from "../message/hostTypes.ts"
import type { Reply } from "../message/Reply.ts"
import type { AnyEndpoint } from "../resources/endpoint.ts"
import { endpoints } from "../resources/index.ts"

export interface RouteOptions {
  /** The mount path of the API, including its version: `/2025-10-13`. */
  readonly basePath: string
  readonly signatureHeader: SignatureHeader
  /** Public documents and health checks, by path. `forUser` serves none of them. */
  readonly documents: ReadonlyMap<string, Document>
}

/** The parts of a call that an endpoint reads, from any transport. */
export interface Received {
  readonly endpoint: AnyEndpoint
  readonly headers: CallHeaders
  /** The path and query without the base path of the endpoints. */
  readonly target: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: ReadJson | undefined
}

/** A call that was routed to an endpoint. Its body is read after authentication. */
export interface AcceptedCall extends Omit<Received, "body"> {
  /** The `X-Request-Id` of its reply. */
  readonly requestId: string
  readonly call: Call
  /** The caller, once it is authenticated. For metrics and logs. */
  principal?: Principal
}

/** The path label of calls that match no path or method of the contract. */
export const NONE = "none"

/** The destination of a call: an endpoint, a document, or a refusal. `path` is its label for metrics. */
export interface Routed {
  readonly path: string
  readonly to: AcceptedCall | Reply | (() => Promise<Reply>)
}

/** Routes calls by target and method: to an endpoint, to a document, or to a refusal. */
export const routing = ({ basePath, documents, signatureHeader }: RouteOptions) => {
  const stamps = canonicalStamps(signatureHeader)
  const prefix = `${basePath}/`
  return (call: Call, requestId: string): Routed => {
    const head = readHead(call)
    if ("tag" in head) return { path: NONE, to: refuseBody(head) }
    const { pathname, search } = head
    const method = call.method === "HEAD" ? "GET" : call.method
    const isUnderBase = pathname.startsWith(prefix)
    const path = isUnderBase ? pathname.slice(basePath.length) : pathname
    const document = call.user === undefined ? (documents.get(pathname) ?? documents.get(path)) : undefined
    if (document !== undefined) return method === "GET" ? { path, to: () => document(call) } : notAllowed(["GET"])
    const segments = path.split("/")
    const methods = isUnderBase ? methodsOf(ROOT, segments, 1) : undefined
    // Hosts that build a web Request reject this method before routing, so the reply is the same for every path.
    if (methods === undefined && isForbidden(call.method)) return notAllowed([])
    if (methods === undefined) return rejected("EndpointNotFound")
    const route = methods.get(method)
    if (route === undefined) return notAllowed([...methods.keys()])
    const read = readQuery(search, route.lists)
    if ("tag" in read) return { path: route.path, to: refuseBody(read) }
    const headers = stamps === undefined ? call.headers : stamps(call.headers)
    if (headers === undefined) return { path: route.path, to: refusal("HeaderRepeated") }
    const params: Record<string, string> = {}
    for (const [name, position] of route.params) {
      const segment = segments[position] ?? ""
      // A target in normal form has no malformed escape.
      params[name] = segment.includes("%") ? decodeURIComponent(segment) : segment
    }
    const { endpoint } = route
    return { path: route.path, to: { requestId, endpoint, call, headers, target: path + search, params, ...read } }
  }
}

const rejected = (tag: EdgeTag): Routed => ({ path: NONE, to: refusal(tag) })

const notAllowed = (methods: ReadonlyArray<string>): Routed => {
  const allow = methods.map((method) => (method === "GET" ? "GET, HEAD" : method)).join(", ")
  return { path: NONE, to: refusal("MethodNotAllowed", {}, { allow }) }
}

interface Route {
  readonly endpoint: AnyEndpoint
  /** As written in the contract: `/auth/sessions/:id`. */
  readonly path: string
  /** The segment index of each path parameter. */
  readonly params: ReadonlyArray<readonly [name: string, position: number]>
  /** The query parameters that take a list. */
  readonly lists: ReadonlySet<string>
}

const listsOf = (query: AnyEndpoint["shape"]["query"]): ReadonlySet<string> => {
  const fields = query?.ast._tag === "Objects" ? query.ast.propertySignatures : []
  return new Set(fields.flatMap(({ name, type }) => (type._tag === "Arrays" ? [String(name)] : [])))
}

/** A path segment of the contract and its possible successors. */
interface Node {
  /** By literal segment, and by `:` for a parameter. */
  readonly next: Map<string, Node>
  /** The endpoints whose path ends here, by method. */
  readonly methods: Map<string, Route>
}

const makeNode = (): Node => ({ next: new Map(), methods: new Map() })

/** The paths of all endpoints. Paths that differ only in parameter names are the same path. */
const ROOT = makeNode()
for (const endpoint of endpoints) {
  const { method, path } = endpoint.shape
  const params: Array<readonly [string, number]> = []
  let node = ROOT
  for (const [position, segment] of path.split("/").entries()) {
    if (position === 0) continue
    if (segment.startsWith(":")) params.push([segment.slice(1), position])
    const step = segment.startsWith(":") ? ":" : segment
    const next = node.next.get(step) ?? makeNode()
    node.next.set(step, next)
    node = next
  }
  node.methods.set(method, { endpoint, path, params, lists: listsOf(endpoint.shape.query) })
}

/** The endpoints of a path, by method. A literal segment takes precedence over a parameter, which is never empty. */
const methodsOf = (node: Node, segments: ReadonlyArray<string>, at: number): Node["methods"] | undefined => {
  const segment = segments[at]
  if (segment === undefined) return node.methods.size === 0 ? undefined : node.methods
  const [literal, parameter] = [node.next.get(segment), segment === "" ? undefined : node.next.get(":")]
  const found = literal && methodsOf(literal, segments, at + 1)
  return found ?? (parameter && methodsOf(parameter, segments, at + 1))
}
