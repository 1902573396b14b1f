import { randomBytes } from "node:crypto"

type Mode = "sandbox" | "production"

/** Throws `MissingSettings`, and a `TypeError` for another WALLET_MODE. `.env.example` describes each variable. */
export const settingsOf = (env: Readonly<Record<string, string | undefined>>) => {
  const mode = modeOf(env.WALLET_MODE || "sandbox")
  const isDeployed = mode === "production" || env.NODE_ENV === "production"
  const required = [
    ...(isDeployed ? ["DATABASE_URL"] : []),
    // Data in a database outlives the process, so its keys must too.
    ...(isDeployed || env.DATABASE_URL ? ["VAULT_KEY", "WALLETS_KEY", "SERVICE_KEY", "SESSION_SECRET"] : []),
    ...(mode === "production" ? ["SMTP_URL", "MAIL_FROM"] : [])
  ]
  const missing = required.filter((name) => !env[name])
  if (missing.length > 0) throw new MissingSettings(missing)
  const { DATABASE_URL, MAIL_FROM = "", SERVICE_KEY, SMTP_URL = "", VAULT_KEY, WALLETS_KEY } = env
  return {
    port: Number(env.PORT || 3000),
    // The code of the sandbox is known, so a development server serves this machine only.
    host: env.HOST || (isDeployed ? "0.0.0.0" : "127.0.0.1"),
    mode,
    isDeployed,
    database: DATABASE_URL
      ? { url: DATABASE_URL, keys: { vault: VAULT_KEY, wallets: WALLETS_KEY, service: SERVICE_KEY } }
      : undefined,
    mail: { url: SMTP_URL, from: MAIL_FROM },
    sessionSecret: env.SESSION_SECRET || randomBytes(32).toString("hex"),
    allowedOrigins: listOf(env.ALLOWED_ORIGINS),
    passkeyOrigins: listOf(env.PASSKEY_ORIGINS),
    isBehindProxy: env.BEHIND_PROXY === "1"
  } as const
}

const listOf = (text = "") => text.split(",").filter((origin) => origin !== "")

const modeOf = (word: string): Mode => {
  if (word === "sandbox" || word === "production") return word
  throw new TypeError(`WALLET_MODE is "${word}". Set it to sandbox or production.`)
}

export type Settings = ReturnType<typeof settingsOf>

export class MissingSettings extends Error {
  override readonly name = "MissingSettings"

  constructor(readonly names: ReadonlyArray<string>) {
    super(`Not set: ${names.join(", ")}. See .env.example; \`npx @countersign/cli keys\` prints new keys.`)
  }
}
