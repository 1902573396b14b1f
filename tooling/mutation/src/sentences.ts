import type { Ignorer, NodePath } from "@stryker-mutator/api/ignore"
import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin"

/** Excludes error messages from mutation: no code and no documented behaviour depends on their wording. */
const sentences: Ignorer = { shouldIgnore: (path) => (isSentence(textOf(path)) ? "a message for people" : undefined) }

// A capital letter and at least two spaces. No code, key, SQL statement or format of this repository has this form.
const isSentence = (text: string | undefined): boolean => text !== undefined && /^[A-Z][^ ]* [^ ]+ /u.test(text)

const textOf = (path: NodePath & { readonly node?: unknown }): string | undefined => {
  const { node } = path
  if (typeof node !== "object" || node === null || !("type" in node) || node.type !== "StringLiteral") return undefined
  return "value" in node && typeof node.value === "string" ? node.value : undefined
}

/** The plugins that Stryker loads. */
export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, "sentences", sentences)]
