/** The rounds of a test, a number or a list: all of them in `npm run test:faults`, a sample in `npm test`. */
export const rounds = <A>(all: A, sample: A): A => (process.env.FAULTS === "all" ? all : sample)

/** Prints a result in one line, because a passing test prints no figures. */
export const figure = (line: string): void => void process.stdout.write(`${line}\n`)
