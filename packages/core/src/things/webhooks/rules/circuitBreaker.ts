import type { Millis } from "../../../model/Environment.ts"

interface Host {
  underWay: number
  /** Consecutive failures. */
  failures: number
  /** How many times in a row the circuit was opened. */
  rests: number
  /** The circuit is open until then. After that, one delivery probes the host. */
  closedUntil: Millis
}

/**
 * The circuit breaker of webhook deliveries, by environment and host. It opens the circuit of a host that fails repeatedly.
 * Each node counts separately and stores up to {@link MOST} environments with up to {@link MOST_HOSTS} hosts each: beyond
 * that it evicts the least recently used one without active deliveries, whose failures count from zero again. The hosts of
 * one environment never evict those of another.
 */
export const makeCircuitBreaker = () => {
  const environments = new Map<string, Map<string, Host>>()
  const touch = (environment: string, name: string, host: Host): void => {
    const hosts = environments.get(environment) ?? new Map<string, Host>()
    touched(hosts, name, host, MOST_HOSTS, ({ underWay }) => underWay > 0)
    touched(environments, environment, hosts, MOST, (all) => [...all.values()].some(({ underWay }) => underWay > 0))
  }
  return {
    /** Admits a delivery, which must call `leave` when it ends. Otherwise returns when to try again. */
    enter: (environment: string, name: string, at: Millis): Millis | undefined => {
      const known = environments.get(environment)?.get(name)
      if (known !== undefined) touch(environment, name, known)
      const host = known ?? { underWay: 0, failures: 0, rests: 0, closedUntil: 0 }
      if (host.closedUntil > at) return host.closedUntil
      if (host.failures >= PATIENCE && host.underWay > 0) return at + restAfter(host.rests)
      host.underWay += 1
      if (known === undefined) touch(environment, name, host)
      return undefined
    },
    leave: (environment: string, name: string, isAtFault: boolean, at: Millis): void => {
      const hosts = environments.get(environment)
      const host = hosts?.get(name)
      if (hosts === undefined || host === undefined) return
      host.underWay -= 1
      if (!isAtFault) Object.assign(host, { failures: 0, rests: 0, closedUntil: 0 })
      else host.failures += 1
      // Concurrent deliveries fail together, and count as one failure.
      if (host.failures >= PATIENCE && host.closedUntil <= at) {
        host.rests += 1
        host.closedUntil = at + restAfter(host.rests)
      }
      if (host.underWay === 0 && host.failures === 0) hosts.delete(name)
      if (hosts.size === 0) environments.delete(environment)
    },
    /** The number of stored hosts. */
    size: () => [...environments.values()].reduce((sum, hosts) => sum + hosts.size, 0)
  }
}

/** Makes an entry the most recently used one, and evicts the least recently used one that is not busy. */
const touched = <A>(all: Map<string, A>, key: string, value: A, most: number, isBusy: (value: A) => boolean): void => {
  all.delete(key)
  all.set(key, value)
  if (all.size <= most) return
  for (const [oldest, other] of all) {
    if (isBusy(other)) continue
    all.delete(oldest)
    return
  }
}

export type CircuitBreaker = ReturnType<typeof makeCircuitBreaker>

/** Exponential backoff: 30 seconds, doubled each further time, at most five minutes. */
const restAfter = (rests: number): Millis => Math.min(300_000, 30_000 * 2 ** Math.min(rests - 1, 8))

/** Consecutive failures that open the circuit. */
const PATIENCE = 5
/** Maximum number of environments and of their hosts that a node stores: about 1 MB. */
const MOST = 1024
const MOST_HOSTS = 4
