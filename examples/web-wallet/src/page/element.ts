/** Creates an element. */
export const element = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  children: ReadonlyArray<Node | string> = []
): HTMLElementTagNameMap[Tag] => {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

/** Returns an element of the page by its id. Throws when it is missing or has another type. */
export const found = <E extends HTMLElement>(id: string, type: new () => E): E => {
  const held = document.getElementById(id)
  if (!(held instanceof type)) throw new Error(`The page has no ${type.name} called ${id}`)
  return held
}

/** Sets an attribute, or removes it when the value is `undefined`. */
export const setAttribute = (on: Element, name: string, value: string | undefined): void => {
  if (value === undefined) on.removeAttribute(name)
  else on.setAttribute(name, value)
}

/** True for a JSON object. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Sets the children of a parent. A child that is already in position is not moved, because a move drops the focus. */
export const place = (parent: Element, children: ReadonlyArray<Element>): void => {
  const wanted = new Set(children)
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove()
  children.forEach((child, at) => {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null)
  })
}

/** The fields of a JSON object, or no fields for any other value. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

/** A JSON string, or the empty string for any other value. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** A JSON number, or 0 for any other value. */
export const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0)

/** The items of a list response. */
export const listOf = <A>(body: unknown, read: (value: unknown) => A): ReadonlyArray<A> => {
  const { data } = fieldsOf(body)
  return Array.isArray(data) ? data.map(read) : []
}

/** Date and time for display, in UTC. */
export const dayAndTime = (at: string | number): string => FULL.format(new Date(at))

/** Time of day for display, in UTC. */
export const timeOfDay = (at: string | number): string => CLOCK.format(new Date(at))

/** The remaining time for display, rounded because the clock of the page lags by the latency of one response. */
export const left = (until: string, now: number): string => {
  const rest = Date.parse(until) - now
  if (rest <= 0) return "over"
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
