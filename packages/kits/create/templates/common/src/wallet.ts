import { randomBytes } from "node:crypto"
import { migrate, postgres } from "@countersign/postgres"
import { smtpMailer } from "@countersign/smtp"
import { createCountersign } from "countersign"
import pg from "pg"
import type { Settings } from "./settings.ts"
import { userCookie } from "./userCookie.ts"

/** The wallets of the service, on PostgreSQL, or in memory for development. */
export const openWallet = async (settings: Settings) => {
  const { allowedOrigins, database, isBehindProxy, mail, mode, passkeyOrigins: origins } = settings
  const environment = { platformId: "{{name}}", mode } as const
  const cookies = userCookie(settings)

  const pool = database && new pg.Pool({ connectionString: database.url })
  // A lost idle connection. The next query opens another.
  pool?.on("error", (error) => console.error(error.message))
  // Or run `npx @countersign/cli migrate up` when you deploy, with a role that the service does not have.
  if (pool) await migrate(pool)
  const mailer = mode === "production" ? smtpMailer(mail) : undefined

  const countersign = createCountersign({
    ...(pool && database && { store: postgres({ pool }), keys: database.keys }),
    ...(mailer && { mailer }),
    ...(origins.length > 0 && {
      production: { passkeys: { rpIds: origins.map((origin) => new URL(origin).hostname), origins } }
    }),
    // A code that is mailed to a new e-mail address proves it before it is used.
    policy: { emailChange: "proven" },
    // The mode of this service. It mounts no endpoint for API tokens, so no caller needs the secret of this one.
    tokens: [{ id: "service", secretSha256: randomBytes(32).toString("hex"), ...environment }]
  })
  const api = countersign.api.in(environment)
  // An export needs a passkey, until you set another policy. Of two nodes that start at once, one sets it.
  const { accessPolicy, revision } = await api.settings.read()
  const ofExports = { operations: [{ operations: ["EXPORT_WALLET"], credentialTypes: ["PASSKEY"] }] }
  if (accessPolicy === undefined)
    await api.settings.update({ revision, accessPolicy: ofExports }).catch(() => undefined)

  return {
    cookies,
    /** Clients pin these keys. They verify the answers of the server. */
    bundleSigners: countersign.bundleSigners,

    /** Signs visitors in, and serves the browser of a signed-in user the calls about their own wallet, below `/wallet`. */
    users: countersign.forVisitor(
      (request) => {
        const user = cookies.userOf(request.headers.get("cookie"))
        return user && { ...environment, customerId: user.customerId }
      },
      {
        ...environment,
        // If you have a table of users, find the user of `email` or `accountId` there, and store the owner with them.
        signIn: async ({ owner }) => {
          const user = await owner()
          return user && { ...user, headers: { "set-cookie": cookies.cookieOf(user) } }
        },
        origins: allowedOrigins,
        addressOf: ({ headers }) =>
          isBehindProxy ? headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined
      }
    ),

    /** Serves `/live` and `/ready`, below `/health`. */
    health: ({ url }: Request) => countersign.handler(new Request(new URL(`/health${new URL(url).pathname}`, url))),

    /** Protects an endpoint of yours: the call needs a session of the wallet. */
    session: api.requireSession(),

    /** Finishes what is in progress, for so many milliseconds at most. */
    close: async (patience: number) => {
      await countersign.close(patience)
      mailer?.close()
      await pool?.end()
    }
  }
}

export type Wallet = Awaited<ReturnType<typeof openWallet>>
