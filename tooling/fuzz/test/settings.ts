import { rounds } from "@countersign/harness/rounds"

/** Number of inputs: `INPUTS=100000 npm run fuzz`, or the default of the test set. */
export const inputCount = Number(process.env.INPUTS ?? rounds(100_000, 10_000))

/** Number of contract inputs for a service on PostgreSQL, which rejects texts that a memory store accepts. */
export const storedCount = Math.ceil(inputCount / 10)
