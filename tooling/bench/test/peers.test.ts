import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { targetOf } from "../src/load/targetOf.ts"
import { start as startBetterAuth } from "../src/peers/betterAuth/start.ts"
import { peerFlows } from "../src/peers/flows.ts"
import { start as startProvider } from "../src/peers/oidcProvider/start.ts"
import { startCluster } from "../src/run/cluster.ts"
import type { Running } from "../src/server/ServerSpec.ts"

type Peer = Running & { readonly target: ReturnType<typeof targetOf> }
const met = (running: Running): Peer => ({ ...running, target: targetOf(running.port, running.seed) })

let cluster: Awaited<ReturnType<typeof startCluster>>
const peers = new Map<string, Peer>()

beforeAll(async () => {
  cluster = await startCluster()
  const on = async (name: string) =>
    ({ mount: "express", store: "postgres", database: await cluster.database(name) }) as const
  peers.set("better-auth", met(await startBetterAuth({ kind: "better-auth", ...(await on("better_auth")) })))
  peers.set("oidc-provider", met(await startProvider({ kind: "oidc-provider", ...(await on("oidc_provider")) })))
})
afterAll(async () => {
  for (const { close, target } of peers.values()) {
    target.close()
    await close()
  }
  await cluster.stop()
})

const peer = (name: string): Peer => {
  const found = peers.get(name)
  if (found === undefined) throw new Error(`${name} was not started`)
  return found
}

describe("a peer runs its flow with the documented number of statements", () => {
  it.each([
    ["better-auth: session check", 2],
    ["better-auth: e-mail code sign-in", 12],
    ["better-auth: passkey sign-in", 10],
    ["oidc-provider: token introspection", 2]
  ])("%s: %i statements", async (name, statements) => {
    const flow = peerFlows.find((each) => each.name === name)
    const { statements: sent, target } = peer(flow?.kinds?.[0] ?? "")
    // Each flow has its own user, who signs in separately.
    const user = await flow?.open(target, statements, 64)
    await user?.run()
    const before = sent()
    await user?.run()
    expect(sent() - before).toBe(statements)
  })
})

describe("an error of a peer ends the run, so no error is measured as a success", () => {
  const json = { "content-type": "application/json", origin: "https://app.example.com" }

  it("better-auth rejects a code that it did not send", async () => {
    const { target } = peer("better-auth")
    const [path, email] = ["/api/auth/email-otp/send-verification-otp", "eve@example.com"]
    const body = JSON.stringify({ email, type: "sign-in" })
    expect((await target.call("POST", path, { headers: json, body })).status).toBe(200)
    const guess = JSON.stringify({ email, otp: "no code" })
    expect((await target.call("POST", "/api/auth/sign-in/email-otp", { headers: json, body: guess })).status).toBe(400)
  })

  it("better-auth finds no session for a cookie that it did not sign", async () => {
    const headers = { cookie: "__Secure-better-auth.session_token=made.up" }
    expect((await peer("better-auth").target.call("GET", "/api/auth/get-session", { headers })).body).toBe("null")
  })

  it("oidc-provider reports a token that it did not issue as inactive", async () => {
    const { seed, target } = peer("oidc-provider")
    const introspection = peerFlows.find(({ kinds }) => kinds?.includes("oidc-provider"))
    const forged = { ...target, seed: { ...Object(seed), tokens: ["made-up"] } }
    const user = await introspection?.open(forged, 0, 1)
    await expect(user?.run()).rejects.toThrow("the token is not active")
  })
})
