// The same with better-auth, after its own documentation: codes by e-mail, passkeys, and sessions in PostgreSQL.
import { passkey } from "@better-auth/passkey"
import { passkeyClient } from "@better-auth/passkey/client"
import { betterAuth } from "better-auth"
import { createAuthClient } from "better-auth/client"
import { emailOTPClient } from "better-auth/client/plugins"
import { getMigrations } from "better-auth/db/migration"
import { toNodeHandler } from "better-auth/node"
import { emailOTP } from "better-auth/plugins"
import express from "express"
import pg from "pg"

const baseURL = `http://localhost:${process.env.PORT}`
const codes = new Map<string, string>()
const auth = betterAuth({
  baseURL,
  secret: "a secret of at least thirty-two characters",
  database: new pg.Pool({ connectionString: process.env.DATABASE_URL }),
  plugins: [
    emailOTP({ sendVerificationOTP: async ({ email, otp }) => void codes.set(email, otp) }),
    passkey({ rpID: "localhost", rpName: "Acme", origin: baseURL })
  ]
})
await (await getMigrations(auth.options)).runMigrations()
express().all("/api/auth/{*any}", toNodeHandler(auth)).listen(process.env.PORT)
// The page, in the user's browser.
const client = createAuthClient({ baseURL, plugins: [emailOTPClient(), passkeyClient()] })
const email = "ada@example.com"
await client.emailOtp.sendVerificationOtp({ email, type: "sign-in" })
const signedIn = await client.signIn.emailOtp({ email, otp: codes.get(email) ?? "" })
await client.passkey.addPasskey({ name: "Laptop" })
const visitor = await client.signIn.passkey()
console.log(signedIn.data?.user.email, visitor.data?.user?.email)
process.exit()
