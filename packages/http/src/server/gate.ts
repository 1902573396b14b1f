import { refusal } from "../errors/answer.ts"
import { type Call, isTrustedId, REQUEST_ID } from "../message/Call.ts"
import { bare, type Reply, uncached } from "../message/Reply.ts"
import { type Answered, LIVENESS } from "./observe.ts"
import { type AcceptedCall, NONE, type Routed, type RouteOptions, routing } from "./route.ts"

interface EdgeOptions extends RouteOptions, Survival {
  /** Whether the caller's `X-Request-Id` names the call. */
  readonly acceptRequestId: boolean
  /** Is called with every answer. */
  readonly onAnswer: (answered: Answered) => void
}

/** Routes a call, and rejects unknown paths, methods and targets out of their normal form before the contract runs. */
export const edge = (inner: (requested: AcceptedCall) => Promise<Reply> | Reply, options: EdgeOptions) => {
  const route = routing(options)
  return async (call: Call): Promise<Reply> => {
    const start = performance.now()
    const sent = options.acceptRequestId ? call.headers[REQUEST_ID] : undefined
    const requestId = sent !== undefined && isTrustedId(sent) ? sent : crypto.randomUUID()
    let to: Routed
    try {
      to = route(call, requestId)
    } catch (error) {
      to = { path: NONE, refused: failed(options, error, requestId) }
    }
    const { path } = to
    // A process that stops still reports that it is live, and that it is not ready.
    const full = uncached(await admitted(options, () => replyOf(to, inner), requestId, path === LIVENESS), requestId)
    // RFC 9110 section 9.3.2: HEAD is answered with the headers of GET.
    const reply = call.method === "HEAD" ? bare(full) : full
    const millis = performance.now() - start
    options.onAnswer({ method: path === NONE ? NONE : call.method, route: path, status: reply.status, millis })
    return reply
  }
}

const replyOf = (to: Routed, inner: (requested: AcceptedCall) => Promise<Reply> | Reply): Promise<Reply> | Reply => {
  if (to.asked !== undefined) return inner(to.asked)
  return to.document === undefined ? to.refused : to.document()
}

/** Counts the calls under way, and admits none once it is closed. */
export const makeGate = () => {
  let underWay = 0
  let isClosed = false
  const waiting = new Set<() => void>()
  return {
    /** Counts a call and returns `true`, unless the gate is closed. Each counted call must call `leave` once. */
    enter: (isAlways: boolean): boolean => {
      if (isClosed && !isAlways) return false
      underWay += 1
      return true
    },
    leave: (): void => {
      underWay -= 1
      if (underWay === 0) for (const resolve of waiting) resolve()
    },
    /** Resolves when no call is under way, or after `patience` milliseconds, with the number of calls still under way. */
    close: async (patience: number): Promise<number> => {
      isClosed = true
      if (underWay === 0) return 0
      let timer: ReturnType<typeof setTimeout> | undefined
      await Promise.race([
        new Promise<void>((resolve) => {
          waiting.add(resolve)
        }),
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, patience)
        })
      ])
      clearTimeout(timer)
      return underWay
    }
  }
}

type Gate = ReturnType<typeof makeGate>

export interface Survival {
  readonly gate: Gate
  /** Logs an unexpected failure. Returns its incident id. */
  readonly onDefect: (error: unknown, requestId?: string) => string
}

/**
 * Runs work unless the gate is closed, and delays the closing until the work has finished. With `isAlways`, also runs
 * behind a closed gate. Logs a failure and replies with its incident id.
 */
export const admitted = async <A>(
  options: Survival,
  work: () => Promise<A> | A,
  requestId?: string,
  isAlways = false
): Promise<A | Reply> => {
  const { gate } = options
  if (!gate.enter(isAlways)) return refusal("Stopping", { headers: { connection: "close" } })
  try {
    return await work()
  } catch (error) {
    return failed(options, error, requestId)
  } finally {
    gate.leave()
  }
}

const failed = ({ onDefect }: Survival, error: unknown, requestId: string | undefined): Reply =>
  refusal("Defect", { details: { incident: onDefect(error, requestId) } })
