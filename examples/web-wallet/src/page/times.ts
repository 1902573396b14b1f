/** A time as people read it, in UTC. */
export const dayAndTime = (at: string | number): string => FULL.format(new Date(at))

/** The time of day alone, in UTC. */
export const timeOfDay = (at: string | number): string => CLOCK.format(new Date(at))

/** How long it is until then. */
export const left = (until: string, now: number): string => {
  const minutes = Math.ceil((Date.parse(until) - now) / 60_000)
  if (minutes <= 0) return "over"
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
