/** The number of rounds of a test: all of them in `npm run test:faults`, a sample in `npm test`. */
export const rounds = (all: number, sample: number): number => (process.env.FAULTS === "all" ? all : sample)

/** Prints a result in one line, because a passing test prints no figures. */
export const figure = (line: string): void => void process.stdout.write(`${line}\n`)
