import { generateKeyPairSync } from "node:crypto"
import Provider from "oidc-provider"
import pg from "pg"
import { listening } from "../../server/listening.ts"
import { POOL_SIZE } from "../../server/poolSize.ts"
import type { Running, ServerSpec } from "../../server/ServerSpec.ts"
import { createTable, postgresAdapter } from "./postgresAdapter.ts"
import type { Seed } from "./Seed.ts"

/** oidc-provider on Node's own server, with opaque access tokens of users, on PostgreSQL or in its own memory. */
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

/** The access token that a user's sign-in would end with. */
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

/** Its memory holds a thousand entries, two of each user. */
const USERS = 64

/** Seconds: longer than any run. */
const LIFETIME = 4 * 3_600
