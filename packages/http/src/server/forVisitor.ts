import { parseStrictJson } from "@countersign/wire"
import { refusedAtOnce } from "../errors/answer.ts"
import type { Call, ForVisitorOptions, SignedInVisitor, UserOf } from "../message/hostTypes.ts"
import { json, Reply, toResponse, uncached } from "../message/Reply.ts"
import { proveSignIn, readProof, startSignIn } from "../resources/authentication/signIns.ts"
import { fromPages, headersOf, type Parts, servedTo } from "./forUser.ts"

/** Returns the constructor of handlers that also sign visitors in. */
export const forVisitorOn =
  ({ basePath, ...parts }: Parts & { readonly basePath: string }) =>
  (userOf: UserOf, options: ForVisitorOptions): ((request: Request) => Promise<Response>) => {
    const { addressOf, mode, platformId, signIn } = options
    const [start, prove] = [startSignIn, proveSignIn].map(({ shape }) => `${basePath}${shape.path}`)

    const servedToVisitor = async (call: Call, request: Request): Promise<Reply> => {
      const known = await parts.admitted(() => ({ address: addressOf?.(request) }))
      if (known instanceof Reply) return known
      const { address } = known
      // Visitors of one platform share their idempotency keys, and one would receive the answer of another.
      const { "idempotency-key": _, ...headers } = headersOf(call.headers, address)
      return parts.serve({ ...call, headers, visitor: { platformId, mode, address } })
    }

    /** Has the host sign in the visitor of a proven address. */
    const signedIn = async (proof: Reply, request: Request): Promise<Response> => {
      const { email, signInId } = readProof(parseStrictJson(proof.body))
      const user = await parts.admitted(() => signIn({ email, request }))
      if (user instanceof Reply) return toResponse(user)
      if (user === undefined || user === null) return toResponse(refusedAtOnce("VisitorRefused"))
      return answerOf(user, signInId)
    }

    return fromPages(options, async (call, request, pathname) => {
      if (pathname !== start && pathname !== prove)
        return toResponse(await servedTo(userOf, options, parts, call, request))
      const reply = await servedToVisitor(call, request)
      return pathname === prove && reply.status === 200 ? signedIn(reply, request) : toResponse(reply)
    })
  }

/** The wallet of the user, and the headers of the host. */
const answerOf = ({ accountId, customerId, headers }: SignedInVisitor, signInId: string): Response => {
  const response = toResponse(uncached(json(200, { customerId, accountId, signInId }), crypto.randomUUID()))
  for (const [name, value] of new Headers(headers)) response.headers.append(name, value)
  return response
}
