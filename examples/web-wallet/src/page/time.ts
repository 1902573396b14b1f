import { locale, t } from "../words/translate.ts"
/** Date and time for display, in UTC. */
export const dayAndTime = (at: string | number): string => FULL.format(new Date(at))

/** Time of day for display, in UTC. */
export const timeOfDay = (at: string | number): string => CLOCK.format(new Date(at))

/** The remaining time for display, rounded because the clock of the page lags by the latency of one response. */
export const left = (until: string, now: number): string => {
  const rest = Date.parse(until) - now
  if (rest <= 0) return t("expired")
  const minutes = Math.max(1, Math.round(rest / 60_000))
  return minutes < 120 ? t("{0} min left", minutes) : t("{0} h left", Math.round(minutes / 60))
}

const FULL = new Intl.DateTimeFormat(locale, {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC"
})
const CLOCK = new Intl.DateTimeFormat(locale, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZone: "UTC"
})
