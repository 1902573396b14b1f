import { hash } from "node:crypto"
import { isConnectionLost, isForgotten, isRolledBack, isUnfit } from "./failures.ts"
import type { Answer, Notice, Pool, PoolClient, PoolQuery } from "./Pool.ts"

/**
 * Returns a function that builds a statement with this constant text from the parameter values of each call. The name is
 * derived from the text, so statements of several clients that share a connection through a pooler cannot collide.
 */
export const fixed = (text: string): ((...values: Array<unknown>) => PoolQuery) => {
  const name = `countersign_${hash("sha256", text).slice(0, 32)}`
  return (...values) => ({ name, text, values })
}

/** Builds each statement at its first use, and caches it by its key. */
export const statements = () => {
  const made = new Map<string, ReturnType<typeof fixed>>()
  return (key: string, text: () => string): ReturnType<typeof fixed> => {
    const statement = made.get(key) ?? fixed(text())
    made.set(key, statement)
    return statement
  }
}

/** The time limit of a caller. */
export interface Wait {
  /** An instant of `performance.now()`. */
  readonly until: number
  /** Whether the caller still waits, which is read when a connection is free (GO6). Default: it does. */
  readonly isWanted?: () => boolean
}

/** Runs one statement. Rejects with the error of the database or connection. A statement without a name is planned at each use. */
export type RunStatement = (statement: PoolQuery, wait: Wait) => Promise<Answer>

/**
 * Runs statements as prepared statements, which a connection parses and plans once. A pooler that assigns another
 * connection to each statement may not support them, nor a tool that changes the text of each. If the database or the
 * driver reports that a prepared statement is missing or different, disables them: this statement, which did not run,
 * and all later ones are sent without a name. `measured` is called as by `runStatement`.
 */
export const prepared = (pool: Pool, measured?: Measured): RunStatement => {
  let arePrepared = true
  const run: RunStatement = async ({ name, text, values }, wait) => {
    const isNamed = arePrepared && name !== undefined
    try {
      return await runStatement(pool, wait, isNamed ? { name, text, values } : { text, values }, measured)
    } catch (error) {
      if (!isNamed || !isForgotten(error)) throw error
      arePrepared = false
      return run({ text, values }, wait)
    }
  }
  return run
}

/**
 * Sends a statement that did not run again: up to five times after a serialization failure or a deadlock, and once on
 * another connection if the first cannot run it. A read changes nothing, so it is also sent again, once, if its connection
 * was lost.
 */
export const resending =
  (run: RunStatement, isRead = false): RunStatement =>
  async (statement, wait) => {
    for (let left = 5; ; left -= 1) {
      try {
        return await run(statement, wait)
      } catch (error) {
        const isAwaited = performance.now() < wait.until && wait.isWanted?.() !== false
        const isUnread = isRead && isConnectionLost(error) && isAwaited
        if (left <= 0 || !(isRolledBack(error) || isUnfit(error) || isUnread)) throw error
        if (!isRolledBack(error)) left = 1
      }
    }
  }

/** Receives the time of the database that a result has in its column `now`, and when its statement was sent. */
export type Measured = (now: number, sent: number) => void

/**
 * Runs one statement on a connection of the pool. Rejects at the end of the wait, which is measured in this process,
 * because a frozen server does not enforce a timeout. A connection that timed out is closed, because its result may still
 * arrive. A statement that is no longer wanted when a connection is free is not sent.
 */
export const runStatement = async (
  pool: Pool,
  wait: Wait,
  query: PoolQuery,
  measured: Measured = ignore
): Promise<Answer> => {
  const client = await usable(pool, wait)
  let isUnreplicated = false
  const hear = ({ routine }: Notice): void => {
    if (routine === STANDBY_WAIT) isUnreplicated = true
  }
  client.on("notice", hear)
  let lost: Error | undefined
  // The wait for a connection, which may be a new one, is no part of the round trip.
  const sent = performance.now()
  try {
    const answer = await within(client.query(query), wait.until)
    const [{ now = null } = {}] = answer.rows
    if (now !== null) measured(Number(now), sent)
    if (!isUnreplicated) return answer
  } catch (error) {
    if (isConnectionLost(error)) lost = asError(error)
    throw error
  } finally {
    client.removeListener("notice", hear)
    if (lost !== undefined) suspect(pool)
    client.release(lost)
    // After a loss the listener remains, because a connection that is being closed may still emit errors.
    if (lost === undefined) client.removeListener("error", ignore)
  }
  throw new Error("postgres: the server stopped waiting for the standby, which may lack the commit")
}

