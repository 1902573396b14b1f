import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { listening } from "@countersign/harness/listening"
import { nodeBridge } from "@countersign/http/node"
import { createCountersign, secretDigest } from "countersign"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"

const program = (name: string) =>
  fileURLToPath(new URL(`../../../kits/vectors/readers/python/${name}.py`, import.meta.url))
const hasPython = spawnSync("python3", ["--version"]).status === 0
const ABSENT = "there is no python3 on the PATH, so the client in Python did not run"
// The run's summary counts skipped tests without their reasons.
if (!hasPython) console.warn(`skipped: ${ABSENT}`)

const SECRET = "s:e"
const countersign = createCountersign({
  tokens: [{ id: "alpha", secretSha256: secretDigest(SECRET), platformId: "alpha", mode: "sandbox" }],
  keys: { vault: "11".repeat(32), service: "22".repeat(32) },
  logs: "none"
})

/** A proxy between client and server: it replaces a field of the payload of calls whose path has the given ending. */
interface Tampering {
  readonly pathEnd: string
  readonly field: string
  readonly value: string
}
let tampering: Tampering | undefined
// A payload is JSON in a JSON string, so its quotes are escaped.
const tampered = (body: string, { field, value }: Tampering): string =>
  body.replace(new RegExp(`\\\\"${field}\\\\":\\\\"[^"]*"`, "u"), `\\"${field}\\":\\"${value}\\"`)
