import { readFileSync } from "node:fs"
import { Scope, SETTING_BOUNDS } from "@countersign/core/internal"
import { signed } from "@countersign/harness/fixtures"
import { ALL, BECAUSE, operatorStart, person, turnOn } from "@countersign/harness/recovery/kit"
import { liveWorld } from "@countersign/harness/recovery/live"
import { type Caller, callers, makeWorld, tokenOptions } from "@countersign/harness/world"
import { openApiDocument } from "@countersign/http"
import { makeMemoryStore } from "@countersign/memory"
import { Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import { afterAll, describe, expect, it, vi } from "vitest"

const world = makeWorld({ logs: "none" })
const live = await liveWorld()
const LIVE = { platformId: "alpha", mode: "production" } as const
const platform = live.world.countersign.api.in(LIVE)
afterAll(async () => {
  await world.countersign.close()
  await live.world.countersign.close()
})

const change = async (body: object, caller: Caller = callers.chief) => {
  const { revision } = (await world.call(callers.a, "GET", "/platform/settings")).body
  return world.call(caller, "PATCH", "/platform/settings", { body: { revision, ...body } })
}
const fieldsOf = ({ body }: { readonly body: { readonly details?: { readonly errors?: ReadonlyArray<object> } } }) =>
  (body.details?.errors ?? []).map((each) => ("field" in each ? each.field : undefined))

interface Shape {
  readonly $ref?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly anyOf?: ReadonlyArray<Shape>
}
const document: { readonly paths: object; readonly components: { readonly schemas: Readonly<Record<string, Shape>> } } =
  JSON.parse(JSON.stringify(openApiDocument()))

/** The leaves of a body, by path without the positions in lists, and whether each is a number. */
const leavesOf = (shape: Shape, path = ""): ReadonlyArray<readonly [path: string, isNumber: boolean]> => {
  const named = shape.$ref === undefined ? shape : document.components.schemas[shape.$ref.split("/").at(-1) ?? ""]
  if (named === undefined) throw new Error(`No schema ${shape.$ref}`)
  const { anyOf, items, properties, type } = named
  if (properties !== undefined)
    return Object.entries(properties).flatMap(([name, each]) => leavesOf(each, path === "" ? name : `${path}.${name}`))
  if (items !== undefined) return leavesOf(items, path)
  const some = (anyOf ?? []).flatMap((each) => leavesOf(each, path)).filter(([leaf]) => leaf !== path)
  return some.length > 0 ? some : [[path, type === "integer" || type === "number"]]
}
const leavesOfPatch = (path: string) => {
  const { patch } = Object(document.paths)[path]
  return leavesOf(patch.requestBody.content["application/json"].schema)
}
const ofSettings = leavesOfPatch("/platform/settings").filter(([path]) => path !== "revision")
const ofConfig = leavesOfPatch("/config")

const ON = { enabled: true }
const recovery = (more: object = {}) => ({ recovery: { ...ALL, ...more } })
const rule = (more: object) => ({ accessPolicy: { operations: [more] } })
const pay = (more: object) => ({ accessPolicy: { payments: more } })
const usdc = { currency: "USDC" }
const CODE = { subject: "{{appName}}", text: "{{code}}" }
const STARTED = { kind: "RECOVERY_STARTED", subject: "{{appName}}", text: "{{details}}" } as const
const SITE = { rpIds: ["other.example"], origins: ["https://other.example"] }
const ISSUER = { issuer: "https://other.example", audiences: ["x"], algorithms: ["ES256"] as const }
const EVERYTHING = [
  ...["ADD_CREDENTIAL", "RENAME_CREDENTIAL", "REVOKE_CREDENTIAL", "REFRESH_SESSION", "EXPORT_WALLET", "UPDATE_WALLET"],
  ...["UPDATE_EMAIL", "DELETE_CUSTOMER", "MANAGE_RECOVERY", "PAY", "HOST"]
]

/** The strictest value that a platform can set for each field. */
const STRICTEST: Readonly<Record<string, object>> = {
  "passkeys.rpIds": { passkeys: SITE },
  "passkeys.origins": { passkeys: SITE },
  "oidc.issuers.issuer": { oidc: { issuers: [] } },
  "oidc.issuers.audiences": { oidc: { issuers: [ISSUER] } },
  "oidc.issuers.algorithms": { oidc: { issuers: [ISSUER] } },
  "accessPolicy.sessions.credentialTypes": { accessPolicy: { sessions: { credentialTypes: ["OAUTH"] } } },
  "accessPolicy.operations.operations": rule({ operations: EVERYTHING, credentialTypes: ["OAUTH"] }),
  "accessPolicy.operations.credentialTypes": rule({ operations: EVERYTHING, credentialTypes: ["PASSKEY"] }),
  "accessPolicy.operations.maxSessionAgeSeconds": rule({ operations: EVERYTHING, maxSessionAgeSeconds: 60 }),
  "accessPolicy.operations.above.currency": rule({
    ...{ operations: ["PAY"], credentialTypes: ["PASSKEY"], above: { ...usdc, amount: 0 } }
  }),
  "accessPolicy.operations.above.amount": rule({
    ...{ operations: ["PAY"], credentialTypes: ["PASSKEY"], above: { ...usdc, amount: 0 } }
  }),
  "accessPolicy.payments.limits.currency": pay({ limits: [{ ...usdc, perPayment: 0, perDay: 0 }] }),
  "accessPolicy.payments.limits.perPayment": pay({ limits: [{ ...usdc, perPayment: 0 }] }),
  "accessPolicy.payments.limits.perDay": pay({ limits: [{ ...usdc, perDay: 0 }] }),
  "accessPolicy.payments.destinationMinAgeSeconds": pay({ destinationMinAgeSeconds: 2_592_000 }),
  "recovery.savedCodes.enabled": recovery({ savedCodes: { enabled: false } }),
  "recovery.guardians.enabled": recovery({ guardians: { enabled: false } }),
  "recovery.guardians.delaySeconds": recovery({ guardians: { ...ON, delaySeconds: 3600 } }),
  "recovery.operators.enabled": recovery(),
  "recovery.operators.delaySeconds": recovery({ operators: { ...ON, delaySeconds: 86_400 } }),
  "recovery.holdAfterSeconds": recovery({ holdAfterSeconds: 2_592_000 }),
  "mail.code.subject": { mail: { code: CODE } },
  "mail.code.text": { mail: { code: CODE } },
  "mail.notices.kind": { mail: { notices: [STARTED] } },
  "mail.notices.subject": { mail: { notices: [STARTED] } },
  "mail.notices.text": { mail: { notices: [STARTED] } },
  "limits.sessionLifetime": { limits: { sessionLifetime: 60_000 } },
  "limits.sessionFamilyLifetime": { limits: { sessionLifetime: 60_000, sessionFamilyLifetime: 300_000 } },
  "limits.sessionsPerAccount": { limits: { sessionsPerAccount: 1 } },
  "limits.emailChange": { limits: { emailChange: "proven" } },
  "limits.challengesPerCredential.capacity": {
    limits: { challengesPerCredential: { capacity: 1, refillEvery: 300_000 } }
  },
  "limits.challengesPerCredential.refillEvery": {
    limits: { challengesPerCredential: { capacity: 1, refillEvery: 300_000 } }
  }
}

/** The strictest configuration, of all fields together. */
const STRICT_CONFIG = {
  embeddedWalletConfig: { otpLength: 12, alphanumeric: true, expirationSeconds: 30 },
  supportedCurrencies: [{ currencyCode: "USDC", minAmount: 0, maxAmount: 0, enabledTransactionTypes: [] }]
}

describe("the bounds of the settings of a platform", () => {
  it("exist for every number, and every field has a strictest value in this test (GA9)", () => {
    const numbers = [...ofSettings, ...ofConfig].flatMap(([path, isNumber]) => (isNumber ? [path] : []))
    expect(numbers.toSorted()).toEqual(Object.keys(SETTING_BOUNDS).toSorted())
    expect(ofSettings.map(([path]) => path).toSorted()).toEqual(Object.keys(STRICTEST).toSorted())
  })

  it("are in the guide (GA9)", () => {
    const guide = readFileSync(new URL("../../../../../../docs/guides/platforms.md", import.meta.url), "utf8")
    for (const [path, { least, most }] of Object.entries(SETTING_BOUNDS)) {
      const bound = most === Number.MAX_SAFE_INTEGER ? "–" : String(most)
      expect(guide).toContain(`| \`${path}\` | ${least} | ${bound} |`)
    }
  })

  it.each([
    ["an age of less than a minute", rule({ operations: ["PAY"], maxSessionAgeSeconds: 59 }), "maxSessionAgeSeconds"],
    ["an age of payees of more than 30 days", pay({ destinationMinAgeSeconds: 2_592_001 }), "destinationMinAgeSeconds"],
    ["sessions of less than a minute", { limits: { sessionLifetime: 59_999 } }, "limits.sessionLifetime"],
    ["sessions of a millisecond", { limits: { sessionLifetime: 1 } }, "limits.sessionLifetime"],
    ["logins of less than five minutes", { limits: { sessionFamilyLifetime: 299_999 } }, "sessionFamilyLifetime"],
    [
      "a code every five minutes and more",
      { limits: { challengesPerCredential: { capacity: 1, refillEvery: 300_001 } } },
      "limits.challengesPerCredential.refillEvery"
    ],
    ["a rule for cancellations", rule({ operations: ["CANCEL_RECOVERY"], credentialTypes: ["PASSKEY"] }), "operations"],
    [
      "a rule for the end of sessions",
      rule({ operations: ["PAY", "REVOKE_SESSION"], maxSessionAgeSeconds: 60 }),
      "operations"
    ]
  ])("refuse %s by name (GA9)", async (_, patch, field) => {
    const answer = await change(patch)
    expect([answer.status, answer.body.reason]).toEqual([400, "Settings refused"])
    expect(fieldsOf(answer).join()).toMatch(new RegExp(`${field}$`, "u"))
  })

  it("refuse codes that end before a mail arrives (GA9)", async () => {
    for (const [expirationSeconds, status] of [
      [1, 400],
      [29, 400],
      [30, 200]
    ] as const) {
      const body = { embeddedWalletConfig: { expirationSeconds } }
      const answer = await world.call(callers.a, "PATCH", "/config", { body })
      expect([expirationSeconds, answer.status]).toEqual([expirationSeconds, status])
    }
  })
})

describe("recovery by operators", () => {
  it("is turned on or changed with MANAGE beside OPERATE, and turned off with OPERATE (GA9)", async () => {
    await turnOn(world, null)
    const operators = (more: object = ON) => ({ recovery: { operators: more } })
    const refused = await change(operators(), callers.support)
    expect([refused.status, refused.body.reason]).toEqual([403, "Scope MANAGE required as well"])
    expect((await change({ recovery: { savedCodes: ON } }, callers.support)).status).toBe(200)
    expect((await change(operators())).status).toBe(200)
    const faster = await change(operators({ ...ON, delaySeconds: 86_400 }), callers.support)
    expect(faster.body.reason).toBe("Scope MANAGE required as well")
    expect((await change({ mail: null }, callers.support)).status).toBe(200)
    expect((await change(operators({ enabled: false }), callers.support)).status).toBe(200)
    const { settings } = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })
    await settings.update({ revision: (await settings.read()).revision, recovery: { operators: ON } })
  })

  it("holds recovery, policy and limits while one is open, and not the other sections (GA9)", async () => {
    await turnOn(world)
    const { accountId } = await person(world)
    const { body } = await operatorStart(world, accountId)
    const patches = [
      { recovery: null },
      { recovery: { operators: { ...ON, delaySeconds: 86_400 } } },
      rule({ operations: ["PAY"], maxSessionAgeSeconds: 60 }),
      { limits: { sessionLifetime: 60_000 } }
    ]
    for (const caller of [callers.chief, callers.support]) {
      for (const patch of patches) {
        const held = await change(patch, caller)
        expect([held.status, held.body.code, held.body.reason]).toEqual([
          ...[409, "CONFLICT", "Settings are held by a recovery"]
        ])
      }
    }
    expect((await change({ mail: { code: CODE }, recovery: ALL }, callers.support)).status).toBe(200)
    const path = `/operator/recoveries/${body.id}/cancel`
    expect((await world.call(callers.support, "POST", path, { body: BECAUSE })).status).toBe(204)
    for (const patch of patches) expect((await change(patch)).status).toBe(200)
    expect((await change({ accessPolicy: null, limits: null, mail: null, recovery: null })).status).toBe(200)
  })

  it("starts before or after a change of the settings that is made meanwhile, never with both (GA9)", async () => {
    await turnOn(world)
    for (let round = 0; round < 20; round += 1) {
      const { accountId } = await person(world)
      const [start, changed] = await Promise.all([
        operatorStart(world, accountId),
        change({ recovery: { ...ALL, operators: { ...ON, delaySeconds: 86_400 + round } } })
      ])
      expect(start.status).toBe(201)
      expect([200, 409]).toContain(changed.status)
      const waits = (Date.parse(start.body.readyAt) - world.at()) / 1000
      const { recovery: now } = (await world.call(callers.a, "GET", "/platform/settings")).body
      expect(waits).toBe(now.operators.delaySeconds ?? 259_200)
      await world.call(callers.support, "POST", `/operator/recoveries/${start.body.id}/cancel`, { body: BECAUSE })
    }
  })
})

