import {
  ApiTokens,
  type Bucket,
  CurrentEnvironment,
  CurrentPrincipal,
  EnvironmentRunner,
  environmentKey,
  Policy,
  type Principal
} from "@countersign/core/internal"
import { decodeBase64, decodeUtf8, WireError } from "@countersign/wire"
import { Context, Effect, Option, Redacted, References, Tracer } from "effect"
import { AroundCalls, Grounds, type ModePorts, Modes, type Needs, type Ports } from "../Ports.ts"

/**
 * Authenticates a caller by the Authorization header alone. Returns the caller, or `undefined` when the header is
 * absent, malformed or not a token of this service: all of these cases get the same 401.
 */
export const authenticating = (ports: Context.Context<Ports>) => {
  const tokens = Context.get(ports, ApiTokens)
  const modes = Context.get(ports, Modes)
  const { callsPerToken } = Context.get(ports, Policy)
  // Cached per principal object. The token adapter returns the same object for the same token.
  const callers = new WeakMap<Principal, Caller>()
  const callerOf = (principal: Principal | undefined): Caller | undefined => {
    const mode = principal === undefined ? undefined : modes[principal.environment.mode]
    if (principal === undefined || mode === undefined) return undefined
    const caller = callers.get(principal) ?? makeCaller(Context.merge(ports, mode), principal, callsPerToken)
    callers.set(principal, caller)
    return caller
  }
  return ({ authorization }: { readonly authorization?: string }) => {
    const credentials = basicCredentials(authorization)
    return credentials === undefined ? REFUSED : Effect.map(tokens.authenticate(credentials), callerOf)
  }
}

const REFUSED = Effect.succeed(undefined)

/** An authenticated caller with the services of its environment. */
export type Caller = ReturnType<typeof makeCaller>

const makeCaller = (
  ports: Context.Context<Ports | ModePorts>,
  principal: Principal,
  rate: Pick<Bucket, "capacity" | "refillEvery">
) => {
  const { environment, tokenId } = principal
  const services = ports.pipe(Context.add(CurrentPrincipal, principal), Context.add(CurrentEnvironment, environment))
  const bucket: Bucket = {
    environment: environmentKey(environment),
    key: `token ${tokenId}`,
    ...rate,
    consistency: "eventual"
  }
  return {
    principal,
    grounds: Context.get(ports, Grounds),
    buckets: [bucket],
    around: Context.get(ports, AroundCalls),
    run: Context.get(ports, EnvironmentRunner),
    /** The services of the caller's environment, with the log annotations and the span of the call. */
    servicesOf: (call: Context.Context<never>): Context.Context<Needs> => {
      const annotations = Context.get(call, References.CurrentLogAnnotations)
      const annotated = Context.add(services, References.CurrentLogAnnotations, annotations)
      const span = Context.getOption(call, Tracer.ParentSpan)
      return Option.isNone(span) ? annotated : Context.add(annotated, Tracer.ParentSpan, span.value)
    }
  }
}

/**
 * Parses the header strictly by RFC 7617 section 2: one space, canonical base64 of UTF-8, split at the first colon, no
 * control characters.
 */
export const basicCredentials = (header = "") => {
  const encoded = BASIC.exec(header)?.[1]
  if (encoded === undefined) return undefined
  try {
    const text = decodeUtf8(decodeBase64(encoded))
    const colon = text.indexOf(":")
    return colon < 1 || CONTROL.test(text)
      ? undefined
      : { id: text.slice(0, colon), secret: Redacted.make(text.slice(colon + 1)) }
  } catch (error) {
    if (error instanceof WireError) return undefined
    throw error
  }
}

const BASIC = /^basic ([A-Za-z0-9+/=]{1,1024})$/iu
const CONTROL = /\p{Cc}/u
