import { inspect } from "node:util"
import { Wallets } from "@countersign/core"
import { storedRows } from "@countersign/harness/tables"
import { runCommand } from "@countersign/harness/told"
import { written } from "@countersign/harness/written"
import type { CountersignOptions } from "countersign"
import { nodeVault, vaultWallets } from "countersign/effect"
import { Effect, Layer } from "effect"
import { expect, it, vi } from "vitest"
import { startCollector } from "../../../examples/telemetry/src/collector.ts"
import { effectTelemetry } from "../../../examples/telemetry/src/withEffect.ts"
import { type Recorded, type Recording, sieve, spellingsOf } from "../src/Recording.ts"
import { deliveredBy, keysOf, openTextsOf, type Secret, secretsOf } from "../src/secretsOf.ts"
import { broken } from "./breaking.ts"
import { keptWebhooks } from "./keptWebhooks.ts"
import { onPostgres } from "./movedDatabase.ts"
import { recordings } from "./recorded.ts"
import { overWeb, replay, type Target } from "./replay.ts"
import { makeSinks, SINKS, type Sink, walOf } from "./Sinks.ts"
import { mintedKeys } from "./seededCrypto.ts"

vi.mock("@countersign/node-crypto", () => import("./seededCrypto.ts"))
vi.mock("../../../adapters/webhooks/src/post.ts", () => import("./keptWebhooks.ts"))

const sinks = makeSinks()
const secrets: Array<Secret> = []
const postgres = onPostgres()

/** The webhook URL of every endpoint. Its path is a secret of the platform and its receiver. */
const HOOKS = "https://hooks.example.com/canary-path-9c1e77d0f2"

/**
 * A recording with webhooks: the first call of each token sets an endpoint. The last call comes a minute after all
 * others, so that all due work has been done by then.
 */
const toldOf = ({ calls, options }: Recording): Recording => {
  const [first, last] = [calls[0], calls.at(-1)]
  if (first === undefined || last === undefined) return { calls, options }
  const named = calls.flatMap(({ headers }) => headers.filter(([name]) => name === "authorization"))
  const setting = [...new Set(named.map(([, value]) => value))].map(
    (authorization, at): Recorded => ({
      ...first,
      nth: -1 - at,
      method: "PATCH",
      target: "/2025-10-13/config",
      headers: [
        ["authorization", authorization],
        ["content-type", "application/json"]
      ],
      body: Buffer.from(JSON.stringify({ webhookEndpoint: HOOKS })).toString("base64")
    })
  )
  return { options, calls: [...setting, ...calls, { ...last, nth: last.nth + 1, at: last.at + 60_000 }] }
}

/** The wallets of a vault. The words that they export are recorded. */
const notedWallets = (vaultKey: string) =>
  Layer.effect(
    Wallets,
    Effect.map(Wallets, (wallets) =>
      Wallets.of({
        ...wallets,
        mnemonic: (wallet) =>
          Effect.tap(wallets.mnemonic(wallet), (words) =>
            Effect.sync(() => secrets.push({ kind: "wallet words", value: Buffer.from(words) }))
          )
      })
    )
  ).pipe(Layer.provide(vaultWallets), Layer.provide(nodeVault(Buffer.from(vaultKey, "hex"))))

const firstOf = (keys: string | ReadonlyArray<string> = ""): string => [keys].flat()[0] ?? ""

/** A mailer that fails on every other e-mail, with an error that contains the code. */
let mails = 0
const mailer: CountersignOptions["mailer"] = {
  sendCode: async (mail) => {
    mails += 1
    secrets.push({ kind: "one-time code", value: Buffer.from(mail.code) })
    sinks.tell("mails", JSON.stringify({ ...mail, code: "expected here" }))
    if (mails % 2 === 0) throw new Error(`the server rejected ${mail.code}`)
  },
  sendNotice: async (mail) => sinks.tell("mails", JSON.stringify(mail))
}

/** Replays a recording on a target, and records its errors and the secrets that it delivers to callers. */
const watched = async (recording: Recording, target: Target): Promise<number> => {
  let incidents = 0
  await replay(recording, {
    ...target,
    ask: async (service, call) => {
      const answer = await overWeb(service, call)
      if (answer.status === 500) incidents += 1
      if ((answer.status ?? 0) < 400) secrets.push(...deliveredBy(answer.body))
      else sinks.tell("refusals", answer.headers.join("\n"), answer.body)
      return answer
    }
  })
  return incidents
}

/** The output of the command line with secrets as its input: of `doctor`, and of failing commands. */
const onCommandLine = async (): Promise<void> => {
  for (const { keys, tokens = [] } of recordings.map(({ options }) => options).slice(0, 1)) {
    const token = `${tokens[0]?.id}:${tokens[0]?.id}-secret`
    const env = { VAULT_KEY: firstOf(keys?.vault), SERVICE_KEY: firstOf(keys?.service), COUNTERSIGN_TOKEN: token }
    for (const args of [
      ["doctor"],
      ["doctor", "--json", "--url", "http://127.0.0.1:9/2025-10-13", "--token", token],
      ["doctor", "--database-url", `postgres://a:${token.slice(2)}@127.0.0.1:9/none`],
      ["doctor", "--config", "nothing-there.mjs"],
      ["login", "--url", "http://127.0.0.1:9/2025-10-13", "--token", token],
      ["sandbox", "clock", "--url", "http://127.0.0.1:9/2025-10-13", "--token", token],
      ["no-such-command", token]
    ]) {
      const { err, out } = await runCommand(args, env)
      sinks.tell("command line", out, err)
    }
  }
}

