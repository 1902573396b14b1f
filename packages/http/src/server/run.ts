import { Context, Effect, Option, Redacted, References, Tracer } from "@countersign/core/effect"
import {
  ApiTokens,
  type Bucket,
  CurrentCall,
  CurrentEnvironment,
  CurrentPrincipal,
  DEFAULT_SCOPES,
  EnvironmentRunner,
  environmentKey,
  type Json,
  missing,
  ownedIdOf,
  ownsAll,
  Policy,
  type Principal,
  Throttle
} from "@countersign/core/internal"
import { decodeBase64, decodeUtf8, parsed, recent, sha256Hex } from "@countersign/wire"
import { answered, type Refusal, refuse, refuseBody } from "../errors/answer.ts"
import { readJson, readObject } from "../message/Call.ts"
import type { Visitor, WalletUser } from "../message/hostTypes.ts"
import type { Reply } from "../message/Reply.ts"
import { AroundCalls, Grounds, type ModePorts, Modes, type Needs, type Ports } from "../Ports.ts"
import type { OfUser } from "../resources/endpoint.ts"
import { idempotently } from "./idempotency.ts"
import { type Call as CallInProgress, makeSlots, runCall, startCall } from "./inProgress.ts"
import { spanned } from "./observe.ts"
import { programOf } from "./program.ts"
import type { AcceptedCall, Received } from "./route.ts"

/** Runs calls of the contract. Reads up to `bodyLimit` bytes of a body. */
export const runner = (
  ports: Context.Context<Ports>,
  bodyLimit: number
): ((requested: AcceptedCall) => Promise<Reply> | Reply) => {
  const serve = serving(ports, bodyLimit)
  const inSpan = spanned(ports)
  const annotations = Context.get(ports, References.CurrentLogAnnotations)
  const { callTimeout } = Context.get(ports, Policy)
  return (requested) => {
    const { call, requestId } = requested
    const services = Context.add(ports, References.CurrentLogAnnotations, { ...annotations, requestId })
    const progress = startCall(callTimeout)
    const program = answered(serve(requested, progress))
    const traced = inSpan === undefined ? program : inSpan(requested, program)
    return runCall(services, traced, progress, call)
  }
}

/**
 * The steps of a call in order: authenticate, ground, scope, limit, read the body, idempotency, decode, handle, encode.
 * Each step may end the call with a refusal.
 */
const serving = (ports: Context.Context<Ports>, bodyLimit: number) => {
  const tokens = Context.get(ports, ApiTokens)
  const modes = Context.get(ports, Modes)
  const throttle = Context.get(ports, Throttle)
  const { callsInProgress, callsPerToken } = Context.get(ports, Policy)
  const enter = makeSlots()
  // Cached per principal object. The token adapter returns the same object for the same token.
  const callers = new WeakMap<Principal, ReturnType<typeof makeCaller>>()
  // The callers of configured tokens, by the digest of their header: no secret is stored. A token in rotation has two.
  const configured = recent<Principal>(1024)
  return Effect.fnUntraced(function* (requested: AcceptedCall, progress: CallInProgress) {
    const { call, endpoint, headers } = requested
    const { ground, isRepeatable, ofUser, scope } = endpoint
    const { user, visitor } = call
    // By the header alone, or by the host for its user. An absent, malformed or unknown token gets the same refusal.
    const digest = digestOf(headers.authorization)
    const known = user ?? visitor
    const ofHost = known && principalOf(known)
    let found = ofHost ?? configured.get(digest)
    if (found === undefined) {
      // Calls that wait for the store to authenticate them share the slots of one environment.
      const leave = enter("", callsInProgress)
      if (leave === undefined) return refuse({ _tag: "Overloaded" })
      progress.atEnd(leave)
      const credentials = basicCredentials(headers.authorization)
      found = credentials === undefined ? undefined : yield* tokens.authenticate(credentials)
      leave()
      if (found !== undefined && found.madeBy === undefined) configured.set(digest, found)
    }
    const principal = found
    const mode = principal === undefined ? undefined : modes[principal.environment.mode]
    if (principal === undefined || mode === undefined)
      return refuse({ _tag: ofHost === undefined ? "TokenRefused" : "UserUnknown" })
    requested.principal = principal
    const caller = callers.get(principal) ?? makeCaller(Context.merge(ports, mode), principal, callsPerToken)
    callers.set(principal, caller)
    const { around, buckets, grounds, run, servicesOf } = caller
    // The same refusal as for an unknown path, so a caller cannot discover what other modes support.
    if (ground !== undefined && !grounds.includes(ground)) return refuse({ _tag: "EndpointNotFound" })
    if (user !== undefined && ofUser === undefined) return refuse({ _tag: "CallForBackend" })
    if (!principal.scopes.includes(scope)) return refuse({ _tag: "ScopeMissing" }, { check: scope })
    yield* throttle.spend(buckets)
    // After authentication, so that an unauthenticated caller costs no body (FA5). The deadline waits for the caller.
    const read = endpoint.body === "lenient" ? readObject : readJson
    progress.pause()
    const body = endpoint.body === "none" ? undefined : yield* Effect.promise(() => read(call, bodyLimit))
    progress.resume()
    if (body !== undefined && "tag" in body) return refuseBody(body)
    const received = { ...requested, body }
    const requireAllowed = user === undefined || ofUser === undefined ? undefined : requireOwn(user, ofUser, received)
    const made = programOf(endpoint)(received, requireAllowed)
    const key = isRepeatable ? headers["idempotency-key"] : undefined
    const repeatable = key === undefined ? made : idempotently(made, received, key, principal.tokenId)
    const surrounded = around === undefined ? repeatable : around(repeatable, headers)
    const placed = run === undefined ? surrounded : run(principal.environment, surrounded)
    const left = enter(environmentKey(principal.environment), callsInProgress)
    if (left === undefined) return refuse({ _tag: "Overloaded" })
    progress.atEnd(left)
    return yield* Effect.updateContext(placed, servicesOf)
  })
}

