import { setTimeout } from "node:timers/promises"
import { at, CLOCK, here, quoted, rowsOf, type Side, type Table } from "./Side.ts"

const STATES = ["open", "closing", "left", "coming"] as const

/**
 * The state of the platform in one database. `open` refuses nothing, `closing` refuses new work, and `left` and `coming`
 * refuse every write, because the platform was copied from here or is being copied to here.
 */
export type State = (typeof STATES)[number]

/**
 * Prepares a connection for a move, so that barriers let its writes pass, and returns the state of the platform. Fails if
 * another command has the platform.
 */
export const begin = async (side: Side, platform: string): Promise<State> => {
  const { client, environments, schema } = side
  const [lock] = await rowsOf(side, "select pg_try_advisory_lock(hashtextextended($1::text, 0))::text as is_free", [
    `countersign/${schema}/move/${platform}`
  ])
  if (lock?.is_free !== "true") {
    throw new Error("Another command moves this platform, or --from and --to are the same database.")
  }
  // Moves of several platforms may begin at once.
  await client.query(`select pg_advisory_xact_lock(hashtextextended('countersign/${schema}/moves', 0));
    set countersign.moving = 'on';
    create table if not exists ${schema}.moves (platform uuid primary key, state text not null);
    ${refusal(schema)}`)
  const [row] = await rowsOf(side, `select state from ${schema}.moves where platform = $1::uuid`, [environments[0]])
  return STATES.find((state) => state === row?.state) ?? "open"
}

/**
 * A write takes the lock before it reads the state, so a change of state waits for the writes that have read the one
 * before. A check constraint would let a removal pass, so a trigger refuses it as well. Expired records may be swept.
 */
const refusal = (schema: string): string => `create or replace function ${schema}.refuse_moving() returns trigger
  language plpgsql security definer set search_path = '' as $$
  declare
    state text;
  begin
    perform pg_advisory_xact_lock_shared(hashtextextended(tg_argv[0], 0));
    select moves.state into state from ${schema}.moves where moves.platform = tg_argv[0]::uuid;
    if state in ('left', 'coming')
        and (tg_op <> 'DELETE' or coalesce((to_jsonb(old) ->> 'expires_at')::bigint > ${CLOCK}, true))
      or state = 'closing' and tg_op = 'INSERT' and to_jsonb(new) ? 'due_at'
    then
      raise exception 'countersign: this environment is moving to another database' using errcode = 'check_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
  end $$`

/** Does `work` and commits it, after the writes of the platform that are in progress, while new ones wait. */
export const alone = async <A>(side: Side, work: () => Promise<A>): Promise<A> => {
  try {
    await side.client.query("begin")
    await rowsOf(side, "select pg_advisory_xact_lock(hashtextextended($1::text, 0))", [side.environments[0]])
    const result = await work()
    await side.client.query("commit")
    return result
  } catch (error) {
    await side.client.query("rollback").catch(() => {})
    throw error
  }
}

export const setState = (side: Side, state: State) =>
  rowsOf(
    side,
    `insert into ${side.schema}.moves (platform, state) values ($1::uuid, $2)
     on conflict (platform) do update set state = excluded.state`,
    [side.environments[0], state]
  )

const ROWS = [
  ["new", "insert or update"],
  ["old", "delete"]
] as const

/** Lets the state decide about every write of the platform. */
export const guard = (side: Side, tables: ReadonlyArray<Table>): Promise<void> =>
  alter(side, tables, (table, name, row, events) => {
    const others = "current_setting('countersign.moving', true) is distinct from 'on'"
    return `create or replace trigger ${name} before ${events} on ${table} for each row
      when (${row}.environment ${here(side)} and ${others})
      execute function ${side.schema}.refuse_moving('${side.environments[0]}')`
  })

/** Accepts every write again, at no cost. */
export const unguard = (side: Side, tables: ReadonlyArray<Table>): Promise<void> =>
  alter(side, tables, (table, name) => `drop trigger if exists ${name} on ${table}`)

/** While a statement waits for the lock of a table, so do the writes of others, so it gives up early and tries again. */
const alter = async (
  side: Side,
  tables: ReadonlyArray<Table>,
  statement: (table: string, name: string, row: string, events: string) => string
): Promise<void> => {
  for (const table of tables) {
    const statements = ROWS.map(([row, events]) =>
      statement(at(side, table), quoted(`moving_${row}_${side.environments[0]}`), row, events)
    )
    const text = ["set local lock_timeout = 1500", ...statements].join(";\n")
    for (let attempts = 1; ; attempts += 1) {
      try {
        await side.client.query(text)
        break
      } catch (error) {
        const isLocked = error instanceof Error && "code" in error && error.code === "55P03"
        if (attempts === 100 || !isLocked) throw error
        await setTimeout(200)
      }
    }
  }
}
