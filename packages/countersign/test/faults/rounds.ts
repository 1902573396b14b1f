/** How often a story is told: all of it by `npm run test:faults`, a sample of it by `npm test`. */
export const rounds = (all: number, sample: number): number => (process.env.FAULTS === "all" ? all : sample)