/**
 * Fails with the refusal of a call that is not the user's to make. The call must name the object that the endpoint is
 * about, and must name no object of another customer, wherever in the call its id is.
 */
const requireOwn = Effect.fnUntraced(function* (
  { customerId }: WalletUser,
  { fields, owner }: OfUser,
  { body, params, query }: Pick<Received, "body" | "params" | "query">
) {
  const sent = body?.value ?? null
  const named: Json = body === undefined ? query : sent
  const absent = owner === "id" || owner === "none" ? [] : missing(named, [owner])
  const surplus = fields === undefined ? [] : Object.keys(Object(sent)).filter((name) => !fields.includes(name))
  const errors = [
    ...absent.map((field) => ({ field, message: "The field is missing. Send an id of the signed-in user." })),
    ...surplus.map((field) => ({ field, message: "Only the platform can set the field. Send the call without it." }))
  ]
  if (errors.length > 0) return yield* Effect.fail<Refusal>({ _tag: "InputInvalid", errors })
  const texts = [...Object.values(params), ...Object.values(query).flat(), ...textsIn(sent)]
  const ids = new Set(texts.flatMap((text) => ownedIdOf(text) ?? []))
  if (ids.size > MOST_IDS) return yield* Effect.fail<Refusal>({ _tag: "IdsTooMany" })
  if (!(yield* ownsAll(customerId, ids))) return yield* Effect.fail<Refusal>({ _tag: "ObjectOfAnother" })
})

/** The most objects that a call of a user may name. No endpoint takes more than three. */
const MOST_IDS = 8

/** Every text in a JSON value. */
const textsIn = (value: Json): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/**
 * Made by the host for someone whom it knows, with a rate limit and idempotency keys of their own, as a token has. Visitors of one network
 * address have them together, and its digest names them, because logs contain it.
 */
const principalOf = ({ mode, platformId, ...caller }: WalletUser | Visitor): Principal => ({
  tokenId:
    "customerId" in caller ? `user ${caller.customerId}` : `visitor ${sha256Hex(caller.address ?? "").slice(0, 16)}`,
  environment: { mode, platformId },
  scopes: DEFAULT_SCOPES
})

const digestOf = (header = ""): string => (BASIC.test(header) ? sha256Hex(header) : "")

/** An authenticated caller with the services of its environment. */
const makeCaller = (
  ports: Context.Context<Ports | ModePorts>,
  principal: Principal,
  rate: Pick<Bucket, "capacity" | "refillEvery">
) => {
  const { environment, tokenId } = principal
  const services = ports.pipe(Context.add(CurrentPrincipal, principal), Context.add(CurrentEnvironment, environment))
  const named = { environment: environmentKey(environment), token: tokenId }
  const bucket: Bucket = {
    environment: environmentKey(environment),
    key: `token ${tokenId}`,
    ...rate,
    consistency: "eventual"
  }
  return {
    grounds: Context.get(ports, Grounds),
    buckets: [bucket],
    around: Context.get(ports, AroundCalls),
    run: Context.get(ports, EnvironmentRunner),
    /** The services of the caller's environment, with the log annotations and the span of the call. */
    servicesOf: (call: Context.Context<never>): Context.Context<Needs> => {
      const annotations = { ...Context.get(call, References.CurrentLogAnnotations), ...named }
      const annotated = Context.add(services, References.CurrentLogAnnotations, annotations).pipe(
        Context.add(CurrentCall, Context.get(call, CurrentCall))
      )
      const span = Context.getOption(call, Tracer.ParentSpan)
      return Option.isNone(span) ? annotated : Context.add(annotated, Tracer.ParentSpan, span.value)
    }
  }
}

/**
 * Parses the header strictly by RFC 9110 section 11.4 and RFC 7617 section 2: spaces, canonical base64 of UTF-8, split at
 * the first colon, no control characters.
 */
export const basicCredentials = (header = "") => {
  const encoded = BASIC.exec(header)?.[1]
  const text = encoded === undefined ? "" : (parsed(() => decodeUtf8(decodeBase64(encoded))) ?? "")
  const colon = text.indexOf(":")
  return colon < 1 || CONTROL.test(text)
    ? undefined
    : { id: text.slice(0, colon), secret: Redacted.make(text.slice(colon + 1)) }
}

const BASIC = /^basic +([A-Za-z0-9+/=]{1,1024})$/iu
const CONTROL = /\p{Cc}/u
