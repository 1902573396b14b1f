import { decodeUtf8, encodeUtf8, parseStrictJson } from "@countersign/wire"
import { refusedAtOnce } from "../errors/answer.ts"
import { readHead } from "../message/Call.ts"
import type {
  Call,
  CallHeaders,
  ForUserOptions,
  ForVisitorOptions,
  SignedInVisitor,
  UserOf,
  VisitorProof
} from "../message/hostTypes.ts"
import { json, Reply, toResponse, uncached } from "../message/Reply.ts"
import { webCall } from "../message/webCall.ts"
import * as signIns from "../resources/authentication/signIns.ts"

interface Parts {
  readonly serve: (call: Call) => Promise<Reply>
  /** Makes `docs` of a refusal a link. */
  readonly linked: (reply: Reply) => Reply
  /** Runs code of the host for a call. A failure is logged, and becomes a reply with its incident id and the request id. */
  readonly admitted: <A>(request: Request, work: () => Promise<A> | A) => Promise<A | Reply>
}

/** Returns the constructor of handlers that serve end users' calls from browsers and apps. */
export const forUserOn =
  (parts: Parts) =>
  (userOf: UserOf, options: ForUserOptions = {}): ((request: Request) => Promise<Response>) =>
    fromPages(options, parts, async (call, request) =>
      toResponse(await servedTo(userOf, options, parts, call, request))
    )

/** The facade adds `owner`, which needs its customers. */
type VisitorOptions = Omit<ForVisitorOptions, "signIn"> & {
  readonly signIn: (visitor: VisitorProof & { readonly request: Request }) => ReturnType<ForVisitorOptions["signIn"]>
}

/** Returns the constructor of handlers that also sign visitors in. */
export const forVisitorOn =
  ({ basePath, ...parts }: Parts & { readonly basePath: string }) =>
  (userOf: UserOf, options: VisitorOptions): ((request: Request) => Promise<Response>) => {
    const { addressOf, mode, platformId, signIn, signUp } = options
    const at = ({ shape }: { readonly shape: { readonly path: string } }) => `${basePath}${shape.path}`
    const [byCode, byPasskey] = [at(signIns.proveSignIn), at(signIns.verifyPasskeySignIn)]
    const byOidc = at(signIns.identifyVisitor)
    const visitors = new Set([byCode, byPasskey, byOidc, at(signIns.startSignIn), at(signIns.startPasskeySignIn)])

    const servedToVisitor = async (call: Call, request: Request, customerId?: string): Promise<Reply> => {
      const known = await parts.admitted(request, () => ({ address: addressOf?.(request) }))
      if (known instanceof Reply) return known
      const { address } = known
      // Visitors of one platform share their idempotency keys, and one would receive the answer of another.
      const { "idempotency-key": _, ...headers } = headersOf(call.headers, address)
      const caller = { platformId, mode }
      const by = customerId === undefined ? { visitor: { ...caller, address } } : { user: { ...caller, customerId } }
      return parts.serve({ ...call, headers, ...by })
    }

    /** Without the user, no one receives the answer to a passkey, which has the key of its session. */
    const signedIn = async (
      request: Request,
      findUser: () => ReturnType<typeof signIn>,
      provenAccountId: string | undefined,
      answer: (user: SignedInVisitor) => Promise<Reply> | Reply
    ): Promise<Response> => {
      const user = await parts.admitted(request, async () => {
        const found = await findUser()
        if (found && provenAccountId !== undefined && provenAccountId !== found.accountId)
          throw new Error("signIn returned another wallet than the proven one: find the user by accountId")
        return found
      })
      if (user instanceof Reply) return toResponse(user)
      if (user === undefined || user === null) return toResponse(parts.linked(refusedAtOnce("VisitorRefused")))
      const reply = await answer(user)
      const response = toResponse(reply)
      if (reply.status !== 200) return response
      for (const [name, value] of new Headers(user.headers)) response.headers.append(name, value)
      return response
    }

    const ofProof = (proof: VisitorProof, request: Request, reply: Reply) =>
      signedIn(
        request,
        () => signIn({ ...proof, request }),
        proof.accountId,
        ({ accountId, customerId }) =>
          proof.accountId === undefined ? uncached(json(200, { customerId, accountId }), crypto.randomUUID()) : reply
      )

    /** The token is consumed after the host has named the user, who gets its headers only then: a second use gets none. */
    const ofIdentity = (
      { accountId: known, customerId: owner, ...identity }: ReturnType<typeof signIns.readIdentity>,
      request: Request,
      open: (user: SignedInVisitor) => Promise<Reply>
    ) =>
      signedIn(
        request,
        async () =>
          known === undefined || owner === undefined
            ? signUp?.({ ...identity, request })
            : signIn({ accountId: known, customerId: owner, request }),
        known,
        open
      )

    return fromPages(options, parts, async (call, request, pathname) => {
      if (!visitors.has(pathname)) return toResponse(await servedTo(userOf, options, parts, call, request))
      let sent: Awaited<ReturnType<Call["body"]>> | undefined
      const read: Call["body"] = async (limit) => {
        sent = await call.body(limit)
        return sent
      }
      const reply = await servedToVisitor({ ...call, body: read }, request)
      if (reply.status !== 200) return toResponse(reply)
      const proven = () => parseStrictJson(reply.body)
      if (pathname === byCode) return ofProof(signIns.readProof(proven()), request, reply)
      if (pathname === byPasskey) return ofProof(signIns.readPasskeyProof(proven()), request, reply)
      if (pathname !== byOidc || !(sent instanceof Uint8Array)) return toResponse(reply)
      const token = signIns.readToken(parseStrictJson(decodeUtf8(sent)))
      return ofIdentity(signIns.readIdentity(proven()), request, ({ accountId, customerId }) => {
        const body = encodeUtf8(JSON.stringify({ ...token, accountId }))
        const opening = { ...call, target: at(signIns.openOidcSignIn), body: async () => body }
        return servedToVisitor(opening, request, customerId)
      })
    })
  }

