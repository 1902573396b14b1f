import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runCommand } from "@countersign/harness/told"
import { callers, makeWorld } from "@countersign/harness/world"
import { nodeBridge } from "@countersign/http/node"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const policy = {
  sessions: { credentialTypes: ["OAUTH", "PASSKEY"] },
  operations: [
    { operations: ["EXPORT_WALLET", "HOST/Payout"], credentialTypes: ["PASSKEY"], maxSessionAgeSeconds: 300 },
    { operations: ["PAY"], credentialTypes: ["PASSKEY"], above: { currency: "USDC", amount: 1000 } }
  ],
  payments: { limits: [{ currency: "USDC", perPayment: 5000, perDay: 8000 }], destinationMinAgeSeconds: 86_400 }
}
const folder = mkdtempSync(join(tmpdir(), "countersign-policy-"))
const file = join(folder, "policy.json")
beforeAll(() => writeFileSync(file, JSON.stringify(policy)))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const explain = (args: string, env = {}) => runCommand(["policy", "explain", ...args.split(" ")], env)
const by = (args: string) => explain(`--policy @${file} ${args}`)
const PAYS = "--operation PAY --currency USDC --destination-age 86400"

describe("countersign policy explain", () => {
  it.each([
    ["--operation LOGIN --credential-type PASSKEY", "A credential of type PASSKEY opens a session."],
    [
      "--operation EXPORT_WALLET --credential-type PASSKEY --session-age 299",
      "A session of PASSKEY may sign EXPORT_WALLET, 299 s after the login."
    ],
    ["--operation HOST/Note --credential-type OAUTH", "A session of OAUTH may sign HOST/Note, 0 s after the login."],
    [`${PAYS} --credential-type OAUTH --amount 1000`, "A session of OAUTH may sign PAY, 0 s after the login."],
    [
      `${PAYS} --credential-type PASSKEY --amount 5000 --paid-today 3000`,
      "A session of PASSKEY may sign PAY, 0 s after the login."
    ]
  ])("PO11: allows %s", async (args, message) => {
    expect(await by(args)).toMatchObject({ code: 0, out: `ALLOWED  ${message}\n`, err: "" })
  })

  it.each([
    [
      "--operation LOGIN --credential-type EMAIL_OTP",
      "SESSION_CREDENTIAL_TYPE",
      "sessions.credentialTypes does not list EMAIL_OTP, so it opens no session."
    ],
    [
      "--operation EXPORT_WALLET --credential-type OAUTH --session-age 5",
      "OPERATION_CREDENTIAL_TYPE",
      "EXPORT_WALLET needs a session of PASSKEY and a login less than 300 s ago. This is a session of OAUTH, 5 s after the login."
    ],
    [
      "--operation HOST/Payout --credential-type PASSKEY --session-age 300",
      "OPERATION_SESSION_AGE",
      "HOST/Payout needs a session of PASSKEY and a login less than 300 s ago. This is a session of PASSKEY, 300 s after the login."
    ],
    [
      `${PAYS} --credential-type OAUTH --amount 1001`,
      "PAYMENT_CREDENTIAL_TYPE",
      "PAY needs a session of PASSKEY. This is a session of OAUTH, 0 s after the login."
    ],
    [
      `${PAYS} --credential-type PASSKEY --amount 5001`,
      "PAYMENT_LIMIT",
      "The limit per payment is 5000 USDC. This one debits 5001."
    ],
    [
      `${PAYS} --credential-type PASSKEY --amount 5000 --paid-today 3001`,
      "PAYMENT_DAY_LIMIT",
      "The limit per day is 8000 USDC. 3001 were paid today, and this one debits 5000."
    ],
    [
      "--operation PAY --currency USDC --amount 1 --credential-type PASSKEY --destination-age 86399",
      "DESTINATION_AGE",
      "payments.destinationMinAgeSeconds is 86400. The account is 86399 s old."
    ],
    [
      "--operation PAY --currency USDC --amount 1 --credential-type PASSKEY",
      "DESTINATION_WITHOUT_AGE",
      "payments.destinationMinAgeSeconds is 86400. A payment address has no age."
    ]
  ])("PO11: refuses %s by %s, with exit code 1", async (args, rule, message) => {
    expect(await by(args)).toMatchObject({ code: 1, out: `REFUSED  ${rule}\n         ${message}\n`, err: "" })
    const { code, out } = await by(`${args} --json`)
    expect([code, JSON.parse(out)]).toEqual([1, { isAllowed: false, rule, message }])
  })

  it.each([
    ["--operation PAYS --credential-type PASSKEY", 2, "It must be LOGIN"],
    ["--operation PAY --credential-type SMS", 2, "Allowed choices"],
    ["--operation PAY --credential-type PASSKEY --amount 1.5", 2, "whole number"],
    ["--operation PAY --credential-type PASSKEY --amount 1", 1, "--amount and --currency"]
  ])("rejects %s", async (args, code, message) => {
    const answer = await by(args)
    expect([answer.code, answer.out]).toEqual([code, ""])
    expect(answer.err).toContain(message)
  })

  it("rejects an invalid policy with the place of each fault, and a text that is not JSON", async () => {
    const call = "--operation LOGIN --credential-type PASSKEY"
    const invalid = await explain(`--policy {"sessions":{"credentialTypes":["sms"]}} ${call}`)
    expect([invalid.code, invalid.err]).toEqual([1, expect.stringContaining("sessions.credentialTypes.0: ")])
    expect((await explain(`--policy {{ ${call}`)).err).toContain("not JSON")
  })

  it("PO11: decides by the policy of a running service, as the service itself does", async () => {
    const world = makeWorld({ logs: "none" })
    const server = createServer({ keepAliveTimeout: 600_000 }, nodeBridge(world.countersign.handler))
    await once(server.listen(0, "127.0.0.1"), "listening")
    try {
      const { port } = server.address() as AddressInfo
      const env = {
        COUNTERSIGN_URL: `http://127.0.0.1:${port}/2025-10-13`,
        COUNTERSIGN_TOKEN: `${callers.a.token}:${callers.a.secret}`
      }
      const call = "--operation LOGIN --credential-type EMAIL_OTP"
      expect((await explain(call, env)).code).toBe(0)
      await world.call(callers.support, "PATCH", "/platform/settings", { body: { revision: 0, accessPolicy: policy } })
      expect(await explain(call, env)).toMatchObject({
        code: 1,
        out: expect.stringContaining("SESSION_CREDENTIAL_TYPE")
      })
    } finally {
      server.closeAllConnections()
      server.close()
      await world.countersign.close()
    }
  })
})
