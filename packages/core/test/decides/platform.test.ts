import { sha256Hex } from "@countersign/wire"
import { Redacted, Result } from "effect"
import { describe, expect, it } from "vitest"
import type { Stored } from "../../src/internal.ts"
import { privacyOrders } from "../../src/things/accounts/rules/InternalAccount.ts"
import * as deliverDue from "../../src/things/due-work/deliverDue.ts"
import * as answerOnce from "../../src/things/idempotency/answerIdempotently.ts"
import { ANSWER_STORED_MAX, type StoredAnswer, storedAnswers } from "../../src/things/idempotency/rules/StoredAnswer.ts"
import * as reseal from "../../src/things/keys/resealEnvironment.ts"
import { disableEndpoint, read as readConfig, update as updateConfig } from "../../src/things/platforms/config.ts"
import { create as createPlatform } from "../../src/things/platforms/platforms.ts"
import { platforms } from "../../src/things/platforms/rules/Platform.ts"
import { freshConfig, platformConfigs } from "../../src/things/platforms/rules/PlatformConfig.ts"
import { platformSettings, type SettingsPatch } from "../../src/things/settings/rules/PlatformSettings.ts"
import { updateSettings } from "../../src/things/settings/settings.ts"
import * as signedCall from "../../src/things/signed-requests/signedCall.ts"
import { type ApiToken, createdTokens } from "../../src/things/tokens/rules/ApiToken.ts"
import * as tokens from "../../src/things/tokens/tokens.ts"
import * as deliver from "../../src/things/webhooks/deliver.ts"
import { redriveDelivery } from "../../src/things/webhooks/deliveries.ts"
import { announce, events, isWaiting } from "../../src/things/webhooks/rules/Event.ts"
import { accountId, credentialOf, customerOf, environment, here, idOf, leg, recordOf, requestId, T } from "../given.ts"
import { decides } from "./shown.ts"

const DAY = 86_400_000

describe("the configuration of a platform", () => {
  const url = "https://a"
  const config = { ...freshConfig(idOf("PlatformConfig"), T), webhookEndpoint: url }
  const known = recordOf(platformConfigs, config)
  const prepared = config.configId
  const read = (found: typeof known | undefined) =>
    readConfig.decide({ ...leg, command: undefined, found: { config: found }, prepared })
  const update = (webhookEndpoint: string | null, found: typeof known | undefined = known) =>
    updateConfig.decide({ ...leg, command: { webhookEndpoint }, found: { config: found }, prepared })
  const deleted = (command: string) => disableEndpoint.decide({ ...leg, command, found: { config: known } })
  decides(() => [
    ["is stored by the first read", read(undefined), "+platform_configs"],
    ["is returned by later reads", read(known), "nothing"],
    [
      "sends a rate-limited TEST to a changed endpoint",
      update("https://b"),
      "~platform_configs; event TEST; limit webhook test"
    ],
    ["sends no TEST to an unchanged endpoint", update(url), "~platform_configs"],
    ["sends no TEST without an endpoint", update(null), "~platform_configs"],
    ["drops an endpoint that answered 410", deleted(url), "~platform_configs"],
    ["does not drop another endpoint", deleted("https://b"), "nothing"]
  ])
})

