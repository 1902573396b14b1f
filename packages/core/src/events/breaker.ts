import type { Millis } from "../model/time.ts"

interface Endpoint {
  underWay: number
  /** In a row. */
  failures: number
  /** How often in a row it was left alone. */
  rests: number
  /** Nothing is sent before; then one, to see. */
  closedUntil: Millis
}

/**
 * Keeps what waits for one endpoint from holding up the others: a bounded number is under way to each, and one that
 * fails again and again is left alone for a while. Each node counts for itself.
 */
export const makeBreaker = () => {
  const endpoints = new Map<string, Endpoint>()
  return {
    /** Lets one through, which is then to `leave`; or answers when to come again. */
    enter: (key: string, at: Millis): Millis | undefined => {
      const endpoint = endpoints.get(key) ?? { underWay: 0, failures: 0, rests: 0, closedUntil: 0 }
      if (endpoint.closedUntil > at) return endpoint.closedUntil
      const isSuspect = endpoint.failures >= PATIENCE
      if (endpoint.underWay >= (isSuspect ? 1 : AT_ONCE)) return at + (isSuspect ? restAfter(endpoint.rests) : CROWDED)
      endpoint.underWay += 1
      endpoints.set(key, endpoint)
      return undefined
    },
    leave: (key: string, isAtFault: boolean, at: Millis): void => {
      const endpoint = endpoints.get(key)
      if (endpoint === undefined) return
      endpoint.underWay -= 1
      if (!isAtFault) Object.assign(endpoint, { failures: 0, rests: 0, closedUntil: 0 })
      else endpoint.failures += 1
      // Those that were under way together fail together, and count as one.
      if (endpoint.failures >= PATIENCE && endpoint.closedUntil <= at) {
        endpoint.rests += 1
        endpoint.closedUntil = at + restAfter(endpoint.rests)
      }
      if (endpoint.underWay === 0 && endpoint.failures === 0) endpoints.delete(key)
    },
    /** How many endpoints it has to remember. */
    size: () => endpoints.size
  }
}

export type Breaker = ReturnType<typeof makeBreaker>

/** 30 seconds, twice as long each further time, five minutes at the most. */
const restAfter = (rests: number): Millis => Math.min(300_000, 30_000 * 2 ** Math.min(rests - 1, 8))

/** Failures in a row after which an endpoint is left alone. */
const PATIENCE = 5
/** To one endpoint at once. */
const AT_ONCE = 16
/** How long one waits for which there was no room. */
const CROWDED: Millis = 1000
