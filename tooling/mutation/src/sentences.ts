import type { Ignorer, NodePath } from "@stryker-mutator/api/ignore"
import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin"

/** Leaves the sentences of errors alone: people read them, and neither code nor a promise depends on their words. */
const sentences: Ignorer = {
  shouldIgnore: (path) => (isSentence(textOf(path)) ? "a sentence for people" : undefined)
}

// A capital, and at least two blanks: no code, key, statement of SQL or format of this repository looks so.
const isSentence = (text: string | undefined): boolean => text !== undefined && /^[A-Z][^ ]* [^ ]+ /u.test(text)

const textOf = (path: NodePath & { readonly node?: unknown }): string | undefined => {
  const { node } = path
  if (typeof node !== "object" || node === null || !("type" in node) || node.type !== "StringLiteral") return undefined
  return "value" in node && typeof node.value === "string" ? node.value : undefined
}

/** What Stryker loads. */
export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, "sentences", sentences)]
