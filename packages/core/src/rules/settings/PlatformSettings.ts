import { Schema, Struct } from "effect"
import { type EnvironmentKey, Millis } from "../../model/Environment.ts"
import { RecoverySettings } from "../../model/RecoverySettings.ts"
import { conflict, Refusal } from "../../model/Refusal.ts"
import * as Collection from "../../store/Collection.ts"
import { byId, type Stored } from "../../store/records.ts"

/** Relying parties whose passkeys the platform registers, in place of those of the deployment. */
export const RelyingParties = Schema.Struct({
  rpIds: Schema.Array(
    Schema.String.check(
      Schema.isMaxLength(253),
      Schema.isPattern(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/u, {
        send: "a domain in lower case, such as example.com, without scheme, port or path"
      })
    )
  ).check(Schema.isMinLength(1), Schema.isMaxLength(20)),
  origins: Schema.Array(
    Schema.String.check(
      Schema.isMaxLength(300),
      Schema.isPattern(/^[a-z][a-z0-9+.-]{0,31}:[\x21-\x7e]{1,260}$/u, {
        send: "an origin such as https://app.example.com, without a trailing slash"
      })
    )
  ).check(Schema.isMinLength(1), Schema.isMaxLength(50))
})
export type RelyingParties = typeof RelyingParties.Type

/**
 * The settings that decide how end users of one environment sign in and what they may do, by section. A section is
 * declared by the rules that it sets. Until the platform sets it, the options of the deployment apply.
 */
const sections = { passkeys: RelyingParties, recovery: RecoverySettings }

/** All sections that a platform has set. */
export const Settings = Schema.Struct(sections).mapFields(Struct.map(Schema.optionalKey))
export type Settings = typeof Settings.Type

/** An absent section is unchanged; `null` removes it; any other value replaces it as a whole. */
export const SettingsPatch = Schema.Struct({
  ...Schema.Struct(sections).mapFields(Struct.map(Schema.NullOr)).mapFields(Struct.map(Schema.optionalKey)).fields,
  /** The revision that the caller read. A patch of an older revision is refused. */
  revision: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
})
export type SettingsPatch = typeof SettingsPatch.Type

/** The current settings of an environment. Signed calls load the record in the round trip of their other reads. */
export const PlatformSettings = Schema.Struct({
  name: Schema.Literal("settings"),
  /** 1 for the first change, then increasing by one. */
  revision: Schema.Int,
  settings: Settings,
  updatedAt: Millis
})
export type PlatformSettings = typeof PlatformSettings.Type

export const platformSettings = Collection.make({
  name: "platform_settings",
  schema: PlatformSettings,
  id: ({ name }) => name
})

/** The settings as one change left them. Revisions are appended and never removed. */
export const SettingsRevision = Schema.Struct({
  revision: Schema.Int,
  settings: Settings,
  /** The API token of the call; null if the host's own program made the change. */
  tokenId: Schema.NullOr(Schema.String),
  createdAt: Millis
})
export type SettingsRevision = typeof SettingsRevision.Type

export const settingsRevisions = Collection.make({
  name: "platform_settings_revisions",
  schema: SettingsRevision,
  id: ({ revision }) => String(revision).padStart(12, "0"),
  indexes: { all: [] }
})

export const settingsRef = (environment: EnvironmentKey) => byId(platformSettings, environment, "settings")

/** The settings of a platform; empty if it has set none. */
export const settingsOf = (record: Stored<PlatformSettings> | undefined): Settings => record?.value.settings ?? {}

/** The settings after a patch. */
export const patchedSettings = (before: Settings, { revision: _, ...sections }: SettingsPatch): Settings =>
  decode(Object.fromEntries(Object.entries({ ...before, ...sections }).filter(([, section]) => section !== null)))

const decode = Schema.decodeUnknownSync(Settings)

/** Another call changed the settings after they were read. */
export class SettingsChanged extends Refusal("SettingsChanged", { revision: Schema.Int })(conflict, {
  reason: "Settings have changed",
  message: "Another call changed the settings. Read them again, and send the patch with the current revision.",
  cause:
    "The revision in the patch is not the current one, so the patch could undo a change that its author never saw.",
  remedy: "Call GET /platform/settings, apply the change to what it returns, and send its revision."
}) {}
