import { once } from "node:events"
import { mkdtempSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { createClient } from "@countersign/client"
import { runCommand } from "@countersign/harness/told"
import { nodeBridge } from "@countersign/http/node"
import { memoryStore } from "@countersign/memory"
import { createCountersign, secretDigest } from "countersign"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { emptyPlace, startSandbox } from "./sandbox.ts"

const env = emptyPlace()
let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  sandbox = await startSandbox(env)
})
afterAll(() => sandbox.stop())

describe("countersign login", () => {
  it("signs a new customer in, and shows each request and response", async () => {
    const { code, err, out } = await runCommand(["login"], env)
    expect([code, err]).toEqual([0, ""])
    // The two calls to verify differ only in these headers.
    expect(out).toMatch(/> POST \S+\/verify\nrequest-id: Request:\S+\nservice-wallet-signature: \S+\n\{/u)
    expect(out.match(/service-wallet-signature/gu)).toHaveLength(1)
    for (const line of ["> POST /customers", "< 201", "/challenge", "/verify", "< 202", "> GET /auth/sessions"]) {
      expect(out).toContain(line)
    }
    expect(out).toMatch(/\nSigned in\. Session:[0-9a-f-]{36} is active until 2\S+Z\.\n$/u)
    expect(out).not.toContain(sandbox.server.token.secret)
  })

  it.each(["EMAIL_OTP", "OAUTH", "PASSKEY"])("signs in by %s, with an existing or a new account", async (type) => {
    const first = await runCommand(["login", "--type", type, "--json"], env)
    expect([first.code, first.err]).toEqual([0, ""])
    const session = JSON.parse(first.out)
    expect([session.type, first.out.trim().split("\n").length]).toEqual([type, 1])
    expect(Object.keys(session)).not.toContain("encryptedSessionSigningKey")
    // The sandbox clock is ahead of this machine's, and invented tokens use that clock.
    await runCommand(["sandbox", "advance", "1h"], env)
    const other = await runCommand(
      ["login", "--type", type === "OAUTH" ? "PASSKEY" : "OAUTH", "--account", session.accountId, "--quiet"],
      env
    )
    expect([other.code, other.out]).toEqual([0, expect.stringMatching(/^Signed in\. Session:\S+ is active until/u)])
  })

  it("obtains an id token for the nonce of this login, from a command or a prompt", async () => {
    const { accountId, createdAt } = JSON.parse((await runCommand(["login", "--json"], env)).out)
    const iat = Date.parse(createdAt) / 1000
    const claims = { iss: "https://accounts.google.com", aud: "app", sub: "ada", iat: Math.floor(iat), exp: iat + 600 }
    const tokenOf = (nonce: string) =>
      [{ alg: "RS256" }, { ...claims, nonce }]
        .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
        .concat("c2ln")
        .join(".")
    const { baseUrl, bundleSigner, token } = sandbox.server
    const authorization = `Basic ${btoa(`${token.id}:${token.secret}`)}`
    const client = createClient({ baseUrl, bundleSigner, headers: { authorization } })
    const [email] = await client.credentials.list(accountId)
    const signer = await client.emailOtp.login({ credentialId: email?.id ?? "", code: () => "000000" })
    await client.addCredential({ type: "OAUTH", accountId, oidcToken: tokenOf("") }, { signer })

    const args = ["login", "--type", "OAUTH", "--account", accountId, "--quiet"]
    const output = { err: "", question: "" }
    const answered = await runCommand(args, env, {
      err: (text) => {
        output.err += text
      },
      ask: async (question) => {
        output.question = question
        return `${tokenOf(/^[0-9a-f]{64}$/mu.exec(output.err)?.[0] ?? "")}\n`
      }
    })
    expect([answered.code, output.question]).toEqual([0, "Id token: "])
    const script = join(dirname(env.SANDBOX_FILE), "token.mjs")
    writeFileSync(
      script,
      `const tokenOf = (nonce) => { const claims = ${JSON.stringify({ ...claims, jti: "2" })}
      return [{ alg: "RS256" }, { ...claims, nonce }].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
        .concat("c2ln").join(".") }
      console.log(tokenOf(process.env.COUNTERSIGN_NONCE))`
    )
    const printed = await runCommand([...args, "--id-token-from", `${process.execPath} ${script}`], env)
    expect([printed.code, printed.err]).toEqual([0, ""])

    const stale = await runCommand([...args, "--id-token-from", `printf %s ${tokenOf("0".repeat(64))}`], env)
    expect([stale.code, stale.err]).toEqual([
      1,
      expect.stringMatching(/nonce.*Request a fresh token from the issuer\.\n$/iu)
    ])
    const unknown = await runCommand(args, env)
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining("--id-token-from")])
  })

  it("reports the service's refusal of a wrong code", async () => {
    const { code, err } = await runCommand(["login", "--code", "123456", "--quiet"], env)
    expect([code, err]).toEqual([1, expect.stringContaining("Invalid OTP code")])
  })
})

