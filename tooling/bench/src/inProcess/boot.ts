import { bootHere } from "./measure.ts"

// Started by fork: reports what its first calls cost.
process.send?.(JSON.stringify(await bootHere()))