it("I8 D13 O12 W11 X6: no recorded secret reaches a sink, in any spelling", async () => {
  for (const { calls, options } of recordings) secrets.push(...keysOf(options), ...calls.flatMap(secretsOf))
  const collector = await startCollector()
  const database = await postgres.beside()
  const telemetry = effectTelemetry(collector.url)
  const output = await written(async () => {
    for (const recording of recordings.map(toldOf)) {
      const { target } = postgres
      await watched(recording, {
        ...target,
        options: async (recorded) => ({
          ...(await target.options?.(recorded)),
          logs: "json",
          telemetry,
          mailer,
          ...(recorded.keys === undefined
            ? {}
            : { wallets: notedWallets(recorded.keys.wallets ?? firstOf(recorded.keys.vault)) }),
          policy: { ...recorded.policy, otpLength: 12 }
        })
      })
      sinks.tell("database", ...(await storedRows(database)))
    }
    let incidents = 0
    for (const [nth, [name, options]] of broken.entries()) {
      for (const recording of recordings.filter((_, at) => at % broken.length === nth)) {
        const part = { ...recording, calls: recording.calls.slice(0, 60) }
        incidents += await watched(part, {
          name,
          options: async () => ({ logs: "pretty", telemetry, ...options }),
          // A worker of a service would log this error and restart.
          onBroken: (cause) => sinks.tell("log lines", inspect(cause))
        })
      }
    }
    expect(incidents).toBeGreaterThan(broken.length)
    await onCommandLine()
  })
  collector.close()
  sinks.tell("log lines", output)
  sinks.tell("write-ahead log", ...(await walOf(database)))
  for (const { body, path } of collector.received) sinks.tell(EXPORTED[path] ?? "exported logs", JSON.stringify(body))
  for (const { body, headers, url } of keptWebhooks)
    sinks.tell("webhooks", JSON.stringify(headers), body, url.replace(HOOKS, ""))
  secrets.push(...mintedKeys.map((value) => ({ kind: "minted private key", value })))

  // An empty sink would prove nothing.
  expect(SINKS.filter((sink) => sinks.bytesOf(sink).length < 100)).toEqual([])
  const sought = closed(distinct(secrets))
  const look = sieve(
    sought.flatMap((secret) => spellingsOf(secret.value).map((bytes) => ({ name: nameOf(secret), bytes })))
  )
  const found = SINKS.flatMap((sink) => {
    const bytes = sinks.bytesOf(sink)
    const names = look(bytes)
    return sought
      .filter((secret) => names.has(nameOf(secret)))
      .map((secret) => [sink, nameOf(secret), around(bytes, secret)])
  })
  const size = SINKS.map((sink) => `${sink} ${sinks.bytesOf(sink).length}`)
  console.info(`${sought.length} of ${distinct(secrets).length} secrets, in bytes searched: ${size.join(", ")}`)
  expect(found).toEqual([])

  const planted = { kind: "planted", value: Buffer.from("planted-canary-51e0") }
  const plantedLook = sieve(spellingsOf(planted.value).map((bytes) => ({ name: planted.kind, bytes })))
  for (const sink of SINKS) {
    const bytes = sinks.bytesOf(sink)
    expect([sink, ...plantedLook(bytes)]).toEqual([sink])
    for (const spelling of spellingsOf(planted.value)) {
      const middle = Math.floor(bytes.length / 2)
      const planting = Buffer.concat([
        bytes.subarray(middle - 50, middle),
        spelling,
        bytes.subarray(middle, middle + 50)
      ])
      expect([sink, ...plantedLook(planting)]).toEqual([sink, "planted"])
    }
  }
}, 3_600_000)

const EXPORTED: Readonly<Record<string, Sink>> = {
  "/v1/traces": "traces",
  "/v1/metrics": "metrics",
  "/v1/logs": "exported logs"
}

const nameOf = ({ kind, value }: Secret): string => `${kind} ${Buffer.from(value).toString("latin1")}`

/** The first position of a secret, with the text around it. */
const around = (bytes: Uint8Array, { value }: Secret): string => {
  const whole = Buffer.from(bytes)
  const [at = -1] = spellingsOf(value)
    .map((spelling) => whole.indexOf(spelling))
    .filter((place) => place >= 0)
  return whole.subarray(Math.max(0, at - 80), at + 120).toString("latin1")
}

/** Data that the service discloses: the account of the sandbox's own bank, and the number of receipts of a wallet. */
const TOLD = ["000123456789", ...Array.from({ length: 1_000 }, (_, nth) => String(nth).padStart(12, "0"))]

/**
 * Removes values that the same callers also sent in non-secret fields: a payment key that is an e-mail address, or a
 * number that is part of an id. Their occurrence proves nothing. Secrets of the API itself are never removed.
 */
const closed = (all: ReadonlyArray<Secret>): ReadonlyArray<Secret> => {
  const open = [...new Set(recordings.flatMap(({ calls }) => calls.flatMap(openTextsOf))), ...TOLD].join("\n")
  return all.filter(({ kind, value }) => kind.startsWith("API") || !open.includes(Buffer.from(value).toString("utf8")))
}

const distinct = (all: ReadonlyArray<Secret>): ReadonlyArray<Secret> => {
  const byValue = new Map(
    all.filter(({ value }) => value.length >= 9).map((secret) => [Buffer.from(secret.value).toString("latin1"), secret])
  )
  return [...byValue.values()]
}
