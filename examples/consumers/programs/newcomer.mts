// A login in a service of your own, on Express and PostgreSQL.
import { createClient } from "@countersign/client"
import { countersignExpress } from "@countersign/express"
import { migrate, postgres } from "@countersign/postgres"
import { createCountersign, secretDigest } from "countersign"
import express from "express"
import pg from "pg"

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
await migrate(pool)
const token = { id: "acme", secretSha256: secretDigest("secret"), platformId: "acme", mode: "sandbox" } as const
const { api, bundleSigner, handler } = createCountersign({ store: postgres({ pool }), tokens: [token], logs: "none" })
express().use(countersignExpress({ handler })).listen(process.env.PORT)
const wallet = api.in(token)
const { id: customerId } = await wallet.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
const { data } = await wallet.internalAccounts.list({ customerId, type: "EMBEDDED_WALLET" })
const [credential] = await wallet.credentials.list(data[0].id)
// The end user's app. In production your backend adds this header, after it has identified the user.
const headers = { authorization: `Basic ${btoa("acme:secret")}` }
const client = createClient({ baseUrl: `http://localhost:${process.env.PORT}/2025-10-13`, bundleSigner, headers })
const { type } = await client.emailOtp.login({ credentialId: credential.id, code: () => "000000" })
console.log(`signed in by ${type}`)
process.exit()
