import { DateTime, Effect, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { SESSION_PROOF_HEADER } from "@countersign/wire"
import { answered, refusal, refuseBody } from "../errors/answer.ts"
import {
  BODY_LIMIT,
  canonicalStamps,
  isForbidden,
  type ReadJson,
  readHead,
  readJson,
  readQuery
} from "../message/Call.ts"
import type { Call, CallHeaders, Checked, HostCall, SignatureHeader } from "../message/hostTypes.ts"
import { json, Reply, uncached } from "../message/Reply.ts"
import { AuthSession, authSession } from "../resources/authentication/sessions.ts"
import { retryOf, writtenChallenge } from "../resources/signedEndpoint.ts"
import type { Gate } from "../server/gate.ts"

interface HostCallOptions {
  readonly signatureHeader: SignatureHeader
  /** The prefix that a proxy strips from the path, such as `/api`. Clients sign the path as they request it. */
  readonly strippedPrefix?: string | undefined
  /** The largest body that a guard reads, in bytes; default 65,536. */
  readonly bodyLimit?: number | undefined
}

/** Reads a call and its signature headers, or returns the refusal to send. */
export const hostCalls = ({ bodyLimit = BODY_LIMIT, signatureHeader, strippedPrefix = "" }: HostCallOptions) => {
  const stamps = canonicalStamps(signatureHeader)
  return async (received: Call) => {
    const { body, headers: sent, method } = received
    if (isForbidden(method)) return refusal("MethodNotAllowed")
    // A router that decodes or resolves this path again would match a different path than the signed one (FA6).
    const head = readHead(received)
    if ("tag" in head) return refuseBody(head)
    const query = readQuery(head.search, NO_LISTS)
    if ("tag" in query) return refuseBody(query)
    const headers = stamps === undefined ? sent : stamps(sent)
    if (headers === undefined) return refusal("HeaderRepeated")
    const read = await readJson({ headers, body }, bodyLimit, NO_BODY)
    if ("tag" in read) return refuseBody(read)
    const call: HostCall = {
      method,
      path: `${strippedPrefix}${head.pathname}${head.search}`,
      body: read.value,
      // Few hosts read the headers, and building them costs more than reading the call.
      get headers() {
        return new Headers(Object.entries(sent))
      }
    }
    return { call, headers, proof: headers[PROOF], stamp: headers["service-wallet-signature"] }
  }
}

const PROOF = SESSION_PROOF_HEADER.toLowerCase()
const NO_LISTS: ReadonlySet<string> = new Set()
const NO_BODY: ReadJson = { text: "null", value: null }

export const refused = (reply: Reply): Checked<never> => ({
  answer: uncached(reply, crypto.randomUUID()),
  granted: undefined
})
export const granted = <A>(what: A): Checked<A> => ({ answer: undefined, granted: what })

/** A reply stops the call. */
const unlessReply = <A>(outcome: Checked<A> | Reply) => (outcome instanceof Reply ? refused(outcome) : outcome)

/** Runs a check as a call of the API: its refusals and defects get the same replies as at the edge. */
export const decided =
  (gate: Gate, linked: (reply: Reply) => Reply) =>
  async <A>(check: () => Promise<Checked<A>>): Promise<Checked<A>> => {
    const checked = unlessReply(await gate.admitted(check))
    const { answer } = checked
    return answer instanceof Reply && answer.refused !== undefined
      ? { answer: linked(answer), granted: undefined }
      : checked
  }

/** Guards a host endpoint by session: grants the session that the call proves. */
export const guardBySession = (call: core.ProvenCall) =>
  Effect.map(core.proveSession(call), ({ heldUntil, session }) =>
    granted({ ...encodeSession(authSession(session)), ...held(heldUntil) })
  ).pipe(answered, Effect.map(unlessReply))

/** The end of the hold of an account, for a guard that allows held ones. */
export const held = (until: number | undefined) =>
  until === undefined ? {} : { heldUntil: DateTime.formatIso(DateTime.makeUnsafe(until)) }

const encodeSession = core.compiledDecoder(Schema.flip(AuthSession))

/** Guards a host endpoint by signed retry, with the replies of the built-in signed endpoints. */
export const guardBySignature = Effect.fnUntraced(
  function* (
    { accountId, ...call }: Omit<core.OwnCall, "accountId"> & { readonly accountId: string },
    headers: CallHeaders
  ) {
    const retry = yield* Effect.fromResult(retryOf(headers))
    // The host may pass an id from the request, so a malformed one means that the account does not exist.
    if (!isAccountId(accountId)) return yield* new core.AccountNotFound()
    const outcome = yield* core.signedCall({ ...call, accountId }, retry)
    if (outcome._tag === "Challenge") return json(202, writtenChallenge(outcome))
    const { heldUntil, requestId } = outcome.reply
    return granted({ requestId, ...held(heldUntil) })
  },
  answered,
  Effect.map(unlessReply)
)

const isAccountId = Schema.is(core.AccountId)
