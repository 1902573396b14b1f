import { createHash } from "node:crypto"
import { isConnectionLost, isForgotten } from "./failures.ts"
import type { Answer, Notice, Pool, PoolClient, PoolQuery } from "./Pool.ts"

/**
 * SQL with numbered parameters. The name is derived from the text, so statements of several clients that share a
 * connection through a pooler cannot collide. A statement without a name is planned at each use.
 */
export interface Statement {
  readonly name?: string
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

/** Returns a function that builds a statement with this constant text from the parameter values of each call. */
export const fixed = (text: string): ((...values: ReadonlyArray<unknown>) => Statement) => {
  const name = nameOf(text)
  return (...values) => ({ name, text, values })
}

const nameOf = (text: string): string => `countersign_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`

/** Builds each statement at its first use, and caches it by its key. */
export const statements = () => {
  const made = new Map<string, ReturnType<typeof fixed>>()
  return (key: string, text: () => string): ReturnType<typeof fixed> => {
    const known = made.get(key)
    if (known !== undefined) return known
    const statement = fixed(text())
    made.set(key, statement)
    return statement
  }
}

/** Runs one statement until an instant of `performance.now()`. Rejects with the error of the database or connection. */
export type RunStatement = (statement: Statement, until: number, isWanted?: IsWanted) => Promise<Answer>

/**
 * Runs statements as prepared statements, which a connection parses and plans once. A pooler that assigns another
 * connection to each statement may not support them, nor a tool that changes the text of each. If the database or the
 * driver reports that a prepared statement is missing or different, disables them: this statement, which did not run,
 * and all later ones are sent without a name.
 */
export const prepared = (pool: Pool): RunStatement => {
  let arePrepared = true
  return async ({ name, text, values }: Statement, until: number, isWanted?: IsWanted): Promise<Answer> => {
    if (arePrepared && name !== undefined) {
      try {
        return await runStatement(pool, until, { name, text, values: [...values] }, isWanted)
      } catch (error) {
        if (!isForgotten(error)) throw error
        arePrepared = false
      }
    }
    return runStatement(pool, until, { text, values: [...values] }, isWanted)
  }
}

/** Sends a read again, once, if its connection was lost: a read changes nothing, and the next connection is checked. */
export const repeated =
  (run: RunStatement): RunStatement =>
  async (statement, until, isWanted) => {
    try {
      return await run(statement, until, isWanted)
    } catch (error) {
      if (!isConnectionLost(error) || performance.now() >= until || isWanted?.() === false) throw error
      return run(statement, until, isWanted)
    }
  }

/**
 * Runs one statement on a connection of the pool. Rejects at the instant `until` of `performance.now()`. The timeout is
 * measured in this process, because a frozen server does not enforce one. A connection that timed out is closed, because
 * its result may still arrive. A statement that is no longer wanted when a connection is free is not sent (GO6).
 */
export const runStatement = async (
  pool: Pool,
  until: number,
  query: PoolQuery,
  isWanted: IsWanted = always
): Promise<Answer> => {
  const client = await usable(pool, until, isWanted)
  let isUnreplicated = false
  const hear = ({ routine }: Notice): void => {
    if (routine === STANDBY_WAIT) isUnreplicated = true
  }
  client.on("notice", hear)
  let lost: Error | undefined
  try {
    const answer = await within(client.query(query), until)
    if (!isUnreplicated) return answer
  } catch (error) {
    if (isConnectionLost(error)) lost = asError(error)
    throw error
  } finally {
    client.removeListener("notice", hear)
    release(pool, client, lost)
  }
  throw new Error("postgres: the server stopped waiting for the standby, which may lack the commit")
}

/** Rejects soon after the instant `until` if the promise has not settled by then. */
const within = async <A>(promise: Promise<A>, until: number): Promise<A> => {
  let cancel = (): unknown => undefined
  const late = new Promise<never>((_, reject) => {
    cancel = deadline(until, () => reject(noAnswer()))
  })
  return Promise.race([promise, late]).finally(cancel)
}

/**
 * Calls `pass` soon after the instant `until` of `performance.now()`, unless the returned function cancels it, which
 * returns whether it was in time. One timer serves all, because timers of their own cost more than the statements of a busy node.
 */
export const deadline = (until: number, pass: () => void): (() => boolean) => {
  const one = { until, pass }
  deadlines.add(one)
  ticking ??= setInterval(tick, TICK)
  return () => deadlines.delete(one)
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
/** In milliseconds. */
const TICK = 20

/**
 * Takes a connection of the pool. After a loss, each connection of the pool is checked before its next use, so one failover
 * costs one failure and not one for each connection.
 */
const usable = async (pool: Pool, until: number, isWanted: IsWanted): Promise<PoolClient> => {
  const known = connectionsOf(pool)
  let left: number | undefined
  while (true) {
    const client = await connected(pool, until)
    if (!isWanted()) {
      client.release()
      throw noAnswer()
    }
    // A lost connection also emits an error event, and an unhandled error event terminates the process.
    client.on("error", ignore)
    const isChecked = known.losses === (known.checked.get(client) ?? 0)
    known.checked.set(client, known.losses)
    const refusal = isChecked ? undefined : await refusalOf(client, until)
    // The idle connections, of which each may be one to the old server, and a new one.
    left ??= (pool.idleCount ?? IDLE) + 1
    if (refusal === undefined || (left === 0 && refusal.isUsable)) return client
    known.checked.delete(client)
    client.release(refusal.error)
    if (left === 0) throw refusal.error
    left -= 1
  }
}

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

const release = (pool: Pool, client: PoolClient, lost: Error | undefined): void => {
  if (lost !== undefined) connectionsOf(pool).losses += 1
  client.release(lost)
  // After a loss the listener remains, because a connection that is being closed may still emit errors.
  if (lost === undefined) client.removeListener("error", ignore)
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

/** Whether a caller still waits for the result. It is read when a connection is free. */
export type IsWanted = () => boolean

const always: IsWanted = () => true

/**
 * The connections of a pool. `losses` counts those that were lost; a connection is checked again if one was lost since
 * its last use.
 */
interface Connections {
  losses: number
  readonly checked: WeakMap<PoolClient, number>
}

const pools = new WeakMap<Pool, Connections>()

const connectionsOf = (pool: Pool): Connections => {
  const known = pools.get(pool) ?? { losses: 0, checked: new WeakMap() }
  pools.set(pool, known)
  return known
}

/** Has every connection of the pool checked before its next use. */
export const suspect = (pool: Pool): void => {
  connectionsOf(pool).losses += 1
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

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

export const ignore = (): void => {}
