import type { Millis } from "../../model/Environment.ts"

interface Endpoint {
  underWay: number
  /** Consecutive failures. */
  failures: number
  /** How many times in a row the circuit was opened. */
  rests: number
  /** The circuit is open until then. After that, one delivery probes the endpoint. */
  closedUntil: Millis
}

/**
 * The circuit breaker of webhook deliveries. It limits the concurrent deliveries to one endpoint, and opens the circuit
 * of an endpoint that fails repeatedly. Each node counts separately and stores up to {@link MOST} endpoints: beyond
 * that it evicts the least recently used endpoint without active deliveries, and the failures of that endpoint count
 * from zero again.
 */
export const makeCircuitBreaker = () => {
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
    /** Admits a delivery, which must call `leave` when it ends. Otherwise returns when to try again. */
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
      // Concurrent deliveries fail together, and count as one failure.
      if (endpoint.failures >= PATIENCE && endpoint.closedUntil <= at) {
        endpoint.rests += 1
        endpoint.closedUntil = at + restAfter(endpoint.rests)
      }
      if (endpoint.underWay === 0 && endpoint.failures === 0) endpoints.delete(key)
    },
    /** The number of stored endpoints. */
    size: () => endpoints.size
  }
}

export type CircuitBreaker = ReturnType<typeof makeCircuitBreaker>

/** Exponential backoff: 30 seconds, doubled each further time, at most five minutes. */
const restAfter = (rests: number): Millis => Math.min(300_000, 30_000 * 2 ** Math.min(rests - 1, 8))

/** Consecutive failures that open the circuit. */
const PATIENCE = 5
/** Maximum number of endpoints stored per node. A key has at most about 2 kB, so the total is about 2 MB. */
const MOST = 1024
/** Maximum number of concurrent deliveries to one endpoint. */
const AT_ONCE = 16
/** How long a delivery waits if the endpoint is at its concurrency limit. */
const CROWDED: Millis = 1000
