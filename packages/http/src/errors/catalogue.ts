import type { Entry } from "./Entry.ts"
import { everyBody, everyCall, everyChange, everyKey, everySecret, unrouted } from "./edge.ts"
import {
  credentials,
  customers,
  externalAccounts,
  judged,
  limits,
  payments,
  signedRetries,
  signing,
  webhooks
} from "./rules.ts"
import { everySandboxCall, sandbox } from "./sandbox.ts"

const entries = {
  ...everyCall,
  ...everyChange,
  ...everyBody,
  ...everyKey,
  ...everySecret,
  ...unrouted,
  ...everySandboxCall,
  ...sandbox,
  ...credentials,
  ...signedRetries,
  ...signing,
  ...customers,
  ...judged,
  ...externalAccounts,
  ...limits,
  ...payments,
  ...webhooks
}

/** Every refusal that a caller can meet, by its tag. */
export type RefusalTag = keyof typeof entries

/**
 * The closed list of refusals (I16), each declared once: its tag, its status, its code and its texts. The document, the
 * statuses of the contract and the types of refusals are derived from it; a program that fails with another tag does not
 * compile as an endpoint.
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
