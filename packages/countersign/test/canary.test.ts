import {
  addOauth,
  addPasskey,
  clientKey,
  oauthSession,
  oidcToken,
  openedKey,
  passkeySession,
  signed
} from "@countersign/harness/fixtures"
import { testDatabase } from "@countersign/harness/postgres"
import { storedRows } from "@countersign/harness/tables"
import {
  type Answer,
  answerTo,
  callers,
  keyPair,
  keys,
  makeWorld,
  pendingLogin,
  retryHeaders,
  session
} from "@countersign/harness/world"
import { written } from "@countersign/harness/written"
import { postgres } from "@countersign/postgres"
import { encodeBase64, encodeHex, encodeUtf8 } from "@countersign/wire"
import { describe, expect, it } from "vitest"
import { startCollector } from "../../../examples/telemetry/src/collector.ts"
import { openTelemetry } from "../../../examples/telemetry/src/openTelemetry.ts"
import { metricsOf, spansOf } from "../../../examples/telemetry/src/shown.ts"
import { effectTelemetry } from "../../../examples/telemetry/src/withEffect.ts"

/** Both forms of the option `telemetry`. */
const exports = {
  OpenTelemetry: openTelemetry,
  Effect: (url: string) => ({ telemetry: effectTelemetry(url), shutdown: async () => {} })
}

