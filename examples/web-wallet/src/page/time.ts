/** Date and time for display, in UTC. */
export const dayAndTime = (at: string | number): string => FULL.format(new Date(at))

/** Time of day for display, in UTC. */
export const timeOfDay = (at: string | number): string => CLOCK.format(new Date(at))

/** The remaining time for display, rounded because the clock of the page lags by the latency of one response. */
export const left = (until: string, now: number): string => {
  const rest = Date.parse(until) - now
  if (rest <= 0) return "expired"
  const minutes = Math.max(1, Math.round(rest / 60_000))
  return minutes < 120 ? `${minutes} min left` : `${Math.round(minutes / 60)} h left`
}

const FULL = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC"
})
const CLOCK = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZone: "UTC"
})
