import {
  ApiTokens,
  type Bucket,
  CurrentPrincipal,
  environmentKey,
  inTimeOf,
  Policy,
  Store,
  StoreUnavailable,
  Throttle,
  Vault
} from "@countersign/core"
import { decodeBase64, decodeUtf8, WireError } from "@countersign/wire"
import { Cause, Context, Effect, Layer, Redacted, Result } from "effect"
import { HttpServerRequest } from "effect/http"
import { Authentication, RequiredScope } from "../contract/Authentication.ts"
import { Modes } from "../contract/Modes.ts"
import { Grounds, Reach } from "../contract/Reach.ts"
import { Repeatable, Withheld } from "../contract/Repeatable.ts"
import { defect, refuse } from "../errors/answer.ts"
import { withFault } from "./faults.ts"
import { idempotently } from "./idempotently.ts"

/** Who calls, from the Authorization header alone; everything odd about it is the same 401. */
export const authentication = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const tokens = yield* ApiTokens
    const modes = yield* Modes
    const throttle = yield* Throttle
    const keeping = Context.pick(Store, Vault)(yield* Effect.context<Store | Vault>())
    return Authentication.of({
      basic: Effect.fnUntraced(function* (endpoint, options) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const credentials = basicCredentials(request.headers.authorization)
        const known = yield* Effect.result(credentials === undefined ? NOBODY : tokens.authenticate(credentials))
        if (Result.isFailure(known)) return refuse(known.failure)
        const principal = known.success
        const ports = principal === undefined ? undefined : modes[principal.environment.mode]
        if (principal === undefined || ports === undefined) return refuse({ _tag: "TokenRefused" })
        // What this mode does not stand on is not there, and nobody is told more.
        const reach = Context.get(options.endpoint.annotations, Reach)
        if (reach !== undefined && !Context.get(ports, Grounds).includes(reach))
          return refuse({ _tag: "EndpointNotFound" })
        const scope = Context.get(options.endpoint.annotations, RequiredScope)
        if (!principal.scopes.includes(scope)) return refuse({ _tag: "ScopeMissing" }, { check: scope })
        const { callsPerToken } = yield* Policy
        const environment = environmentKey(principal.environment)
        const bucket: Bucket = { environment, key: `token ${principal.tokenId}`, ...callsPerToken, told: "soon" }
        const spent = yield* Effect.result(throttle.spend([bucket]))
        if (Result.isFailure(spent)) return refuse(spent.failure)
        const world = Context.merge(keeping, ports)
        const { annotations, method } = options.endpoint
        const answered =
          method !== "GET" && Context.get(annotations, Repeatable)
            ? idempotently(endpoint, principal.tokenId, Context.get(annotations, Withheld))
            : endpoint
        const asked = Context.get(ports, Grounds).includes("sandbox") ? withFault(answered) : answered
        return yield* inTimeOf(principal.environment, Effect.provideContext(asked, world)).pipe(
          Effect.provideService(CurrentPrincipal, principal),
          Effect.catchIf(isAway, (refusal) => Effect.succeed(refuse(refusal))),
          Effect.catchDefect((fault) => defect(Cause.die(fault)))
        )
      })
    })
  })
)

const NOBODY = Effect.succeed(undefined)

/** The store could not tell the time of the environment. */
const isAway = (error: unknown): error is StoreUnavailable => error instanceof StoreUnavailable

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