describe("the owner of a wallet", () => {
  /** Objects to a recovery by the session, and to another by the token of the notice. */
  const objects = async ({ accountId, email, keys }: Awaited<ReturnType<typeof live.owner>>) => {
    const first = await operatorStart(live.world, accountId, callers.live)
    expect(first.status).toBe(201)
    const path = `/auth/recoveries/${first.body.id}`
    expect((await signed(live.world, callers.live, keys, { method: "DELETE", path })).status).toBe(204)
    const second = await operatorStart(live.world, accountId, callers.live)
    const { cancelToken } = await live.noticeTo(email, "RECOVERY_STARTED", second.body.id)
    const body = { cancelToken }
    const cancelled = await live.world.call(callers.live, "POST", `/auth/recoveries/${second.body.id}/cancel`, { body })
    expect(cancelled.status).toBe(204)
  }
  const set = async (patch: object) => {
    const { revision } = await platform.settings.read()
    const none = { accessPolicy: null, limits: null, mail: null, oidc: null, passkeys: null }
    await platform.settings.update({ revision, ...none, recovery: ALL, ...patch })
  }

  // One row for all fields that have the same strictest value.
  const rows = new Map(Object.entries(STRICTEST).map(([path, patch]) => [JSON.stringify(patch), { path, patch }]))
  it.each([...rows.values()])("can always object with the strictest $path (GA9)", async ({ patch }) => {
    await set({})
    const before = await live.owner()
    await set(patch)
    // A login under the strictest value also objects, where the owner has a credential that the platform accepts.
    const { accessPolicy } = { accessPolicy: undefined, ...patch }
    const owners = Object.hasOwn(Object(accessPolicy), "sessions") ? [before] : [before, await live.owner()]
    await Promise.all(owners.map(objects))
  })

  it("can always object with the strictest configuration (GA9)", async () => {
    await set({})
    await platform.config.update(STRICT_CONFIG)
    await objects(await live.owner())
  })
})

