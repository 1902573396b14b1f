import { randomBytes } from "node:crypto"
import { migrate, postgres } from "@countersign/postgres"
import { smtpMailer } from "@countersign/smtp"
import { CountersignError, createCountersign } from "countersign"
import pg from "pg"
import { demoSignIn } from "./demoSignIn.ts"
import type { Settings } from "./settings.ts"

/** The wallets of the service, on PostgreSQL, or in memory for development. */
export const openWallet = async (settings: Settings) => {
  const { allowedOrigins, database, isBehindProxy, mail, mode } = settings
  const environment = { platformId: "{{name}}", mode } as const
  const signIn = demoSignIn(settings)

  const pool = database && new pg.Pool({ connectionString: database.url })
  // A lost idle connection. The next query opens another.
  pool?.on("error", (error) => console.error(error.message))
  // Or run `npx @countersign/cli migrate up` when you deploy, with a role that the service does not have.
  if (pool) await migrate(pool)
  const mailer = mode === "production" ? smtpMailer(mail) : undefined

  const countersign = createCountersign({
    ...(pool && database && { store: postgres({ pool }), keys: database.keys }),
    ...(mailer && { mailer }),
    // A code that is mailed to a new e-mail address proves it before it is used.
    policy: { emailChange: "proven" },
    // The mode of this service. It mounts no endpoint for API tokens, so no caller needs the secret of this one.
    tokens: [{ id: "service", secretSha256: randomBytes(32).toString("hex"), ...environment }]
  })
  const api = countersign.api.in(environment)

  return {
    signIn,
    /** Clients pin these keys. They verify the answers of the server. */
    bundleSigners: countersign.bundleSigners,

    /** Serves the browser of a signed-in user the calls about their own wallet, below `/wallet`. */
    users: countersign.forUser(
      (request) => {
        const user = signIn.userOf(request.headers.get("cookie"))
        return user && { ...environment, customerId: user.customerId }
      },
      {
        origins: allowedOrigins,
        addressOf: ({ headers }) =>
          isBehindProxy ? headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined
      }
    ),

    /** Serves `/live` and `/ready`, below `/health`. */
    health: ({ url }: Request) => countersign.handler(new Request(new URL(`/health${new URL(url).pathname}`, url))),

    /** Protects an endpoint of yours: the call needs a session of the wallet. */
    session: api.requireSession(),

    /** Creates the customer of a new user, who then has a wallet. Returns `undefined` for a malformed address. */
    createUser: async (email: unknown) => {
      if (typeof email !== "string") return undefined
      try {
        const { id: customerId } = await api.customers.create({ customerType: "INDIVIDUAL", email })
        const { data } = await api.internalAccounts.list({ customerId, type: "EMBEDDED_WALLET" })
        return { customerId, accountId: data[0].id } // store these with your user
      } catch (error) {
        if (error instanceof CountersignError && error.code === "INVALID_INPUT") return undefined
        throw error
      }
    },

    /** Finishes what is in progress, for so many milliseconds at most. */
    close: async (patience: number) => {
      await countersign.close(patience)
      mailer?.close()
      await pool?.end()
    }
  }
}

export type Wallet = Awaited<ReturnType<typeof openWallet>>
