import { createHash } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { testDatabase } from "@countersign/harness/postgres"
import { runCommand } from "@countersign/harness/told"
import { nodeBridge } from "@countersign/http/node"
import { createCountersign, secretDigest } from "countersign"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { emptyPlace } from "./sandbox.ts"

const database = testDatabase({ isEmpty: true })
const digest = secretDigest("secret-canary")
const hexOf = (name: string) => createHash("sha256").update(name).digest("hex")
const [random, other] = [hexOf("one"), hexOf("other")]
const countersign = createCountersign({
  tokens: [
    { id: "desk", secretSha256: digest, platformId: "alpha", mode: "sandbox" },
    { id: "mute", secretSha256: digest, platformId: "alpha", mode: "sandbox", scopes: ["TRANSACT"] }
  ],
  keys: { vault: "11".repeat(32), service: "22".repeat(32) },
  logs: "none"
})
/** The clock skew of the tested service, which a test can set. */
const clock = { ahead: 0 }
const serve = nodeBridge(countersign.handler)
const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
  if (clock.ahead !== 0) response.setHeader("date", new Date(Date.now() + clock.ahead).toUTCString())
  void serve(request, response)
})
let url = ""

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening")
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/2025-10-13`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await countersign.close()
})

interface Said {
  readonly isSound: boolean
  readonly checks: ReadonlyArray<{
    readonly check: string
    readonly fault?: { readonly cause: string; readonly message: string }
  }>
}

const examined = async (env: Record<string, string>, ...args: ReadonlyArray<string>) => {
  const { code, err, out } = await runCommand(["doctor", "--json", ...args], { ...emptyPlace(), ...env })
  expect(err).toBe("")
  const { checks, isSound }: Said = JSON.parse(out)
  expect(code).toBe(isSound ? 0 : 3)
  return { out, faults: checks.flatMap(({ check, fault }) => (fault === undefined ? [] : [`${check} ${fault.cause}`])) }
}

describe("countersign doctor", () => {
  it("finds nothing wrong with a valid configuration", async () => {
    const { SERVICE_KEY, VAULT_KEY } = JSON.parse((await runCommand(["keys", "--json"])).out)
    await runCommand(["migrate", "up", "--database-url", database.url()])
    const service = { COUNTERSIGN_URL: url, COUNTERSIGN_TOKEN: "desk:secret-canary" }
    const env = { SERVICE_KEY, VAULT_KEY, DATABASE_URL: database.url(), ...service }
    const { faults, out } = await examined(env)
    // The test database runs without fsync, because its data is disposable.
    expect(faults).toEqual(faults.filter((fault) => /^DATABASE_(?:FSYNC|FULL_PAGE_WRITES) OFF$/u.test(fault)))
    const words = await runCommand(["doctor"], env)
    expect(words.out).toContain("ok     VAULT_KEY\nok     SERVICE_KEY\nok     DATABASE\n")
    for (const secret of [SERVICE_KEY, VAULT_KEY, "secret-canary"]) expect(out + words.out).not.toContain(secret)
  })

  it.each<readonly [env: Record<string, string>, faults: ReadonlyArray<string>]>([
    [{ VAULT_KEY: "" }, ["VAULT_KEY NO_KEY"]],
    [{ VAULT_KEY: "short" }, ["VAULT_KEY NO_KEY"]],
    [{ VAULT_KEY: "11".repeat(32) }, ["VAULT_KEY GUESSABLE"]],
    [{ VAULT_KEY: "same".repeat(16) }, ["VAULT_KEY NO_KEY"]],
    [{ VAULT_KEY: `${random},${other}`, WALLETS_KEY: random }, []],
    [{ VAULT_KEY: `${random},${other}` }, ["WALLETS_KEY NOT_THERE"]],
    [{ VAULT_KEY: `${random},${random}`, WALLETS_KEY: random }, ["VAULT_KEY TWICE"]],
    [{ VAULT_KEY: `${random},short`, WALLETS_KEY: random }, ["VAULT_KEY NO_KEY"]],
    [{ SERVICE_KEY: `${other},${random}`, VAULT_KEY: random }, ["KEYS ONE_KEY_FOR_TWO"]],
    [{ WALLETS_KEY: "" }, ["WALLETS_KEY NO_KEY"]],
    [{ SERVICE_KEY: "000102030405060708090a0b0c0d0e0f".repeat(2) }, []],
    [{ SERVICE_KEY: `ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551` }, ["SERVICE_KEY NO_SCALAR"]],
    [
      { VAULT_KEY: "01".repeat(32), SERVICE_KEY: "01".repeat(32) },
      ["VAULT_KEY GUESSABLE", "SERVICE_KEY GUESSABLE", "KEYS ONE_KEY_FOR_TWO"]
    ]
  ])("checks the keys %j", async (env, faults) => {
    expect((await examined(env)).faults).toEqual(faults)
  })

  it("reports missing tables and an unreachable database, without its password", async () => {
    const none = await examined({ DATABASE_URL: database.url() }, "--schema", "nowhere")
    expect(none.faults).toContain("DATABASE_TABLES NO_TABLES")
    expect(none.out).toContain("npx @countersign/cli migrate up")
    const dead = await examined({ DATABASE_URL: "postgres://user:secret-canary@127.0.0.1:1/none" })
    expect(dead.faults).toEqual(["DATABASE NO_ANSWER"])
    expect(dead.out).toContain("ECONNREFUSED")
    expect(dead.out).not.toContain("secret-canary")
  })

  it("reports an unreachable service, a malformed address, and a refused token", async () => {
    const faultsOf = async (COUNTERSIGN_URL: string, COUNTERSIGN_TOKEN = "desk:secret-canary") =>
      (await examined({ COUNTERSIGN_URL, COUNTERSIGN_TOKEN })).faults
    expect(await faultsOf("http://127.0.0.1:1/2025-10-13")).toEqual(["SERVICE NO_ANSWER"])
    expect(await faultsOf("pay.example")).toEqual(["SERVICE NO_URL"])
    expect(await faultsOf(url, "desk:other")).toEqual(["TOKEN REFUSED"])
    expect(await faultsOf(url, "mute:secret-canary")).toEqual(["TOKEN NO_VIEW"])
    expect(await faultsOf(new URL("/", url).href)).toEqual(["TOKEN NOT_ASKED"])
  })

  it("reports by how much two clocks differ, and in which direction", async () => {
    for (const [ahead, words] of [
      [-3_600_000, /clock is (?:3599|360[012]) s ahead of the service's/u],
      [3_600_000, /clock is (?:359[89]|360[01]) s behind the service's/u]
    ] as const) {
      clock.ahead = ahead
      const { faults, out } = await examined({ COUNTERSIGN_URL: url })
      expect([faults, out]).toEqual([["CLOCK APART"], expect.stringMatching(words)])
    }
    clock.ahead = 0
  })

  describe("with the options of a service", () => {
    const folder = mkdtempSync(join(tmpdir(), "countersign-doctor-"))
    const secret = "canary-of-a-module"
    /** A host module, and the doctor's report about it. */
    const moduleOf = async (code: string, env: Record<string, string> = {}) => {
      const file = join(folder, `${createHash("sha256").update(code).digest("hex")}.mjs`)
      writeFileSync(file, code)
      const { out, faults } = await examined(env, "--config", file)
      const { checks }: Said = JSON.parse(out)
      return { out, faults, messages: checks.map(({ fault }) => fault?.message) }
    }

    it("reports what production refuses to start with, in its words and its order", async () => {
      const options = {
        tokens: [{ id: "live", secretSha256: digest, platformId: "acme", mode: "production" as const }],
        keys: { vault: "1f".repeat(32), service: "secret-canary" },
        webhooks: { allowPrivate: true }
      }
      const { faults, messages, out } = await moduleOf(`export const options = ${JSON.stringify(options)}`)
      expect(faults).toEqual(
        ["keys.service", "store", "mailer", "webhooks.allowPrivate"].map((option) => `OPTIONS ${option}`)
      )
      expect(() => createCountersign(options)).toThrow(messages.join("\n"))
      expect(out).not.toContain("secret-canary")
    })

    it("finds nothing wrong with valid options, exported in any way", async () => {
      for (const way of ["export const options =", "export default () =>", "export default async () =>"]) {
        expect((await moduleOf(`${way} ({ policy: { sessionLifetime: 600_000 } })`)).faults).toEqual([])
      }
    })

    it("GU8: compares the keys with those of the database, and calls the key management service", async () => {
      const effect = new URL("../../../countersign/dist/effect.js", import.meta.url).href
      const options = `keys: ${JSON.stringify({ vault: "3b1f6ad0c2e94857f60d8a11b7e2934cd05f7a6e8194c3b2ad70e6f15928cb43", service: "5d2e81f7a94c06b3e8d17f4a20c95b6e13fa8d7042b6c9e05187d3f4a6b2c90e" })}, store: memoryStore`
      const code = (more: string) =>
        `import { memoryStore } from "${effect}"\nexport const options = { ${options}, ${more} }`
      expect((await moduleOf(code(""))).faults).toEqual([])
      const calls =
        "encrypt: async () => { throw Object.assign(new Error(), { because: 'unknownKey' }) }, decrypt: async () => {}"
      const { faults, messages } = await moduleOf(
        code(`vault: { kms: { keyId: "arn:aws:kms:eu:1111:key/one", ${calls} } }`)
      )
      expect(faults).toEqual(["KEYS_IN_USE vault"])
      expect(messages).toContain("vault cannot be used: the key management service does not give the key one")
    })

    it("reports why a module provides no options, without secrets of the environment", async () => {
      const { faults, out } = await moduleOf(`throw new Error("cannot connect by ${secret}")`, { MY_SECRET: secret })
      expect([faults, out]).toEqual([["OPTIONS NOT_READ"], expect.stringContaining("cannot connect by [MY_SECRET]")])
      expect((await moduleOf("export const other = 1")).out).toContain("Export the options of createCountersign")
      expect((await examined({}, "--config", join(folder, "none.mjs"))).faults).toEqual(["OPTIONS NOT_READ"])
    })
  })

  it("states which inputs it requires when there is nothing to check", async () => {
    const { code, err } = await runCommand(["doctor"], emptyPlace())
    expect([code, err]).toEqual([1, expect.stringContaining("Nothing to check: set VAULT_KEY")])
  })
})
