import { Effect, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { get, patch } from "../endpoint.ts"
import { created, paged, pageOf, Timestamp } from "../fields.ts"

const SettingsBody = Schema.Struct({
  revision: Schema.Int.annotate({ description: "0 while the platform has set nothing; each change adds one" }),
  ...core.Settings.fields,
  updatedAt: Schema.optionalKey(Timestamp)
}).annotate({ identifier: "PlatformSettings", description: "The settings of a platform, and their revision" })

const RevisionBody = Schema.Struct({
  revision: Schema.Int,
  settings: core.Settings,
  tokenId: Schema.NullOr(Schema.String).annotate({
    description: "The API token of the call; null for the host's own program"
  }),
  createdAt: Timestamp
}).annotate({ identifier: "PlatformSettingsRevision", description: "The settings as one change left them" })

const known: ReadonlyArray<string> = core.CredentialType.literals

const Patch = core.SettingsPatch.check(
  Schema.makeFilter(({ accessPolicy }) => core.typesIn(accessPolicy ?? {}).every((type) => known.includes(type)), {
    fault: "accessPolicy names a credential type that does not exist",
    send: `credentialTypes of ${known.join(", ")}`
  })
)

const settingsBody = ({ settings, ...stored }: Effect.Success<ReturnType<typeof core.readSettings>>) => ({
  ...settings,
  ...stored
})

export const readSettings = get("readSettings", "/platform/settings", {
  summary: "Read the settings of the platform",
  success: SettingsBody,
  handle: () => Effect.map(core.readSettings(), settingsBody)
})

export const updateSettings = patch("updateSettings", "/platform/settings", {
  summary: "Change the settings of the platform",
  description:
    "Omitted sections are unchanged, null removes a section, any other value replaces it. revision is the one that was read. The change is effective at once on every node.",
  tokenAlone: {
    achieves:
      "Changes for which relying parties passkeys are registered, which issuers are accepted, the access policy, the ways of recovery, the words of mails, and limits. Removing an issuer stops its logins until it is named again.",
    because:
      "Settings open no session. A passkey stays bound to the relying party that registered it. No setting names a key address, so no identity of an existing credential can be forged. A looser policy requires the end user's signature as before; a stricter one refuses and removes nothing. Recovery by operators is enabled and changed with MANAGE as well, and policy, recovery and limits do not change while one is open. Every number has [bounds](docs/guides/platforms.md#bounds), and no rule covers the end of sessions or the cancellation of a recovery, so the owner can always object. Limits become only stricter; templates contain no link, and notices keep what happened. Every revision is stored with the token that made it.",
    writes: ["platform_settings", "platform_settings_revisions"]
  },
  scope: "OPERATE",
  payload: Patch,
  success: SettingsBody,
  refusals: ["ManageRequired", "SettingsChanged", "SettingsHeld", "SettingsRefused"],
  handle: ({ payload }) => Effect.map(core.updateSettings(payload), settingsBody)
})

export const listSettingsRevisions = get("listSettingsRevisions", "/platform/settings/revisions", {
  summary: "List all revisions of the settings, newest first",
  query: created,
  success: pageOf(RevisionBody),
  handle: ({ query }) => paged(query, core.listSettingsRevisions, (revision) => revision)
})