describe("settings that need notices", () => {
  const silent = makeWorld({ logs: "none", mailer: { sendCode: async () => {} } })
  afterAll(() => silent.countersign.close())
  const { settings } = silent.countersign.api.in(LIVE)

  it.each([
    ["recovery by operators", { recovery: { operators: ON } }, "recovery.operators.enabled"],
    ["recovery by guardians", { recovery: { guardians: ON } }, "recovery.guardians.enabled"],
    ["words of notices", { mail: { notices: [STARTED] } }, "mail.notices"]
  ])("are refused by name without sendNotice: %s (GA15)", async (_, patch, field) => {
    const refused = settings.update({ revision: 0, ...patch })
    await expect(refused).rejects.toMatchObject({ status: 400, details: { errors: [{ field }] } })
  })

  it("leave saved codes, and the sandbox, as they are (GA15)", async () => {
    await settings.update({ revision: 0, recovery: { savedCodes: ON } })
    const sandbox = silent.countersign.api.in({ ...LIVE, mode: "sandbox" })
    await sandbox.settings.update({ revision: 0, recovery: ALL })
  })

  it("are named at the start, and start no recovery, where they were stored before (GA15)", async () => {
    const store = Layer.succeed(Store, Effect.runSync(makeMemoryStore))
    const tokens = tokenOptions.map((token) => ({ ...token, scopes: Scope.literals }))
    const sendCode = async () => {}
    const before = makeWorld({ logs: "none", store, tokens, mailer: { sendCode, sendNotice: sendCode } })
    await turnOn(before, ALL, { operator: callers.live, platform: callers.live })
    const { accountId } = await before.customer(callers.live)
    expect((await operatorStart(before, accountId, callers.live)).status).toBe(201)
    const other = await before.customer(callers.live)
    await before.countersign.close()
    const lines: Array<string> = []
    const log = vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line))
    const after = makeWorld({ logs: "json", store, tokens, mailer: { sendCode } })
    await expect
      .poll(() => lines.find((line) => line.includes("mailer.sendNotice is absent")))
      .toMatch(/recovery\.guardians\.enabled recovery\.operators\.enabled/u)
    const refused = await operatorStart(after, other.accountId, callers.live)
    expect([refused.status, refused.body.code]).toEqual([403, "RECOVERY_DISABLED"])
    await after.countersign.close()
    log.mockRestore()
  })
})
