import { Context, Effect, Logger } from "@countersign/core/effect"
import { CallCounts, environmentKey, type Principal } from "@countersign/core/internal"
import { refusal } from "../errors/answer.ts"
import type { Call } from "../message/hostTypes.ts"
import { bare, Reply, uncached } from "../message/Reply.ts"
import { countedAs, inProgress, LIVENESS, makeCallsOf, metricsOf } from "./observe.ts"
import { type AcceptedCall, NONE, type Routed, type RouteOptions, routing } from "./route.ts"

interface EdgeOptions extends RouteOptions {
  /** Whether the caller's `X-Request-Id` names the call. */
  readonly acceptRequestId: boolean
  readonly gate: Gate
  /** Makes `docs` of a refusal a link. */
  readonly linked: (reply: Reply) => Reply
  /** Where the metrics of responses are recorded. */
  readonly context: Context.Context<never>
  /** Runs before the last answer in progress, for a process that may be frozen after it. */
  readonly flush?: (() => Promise<void>) | undefined
}

/** Routes a call, and rejects unknown paths, methods and targets out of their normal form before the contract runs. */
export const edge = (inner: (requested: AcceptedCall) => Promise<Reply> | Reply, options: EdgeOptions) => {
  const { acceptRequestId, context, flush, gate, linked } = options
  const route = routing(options)
  // Cached for each method, path and status, because creating the labels costs more than counting.
  const known = new Map<string, ReturnType<typeof metricsOf>>()
  const callsOf = makeCallsOf()
  const counts = Context.get(context, CallCounts)
  const log = Effect.runForkWith(context)
  // A line that no logger takes would cost a fiber for each call.
  const hasLoggers = Context.get(context, Logger.CurrentLoggers).size > 0
  // The counters of calls that were not refused, which are most calls.
  const answered = new WeakMap<Principal, ReturnType<typeof callsOf>>()
  let underWay = 0
  return async (call: Call): Promise<Reply> => {
    const start = performance.now()
    inProgress.updateUnsafe(++underWay, context)
    const requestId = acceptRequestId ? callIdOf(call.headers[REQUEST_ID]) : crypto.randomUUID()
    let routed: Routed
    try {
      routed = route(call, requestId)
    } catch (error) {
      routed = { path: NONE, to: gate.failed(error, requestId) }
    }
    const { path, to } = routed
    const work = () => (typeof to === "function" ? to() : to instanceof Reply ? to : inner(to))
    // A process that stops still reports that it is live, and that it is not ready.
    const answer = await gate.admitted(work, requestId, path === LIVENESS)
    const full = uncached(answer.refused === undefined ? answer : linked(answer), requestId)
    // RFC 9110 section 9.3.2: HEAD is answered with the headers of GET.
    const reply = call.method === "HEAD" ? bare(full) : full
    const method = path === NONE ? NONE : call.method
    const labels = `${method} ${path} ${reply.status}`
    const metrics = known.get(labels) ?? metricsOf(method, path, reply.status)
    known.set(labels, metrics)
    const millis = performance.now() - start
    metrics.count.updateUnsafe(1, context)
    metrics.duration.updateUnsafe(millis, context)
    inProgress.updateUnsafe(--underWay, context)
    const accepted = typeof to === "function" || to instanceof Reply ? undefined : to
    const principal = accepted?.principal
    const isAnswered = reply.refused === undefined && principal !== undefined
    const calls = (isAnswered ? answered.get(principal) : undefined) ?? callsOf(principal, reply.refused)
    if (isAnswered) answered.set(principal, calls)
    calls.counter.updateUnsafe(1, context)
    if (accepted !== undefined && principal !== undefined)
      counts?.count(
        principal.environment,
        accepted.endpoint.shape.identifier,
        reply.refused === undefined ? "" : countedAs(reply.refused)
      )
    // Anonymous refusals are only counted.
    if (hasLoggers && accepted !== undefined && (principal !== undefined || reply.status >= 500)) {
      const { refused, status } = reply
      const by = principal && { environment: environmentKey(principal.environment), token: principal.tokenId }
      const line = { requestId, ...by, method: call.method, route: path, status, ...refused, ms: Math.round(millis) }
      const served = status === 200 && SIGN_INS.has(path) ? "a sign-in succeeded" : "a call was served"
      log(Effect.logInfo(refused === undefined ? served : "a call was refused", line))
    }
    // After a failure of the store, another write could only fail.
    if (flush !== undefined && underWay === 0 && reply.status < 500) await flush()
    return reply
  }
}

const SIGN_INS = new Set([
  "/auth/credentials/:id/verify",
  "/auth/sign-ins/verify",
  "/auth/sign-ins/passkey/verify",
  "/auth/sign-ins/oidc/session"
])

/**
 * Identifies a call in its reply, its log lines and its span. `Request-Id` is a different header: it identifies a
 * signed retry.
 */
export const REQUEST_ID = "x-request-id"

/** The id of a call: that of a trusted caller if it is safe in a log line, or a new one. */
export const callIdOf = (sent: string | null | undefined): string =>
  typeof sent === "string" && /^[A-Za-z0-9._-]{1,128}$/u.test(sent) ? sent : crypto.randomUUID()

/** The replies of calls that the service did not serve (503), by the errors that the host received for them. */
export const unserved = new WeakMap<object, Reply>()

export type Gate = ReturnType<typeof makeGate>

/**
 * Counts the calls under way, and admits none once it is closed. `onDefect` logs an unexpected failure and returns its
 * incident id.
 */
export const makeGate = (onDefect: (error: unknown, requestId?: string) => string) => {
  let underWay = 0
  let isClosed = false
  const waiting = new Set<() => void>()
  /** Logs a failure. Returns the reply with its incident id. */
  const failed = (error: unknown, requestId: string | undefined): Reply =>
    refusal("Defect", { incident: onDefect(error, requestId) })
  return {
    failed,
    /**
     * Runs work unless the gate is closed, and delays the closing until the work has finished. With `isAlways`, also
     * runs behind a closed gate. Logs a failure and replies with its incident id, or as to the call that failed it.
     */
    admitted: async <A>(work: () => Promise<A> | A, requestId?: string, isAlways = false): Promise<A | Reply> => {
      if (isClosed && !isAlways) return refusal("Stopping", {}, { connection: "close" })
      underWay += 1
      try {
        return await work()
      } catch (error) {
        return (error instanceof Error ? unserved.get(error) : undefined) ?? failed(error, requestId)
      } finally {
        underWay -= 1
        if (underWay === 0) for (const resolve of waiting) resolve()
      }
    },
    /** Resolves when no call is under way, or after `patience` milliseconds, with the number of calls still under way. */
    close: async (patience: number): Promise<number> => {
      isClosed = true
      if (underWay === 0) return 0
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, patience)
        waiting.add(() => {
          clearTimeout(timer)
          resolve()
        })
      })
      return underWay
    }
  }
}
