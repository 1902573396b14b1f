import { isConnectionLost, isForgotten } from "./failures.ts"
import type { Answer, Pool } from "./Pool.ts"
import { type IsWanted, runStatement } from "./runStatement.ts"
import type { Statement } from "./Statement.ts"

/** Runs one statement until an instant of `performance.now()`. Rejects with the error of the database or connection. */
export interface RunStatement {
  (statement: Statement, until: number, isWanted?: IsWanted): Promise<Answer>
  /** Whether prepared statements are enabled. If not, the database plans each statement again. */
  readonly remembers: () => boolean
}

/**
 * Runs statements as prepared statements, which a connection parses and plans once. A pooler that assigns another
 * connection to each statement may not support them, nor a tool that changes the text of each. If the database or the
 * driver reports that a prepared statement is missing or different, disables them: this statement, which did not run,
 * and all later ones are sent without a name.
 */
export const prepared = (pool: Pool): RunStatement => {
  let arePrepared = true
  const execute = async ({ name, text, values }: Statement, until: number, isWanted?: IsWanted): Promise<Answer> => {
    if (arePrepared) {
      try {
        return await runStatement(pool, until, { name, text, values: [...values] }, isWanted)
      } catch (error) {
        if (!isForgotten(error)) throw error
        arePrepared = false
      }
    }
    return runStatement(pool, until, { text, values: [...values] }, isWanted)
  }
  return Object.assign(execute, { remembers: () => arePrepared })
}

/** Sends a read again, once, if its connection was lost: a read changes nothing, and the next connection is checked. */
export const repeated = (run: RunStatement): RunStatement =>
  Object.assign(
    async (statement: Statement, until: number, isWanted?: IsWanted): Promise<Answer> => {
      try {
        return await run(statement, until, isWanted)
      } catch (error) {
        if (!isConnectionLost(error) || performance.now() >= until || isWanted?.() === false) throw error
        return run(statement, until, isWanted)
      }
    },
    { remembers: run.remembers }
  )
