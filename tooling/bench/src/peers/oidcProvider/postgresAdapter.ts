import type pg from "pg"

/** Makes the one table of the adapter. */
export const createTable = (pool: pg.Pool) =>
  pool.query("create table if not exists oidc_payloads (id text primary key, payload jsonb not null)")

/**
 * The storage of an OpenID provider, as far as an introspection needs one: a row a payload, found by its id. Its
 * statements are prepared, as ours are.
 */
export const postgresAdapter = (pool: pg.Pool) => {
  let statements = 0
  const send = (name: string, text: string, values: ReadonlyArray<unknown>) => {
    statements += 1
    return pool.query({ name, text, values: [...values] })
  }
  return {
    statements: () => statements,
    adapter: (kind: string) => ({
      upsert: async (id: string, payload: object) => {
        await send("upsert", UPSERT, [`${kind}:${id}`, payload])
      },
      find: async (id: string): Promise<unknown> => {
        const { rows } = await send("find", "select payload from oidc_payloads where id = $1", [`${kind}:${id}`])
        return rows[0]?.payload
      },
      destroy: async (id: string) => {
        await send("destroy", "delete from oidc_payloads where id = $1", [`${kind}:${id}`])
      }
    })
  }
}

const UPSERT = "insert into oidc_payloads values ($1, $2) on conflict (id) do update set payload = excluded.payload"
