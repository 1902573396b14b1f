import { Record as Rec } from "@countersign/core/effect"
import { refusalModules } from "@countersign/core/internal"
import { type Documented, docsOf, type Entry, entriesOfAll } from "./Entry.ts"
import { everyBody, everyCall, everyChange, everyKey, everySecret, ofUsers, unrouted } from "./edge.ts"
import { everySandboxCall } from "./sandbox.ts"

const entries = {
  ...everyCall,
  ...everyChange,
  ...everyBody,
  ...everyKey,
  ...everySecret,
  ...unrouted,
  ...ofUsers,
  ...everySandboxCall,
  ...entriesOfAll(refusalModules)
}

/** The tag of each refusal that a caller can receive. */
export type RefusalTag = keyof typeof entries

/**
 * The closed list of refusals (I16). Each one is declared once: by its class in core, or in this folder when it exists
 * only in HTTP. The OpenAPI document, the statuses of the contract and the refusal types are derived from it. An
 * endpoint that fails with any other tag does not compile.
 */
export const catalogue: { readonly [Tag in RefusalTag]: Documented } = Rec.map(entries, (entry, tag) => ({
  ...entry,
  docs: docsOf(tag)
}))

/**
 * The tag of a refusal in the catalogue, for a list of them. The compile error of another tag states where the module of
 * its class belongs.
 */
export type Listed<Tag extends string> = Tag extends RefusalTag
  ? Tag
  : { readonly "is in no module that packages/core/src/refusals.ts lists": Tag } & RefusalTag

/** A refusal that the HTTP edge raises itself. */
export type EdgeTag =
  | keyof typeof everyCall
  | keyof typeof everyChange
  | keyof typeof everyBody
  | keyof typeof everyKey
  | keyof typeof unrouted
  | keyof typeof ofUsers

/** Returns the tags of a group of refusals, for an endpoint to declare. */
export const tagsOf = <Group extends Partial<Readonly<Record<RefusalTag, Entry>>>>(
  group: Group
): ReadonlyArray<keyof Group & RefusalTag> => Object.keys(group).filter((tag) => isTagOf(group, tag))

const isTagOf = <Group extends object>(group: Group, tag: string): tag is keyof Group & RefusalTag =>
  Object.hasOwn(group, tag)