describe("the settings of a platform", () => {
  const passkeys = { rpIds: ["example.com"], origins: ["https://example.com"] }
  const known = recordOf(platformSettings, { name: "settings", revision: 3, settings: { passkeys }, updatedAt: T })
  const update = (patch: SettingsPatch, found: typeof known | undefined) =>
    updateSettings.decide({
      ...leg,
      command: patch,
      found: { known: found, recovering: undefined },
      prepared: { caller: undefined, mayTrust: (issuer) => issuer.startsWith("https://"), sendsNotices: true }
    })
  const settingsAfter = (patch: SettingsPatch) =>
    Result.getOrThrow(Result.map(update(patch, known), ({ reply }) => [reply.revision, reply.settings]))
  const trusting = (...issuers: ReadonlyArray<string>) => ({
    revision: 3,
    oidc: { issuers: issuers.map((issuer) => ({ issuer, audiences: ["app"] })) }
  })
  const long = Array.from({ length: 20 }, (_, nth) => ({
    issuer: `https://${nth}.example.com/`,
    audiences: Array.from({ length: 20 }, (_, at) => `${at}${"x".repeat(200)}`)
  }))
  const other = { rpIds: ["other.example"], origins: ["https://other.example"] }
  decides(() => [
    [
      "are inserted as revision 1",
      update({ revision: 0, passkeys }, undefined),
      "+platform_settings; +platform_settings_revisions"
    ],
    [
      "are replaced, and the revision is kept",
      update({ revision: 3 }, known),
      "~platform_settings; +platform_settings_revisions"
    ],
    ["are not changed by a patch of an older revision", update({ revision: 2 }, known), "SettingsChanged"],
    ["are not changed by a patch of a later revision", update({ revision: 4 }, known), "SettingsChanged"],
    [
      "name an issuer with trusted keys",
      update(trusting("https://id.example.com"), known),
      "~platform_settings; +platform_settings_revisions"
    ],
    ["name no issuer without trusted keys", update(trusting("id.example.com"), known), "SettingsRefused"],
    [
      "name no issuer twice",
      update(trusting("https://id.example.com", "https://id.example.com"), known),
      "SettingsRefused"
    ],
    [
      "may limit sessions",
      update({ revision: 3, limits: { sessionLifetime: 900_000 } }, known),
      "~platform_settings; +platform_settings_revisions"
    ],
    ["loosen no policy", update({ revision: 3, limits: { sessionLifetime: 900_001 } }, known), "SettingsRefused"],
    [
      "loosen no rate",
      update({ revision: 3, limits: { challengesPerCredential: { capacity: 5, refillEvery: 29_999 } } }, known),
      "SettingsRefused"
    ],
    ["are at most 32 KiB", update({ revision: 3, oidc: { issuers: long } }, known), "SettingsRefused"]
  ])

  it("keep an omitted section, replace a given one as a whole, and lose one that is null", () => {
    expect(settingsAfter({ revision: 3 })).toEqual([4, { passkeys }])
    expect(settingsAfter({ revision: 3, passkeys: other })).toEqual([4, { passkeys: other }])
    expect(settingsAfter({ revision: 3, passkeys: null })).toEqual([4, {}])
  })
})

describe("an API token", () => {
  const token: ApiToken = {
    tokenId: idOf("Token"),
    name: "n",
    permissions: ["VIEW"],
    secretSha256: sha256Hex("s"),
    createdAt: T,
    updatedAt: T
  }
  const fresh = { place: { environment: here, tokenId: token.tokenId }, secret: Redacted.make("s") }
  const removed = (found: Stored<ApiToken> | undefined) =>
    tokens.removeToken.decide({
      ...leg,
      command: { tokenId: token.tokenId, caller: undefined },
      found: { token: found }
    })
  const caller = { tokenId: idOf("Token", 2), environment: here, scopes: ["VIEW"] } as const
  const made = (maker: Stored<ApiToken> | undefined, by: typeof caller | undefined) =>
    tokens.create.decide({ ...leg, command: { ...token, caller: by }, found: { maker }, checked: {}, prepared: fresh })
  decides(() => [
    ["is inserted", made(undefined, undefined), "+api_tokens"],
    ["is not made by a token that was removed meanwhile (GA11)", made(undefined, caller), "PermissionsExceeded"],
    ["is removed", removed(recordOf(createdTokens, token)), "-api_tokens"],
    ["is not removed if it does not exist", removed(undefined), "TokenNotFound"]
  ])

  it("guards the record of the token that makes it (GA11)", () => {
    const { guards } = Result.getOrThrow(made(recordOf(createdTokens, token), caller))
    expect(guards).toMatchObject([{ guard: "version", id: token.tokenId }])
  })
})

