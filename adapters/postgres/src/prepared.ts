import { isForgotten } from "./failures.ts"
import type { Answer, Pool } from "./Pool.ts"
import { runStatement } from "./runStatement.ts"
import type { Statement } from "./Statement.ts"

/** Runs one statement until an instant of `performance.now()`; rejects with what the database or the connection said. */
export interface RunStatement {
  (statement: Statement, until: number): Promise<Answer>
  /** Whether connections remember prepared statements. Where they do not, a statement is planned anew each time. */
  readonly remembers: () => boolean
}

/**
 * Asks with prepared statements, which a connection parses and plans once. A pooler that hands out another connection
 * each time may not carry them along. The first that is found missing, or in the place of another, was not run: it is
 * asked again without its name, and so are all from then on.
 */
export const prepared = (pool: Pool): RunStatement => {
  let areKept = true
  const asked = async ({ name, text, values }: Statement, until: number): Promise<Answer> => {
    if (areKept) {
      try {
        return await runStatement(pool, until, { name, text, values: [...values] })
      } catch (error) {
        if (!isForgotten(error)) throw error
        areKept = false
      }
    }
    return runStatement(pool, until, { text, values: [...values] })
  }
  return Object.assign(asked, { remembers: () => areKept })
}
