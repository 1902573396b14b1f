import type { Advisory } from "./advisories/Advisory.ts"
import { elsewhere } from "./advisories/elsewhere.ts"
import { inMounted } from "./advisories/mounted.ts"

/** Advisories of comparable software since 2023. */
export const advisories: ReadonlyArray<Advisory> = [...inMounted, ...elsewhere]
