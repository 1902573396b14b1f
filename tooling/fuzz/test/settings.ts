import { rounds } from "@countersign/harness/rounds"

/** How many inputs are sent: `INPUTS=100000 npm run fuzz`, or as many as the set asks for. */
export const inputCount = Number(process.env.INPUTS ?? rounds(100_000, 10_000))

/** What the inputs are drawn from: another one each time, unless a run is to be had again. */
export const seedOfRun = Number(process.env.SEED ?? Date.now() % 2 ** 31)

/** And how many of the contract alone to a service on PostgreSQL, which refuses texts that memory keeps. */
export const storedCount = Math.ceil(inputCount / 10)
