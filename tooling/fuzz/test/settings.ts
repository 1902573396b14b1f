import { rounds } from "@countersign/harness/rounds"

/** Number of inputs: `INPUTS=100000 npm run fuzz`, or the default of the test set. */
export const inputCount = Number(process.env.INPUTS ?? rounds(100_000, 10_000))

/**
 * Seed of the inputs. The sample of the gate is the same in each run, so that none is red by chance; the whole set draws one.
 * Set `SEED` to reproduce a run.
 */
export const seedOfRun = Number(process.env.SEED ?? rounds(Date.now() % 2 ** 31, 20_261_127))

/** Number of contract inputs for a service on PostgreSQL, which rejects texts that a memory store accepts. */
export const storedCount = Math.ceil(inputCount / 10)
