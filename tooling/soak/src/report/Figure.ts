/** What a figure has to be. */
export type Goal = { readonly below: number } | { readonly exactly: number }

/** One figure of a run. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** Where it has to be something. */
  readonly goal?: Goal
}

/** Whether a figure is what it has to be. One without a goal is told, and not judged. */
export const holds = ({ goal, value }: Figure): boolean => {
  if (goal === undefined) return true
  return "below" in goal ? value < goal.below : value === goal.exactly
}

/** A figure as one line for a terminal. */
export const printed = (figure: Figure): string => {
  const { goal, name, unit, value } = figure
  const judged = goal === undefined ? "" : ` (${spelledGoal(goal)}: ${holds(figure) ? "holds" : "MISSED"})`
  return `${name}: ${spelled(value)} ${unit}${judged}`
}

export const spelledGoal = (goal: Goal): string =>
  "below" in goal ? `below ${spelled(goal.below)}` : `exactly ${spelled(goal.exactly)}`

/** Whole numbers as they are, others with three digits that mean something. */
export const spelled = (value: number): string =>
  Number.isInteger(value) || Math.abs(value) >= 100
    ? Math.round(value).toLocaleString("en-US")
    : String(Number(value.toPrecision(3)))
