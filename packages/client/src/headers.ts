export type HeaderValues = Readonly<Record<string, string>>

/** Headers to send along, or a function that is asked anew before every request. */
export type HeaderSource = HeaderValues | (() => HeaderValues | Promise<HeaderValues>)

export const valuesOf = async (source: HeaderSource | undefined): Promise<HeaderValues> =>
  typeof source === "function" ? source() : (source ?? {})

/** Names differ in case only for people: ours replaces a given one of any spelling. */
export const merged = (given: HeaderValues, own: HeaderValues): Headers => {
  const headers = new Headers(given)
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
  return headers
}

/** All values that were given, since any of them may be the secret of a gateway. */
export const redacted = (given: HeaderValues): HeaderValues =>
  Object.fromEntries(Object.keys(given).map((name) => [name, "[redacted]"]))
