import type { Declaration } from "@countersign/core"
import { movedClocks } from "./clock/SandboxTime.ts"

/** The collections of the sandbox, beside those of core. */
export const collections: ReadonlyArray<Declaration> = [movedClocks]
