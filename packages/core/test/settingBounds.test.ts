import { describe, expect, it } from "vitest"
import { freshConfig, platformConfigs, walletConfigOf } from "../src/rules/config/PlatformConfig.ts"
import { platformSettings, type Settings, settingsOf } from "../src/rules/settings/PlatformSettings.ts"
import { idOf, recordOf, T } from "./given.ts"

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
