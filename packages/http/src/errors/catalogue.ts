import * as core from "@countersign/core/internal"
import { type Entry, entriesOf } from "./Entry.ts"
import { everyBody, everyCall, everyChange, everyKey, everySecret, unrouted } from "./edge.ts"
import { everySandboxCall } from "./sandbox.ts"

const entries = {
  ...everyCall,
  ...everyChange,
  ...everyBody,
  ...everyKey,
  ...everySecret,
  ...unrouted,
  ...everySandboxCall,
  ...entriesOf(core),
  ...entriesOf(core.kindRefusals)
}

/** Every refusal that a caller can meet, by its tag. */
export type RefusalTag = keyof typeof entries

/**
 * The closed list of refusals (I16), each declared once: a class of core with its entry, or a line of this folder for what
 * only HTTP has. The document, the statuses of the contract and the types of refusals are derived from it; a program that
 * fails with another tag does not compile as an endpoint.
 */
export const catalogue: { readonly [Tag in RefusalTag]: Entry } = entries

/** A refusal that the HTTP edge raises by itself. */
export type EdgeTag =
  | keyof typeof everyCall
  | keyof typeof everyChange
  | keyof typeof everyBody
  | keyof typeof everyKey
  | keyof typeof unrouted

/** The tags of a group of refusals, for an endpoint that declares them. */
export const tagsOf = <Group extends Partial<Readonly<Record<RefusalTag, Entry>>>>(
  group: Group
): ReadonlyArray<keyof Group & RefusalTag> => Object.keys(group).filter((tag) => isTagOf(group, tag))

const isTagOf = <Group extends object>(group: Group, tag: string): tag is keyof Group & RefusalTag =>
  Object.hasOwn(group, tag)
