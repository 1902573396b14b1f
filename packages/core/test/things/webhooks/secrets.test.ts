import { CLABE, change, endpoint, hookWorld, receiver, turn, until } from "@countersign/harness/webhooks/receiver"
import { callers, keys } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { sha256Hex } from "@countersign/wire"
import { Store } from "countersign/effect"
import { Effect, Layer, Logger } from "effect"
import { expect, it } from "vitest"

it("W11 X6 I8: no account number, name, key or secret is in a webhook, a log line, or the list of deliveries", async () => {
  const inner = Effect.runSync(makeMemoryStore)
  const written: Array<string> = []
  const store = Store.of({
    ...inner,
    commit: (changes, guards) => {
      written.push(JSON.stringify(changes.filter(({ collection }) => collection.name === "events")))
      return inner.commit(changes, guards)
    }
  })
  const lines: Array<string> = []
  const telemetry = Logger.layer([
    Logger.make((line) => void lines.push(JSON.stringify([line.message, String(line.cause)])))
  ])
  const seeds = [sha256Hex("a seed")]
  const world = hookWorld({
    store: Layer.succeed(Store, store),
    telemetry,
    keys: { ...keys, webhooks: seeds },
    logs: "none"
  })
  // Accepted, permanently refused, and 410 in turn: each outcome writes its own log line.
  const statuses = [200, 500, 409, 410]
  const there = await receiver(({ event }) => (event.type === "TEST" ? 200 : (statuses.shift() ?? 200)))
  const url = `${there.url}?token=url-canary-1234`
  await endpoint(world, url)
  const id = await change(world)
  await there.until(1)
  for (const status of ["INACTIVE", "ACTIVE"] as const) {
    await turn(world, id, status)
    await until(() => there.events().length >= 2)
  }
  const card = await world.call(callers.a, "POST", "/platform/external-accounts", {
    body: {
      currency: "BRL",
      accountInfo: {
        accountType: "BRL_ACCOUNT",
        pixKey: "canary-pix@example.com",
        pixKeyType: "EMAIL",
        taxId: "52998224725",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Grace Canary-Hopper" }
      }
    }
  })
  expect([card.status, card.body.code]).toEqual([201, undefined])
  await there.until(4)
  const list = await world.call(callers.a, "GET", "/webhooks/deliveries")
  const secret = await world.call(callers.a, "GET", "/webhooks/secret")
  await world.call(callers.a, "POST", "/webhooks/test", { body: { url } })

  const bodies = there.received.map(({ body, headers }) => body.toString("utf8") + JSON.stringify(headers)).join("\n")
  const seen = { bodies, lines: lines.join("\n"), list: JSON.stringify(list.body), outbox: written.join("\n") }
  const canaries = [
    ...[CLABE, "Lovelace-Canary", "canary-pix@example.com", "52998224725", "Canary-Hopper"],
    ...[keys.vault, keys.service, ...seeds, secret.body.secret.slice("whsec_".length)]
  ]
  for (const [place, text] of Object.entries(seen)) {
    for (const canary of canaries) expect([place, canary, text.includes(canary)]).toEqual([place, canary, false])
  }
  // The endpoint's URL may contain a secret of the platform, so only callers with the MANAGE scope can read it.
  expect(seen.lines).not.toContain("url-canary")
  expect(seen.list).not.toContain("url-canary")
  // The searched data was present: the last four digits in the body, and log lines of events that were given up.
  expect([seen.bodies.includes("****9719"), seen.lines.includes("given up"), seen.list.includes("409")]).toEqual([
    true,
    true,
    true
  ])
})

it("X6: an account's event has no personal data: masked numbers, and the type of the beneficiary", async () => {
  const world = hookWorld()
  const there = await receiver()
  await endpoint(world, there.url)
  const id = await change(world)
  await there.until(1)
  expect(there.events()[0]?.event.data).toEqual({
    id,
    status: "ACTIVE",
    currency: "MXN",
    accountInfo: {
      accountType: "MXN_ACCOUNT",
      clabeNumber: "****9719",
      beneficiary: { beneficiaryType: "INDIVIDUAL" },
      paymentRails: ["SPEI"]
    },
    beneficiaryVerificationStatus: "MATCHED",
    defaultUmaDepositAccount: false
  })
})