/** The paths of the calls that carried a stamp. */
let stamped: Array<string> = []
const server = createServer(
  { keepAliveTimeout: 600_000 },
  nodeBridge(async (request) => {
    const { pathname } = new URL(request.url)
    if (request.headers.has("service-wallet-signature")) stamped.push(pathname)
    const response = await countersign.handler(request)
    if (!response.ok || tampering === undefined || !pathname.endsWith(tampering.pathEnd)) return response
    const { headers, status } = response
    return new Response(tampered(await response.text(), tampering), { headers, status })
  })
)
let baseUrl = ""

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening")
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/2025-10-13`
})
afterEach(() => {
  tampering = undefined
  stamped = []
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await countersign.close()
})

const run = async (args: ReadonlyArray<string>, more: Readonly<Record<string, string>> = {}, name = "client") => {
  const env = { ...process.env, NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1", ...more }
  const child = spawn("python3", [program(name), ...args], { env })
  let [out, err] = ["", ""]
  child.stdout.on("data", (chunk) => {
    out += chunk
  })
  child.stderr.on("data", (chunk) => {
    err += chunk
  })
  const [code] = await once(child, "close")
  return { code, out, err }
}

const uuid = /[0-9a-f-]{36}/u.source
const id = (kind: string) => expect.stringMatching(new RegExp(`^${kind}:${uuid}$`, "u"))

describe("the client in Python", () => {
  it("FC17: a client in Python, written from docs/reference/protocol.md alone, signs in, refreshes, signs and exports", async ({
    skip
  }) => {
    skip(!hasPython, ABSENT)
    const { code, err, out } = await run([baseUrl, "alpha", countersign.bundleSigner], {
      COUNTERSIGN_TOKEN_SECRET: SECRET
    })
    expect([code, err, out.split("\n").length]).toEqual([0, "", 2])
    const done = JSON.parse(out)
    expect(done).toEqual({
      customerId: id("Customer"),
      accountId: id("InternalAccount"),
      sessionId: id("Session"),
      refreshedSessionId: id("Session"),
      listed: expect.arrayContaining([done.sessionId, done.refreshedSessionId]),
      refused: {
        wrongCode: { status: 401, reason: "Invalid OTP code" },
        reusedRequestId: { status: 401, reason: "Request id already used" }
      },
      privateEnabled: true,
      paid: { status: "COMPLETED", amount: 5_000_000 },
      exportedWords: 12,
      activeAfterEnd: [done.sessionId]
    })
    expect([done.listed.length, new Set(done.listed).size]).toEqual([2, 2])
    const { data } = await countersign.api
      .in({ platformId: "alpha", mode: "sandbox" })
      .internalAccounts.list({ customerId: done.customerId, type: "EMBEDDED_WALLET" })
    expect(data).toEqual([expect.objectContaining({ id: done.accountId, privateEnabled: true })])
  })

  it.for([
    ["verify", "method", "DELETE"],
    ["verify", "path", "/internal-accounts/x/export"],
    ["verify", "bodyDigest", "00".repeat(32)],
    ["verify", "requestId", "Request:x"],
    ["verify", "organizationId", "InternalAccount:x"],
    ["verify", "type", "ACTIVITY_TYPE_EXPORT_WALLET"],
    ["verify", "publicKey", "02".repeat(33)],
    ["refresh", "targetPublicKey", "04".repeat(65)],
    ["export", "targetPublicKey", "04".repeat(65)],
    ["quotes", "amount", "5000001"],
    ["quotes", "fee", "1"],
    ["quotes", "receivedAmount", "1"],
    ["quotes", "payee", "Mallory"],
    ["quotes", "clabeNumber", "012180001234567897"],
    ["quotes", "path", "/quotes/x/execute"]
  ] as const)("FC17: refuses to sign the payload of %s where its %s differs", async ([end, field, value], { skip }) => {
    skip(!hasPython, ABSENT)
    tampering = { pathEnd: `/${end}`, field, value }
    const { code, err, out } = await run([baseUrl, "alpha", SECRET, countersign.bundleSigner])
    expect([code, out, err]).toEqual([
      1,
      "",
      expect.stringMatching(new RegExp(`refused to sign: .*\\b${field}\\b`, "u"))
    ])
    const signedCall = end === "quotes" ? "/execute" : `/${end}`
    expect(stamped.filter((path) => path.endsWith(signedCall))).toEqual([])
  })

  it.for([
    ["immediate", 0, "skipped"],
    ["proven", 60_000, true]
  ] as const)(
    "GC5: makes every other signed call too, written from the page: emailChange %s, credentials confirmed after %d ms",
    async ([emailChange, credentialConfirmation, isConfirmed], { skip }) => {
      skip(!hasPython, ABSENT)
      const service = createCountersign({
        tokens: [{ id: "alpha", secretSha256: secretDigest(SECRET), platformId: "alpha", mode: "sandbox" }],
        keys: { vault: "11".repeat(32), service: "22".repeat(32) },
        policy: { emailChange, credentialConfirmation },
        logs: "none"
      })
      const enabled = { enabled: true }
      await service.api
        .in({ platformId: "alpha", mode: "sandbox" })
        .settings.update({ revision: 0, recovery: { savedCodes: enabled, guardians: enabled } })
      const listens = await listening(nodeBridge(service))
      const url = `http://127.0.0.1:${listens.port}/2025-10-13`
      const { code, err, out } = await run([url, "alpha", SECRET, service.bundleSigner], {}, "signed_calls")
      await listens.close()
      await service.close()
      expect([code, err]).toEqual([0, ""])
      expect(JSON.parse(out)).toEqual({
        isConfirmed,
        renamed: "Renamed",
        address: { wasPending: emailChange === "proven", isRestored: true },
        sessionsAfterRevokeOthers: 1,
        codes: 10,
        started: ["GUARDIAN", "WAITING"],
        held: [409, "ACCOUNT_HELD"],
        deleted: { isDeleted: true, again: 410 }
      })
    }
  )

  it("FC17: refuses a bundle signed with another key", async ({ skip }) => {
    skip(!hasPython, ABSENT)
    const other = createCountersign({
      tokens: [],
      keys: { vault: "11".repeat(32), service: "33".repeat(32) },
      logs: "none"
    })
    const { code, err, out } = await run([baseUrl, "alpha", SECRET, other.bundleSigner])
    await other.close()
    expect([code, out, err]).toEqual([1, "", "ClientError: the bundle names another signer\n"])
    expect(stamped).toEqual([])
  })
})
