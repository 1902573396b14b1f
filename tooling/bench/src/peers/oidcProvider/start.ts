import { generateKeyPairSync } from "node:crypto"
import Provider from "oidc-provider"
import pg from "pg"
import { listening, POOL_SIZE, type Running, type ServerSpec } from "../../server/ServerSpec.ts"

/** Creates the only table of the adapter. */
const createTable = (pool: pg.Pool) =>
  pool.query("create table if not exists oidc_payloads (id text primary key, payload jsonb not null)")

/**
 * The storage of an OpenID provider, as far as introspection needs it: one row per payload, found by its id. Its
 * statements are prepared, as ours are.
 */
const postgresAdapter = (pool: pg.Pool) => {
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

/** oidc-provider on Node's HTTP server with opaque access tokens of users, on PostgreSQL or in its own memory. */
export const start = async ({ database, store }: ServerSpec): Promise<Running> => {
  const kept = store === "postgres" ? await inPostgres(database) : inMemory
  const provider = new Provider("https://issuer.example.com", {
    ...(kept.adapter === undefined ? {} : { adapter: kept.adapter }),
    clients: [{ client_id: CLIENT, client_secret: SECRET, redirect_uris: [], response_types: [], grant_types: [] }],
    cookies: { keys: [SECRET] },
    features: { devInteractions: { enabled: false }, introspection: { enabled: true, allowedPolicy: () => true } },
    jwks: { keys: [generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" })] },
    ttl: { AccessToken: LIFETIME, Grant: LIFETIME }
  })
  const tokens = await Promise.all(Array.from({ length: USERS }, (_, user) => tokenOf(provider, `user-${user}`)))
  const server = await listening(provider.callback())
  const seed: Seed = {
    authorization: `Basic ${Buffer.from(`${CLIENT}:${SECRET}`).toString("base64")}`,
    tokens
  }
  return {
    port: server.port,
    statements: kept.statements,
    seed,
    close: async () => {
      await server.close()
      await kept.end()
    }
  }
}

const inPostgres = async (database: string | undefined) => {
  const pool = new pg.Pool({ connectionString: database, max: POOL_SIZE, idleTimeoutMillis: 0 })
  pool.on("error", () => {})
  await createTable(pool)
  return { ...postgresAdapter(pool), end: () => pool.end() }
}

const inMemory = { adapter: undefined, statements: () => 0, end: async () => {} }

/** The access token that a user gets at the end of a sign-in. */
const tokenOf = async (provider: Provider, accountId: string): Promise<string> => {
  const client = await provider.Client.find(CLIENT)
  if (client === undefined) throw new Error("the provider does not know its client")
  const grant = new provider.Grant({ accountId, clientId: CLIENT })
  grant.addOIDCScope("openid")
  const grantId = await grant.save()
  return new provider.AccessToken({ accountId, client, grantId, scope: "openid", gty: "authorization_code" }).save()
}

const CLIENT = "resource-server"
const SECRET = "of the bench, and of no service anywhere"

/** Its memory adapter has room for a thousand entries, and each user takes two. */
const USERS = 64

/** Seconds, longer than any run. */
const LIFETIME = 4 * 3_600

/** The credentials and the tokens for introspection by the load. */
export interface Seed {
  /** The `authorization` header of a resource server. */
  readonly authorization: string
  /** Opaque access tokens, one per user. */
  readonly tokens: ReadonlyArray<string>
}

/** The default path of the introspection endpoint. */
export const INTROSPECTION = "/token/introspection"
