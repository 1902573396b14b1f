import { encodeUtf8 } from "@countersign/wire"
import { Equal, Schema, Struct } from "effect"
import { UNRULED } from "../../../model/AccessOperation.ts"
import { AccessPolicy } from "../../../model/AccessPolicy.ts"
import { type EnvironmentKey, Millis } from "../../../model/Environment.ts"
import { MailTemplates } from "../../../model/MailTemplates.ts"
import type { PolicyValues } from "../../../model/Policy.ts"
import { RecoverySettings } from "../../../model/RecoverySettings.ts"
import { conflict, invalid, Refusal, withCode } from "../../../model/Refusal.ts"
import { boundFaults, withinBounds } from "../../../model/settingBounds.ts"
import { type PlatformIssuers, TrustedIssuer } from "../../../ports/IdentityTokens.ts"
import { RelyingParties } from "../../../ports/Passkeys.ts"
import { FieldError } from "../../../schema/expected.ts"
import * as Collection from "../../../store/Collection.ts"
import { byId, type Stored } from "../../../store/records.ts"
import { Limits, limitFaults } from "./Limits.ts"

/**
 * The settings that decide how end users of one environment sign in and what they may do, by section. A section is
 * declared by the rules that it sets. Until the platform sets it, the options of the deployment apply.
 */
const sections = {
  passkeys: RelyingParties,
  oidc: Schema.Struct({ issuers: Schema.Array(TrustedIssuer).check(Schema.isMaxLength(20)) }),
  accessPolicy: AccessPolicy,
  recovery: RecoverySettings,
  mail: MailTemplates,
  limits: Limits
}

// A stored template that an older version accepted stays readable.
export const Settings = Schema.Struct({ ...sections, mail: Schema.toType(MailTemplates) })
  .mapFields(Struct.map(Schema.optionalKey))
  .annotate({
    description: "The sections that a platform has set. An absent one follows the options of the deployment"
  })
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
  id: "name",
  isAdvisory: true
})

