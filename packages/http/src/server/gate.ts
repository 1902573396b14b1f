import { refusal } from "../errors/answer.ts"
import type { Call } from "../message/Call.ts"
import { isTrustedId, newRequestId, REQUEST_ID } from "../message/headers.ts"
import { bare, type Reply, uncached } from "../message/Reply.ts"
import { type Answered, LIVE } from "./observe.ts"
import { type Asked, NONE, type RouteOptions, routing, type Work } from "./route.ts"

export interface EdgeOptions extends RouteOptions, Survival {
  /** Whether the caller's `X-Request-Id` names the call. */
  readonly acceptRequestId: boolean
  /** Told of every answer. */
  readonly onAnswer: (answered: Answered) => void
}

/** Routes a call, and refuses unknown paths and methods and targets out of their normal form before the contract runs. */
export const edge = (inner: (asked: Asked) => Promise<Reply>, options: EdgeOptions) => {
  const routed = routing(inner, options)
  return async (call: Call): Promise<Reply> => {
    const start = performance.now()
    const sent = options.acceptRequestId ? call.headers[REQUEST_ID] : undefined
    const requestId = isTrustedId(sent) ? sent : newRequestId()
    const { answer, path } = routed(call, requestId)
    const full = uncached(await answering(path, answer, options, requestId), requestId)
    // RFC 9110 section 9.3.2: HEAD is answered with the headers of GET.
    const reply = call.method === "HEAD" ? bare(full) : full
    const millis = performance.now() - start
    options.onAnswer({ method: path === NONE ? NONE : call.method, route: path, status: reply.status, millis })
    return reply
  }
}

// A process that stops still lives, and whoever asks whether it is ready is told that it is not.
const answering = (path: string, work: Work, options: Survival, requestId: string): Promise<Reply> | Reply =>
  path === LIVE ? survived(options, work, requestId) : kept(options, work, requestId)

/** Counts what is under way, and takes nothing more once it is closed. */
export const makeGate = () => {
  let underWay = 0
  let isClosed = false
  const waiting = new Set<() => void>()
  const leave = (): void => {
    underWay -= 1
    if (underWay === 0) for (const tell of waiting) tell()
  }
  return {
    isClosed: () => isClosed,
    /** Counts one; answers how to tell, once, that it is done. */
    enter: (): (() => void) => {
      underWay += 1
      return leave
    },
    /** Whoever closes it, and again: resolves when nothing is under way any more, or after so many milliseconds; answers how much was left. */
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

export type Gate = ReturnType<typeof makeGate>

export interface Survival {
  readonly gate: Gate
  /** Logs a failure that no program named; returns the id under which it was logged. */
  readonly onDefect: (error: unknown, requestId?: string) => string
}

/** Does work unless the gate is closed; it is closed after the work is done, and what fails there is told and named. */
export const kept = <A>(
  options: Survival,
  work: () => Promise<A> | A,
  requestId?: string
): Promise<A | Reply> | Reply =>
  options.gate.isClosed()
    ? refusal("Stopping", { headers: { connection: "close" } })
    : survived(options, work, requestId)

/** Does work, also behind a closed gate. */
export const survived = async <A>(
  { gate, onDefect }: Survival,
  work: () => Promise<A> | A,
  requestId?: string
): Promise<A | Reply> => {
  const leave = gate.enter()
  try {
    return await work()
  } catch (error) {
    return refusal("Defect", { details: { incident: onDefect(error, requestId) } })
  } finally {
    leave()
  }
}