describe("a platform created through the API", () => {
  const command = { platformId: "new", mode: "sandbox", name: "first", permissions: ["MANAGE"] } as const
  const NONE = { platform: undefined, config: undefined, token: undefined, customer: undefined }
  const place = { environment: { platformId: "new", mode: "sandbox" }, tokenId: idOf("Token") } as const
  const prepared = { tokenId: "support", isConfigured: false, fresh: { place, secret: Redacted.make("s") } }
  const created = (found: Partial<Parameters<typeof createPlatform.decide>[0]["found"]>, more: object = {}) =>
    createPlatform.decide({ ...leg, command: { ...command, ...more }, found: { ...NONE, ...found }, prepared })
  const platform = { platformId: "new", mode: "sandbox", tokenId: null, createdAt: T } as const
  decides(() => [
    [
      "is inserted in its own environment and in that of its creator",
      created({}),
      "+platforms; +platforms; +api_tokens"
    ],
    ["is not created again", created({ platform: recordOf(platforms, platform) }), "PlatformExists"],
    [
      "is not one with a configuration",
      created({ config: recordOf(platformConfigs, freshConfig(idOf("PlatformConfig"), T)) }),
      "PlatformExists"
    ],
    ["is not one with customers", created({ customer: customerOf() }), "PlatformExists"],
    ["is not the platform that creates it", created({}, { platformId: "acme" }), "PlatformExists"],
    [
      "is not one of the configuration",
      createPlatform.decide({ ...leg, command, found: NONE, prepared: { ...prepared, isConfigured: true } }),
      "PlatformExists"
    ]
  ])

  it("I9: has its claim and its token in its own environment", () => {
    const { changes } = Result.getOrThrow(created({}))
    expect(changes.map(({ collection, environment: at }) => [collection.name, at])).toEqual([
      ["platforms", "sandbox/new"],
      ["platforms", environment],
      ["api_tokens", "sandbox/new"]
    ])
  })
})

describe("a call to an endpoint of the host's own", () => {
  const call = (bytes: number, path = "/pay") => ({
    name: "Pay",
    method: "POST",
    path,
    body: null,
    accountId,
    payload: "a".repeat(bytes)
  })
  const begin = (bytes: number, credentials = [credentialOf("EMAIL_OTP")]) =>
    signedCall.begin.decide({ ...leg, command: call(bytes), found: { credentials } })
  const finish = (bytes: number) => {
    const requested = Result.getOrThrow(begin(9))
    return signedCall.finish.decide({
      ...leg,
      command: call(bytes),
      found: { credentials: [] },
      intent: requested.intent,
      requestId
    })
  }
  // Its canonical JSON has two quotation marks.
  const most = signedCall.PAYLOAD_LIMIT - "/pay".length - 2
  decides(() => [
    [
      "requires the signature of a session of the account",
      begin(most),
      "signed by SessionOfAccount: SIGN_RAW_PAYLOAD_V2"
    ],
    ["fails with a payload one byte over the limit", begin(most + 1), "PayloadTooLarge"],
    ["fails for an account without a credential", begin(9, []), "CredentialNotFound"],
    ["changes nothing after the signature, and leaves the action to the host", finish(9), "nothing"],
    ["fails with another payload than the signed one", finish(8), "PayloadDiffers"]
  ])
})