/** Serves a call to the user that the host knows. */
const servedTo = async (
  userOf: UserOf,
  { addressOf }: ForUserOptions,
  { admitted, linked, serve }: Parts,
  call: Call,
  request: Request
): Promise<Reply> => {
  const known = await admitted(request, async () => ({ user: await userOf(request), address: addressOf?.(request) }))
  if (known instanceof Reply) return known
  const { address, user } = known
  if (user === undefined || user === null) return linked(refusedAtOnce("UserUnknown"))
  return serve({ ...call, headers: headersOf(call.headers, address), user })
}

const fromPages = (
  { origins = [] }: ForUserOptions,
  { linked }: Pick<Parts, "linked">,
  answer: (call: Call, request: Request, pathname: string) => Promise<Response>
): ((request: Request) => Promise<Response>) => {
  const listed = new Set(origins)
  const responseTo = async (request: Request): Promise<Response> => {
    const call = webCall(request)
    const head = readHead(call)
    if ("tag" in head) return toResponse(linked(refusedAtOnce(head.tag, head.details)))
    if (listed.has(originOf(request)) && isPreflight(request)) return toResponse(preflight(request))
    if (!isAllowed(request, listed)) return toResponse(linked(refusedAtOnce("OriginRefused")))
    return answer(call, request, head.pathname)
  }
  return async (request) => {
    const origin = originOf(request)
    const response = await responseTo(request)
    if (listed.has(origin))
      for (const [name, value] of Object.entries(corsOf(origin))) response.headers.set(name, value)
    return response
  }
}

const originOf = ({ headers }: Request): string => headers.get("origin") ?? ""

/**
 * Returns whether the page that sent a request may call. Browsers set `Sec-Fetch-Site` and `Origin`, and no page can
 * change them (Fetch standard, section 2.2.2). A request with neither has no page: an app, or another server.
 */
const isAllowed = ({ headers, method, url }: Request, listed: ReadonlySet<string>): boolean => {
  const origin = headers.get("origin")
  if (origin !== null && listed.has(origin)) return true
  const site = headers.get("sec-fetch-site")
  // `none` is an address that the user has entered.
  if (site !== null) return site === "same-origin" || (site === "none" && method === "GET")
  // Behind a proxy the scheme of the URL can differ from that of the page, so the hosts are compared. RFC 9110 section
  // 4.2.3: they have no case, and a default port may be written.
  if (origin === null || !URL.canParse(origin)) return origin === null
  const { host, protocol } = new URL(origin)
  const asked = `${protocol}//${headers.get("host") ?? new URL(url).host}`
  return HOST.test(asked) && hostOf(asked) === host
}

const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined)

const HOST = /^[a-z]+:\/\/[^/?#@\\]+$/u

/**
 * Removes what the page must not decide: the credentials, which belong to the host, and the headers about the device,
 * which the host sets.
 */
const headersOf = (
  { authorization: _, cookie: __, "service-client-address": ___, ...sent }: CallHeaders,
  address: string | undefined
): CallHeaders => ({
  ...sent,
  "service-client-user-agent": sent["user-agent"]?.slice(0, LONGEST_AGENT) || "unknown",
  ...(address === undefined ? {} : { "service-client-address": address })
})

const LONGEST_AGENT = 1024

const isPreflight = ({ headers, method }: Request): boolean =>
  method === "OPTIONS" && headers.has("access-control-request-method")

/** CORS protocol, Fetch standard section 3.3. The listed origin is trusted, so it may send any header. */
const preflight = ({ headers }: Request): Reply =>
  new Reply(204, "", {
    "access-control-allow-methods": "GET, POST, PATCH, DELETE",
    "access-control-allow-headers": headers.get("access-control-request-headers") ?? "",
    "access-control-max-age": "600"
  })

const corsOf = (origin: string): CallHeaders => ({
  "access-control-allow-origin": origin,
  "access-control-allow-credentials": "true",
  "access-control-expose-headers": "date, retry-after, x-request-id",
  vary: "origin"
})
