import {
  ApiTokens,
  type Bucket,
  CurrentEnvironment,
  CurrentPrincipal,
  EnvironmentRunner,
  environmentKey,
  Policy,
  type Principal,
  Throttle
} from "@countersign/core"
import { decodeBase64, decodeUtf8, WireError } from "@countersign/wire"
import { Cause, Context, Effect, Option, Redacted, References, Tracer } from "effect"
import { defect, refuse, refuseBody } from "../errors/answer.ts"
import type { Reply } from "../message/Reply.ts"
import { AroundCalls, Grounds, type ModePorts, Modes, type Needs, type Ports } from "../Ports.ts"
import type { AnyEndpoint } from "../resources/endpoint.ts"
import { idempotently } from "./idempotency.ts"
import type { Asked } from "./route.ts"

type Program = (asked: Asked) => Effect.Effect<Reply, never, Needs>

/** Lets those through to an endpoint who may call it, from the Authorization header alone; everything odd about it is the same 401. */
export const authenticated = (ports: Context.Context<Ports>) => {
  const tokens = Context.get(ports, ApiTokens)
  const throttle = Context.get(ports, Throttle)
  const worldOf = worlds(ports)
  return ({ ground, isRepeatable, isSecret, scope }: AnyEndpoint, program: Program) => {
    return (asked: Asked): Effect.Effect<Reply, never, Ports> => {
      const credentials = basicCredentials(asked.headers.authorization)
      if (credentials === undefined) return Effect.sync(refuseToken)
      const called = Effect.flatMap(tokens.authenticate(credentials), (principal) => {
        const world = principal === undefined ? undefined : worldOf(principal)
        if (world === undefined) return Effect.sync(refuseToken)
        // What this mode does not stand on is not there, and nobody is told more.
        if (ground !== undefined && !world.grounds.includes(ground)) return refused({ _tag: "EndpointNotFound" })
        if (!world.principal.scopes.includes(scope)) return refused({ _tag: "ScopeMissing" }, { check: scope })
        return Effect.flatMap(throttle.spend(world.buckets), () => {
          const { around, principal, run, within } = world
          const once = withBody(asked, (whole) =>
            isRepeatable ? idempotently(program(whole), whole, principal.tokenId, isSecret) : program(whole)
          )
          const answered = around === undefined ? once : around(once, asked.headers)
          return run(principal.environment, answered).pipe(
            Effect.updateContext(within),
            Effect.catchDefect((fault) => defect(Cause.die(fault)))
          )
        })
      })
      // The store could not tell the token, the limit or the time of the environment; or it was too often.
      return Effect.catch(called, (refusal) => Effect.succeed(refuse(refusal)))
    }
  }
}

/** Reads the body of a call that may go on, and not of any other: an unauthenticated caller costs no body (FA5). */
const withBody = <E, R>(asked: Asked, program: (whole: Asked) => Effect.Effect<Reply, E, R>) => {
  const { read } = asked
  if (read === undefined) return program(asked)
  return Effect.flatMap(Effect.promise(read), (body) =>
    "tag" in body ? Effect.succeed(refuseBody(body)) : program({ ...asked, body })
  )
}

const refuseToken = (): Reply => refuse({ _tag: "TokenRefused" })
const refused = (...refusal: Parameters<typeof refuse>) => Effect.sync(() => refuse(...refusal))

/** What the programs of a principal run in; made once for each that the tokens hand out again. */
const worlds = (ports: Context.Context<Ports>) => {
  const modes = Context.get(ports, Modes)
  const { callsPerToken } = Context.get(ports, Policy)
  const made = new WeakMap<Principal, ReturnType<typeof worldIn>>()
  return (principal: Principal) => {
    const known = made.get(principal)
    if (known !== undefined) return known
    const ours = modes[principal.environment.mode]
    if (ours === undefined) return undefined
    const world = worldIn(Context.merge(ports, ours), principal, callsPerToken)
    made.set(principal, world)
    return world
  }
}

const worldIn = (
  ports: Context.Context<Ports | ModePorts>,
  principal: Principal,
  rate: Pick<Bucket, "capacity" | "refillEvery">
) => {
  const mine = ports.pipe(
    Context.add(CurrentPrincipal, principal),
    Context.add(CurrentEnvironment, principal.environment)
  )
  const grounds = Context.get(ports, Grounds)
  const environment = environmentKey(principal.environment)
  const bucket: Bucket = { environment, key: `token ${principal.tokenId}`, ...rate, told: "soon" }
  return {
    principal,
    grounds,
    buckets: [bucket],
    around: Context.get(ports, AroundCalls),
    run: Context.get(ports, EnvironmentRunner),
    within: (outside: Context.Context<never>): Context.Context<Needs> => observedAs(mine, outside)
  }
}

/** The log annotations and the span of the call stay in force where its world is provided. */
const observedAs = <R>(world: Context.Context<R>, outside: Context.Context<never>): Context.Context<R> => {
  const annotated = Context.add(
    world,
    References.CurrentLogAnnotations,
    Context.get(outside, References.CurrentLogAnnotations)
  )
  const span = Context.getOption(outside, Tracer.ParentSpan)
  return Option.isNone(span) ? annotated : Context.add(annotated, Tracer.ParentSpan, span.value)
}

/** RFC 7617 section 2, read strictly: one space, canonical base64 of UTF-8, the first colon splits, no control characters. */
export const basicCredentials = (header: string | undefined) => {
  const encoded = /^basic ([A-Za-z0-9+/=]{1,1024})$/iu.exec(header ?? "")?.[1]
  if (encoded === undefined) return undefined
  const text = decoded(encoded)
  const colon = text.indexOf(":")
  return colon < 1 || CONTROL.test(text)
    ? undefined
    : { id: text.slice(0, colon), secret: Redacted.make(text.slice(colon + 1)) }
}

const decoded = (encoded: string): string => {
  try {
    return decodeUtf8(decodeBase64(encoded))
  } catch (error) {
    if (error instanceof WireError) return ""
    throw error
  }
}

const CONTROL = /\p{Cc}/u