describe("countersign login, to a service in production", () => {
  const letters: Array<string> = []
  const countersign = createCountersign({
    tokens: [{ id: "live", secretSha256: secretDigest("s"), platformId: "acme", mode: "production" }],
    keys: { vault: secretDigest("vault"), service: secretDigest("service") },
    store: memoryStore,
    mailer: { sendCode: async ({ code }) => void letters.push(code) },
    logs: "none"
  })
  const server = createServer({ keepAliveTimeout: 600_000 }, nodeBridge(countersign.handler))
  let live: Record<string, string> = {}
  beforeAll(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening")
    const { port } = server.address() as AddressInfo
    live = {
      SANDBOX_FILE: join(mkdtempSync(join(tmpdir(), "countersign-cli-")), "none.json"),
      COUNTERSIGN_URL: `http://127.0.0.1:${port}/2025-10-13`,
      COUNTERSIGN_TOKEN: "live:s",
      COUNTERSIGN_BUNDLE_SIGNER: countersign.bundleSigner
    }
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await countersign.close()
  })

  it("prompts for the mailed code, and once more after a wrong one", async () => {
    const requested: Array<string> = []
    const ask = async (question: string) => {
      requested.push(question)
      await expect.poll(() => letters.length).toBeGreaterThan(0)
      return requested.length === 1 ? (letters[0] === "111111" ? "222222" : "111111") : (letters[0] ?? "")
    }
    const { code, err, out } = await runCommand(["login", "--quiet"], live, { ask })
    expect([code, err, out]).toEqual([0, "", expect.stringMatching(/^Signed in\. /u)])
    expect(requested).toEqual([
      "Code mailed to ada@example.com: ",
      "The code is wrong. Code mailed to ada@example.com: "
    ])
  })

  it("invents no code, no identity and no passkey", async () => {
    expect((await runCommand(["login", "--quiet"], live)).err).toBe("Pass the mailed code: --code 123456\n")
    expect((await runCommand(["login", "--type", "OAUTH", "--quiet"], live)).err).toMatch(/has no OAUTH credential/u)
    expect((await runCommand(["login", "--type", "PASSKEY", "--quiet"], live)).err).toBe(
      "The key of a passkey never leaves its authenticator. Sign in on a page, with client.passkeys.login.\n"
    )
  })

  it("reports missing settings before it sends a request", async () => {
    const { COUNTERSIGN_BUNDLE_SIGNER: _, ...unpinned } = live
    expect((await runCommand(["login"], unpinned)).err).toMatch(
      /^Pass the key that signs the service's bundles: COUNTERSIGN_/u
    )
    expect((await runCommand(["login"], { ...live, COUNTERSIGN_TOKEN: "live:wrong" })).err).toMatch(
      /^401 UNAUTHORIZED/u
    )
    expect((await runCommand(["login"], { ...live, COUNTERSIGN_URL: "http://127.0.0.1:1/x" })).err).toMatch(
      /^No service answers/u
    )
  })
})