/** Rejects soon after the instant `until` if the promise has not settled by then. */
const within = <A>(promise: Promise<A>, until: number): Promise<A> =>
  new Promise((resolve, reject) => {
    const cancel = deadline(until, () => reject(noAnswer()))
    promise.then(resolve, reject).finally(cancel)
  })

/**
 * Calls `pass` soon after the instant `until` of `performance.now()`, unless the returned function cancels it, which
 * returns whether it was in time. One timer serves all, because timers of their own cost more than the statements of a busy node.
 */
export const deadline = (until: number, pass: () => void): (() => boolean) => {
  const one = { until, pass }
  deadlines.add(one)
  ticking ??= setInterval(tick, TICK)
  // V8 keeps what a busy set contained until a full collection, and with the function the whole call.
  return () => deadlines.delete(Object.assign(one, { pass: ignore }))
}

const tick = (): void => {
  const now = performance.now()
  for (const one of deadlines) {
    if (one.until > now) continue
    deadlines.delete(one)
    one.pass()
  }
  if (deadlines.size > 0) return
  clearInterval(ticking)
  ticking = undefined
}

const deadlines = new Set<{ readonly until: number; readonly pass: () => void }>()
let ticking: ReturnType<typeof setInterval> | undefined
// One that a host's test fakes for a while would never tick again, and no later statement would end (GT12).
const { clearInterval, setInterval } = globalThis
/** In milliseconds. */
const TICK = 20

/**
 * Takes a connection of the pool. After a loss, each connection of the pool is checked before its next use, so one failover
 * costs one failure and not one for each connection.
 */
const usable = async (pool: Pool, wait: Wait): Promise<PoolClient> => {
  let left: number | undefined
  while (true) {
    const client = await connected(pool, wait.until)
    if (wait.isWanted?.() === false) {
      client.release()
      throw noAnswer()
    }
    // A lost connection also emits an error event, and an unhandled error event terminates the process.
    client.on("error", ignore)
    const lost = losses.get(pool) ?? 0
    const isChecked = lost === (checked.get(client) ?? 0)
    checked.set(client, lost)
    const refusal = isChecked ? undefined : await refusalOf(client, wait.until)
    // The idle connections, of which each may be one to the old server, and a new one.
    left ??= (pool.idleCount ?? IDLE) + 1
    if (refusal === undefined || (left === 0 && refusal.isUsable)) return client
    checked.delete(client)
    client.release(refusal.error)
    if (left === 0) throw refusal.error
    left -= 1
  }
}

/** The number of connections that a pool has lost, and the number when a connection was last checked. */
const losses = new WeakMap<Pool, number>()
const checked = new WeakMap<PoolClient, number>()

/** Has every connection of the pool checked before its next use. */
export const suspect = (pool: Pool): void => void losses.set(pool, (losses.get(pool) ?? 0) + 1)

const connected = async (pool: Pool, until: number): Promise<PoolClient> => {
  const connecting = pool.connect()
  try {
    return await within(connecting, until)
  } catch (error) {
    // A connection that arrives later is released unused.
    connecting.then((client) => client.release(), ignore)
    throw error
  }
}

/** Why a connection is not used, and whether it serves at least reads. Undefined if it is fit. */
const refusalOf = async (client: PoolClient, until: number) => {
  try {
    const check = client.query({ text: CHECK, values: [] })
    const { rows } = await within(check, Math.min(until, performance.now() + SILENCE))
    const refuses = rows[0]?.refuses
    if (typeof refuses !== "string") return undefined
    return { error: new Error(`postgres: the server is ${refuses}`), isUsable: refuses === READ_ONLY }
  } catch (error) {
    return { error: asError(error), isUsable: false }
  }
}

/** Reads of a standby may be of the past, so it is never used. A primary that is read-only still serves reads. */
const CHECK = `select case when pg_is_in_recovery() then 'a standby'
  when current_setting('transaction_read_only') = 'on' then 'read-only' end as refuses`
const READ_ONLY = "read-only"

/** Milliseconds after which a connection that does not answer the check is closed. */
const SILENCE = 500
/** The connections that a pool may have if it does not report `idleCount`. */
const IDLE = 16

/** The function of PostgreSQL that warns, in any language, that it committed without the standby. */
const STANDBY_WAIT = "SyncRepWaitForLSN"

export const noAnswer = (): Error => new Error("postgres: the database did not respond within the timeout")

export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

export const ignore = (): void => {}
