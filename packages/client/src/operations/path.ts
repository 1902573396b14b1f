/** An address without the slashes at its end, in time in proportion to its length. */
export const withoutEndSlashes = (address: string): string => {
  let end = address.length
  while (address.endsWith("/", end)) end -= 1
  return address.slice(0, end)
}

/** One id as one segment of a path; its colon stands for itself (RFC 3986 section 3.3). */
export const segment = (id: string): string => encodeURIComponent(id).replaceAll("%3A", ":")

/** The path of the lists of one account. */
export const ofAccount = (path: string, accountId: string): string => `${path}?accountId=${segment(accountId)}`

/**
 * Whether `named` is the path of this call: the very one, or with some or all of the base address's path before it. A
 * service behind a prefix may or may not see the prefix.
 *
 * Safe, since all of `path` stands in it, and before it nothing but what the caller gave as the base address: no other
 * call of this client has that path. A shorter end of `path` would not do: `/sessions/1` is not `/reports/sessions/1`.
 */
export const isPathOf = (
  named: string,
  { basePath, path }: { readonly basePath: string; readonly path: string }
): boolean => {
  const called = oneSpelling(rooted(path))
  const given = oneSpelling(named)
  return given.startsWith("/") && given.endsWith(called) && oneSpelling(`${basePath}${rooted(path)}`).endsWith(given)
}

/** The path of a base address, without a slash at its end. In a browser the address may be a path itself. */
export const basePathOf = (baseUrl: string): string =>
  withoutEndSlashes(baseUrl.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/iu, ""))

/** As it goes out: one slash after the base address. */
const rooted = (path: string): string => `/${path.replace(/^\/+/u, "")}`

/** The service reads an id in either case and writes it in one, and some write the colon of an id as `%3A`. */
const oneSpelling = (path: string): string => path.replaceAll(/%3A/giu, ":").replaceAll(UUID, (id) => id.toLowerCase())

const UUID = /:[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}/giu