describe("the answer of a call with an idempotency key", () => {
  const fresh: StoredAnswer = { key: "k", bodyDigest: "d", madeAt: T, expiresAt: T + DAY }
  const look = (more: Partial<StoredAnswer> | undefined, at = T) => {
    const saved = more === undefined ? undefined : recordOf(storedAnswers, { ...fresh, ...more }, 7)
    return Result.match(
      answerOnce.look.decide({ ...leg, at, command: { key: "k", digests: ["d", "e"] }, found: { kept: saved } }),
      {
        onSuccess: ({ reply }) =>
          reply === undefined ? "under way" : "sealed" in reply ? reply.sealed : `free at version ${reply.version}`,
        onFailure: ({ _tag }) => _tag
      }
    )
  }
  it.each([
    ["no call was made", undefined, T, "free at version 0"],
    ["the first call expires", { sealed: "sealed" }, T + DAY, "free at version 7"],
    ["the first call is in its last millisecond", { sealed: "sealed" }, T + DAY - 1, "sealed"],
    ["the body is digested with an older vault key", { bodyDigest: "e", sealed: "sealed" }, T, "sealed"],
    ["the body differs", { bodyDigest: "f" }, T, "IdempotencyKeyReused"],
    ["the answer contained key material", { isWithheld: true }, T, "AnswerWithheld"],
    ["the answer was too long", { isTooLong: true }, T, "AnswerTooLong"],
    ["the first call has run for half a minute", {}, T + 30_000, "under way"],
    ["the first call has run for more than half a minute", {}, T + 30_001, "AnswerLost"]
  ])("is looked up if %s", (_, saved, at, words) => expect(look(saved, at)).toBe(words))

  const stored = (status: number, { body = "{}", isDone = false, isSecret = false, version = 0 } = {}) => {
    const command = { version, fresh, answer: { status, body }, isDone, isSecret }
    return answerOnce.store.decide({ ...leg, command, found: {}, prepared: undefined })
  }
  const long = "a".repeat(ANSWER_STORED_MAX + 1)
  decides(() => [
    ["is stored if the call changed nothing", stored(404), "+kept_answers"],
    ["replaces an expired answer", stored(404, { version: 7 }), "~kept_answers"],
    ["is added to the record that the call committed", stored(200, { isDone: true }), "~kept_answers"],
    [
      "is withheld if it delivers key material (I7)",
      stored(200, { isDone: true, isSecret: true }),
      "~kept_answers isWithheld"
    ],
    ["is stored if it requires a signature first", stored(202, { isDone: true, isSecret: true }), "~kept_answers"],
    ["is stored at the maximum length", stored(200, { body: long.slice(1), isDone: true }), "~kept_answers"],
    ["is not stored if it is one byte longer", stored(200, { body: long, isDone: true }), "~kept_answers isTooLong"],
    ["leaves no record if it is one byte longer and the call changed nothing", stored(404, { body: long }), "nothing"],
    ["is not stored for a rate limit", stored(429), "nothing"],
    ["is not stored for a server error", stored(500), "nothing"]
  ])
})

describe("a due order", () => {
  const order = (attempts: number) =>
    recordOf(privacyOrders, { accountId, environment: here, privateEnabled: true, dueAt: T, attempts })
  /** After the delivery of an order, while one of `found` attempts is stored under its id, or none. */
  const handed = (isDone: boolean, attempts = 0, found: number | "none" = attempts) =>
    deliverDue.decide({
      command: { order: order(attempts), at: T, isDone },
      found: { stored: found === "none" ? undefined : order(found) }
    })
  decides(() => [
    ["is removed after a success", handed(true), "-privacy_orders"],
    ["is retried after a failure", handed(false), "~privacy_orders privateEnabled"],
    ["leaves another order (I19)", handed(true, 0, 1), "Superseded"],
    ["leaves another order after a failure (I19)", handed(false, 0, 1), "Superseded"],
    ["leaves what is inserted after its removal (I19)", handed(true, 0, "none"), "Superseded"]
  ])
  it.each([
    [0, 1000],
    [1, 2000],
    [5, 32_000],
    [6, 60_000],
    [60, 60_000],
    [61, 61_000],
    [3600, 3_600_000],
    [3601, 3_600_000],
    [1_000_000, 3_600_000]
  ])("after %d attempts is due in %d ms", (attempts, wait) => {
    const { changes } = Result.getOrThrow(handed(false, attempts))
    expect(changes).toMatchObject([{ body: { attempts: attempts + 1, dueAt: T + wait } }])
  })
  it.each([
    [{}, T, false],
    [{ expiresAt: T + 1 }, T, false],
    [{ expiresAt: T }, T, true]
  ])("with %j has expired at %d: %s", (more, at, isPast) =>
    expect(deliverDue.isPast({ ...order(0).value, ...more }, at)).toBe(isPast)
  )
})