/** The settings as one change left them. Revisions are appended and never removed. */
export const SettingsRevision = Schema.Struct({
  revision: Schema.Int,
  settings: Settings,
  /** The API token of the call; null if the host's own program made the change. */
  tokenId: Schema.NullOr(Schema.String),
  /** The tokens that vouch for that one. */
  madeBy: Schema.optionalKey(Schema.Array(Schema.String)),
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

/** The settings of a platform, within today's bounds; empty if it has set none. */
export const settingsOf = (record: Stored<PlatformSettings> | undefined): Settings => {
  if (record === undefined) return {}
  const { settings } = record.value
  const known = bounded.get(settings) ?? withinBounds(settings, "")
  bounded.set(settings, known)
  return known
}

/** The settings of recent records within their bounds. Neither is ever mutated. */
const bounded = new WeakMap<Settings, Settings>()

/** The issuers that the platform trusts; undefined for those of the deployment. */
export const issuersOf = (record: Stored<PlatformSettings> | undefined): PlatformIssuers | undefined =>
  record?.value.settings.oidc && { environment: record.environment, ...record.value.settings.oidc }

export const accessOf = (record: Stored<PlatformSettings> | undefined): AccessPolicy | undefined =>
  settingsOf(record).accessPolicy

export const patchedSettings = (before: Settings, { revision: _, ...sections }: SettingsPatch): Settings =>
  decode(Object.fromEntries(Object.entries({ ...before, ...sections }).filter(([, section]) => section !== null)))

const decode = Schema.decodeUnknownSync(Settings)

/**
 * Returns what is wrong with settings beyond their shape. Every reply about them repeats them and must stay below 64 KiB
 * (I20).
 */
export const settingsFaults = (
  settings: Settings,
  policy: PolicyValues,
  mayTrust: (issuer: string) => boolean,
  sendsNotices = true
): ReadonlyArray<FieldError> => [
  ...(encodeUtf8(JSON.stringify(settings)).length > MOST_BYTES
    ? [{ field: "body", message: "The settings are longer than 32 KiB. Send fewer or shorter values." }]
    : []),
  ...(sendsNotices ? [] : needingNotices(settings).map((field) => ({ field, message: NO_NOTICES }))),
  ...boundFaults(settings, ""),
  ...limitFaults(settings.limits ?? {}, policy),
  ...(settings.accessPolicy?.operations ?? []).flatMap(({ operations }, nth) =>
    operations.some((operation) => UNRULED.includes(operation))
      ? [{ field: `accessPolicy.operations.${nth}.operations`, message: NO_RULE }]
      : []
  ),
  ...(settings.mail?.notices ?? []).flatMap(({ kind }, nth, all) =>
    all.findIndex((each) => each.kind === kind) < nth
      ? [{ field: `mail.notices.${nth}.kind`, message: "The kind is listed twice. Send each kind once." }]
      : []
  ),
  ...(settings.oidc?.issuers ?? []).flatMap(({ issuer }, nth, all) => {
    const field = `oidc.issuers.${nth}.issuer`
    if (all.findIndex((each) => each.issuer === issuer) < nth)
      return [{ field, message: "The issuer is listed twice. Send each issuer once." }]
    return mayTrust(issuer)
      ? []
      : [{ field, message: "No trusted keys exist for the issuer. Send an https URL without query or fragment." }]
  })
]

/** The settings that have no effect, or a dangerous one, where the host's mailer sends no notices. */
export const needingNotices = ({ mail, recovery }: Settings): ReadonlyArray<string> => [
  ...(recovery?.guardians?.enabled === true ? ["recovery.guardians.enabled"] : []),
  ...(recovery?.operators?.enabled === true ? ["recovery.operators.enabled"] : []),
  ...(mail?.notices === undefined || mail.notices.length === 0 ? [] : ["mail.notices"])
]

const NO_NOTICES =
  "The host's mailer sends no notices, so no end user learns of it or gets a cancel token. Add sendNotice to the option mailer."

/** The sections that stay as they are while a recovery by an operator is open. */
export const HELD_SECTIONS = ["accessPolicy", "limits", "recovery"] as const

export const isOther = (section: keyof Settings, before: Settings, after: Settings): boolean =>
  !Equal.equals(before[section], after[section])

const MOST_BYTES = 32_768
const NO_RULE = `The operations ${UNRULED.join(" and ")} take no rule: any session signs them. Leave them out.`

export class SettingsRefused extends Refusal("SettingsRefused", { errors: Schema.Array(FieldError) })(invalid, {
  reason: "Settings refused",
  message: "The settings contain values that cannot take effect. Correct each value listed in details.errors.",
  cause: "A setting is listed twice, names an issuer without trusted keys, or exceeds the policy of the deployment.",
  remedy: "Change each listed setting to a value that details.errors allows, and send the patch again."
}) {}

export class SettingsChanged extends Refusal("SettingsChanged", { revision: Schema.Int })(conflict, {
  reason: "Settings have changed",
  message: "Another call changed the settings. Read them again, and send the patch with the current revision.",
  cause:
    "The revision in the patch is not the current one, so the patch could undo a change that its author never saw.",
  remedy: "Call GET /platform/settings, apply the change to what it returns, and send its revision."
}) {}

export class SettingsHeld extends Refusal("SettingsHeld")(conflict, {
  reason: "Settings are held by a recovery",
  message:
    "A recovery by an operator is open, so the sections accessPolicy, limits and recovery do not change. Wait until it ends, or cancel it.",
  cause: "An end user who objects to a recovery finds the rules with which it began.",
  remedy:
    "List the recoveries with GET /auth/recoveries and cancel them with POST /operator/recoveries/{id}/cancel. Revoking the token that started them as stolen cancels them too."
}) {}

export class ManageRequired extends Refusal("ManageRequired")(withCode("forbidden", "FORBIDDEN"), {
  reason: "Scope MANAGE required as well",
  message:
    "Recovery by operators is enabled and changed with the scope MANAGE beside OPERATE. Use a token with both, or the host's own program.",
  cause: "The scope OPERATE starts these recoveries. It does not decide whether and when they are possible.",
  remedy: "Send the patch with a token of both scopes, or without the section recovery."
}) {}
