/**
 * `new Date(millis).toISOString()`, without a `Date` for each: instants of answers are mostly of one day, whose date is
 * written once.
 */
export const isoText = (millis: number): string => {
  const day = Math.floor(millis / DAY)
  // Years that take a sign, and what is no instant at all, are the platform's to write or to refuse.
  if (!Number.isInteger(millis) || millis < 0 || day > LAST_DAY) return new Date(millis).toISOString()
  if (day !== last.day) last = { day, date: new Date(day * DAY).toISOString().slice(0, "2025-10-13T".length) }
  const rest = millis - day * DAY
  const seconds = Math.floor(rest / 1000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return `${last.date}${two(hours)}:${two(minutes % 60)}:${two(seconds % 60)}.${three(rest % 1000)}Z`
}

const DAY = 86_400_000

/** 9999-12-31. */
const LAST_DAY = 2_932_896

let last = { day: 0, date: "1970-01-01T" }

const two = (digits: number): string => (digits < 10 ? `0${digits}` : `${digits}`)
const three = (digits: number): string => (digits < 100 ? `0${two(digits)}` : `${digits}`)