describe.each(Object.entries(exports))("telemetry by %s", (_, exportTo) => {
  const server = testDatabase()

  it("I8 D13 UV4: writes no secret, and no device of a session, to logs, traces, metrics, errors or the database", {
    timeout: 600_000
  }, async () => {
    const pool = server.pool()
    const collector = await startCollector()
    const { shutdown, telemetry } = exportTo(collector.url)
    /** Secrets that must not appear in any output. */
    const canaries = new Map<string, string>([
      ["the vault key", keys.vault],
      ["the service key", keys.service],
      ["a token's secret", callers.a.secret],
      ["a token's secret as sent", encodeBase64(encodeUtf8(`${callers.a.token}:${callers.a.secret}`))]
    ])
    const answers: Array<Answer> = []

    const output = await written(async (soFar) => {
      const world = makeWorld({
        clock: "real",
        store: postgres({ pool, timeout: 300_000 }),
        telemetry,
        mailer: {
          sendCode: async ({ code }) => {
            canaries.set(`a mailed code ${code}`, code)
            if (canaries.size % 2 === 0) throw new Error(`the server rejected ${code}`)
          }
        },
        policy: { otpLength: 12, sessionClientRetention: 86_400_000 }
      })
      const { call } = world
      const stored: typeof call = async (...requested) => {
        const answer = await call(...requested)
        answers.push(answer)
        return answer
      }
      const watched = { ...world, call: stored }

      const { accountId, credentialId } = await watched.customer(callers.a)
      const email = await session(watched, callers.a, credentialId)
      canaries.set("a key that signs", encodeHex(email.keys.privateKey))
      const adding = { type: "OAUTH", accountId, oidcToken: oidcToken(watched, { sub: "sub-2" }) }
      canaries.set("the identity token of a credential that waits for a signature", adding.oidcToken)
      const waiting = await call(callers.a, "POST", "/auth/credentials", { body: adding })
      // The end user has to sign it, so the one response that delivers it contains it.
      expect(waiting.body.payloadToSign).toContain(adding.oidcToken)
      const oauth = await addOauth(watched, callers.a, accountId, email.keys)
      const opened = await oauthSession(watched, callers.a, oauth.credentialId)
      canaries.set("a session's sealed key, opened", encodeHex(opened.keys.privateKey))
      const passkey = await addPasskey(watched, callers.a, accountId, email.keys)
      const strong = await passkeySession(watched, callers.a, passkey.credentialId, passkey.authenticator)
      canaries.set("a passkey session's key, opened", encodeHex(strong.keys.privateKey))
      const bearer = oidcToken(watched, { sub: "sub-1", email: "someone@example.com" })
      canaries.set("an identity token", bearer)
      await watched.call(callers.a, "POST", `/auth/credentials/${oauth.credentialId}/verify`, {
        body: { type: "OAUTH", oidcToken: bearer, clientPublicKey: clientKey().hex }
      })
      const client = clientKey()
      canaries.set("a client's key", encodeHex(client.privateKey))
      const exported = await signed(watched, callers.a, email.keys, {
        method: "POST",
        path: `/internal-accounts/${accountId}/export`,
        body: { clientPublicKey: client.hex }
      })
      expect(exported.status).toBe(200)
      const refreshed = await signed(watched, callers.a, strong.keys, {
        method: "POST",
        path: `/auth/sessions/${strong.session.id}/refresh`,
        body: { clientPublicKey: client.hex }
      })
      canaries.set("a refreshed session's key, opened", encodeHex((await openedKey(refreshed, client)).privateKey))

      // Failures too: each refusal, and each log line about it.
      const device = { "service-client-user-agent": "Device-4711/1.0", "service-client-address": "192.0.2.47" }
      for (const value of Object.values(device)) canaries.set(`the device of a session: ${value}`, value)
      const seen = await pendingLogin(watched, callers.a, credentialId)
      const headers = { ...retryHeaders(seen.challenge, seen.keys), ...device }
      expect((await watched.call(callers.a, "POST", seen.path, { body: seen.body, headers })).status).toBe(200)
      const { body } = await answerTo(watched, callers.a, credentialId, "999999999999", keyPair())
      await watched.call(callers.a, "POST", `/auth/credentials/${credentialId}/verify`, { body })
      const pending = await pendingLogin(watched, callers.a, credentialId)
      await watched.call(callers.a, "POST", pending.path, {
        body: pending.body,
        headers: retryHeaders(pending.challenge, keyPair())
      })
      await watched.call({ ...callers.a, secret: "not-the-secret" }, "GET", "/customers")
      await watched.call(callers.a, "POST", "/customers", { raw: `{"customerType":"${callers.a.secret}"}` })
      const live = await watched.customer(callers.live)
      await watched.call(callers.live, "POST", `/auth/credentials/${live.credentialId}/challenge`)
      await expect.poll(() => [...canaries.keys()].some((name) => name.startsWith("a mailed code"))).toBe(true)
      await server.pool().query("alter schema countersign rename to countersign_away")
      await watched.call(callers.a, "GET", "/customers")
      // The workers run into the failure too, and log it.
      await expect.poll(soFar).toContain("a background round failed")
      await server.pool().query("alter schema countersign_away rename to countersign")
      await world.countersign.close()
    })
    await shutdown()
    collector.close()

    const sinks = {
      output,
      traces: JSON.stringify(collector.received.filter(({ path }) => path === "/v1/traces")),
      metrics: JSON.stringify(collector.received.filter(({ path }) => path === "/v1/metrics")),
      logs: JSON.stringify(collector.received.filter(({ path }) => path === "/v1/logs")),
      answers: JSON.stringify(answers.map(({ body, headers }) => [body, [...headers]])),
      database: (await storedRows(pool)).join("\n")
    }
    // An empty sink would prove nothing.
    for (const [sink, text] of Object.entries(sinks)) expect([sink, text.length > 100]).toEqual([sink, true])
    expect(spansOf(collector.received)).toContain("POST /auth/credentials/:id/verify")
    expect(spansOf(collector.received).map((name) => name.trim())).toContain("postgres commit")
    expect(metricsOf(collector.received)).toContain("countersign_requests")
    expect(sinks.database).toContain("signed_requests")
    expect(sinks.logs + sinks.output).toContain("npx @countersign/cli migrate up")

    expect(canaries.size).toBeGreaterThan(10)
    for (const [name, canary] of canaries) {
      for (const [sink, text] of Object.entries(sinks)) {
        expect([name, sink, text.toLowerCase().includes(canary.toLowerCase())]).toEqual([name, sink, false])
      }
    }
  })
})
