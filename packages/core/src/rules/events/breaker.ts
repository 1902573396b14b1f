import type { Millis } from "../../model/Environment.ts"

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
 * The circuit breaker of webhook deliveries. Limits the deliveries under way to one endpoint, and rests an endpoint that
 * fails repeatedly. Each node counts for itself and stores up to {@link MOST} endpoints: beyond it the least recently used
 * one without a delivery under way is dropped, and its failures are counted from zero.
 */
export const makeBreaker = () => {
  const endpoints = new Map<string, Endpoint>()
  const touch = (key: string, endpoint: Endpoint): void => {
    endpoints.delete(key)
    endpoints.set(key, endpoint)
    if (endpoints.size <= MOST) return
    for (const [oldest, { underWay }] of endpoints) {
      if (underWay > 0) continue
      endpoints.delete(oldest)
      return
    }
  }
  return {
    /** Lets one through, which is then to `leave`; or answers when to come again. */
    enter: (key: string, at: Millis): Millis | undefined => {
      const known = endpoints.get(key)
      if (known !== undefined) touch(key, known)
      const endpoint = known ?? { underWay: 0, failures: 0, rests: 0, closedUntil: 0 }
      if (endpoint.closedUntil > at) return endpoint.closedUntil
      const isSuspect = endpoint.failures >= PATIENCE
      if (endpoint.underWay >= (isSuspect ? 1 : AT_ONCE)) return at + (isSuspect ? restAfter(endpoint.rests) : CROWDED)
      endpoint.underWay += 1
      if (known === undefined) touch(key, endpoint)
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
/** Endpoints a node stores. A key is about 2 kB at most, so all of them take about 2 MB. */
const MOST = 1024
/** To one endpoint at once. */
const AT_ONCE = 16
/** How long one waits for which there was no room. */
const CROWDED: Millis = 1000
