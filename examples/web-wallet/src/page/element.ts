/** A new element. */
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

/** The element that the page was written with. */
export const found = <E extends HTMLElement>(id: string, type: new () => E): E => {
  const held = document.getElementById(id)
  if (!(held instanceof type)) throw new Error(`The page has no ${type.name} called ${id}`)
  return held
}

/** Sets an attribute, or takes it away. */
export const setAttribute = (on: Element, name: string, value: string | undefined): void => {
  if (value === undefined) on.removeAttribute(name)
  else on.setAttribute(name, value)
}

/** True for an object of JSON. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Makes these the children of a parent. What stands in its place already is not moved, which would take the focus away. */
export const place = (parent: Element, children: ReadonlyArray<Element>): void => {
  const wanted = new Set(children)
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove()
  children.forEach((child, at) => {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null)
  })
}

/** The fields of an object of JSON; none of anything else. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

/** A text of JSON; the empty one of anything else. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** A number of JSON; 0 of anything else. */
export const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0)

/** What a list of the service holds. */
export const listOf = <A>(body: unknown, read: (value: unknown) => A): ReadonlyArray<A> => {
  const { data } = fieldsOf(body)
  return Array.isArray(data) ? data.map(read) : []
}

/** A time as people read it, in UTC. */
export const dayAndTime = (at: string | number): string => FULL.format(new Date(at))

/** The time of day alone, in UTC. */
export const timeOfDay = (at: string | number): string => CLOCK.format(new Date(at))

/** How long it is until then, in round figures: the clock of the page lags by as long as an answer takes. */
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