describe("a webhook delivery", () => {
  const draft = announce("CUSTOMER.KYC_APPROVED", platformConfigs, freshConfig(idOf("PlatformConfig"), T), T, 1)
  const change = draft.insert(idOf("Webhook"), here)
  const order = recordOf(events, events.decode(change.op === "insert" ? change.body : null))
  const event = order.value
  if (!isWaiting(event)) throw new Error("a new event waits")
  const answered = (status: number) => ({ _tag: "Answered", status }) as const
  const failed = (fault: "NO_ENDPOINT" | "TIMED_OUT" | "UNRENDERED") => ({ _tag: "Failed", fault }) as const
  const noted = (outcome: Parameters<typeof deliver.verdictOf>[0]) =>
    Result.map(
      deliver.note.decide({ ...leg, command: { order, event, outcome, chance: 1 }, found: {} }),
      ({ reply, ...plan }) => ({
        ...plan,
        ...reply
      })
    )
  const outcomes = [
    ["a success", answered(204), { status: "DELIVERED", deliveredAt: T }],
    ["a failure", failed("TIMED_OUT"), { status: "PENDING", dueAt: T + 5000 }],
    ["a 410 answer", answered(410), { status: "GIVEN_UP", lastStatus: 410 }],
    ["without an endpoint", failed("NO_ENDPOINT"), { status: "GIVEN_UP", lastFault: "NO_ENDPOINT" }],
    ["a postponement", { _tag: "Crowded", until: T + 9 } as const, { status: "PENDING", attempts: 0, dueAt: T + 2009 }]
  ] as const
  it.each(outcomes)("records %s", (_, outcome, state) => {
    const { changes, ...next } = Result.getOrThrow(noted(outcome))
    expect(next).toMatchObject(state)
    expect(changes).toMatchObject([{ op: "replace", id: event.eventId, body: state }])
  })

  it.each([
    [answered(200), "approved"],
    [answered(202), undefined],
    [answered(403), "rejected"],
    [answered(422), "incomplete"],
    [answered(500), "unanswered"],
    [failed("TIMED_OUT"), "timedOut"],
    [failed("UNRENDERED"), "unanswered"],
    [failed("NO_ENDPOINT"), "unanswered"],
    [{ _tag: "Crowded", until: T } as const, undefined]
  ])("decides an approval, with %j: %s", (outcome, verdict) => expect(deliver.verdictOf(outcome)).toBe(verdict))

  const repeated = (found: typeof order | undefined) =>
    redriveDelivery.decide({ ...leg, command: event.eventId, found: { event: found } })
  decides(() => [
    ["is redelivered", repeated(order), "event CUSTOMER.KYC_APPROVED 1"],
    ["is not redelivered if it does not exist", repeated(undefined), "DeliveryNotFound"]
  ])
})

describe("a record encrypted with an older vault key", () => {
  const record = customerOf()
  const resealed = (found: typeof record | undefined, prepared: typeof record.value | undefined) =>
    reseal.decide({ at: T, found: { record: found }, prepared })
  decides(() => [
    ["is encrypted again", resealed(record, record.value), "~customers APPROVED"],
    ["is unchanged if another call encrypted it in the meantime", resealed(record, undefined), "nothing"],
    ["stays removed if it was removed in the meantime", resealed(undefined, undefined), "nothing"]
  ])
})
