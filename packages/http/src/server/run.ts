import { Throttle } from "@countersign/core"
import { Context, Effect, Exit, type Fiber, References, Result } from "effect"
import { answered, refusal, refuse, refuseBody } from "../errors/answer.ts"
import type { Call } from "../message/Call.ts"
import type { Reply } from "../message/Reply.ts"
import type { Needs, Ports } from "../Ports.ts"
import type { AnyEndpoint } from "../resources/endpoint.ts"
import { endpoints } from "../resources/index.ts"
import { authenticating } from "./authenticate.ts"
import { decoderOf, lazy } from "./decode.ts"
import { encoderOf } from "./encode.ts"
import { idempotently } from "./idempotency.ts"
import { spanned } from "./observe.ts"
import type { AcceptedCall, Received } from "./route.ts"

/** Runs calls of the contract, each in a fiber of its own, which is interrupted when the caller disconnects. */
export const runner = (ports: Context.Context<Ports>): ((requested: AcceptedCall) => Promise<Reply> | Reply) => {
  const serve = serving(ports)
  const inSpan = spanned(ports)
  const annotations = Context.get(ports, References.CurrentLogAnnotations)
  return (requested) => {
    const { call, requestId } = requested
    const services = Context.add(ports, References.CurrentLogAnnotations, { ...annotations, requestId })
    const fiber = Effect.runForkWith(services)(inSpan(requested, answered(serve(requested))))
    const exit = fiber.pollUnsafe()
    // Completed synchronously, so there is no cancellation to handle.
    return exit === undefined ? settled(fiber, call) : replyOf(exit)
  }
}

const settled = (fiber: Fiber.Fiber<Reply>, call: Call): Promise<Reply> =>
  new Promise((resolve, reject) => {
    let isGone = false
    const forget = call.onDisconnect(() => {
      isGone = true
      fiber.interruptUnsafe()
    })
    fiber.addObserver((exit) => {
      forget()
      // The caller has disconnected, so the interruption is no failure.
      if (isGone && Exit.isFailure(exit)) return resolve(refusal("Stopping"))
      try {
        resolve(replyOf(exit))
      } catch (error) {
        reject(error)
      }
    })
  })

const replyOf = (exit: Exit.Exit<Reply>): Reply => {
  if (Exit.isSuccess(exit)) return exit.value
  throw new Error("http: a call ended without an answer", { cause: exit.cause })
}

/**
 * The steps of a call in order: authenticate, ground, scope, limit, read the body, idempotency, decode, handle, encode.
 * Each step may end the call with a refusal.
 */
const serving = (ports: Context.Context<Ports>) => {
  const authenticate = authenticating(ports)
  const throttle = Context.get(ports, Throttle)
  // Compiled on the first call of an endpoint, because few processes serve them all.
  const programs = new Map(endpoints.map((endpoint) => [endpoint, lazy(() => programOf(endpoint))]))
  return Effect.fnUntraced(function* (requested: AcceptedCall) {
    const { endpoint, headers, read } = requested
    const { ground, isRepeatable, scope } = endpoint
    const caller = yield* authenticate(headers)
    if (caller === undefined) return refuse({ _tag: "TokenRefused" })
    const { around, buckets, grounds, principal, run, servicesOf } = caller
    // The same refusal as for an unknown path, so a caller cannot discover what other modes support.
    if (ground !== undefined && !grounds.includes(ground)) return refuse({ _tag: "EndpointNotFound" })
    if (!principal.scopes.includes(scope)) return refuse({ _tag: "ScopeMissing" }, { check: scope })
    yield* throttle.spend(buckets)
    // After authentication, so that an unauthenticated caller costs no body (FA5).
    const body = read === undefined ? undefined : yield* Effect.promise(read)
    if (body !== undefined && "tag" in body) return refuseBody(body)
    const program = programs.get(endpoint)
    if (program === undefined) throw new Error(`http: no program serves ${endpoint.shape.identifier}`)
    const received = { ...requested, body }
    const made = program()(received)
    const key = isRepeatable ? headers["idempotency-key"] : undefined
    const repeatable = key === undefined ? made : idempotently(made, received, key, principal.tokenId)
    const surrounded = around === undefined ? repeatable : around(repeatable, headers)
    const placed = run === undefined ? surrounded : run(principal.environment, surrounded)
    return yield* Effect.updateContext(placed, servicesOf)
  })
}

/** Decodes a call, handles it and encodes the answer. A refusal of any of these is the reply. */
export const programOf = (endpoint: AnyEndpoint) => {
  const decode = decoderOf(endpoint)
  const encode = encoderOf(endpoint)
  return (received: Received): Effect.Effect<Reply, never, Needs> => {
    const decoded = decode(received)
    if (Result.isFailure(decoded)) return Effect.succeed(refuse({ _tag: "InputInvalid", ...decoded.failure }))
    const call = { ...decoded.success, sent: received.body?.value ?? null }
    return answered(Effect.map(endpoint.handle(call), encode))
  }
}
