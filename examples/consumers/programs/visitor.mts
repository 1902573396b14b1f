// A user signs up by e-mail, adds a passkey and signs in with it, in a service of your own on Express and PostgreSQL.
import { createClient } from "@countersign/client"
import { countersignExpress } from "@countersign/express"
import { migrate, postgres } from "@countersign/postgres"
import { createCountersign, type WalletUser } from "countersign"
import express from "express"
import pg from "pg"

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
await migrate(pool)
const { bundleSigner, forVisitor } = createCountersign({ store: postgres({ pool }), logs: "none" })
const platform = { platformId: "sandbox", mode: "sandbox" } as const
// The sessions of your own sign-in.
const sessions = new Map<string, WalletUser>()
const visitors = forVisitor(({ headers }) => sessions.get(headers.get("cookie")?.split("sid=")[1] ?? ""), {
  ...platform,
  signIn: async ({ owner }) => {
    const [user, sid] = [await owner(), crypto.randomUUID()]
    if (user !== undefined) sessions.set(sid, { ...platform, customerId: user.customerId })
    return user && { ...user, headers: { "set-cookie": `sid=${sid}; Path=/; HttpOnly; SameSite=Lax` } }
  }
})
express().use(countersignExpress(visitors)).listen(process.env.PORT)
// The page, in the user's browser.
const client = createClient({ baseUrl: `http://localhost:${process.env.PORT}/2025-10-13`, bundleSigner })
const { accountId, session } = await client.visitors.signIn({ email: "ada@example.com", code: () => "000000" })
await client.passkeys.register({ accountId, nickname: "Laptop", signer: session })
const visitor = await client.visitors.signInWithPasskey()
console.log(session?.type, visitor.session.type, visitor.accountId === accountId ? "one user" : "two users")
process.exit()
