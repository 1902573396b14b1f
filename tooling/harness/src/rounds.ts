/** How often a story is told: all of it by `npm run test:faults`, a sample of it by `npm test`. */
export const rounds = (all: number, sample: number): number => (process.env.FAULTS === "all" ? all : sample)

/** Says in one line what a run found: a test that passes shows its assertions to nobody, and these are figures to read. */
export const figure = (line: string): void => void process.stdout.write(`${line}\n`)
