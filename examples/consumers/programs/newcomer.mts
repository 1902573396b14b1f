// A login in a service of your own, on Express and PostgreSQL.
import { createClient } from "@countersign/client"
import { countersignExpress } from "@countersign/express"
import { migrate, postgres } from "@countersign/postgres"
import { createCountersign } from "countersign"
import express from "express"
import pg from "pg"

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
await migrate(pool)
const { api, bundleSigner, forUser } = createCountersign({ store: postgres({ pool }), logs: "none" })
const platform = { platformId: "sandbox", mode: "sandbox" } as const
const wallet = api.in(platform)
const { id: customerId } = await wallet.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
const { data } = await wallet.internalAccounts.list({ customerId, type: "EMBEDDED_WALLET" })
const [credential] = await wallet.credentials.list(data[0].id)
// Your own sign-in decides which user calls. This service has one.
const users = forUser(() => ({ ...platform, customerId }))
express().use(countersignExpress(users)).listen(process.env.PORT)
// The end user's app.
const client = createClient({ baseUrl: `http://localhost:${process.env.PORT}/2025-10-13`, bundleSigner })
const { type } = await client.emailOtp.login({ credentialId: credential.id, code: () => "000000" })
console.log(`signed in by ${type}`)
process.exit()
