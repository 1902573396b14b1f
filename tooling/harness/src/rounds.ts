/** The rounds of a test, a number or a list: all of them in `npm run test:faults`, a sample otherwise. */
export const rounds = <A>(all: A, sample: A): A => (process.env.FAULTS === "all" ? all : sample)

/** A longest time in milliseconds: the documented one in `npm run test:faults`. Elsewhere the work only has to end. */
export const limit = (millis: number): number => rounds(millis, 300_000)

/** Prints a result in one line, because a passing test prints no figures. */
export const figure = (line: string): void => void process.stdout.write(`${line}\n`)
