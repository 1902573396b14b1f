import type { Spread } from "../run/statistics.ts"

/** One line of the report: a figure, how far it spread, and what it had to reach. */
export interface Line extends Spread {
  readonly section: string
  readonly name: string
  readonly unit: string
  readonly goal?: number
  readonly holds?: boolean
}

/** A figure that has to reach its goal, where it has one. */
export const reaching = (spread: Spread, goal: number | undefined) =>
  goal === undefined ? spread : { ...spread, goal, holds: spread.median >= goal }

/** A figure that has to stay below its goal. */
export const below = (spread: Spread, goal: number) => ({ ...spread, goal, holds: spread.median < goal })
