import { holds } from "./holds.ts"
import { lineage } from "./lineage.ts"
import { type Scene, sessions, unstored } from "./operations.ts"
import { recoveries } from "./recovery.ts"

export const scenes: ReadonlyArray<Scene> = [sessions, recoveries, lineage, holds, unstored]
