import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { peerFlows } from "../src/betterAuth/flows.ts"
import { start } from "../src/betterAuth/start.ts"
import { targetOf } from "../src/load/targetOf.ts"
import { startCluster } from "../src/run/cluster.ts"
import type { Running } from "../src/server/ServerSpec.ts"

let cluster: Awaited<ReturnType<typeof startCluster>>
let running: Running
let target: ReturnType<typeof targetOf>

beforeAll(async () => {
  cluster = await startCluster()
  const database = await cluster.database("better_auth")
  running = await start({ kind: "better-auth", mount: "express", store: "postgres", database })
  target = targetOf(running.port, running.seed)
})
afterAll(async () => {
  target.close()
  await running.close()
  await cluster.stop()
})

describe("a peer runs its flow with the documented number of statements", () => {
  it.each([
    ["better-auth: session check", 2],
    ["better-auth: e-mail code sign-in", 12],
    ["better-auth: passkey sign-in", 10]
  ])("%s: %i statements", async (name, statements) => {
    const flow = peerFlows.find((each) => each.name === name)
    // Each flow has its own user, who signs in separately.
    const user = await flow?.open(target, statements, 64)
    await user?.run()
    const before = running.statements()
    await user?.run()
    expect(running.statements() - before).toBe(statements)
  })
})

describe("an error of a peer ends the run, so no error is measured as a success", () => {
  const json = { "content-type": "application/json", origin: "https://app.example.com" }

  it("better-auth rejects a code that it did not send", async () => {
    const [path, email] = ["/api/auth/email-otp/send-verification-otp", "eve@example.com"]
    const body = JSON.stringify({ email, type: "sign-in" })
    expect((await target.call("POST", path, { headers: json, body })).status).toBe(200)
    const guess = JSON.stringify({ email, otp: "no code" })
    expect((await target.call("POST", "/api/auth/sign-in/email-otp", { headers: json, body: guess })).status).toBe(400)
  })

  it("better-auth finds no session for a cookie that it did not sign", async () => {
    const headers = { cookie: "__Secure-better-auth.session_token=made.up" }
    expect((await target.call("GET", "/api/auth/get-session", { headers })).body).toBe("null")
  })
})
