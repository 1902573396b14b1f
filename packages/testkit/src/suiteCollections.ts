import { collections as core, type Declaration } from "@countersign/core"
import { collections as own } from "./stories/things.ts"

/** What the suite writes to, for an engine that has to prepare collections: its own, and every one of core. */
export const suiteCollections: ReadonlyArray<Declaration> = [...own, ...core]
