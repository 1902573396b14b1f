// The same with better-auth, after its own quick start: a password, in its memory adapter.
import type { AddressInfo } from "node:net"
import { betterAuth } from "better-auth"
import { memoryAdapter } from "better-auth/adapters/memory"
import { createAuthClient } from "better-auth/client"
import { toNodeHandler } from "better-auth/node"
import express from "express"

const server = express().listen(0)
const baseURL = `http://localhost:${(server.address() as AddressInfo).port}`
const auth = betterAuth({
  baseURL,
  secret: "a secret of at least thirty-two characters",
  database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
  emailAndPassword: { enabled: true }
})
server.removeAllListeners("request").on("request", express().all("/api/auth/{*any}", toNodeHandler(auth)))
const client = createAuthClient({ baseURL, fetchOptions: { headers: { origin: baseURL } } })
await client.signUp.email({ email: "ada@example.com", password: "a long password", name: "Ada" })
const { data } = await client.signIn.email({ email: "ada@example.com", password: "a long password" })
console.log(`signed in ${data?.user.email}`)
process.exit()
