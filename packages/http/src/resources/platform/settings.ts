import { Effect, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { get, patch } from "../endpoint.ts"
import { Timestamp } from "../fields.ts"
import { created, paged, pageOf } from "../paging.ts"

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

const settingsBody = ({
  revision,
  settings,
  updatedAt
}: Effect.Success<ReturnType<typeof core.readSettings>>): typeof SettingsBody.Type => ({
  revision,
  ...settings,
  ...(updatedAt === undefined ? {} : { updatedAt })
})

export const readSettings = get("readSettings", "/platform/settings", {
  summary: "Read the settings of the platform",
  description: "revision is 0 while the platform has set nothing.",
  success: SettingsBody,
  handle: () => Effect.map(core.readSettings(), settingsBody)
})

export const updateSettings = patch("updateSettings", "/platform/settings", {
  summary: "Change the settings of the platform",
  description:
    "Omitted sections are unchanged, null removes a section, any other value replaces it. revision is the one that was read. The change is effective at once on every node.",
  scope: "OPERATE",
  payload: Patch,
  success: SettingsBody,
  refusals: ["ManageRequired", "SettingsChanged", "SettingsHeld", "SettingsRefused"],
  handle: ({ payload }) => Effect.map(core.updateSettings(payload), settingsBody)
})

export const listSettingsRevisions = get("listSettingsRevisions", "/platform/settings/revisions", {
  summary: "List all revisions of the settings, newest first",
  description: "Each revision with the API token that made it; null for the host's own program.",
  query: created,
  success: pageOf(RevisionBody),
  handle: ({ query }) => paged(query, core.listSettingsRevisions, ({ madeBy: _, ...revision }) => revision)
})
