import { collections as core, type Declaration } from "@countersign/core"
import { lasting, collections as own } from "./stories/things.ts"

/** The collections that the suite writes to, for engines that have to prepare them: its own, and all of core. */
export const suiteCollections: ReadonlyArray<Declaration> = [...own, lasting, ...core]
