import type { Format } from "../Field.ts"
import { wholeNumber } from "../Random.ts"

/** A day that exists, without a time. Source: RFC 3339 `full-date`. */
export const date: Format = {
  pattern: "[0-9]{4}-[0-9]{2}-[0-9]{2}",
  minLength: 10,
  maxLength: 10,
  says: "a date as YYYY-MM-DD",
  always: { says: "a date that exists", holds: (text) => isCalendarDate(text) },
  sample: (random) => `${wholeNumber(random, 1930, 2005)}-0${wholeNumber(random, 1, 9)}-${wholeNumber(random, 10, 28)}`
}

/** True for a day of the Gregorian calendar among texts of the form YYYY-MM-DD. */
export const isCalendarDate = (text: string): boolean => {
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number)
  return year > 0 && day > 0 && day <= daysOf(year, month)
}

const daysOf = (year: number, month: number): number => {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}
