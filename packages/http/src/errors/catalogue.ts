import { Record as Rec } from "@countersign/core/effect"
import { refusalModules } from "@countersign/core/internal"
import { type Entry, entriesOfAll } from "./Entry.ts"
import * as edge from "./edge.ts"
import { everySandboxCall } from "./sandbox.ts"

const atEdge = {
  ...edge.everyCall,
  ...edge.everyChange,
  ...edge.everyBody,
  ...edge.everyKey,
  ...edge.unrouted,
  ...edge.ofUsers
}
const entries = { ...atEdge, ...edge.everySecret, ...everySandboxCall, ...entriesOfAll(refusalModules) }

/** The tag of each refusal that a caller can receive. */
export type RefusalTag = keyof typeof entries

/** Where `docs` of a refusal points to, until an option names the address of a page. */
export const ERRORS_PAGE = "docs/generated/errors.md"

/**
 * The closed list of refusals (I16). Each one is declared once: by its class in core, or in this folder when it exists
 * only in HTTP. The OpenAPI document, the statuses of the contract and the refusal types are derived from it. An
 * endpoint that fails with any other tag does not compile.
 */
export const catalogue: { readonly [Tag in RefusalTag]: Entry & { readonly docs: string } } = Rec.map(
  entries,
  // Markdown renderers derive the anchor from the heading, which is the tag.
  (entry, tag) => ({ ...entry, docs: `${ERRORS_PAGE}#${tag.toLowerCase()}` })
)

/**
 * The tag of a refusal in the catalogue, for a list of them. The compile error of another tag states where the module of
 * its class belongs.
 */
export type Listed<Tag extends string> = Tag extends RefusalTag
  ? Tag
  : { readonly "is in no module that packages/core/src/refusals.ts lists": Tag } & RefusalTag

/** A refusal that the HTTP edge raises itself. */
export type EdgeTag = keyof typeof atEdge
