import { describe, expect, it } from "vitest"
import { defaultPolicy, type PolicyValues } from "../../../src/model/Policy.ts"
import { freshConfig, platformConfigs, walletConfigOf } from "../../../src/things/platforms/rules/PlatformConfig.ts"
import { Limits, limitFaults, policyWithin } from "../../../src/things/settings/rules/Limits.ts"
import {
  platformSettings,
  type Settings,
  settingsFaults,
  settingsOf,
  settingsRevisions
} from "../../../src/things/settings/rules/PlatformSettings.ts"
import { idOf, recordOf, T } from "../../given.ts"

describe("PL6: a limit of a platform and the policy of its host", () => {
  const host: PolicyValues = {
    ...defaultPolicy,
    sessionLifetime: 100,
    sessionFamilyLifetime: 1000,
    sessionsPerAccount: 10,
    emailChange: "proven",
    challengesPerCredential: { capacity: 5, refillEvery: 1000 }
  }
  /** For each limit: one stricter than the host's, and one that was as strict until the host became stricter. */
  const rows: { readonly [Name in keyof Limits]-?: readonly [strict: Limits[Name], loose: Limits[Name] | undefined] } =
    {
      sessionLifetime: [99, 101],
      sessionFamilyLifetime: [999, 1001],
      sessionsPerAccount: [9, 11],
      emailChange: ["proven", undefined],
      challengesPerCredential: [
        { capacity: 4, refillEvery: 1001 },
        { capacity: 6, refillEvery: 999 }
      ]
    }

  it("are tested for every limit", () => {
    expect(Object.keys(rows).toSorted()).toEqual(Object.keys(Limits.fields).toSorted())
  })

  it.each(Object.entries(rows))("the stricter of both applies: %s (GS6)", (name, [strict, loose]) => {
    expect(policyWithin(host, { [name]: strict })).toEqual({ ...host, [name]: strict })
    expect(policyWithin(host, { [name]: loose })).toEqual(host)
    expect(policyWithin(host, {})).toEqual(host)
    expect(policyWithin(host, undefined)).toEqual(host)
  })

  it("are compared number by number: a smaller capacity refills no faster than the host's (GS6)", () => {
    const mixed = { capacity: 4, refillEvery: 999 }
    expect(policyWithin(host, { challengesPerCredential: mixed }).challengesPerCredential).toEqual({
      capacity: 4,
      refillEvery: 1000
    })
    const immediate = { ...host, emailChange: "immediate" as const }
    expect(policyWithin(immediate, { emailChange: "proven" }).emailChange).toBe("proven")
    expect(policyWithin(immediate, {}).emailChange).toBe("immediate")
  })
})

it("PL6: a limit that is weaker than the host's policy is refused with the number to send", () => {
  const host = { ...defaultPolicy, sessionLifetime: 100, challengesPerCredential: { capacity: 5, refillEvery: 1000 } }
  const faults = (limits: Limits) => limitFaults(limits, host).map(({ field, message }) => `${field}: ${message}`)
  const equal = { sessionLifetime: 100, challengesPerCredential: { capacity: 5, refillEvery: 1000 } }
  expect([faults({}), faults(equal)]).toEqual([[], []])
  const weaker = { sessionLifetime: 101, challengesPerCredential: { capacity: 6, refillEvery: 999 } }
  const says = "The number is weaker than the policy of the host. Send"
  expect(faults(weaker)).toEqual([
    `limits.sessionLifetime: ${says} 100 or less.`,
    `limits.challengesPerCredential.capacity: ${says} 5 or less.`,
    `limits.challengesPerCredential.refillEvery: ${says} 1000 or more.`
  ])
})

it("a kind of notice and an issuer are listed once, and notices need a mailer that sends them", () => {
  const faults = (settings: Settings, ...sendsNotices: ReadonlyArray<boolean>) =>
    settingsFaults(settings, defaultPolicy, () => true, ...sendsNotices).map(({ field }) => field)
  const notice = (kind: "CREDENTIAL_ADDED" | "CREDENTIAL_REMOVED") => ({
    kind,
    subject: "{{appName}}",
    text: "{{details}}"
  })
  const [added, removed] = [notice("CREDENTIAL_ADDED"), notice("CREDENTIAL_REMOVED")]
  expect(faults({ mail: { notices: [added, removed] } })).toEqual([])
  expect(faults({ mail: { notices: [added, removed, added] } })).toEqual(["mail.notices.2.kind"])
  const issuer = (nth: number) => ({ issuer: `https://${nth}.example`, audiences: ["app"] })
  expect(faults({ oidc: { issuers: [issuer(1), issuer(2)] } })).toEqual([])
  expect(faults({ oidc: { issuers: [issuer(1), issuer(2), issuer(1)] } })).toEqual(["oidc.issuers.2.issuer"])
  const guardians = { recovery: { guardians: { enabled: true } } } as const
  expect([faults(guardians), faults(guardians, false)]).toEqual([[], ["recovery.guardians.enabled"]])
  const mails = [{}, { notices: [] }, { notices: [added] }].map((mail) => faults({ mail }, false))
  expect(mails).toEqual([[], [], ["mail.notices"]])
})

it("I20: settings of 32 KiB are accepted, and with one byte more refused", () => {
  const of = (length: number): Settings => ({
    oidc: { issuers: [{ issuer: `https://id.example.com/${"i".repeat(length)}`, audiences: ["app"] }] }
  })
  const rest = JSON.stringify(of(0)).length
  const faults = (length: number) => settingsFaults(of(length - rest), defaultPolicy, () => true)
  expect(faults(32_768)).toEqual([])
  expect(faults(32_769)).toEqual([
    { field: "body", message: "The settings are longer than 32 KiB. Send fewer or shorter values." }
  ])
})

it("revisions of one millisecond are listed in their order", () => {
  const ids = [9, 10, 100].map((revision) =>
    settingsRevisions.id({ revision, settings: {}, tokenId: null, createdAt: T })
  )
  expect(ids.toSorted()).toEqual(ids)
})

describe("settings that were stored before their bounds", () => {
  const stored = (settings: Settings) =>
    settingsOf(recordOf(platformSettings, { name: "settings", revision: 1, settings, updatedAt: T }))

  it("are applied as the bounds, and others as they are (GA9)", () => {
    const operations = [{ operations: ["PAY"] as const, maxSessionAgeSeconds: 1 }]
    const limits = { sessionLifetime: 1, sessionsPerAccount: 3 }
    const payments = { destinationMinAgeSeconds: 315_360_000 }
    expect(
      stored({ accessPolicy: { operations, payments }, limits, recovery: { savedCodes: { enabled: true } } })
    ).toEqual({
      accessPolicy: {
        operations: [{ operations: ["PAY"], maxSessionAgeSeconds: 60 }],
        payments: { destinationMinAgeSeconds: 2_592_000 }
      },
      limits: { sessionLifetime: 60_000, sessionsPerAccount: 3 },
      recovery: { savedCodes: { enabled: true } }
    })
  })

  it("of codes are applied as the bounds (GA9)", () => {
    const config = { ...freshConfig(idOf("PlatformConfig"), T), embeddedWalletConfig: { expirationSeconds: 1 } }
    expect(walletConfigOf(recordOf(platformConfigs, config))).toEqual({ expirationSeconds: 30 })
  })
})
