import type { Instant } from "./values.ts"

/** The sections that a platform has set. An absent one follows the options of the deployment. */
export interface Settings {
  /** Relying parties and exact origins whose passkeys the platform registers. */
  readonly passkeys?: { readonly rpIds: ReadonlyArray<string>; readonly origins: ReadonlyArray<string> }
  /** The ways of recovery. One that is not enabled here is off. */
  readonly recovery?: {
    readonly savedCodes?: { readonly enabled: boolean }
    readonly guardians?: { readonly enabled: boolean; readonly delaySeconds?: number }
    readonly operators?: { readonly enabled: boolean; readonly delaySeconds?: number }
    readonly holdAfterSeconds?: number
  }
}

export interface PlatformSettings extends Settings {
  /** 0 while the platform has set nothing; each change adds one. */
  readonly revision: number
  readonly updatedAt?: Instant
}

/** An omitted section is unchanged, null removes it, any other value replaces it. */
export type SettingsPatch = { readonly [Section in keyof Settings]?: Settings[Section] | null } & {
  /** The revision that was read. */
  readonly revision: number
}

/** The settings as one change left them. */
export interface SettingsRevision {
  readonly revision: number
  readonly settings: Settings
  /** The API token of the call; null for the host's own program. */
  readonly tokenId: string | null
  readonly createdAt: Instant
}
