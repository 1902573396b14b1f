import { attempt } from "@countersign/wire"

/** Removes trailing slashes in linear time. */
export const withoutEndSlashes = (address: string): string => {
  let end = address.length
  while (address.endsWith("/", end)) end -= 1
  return address.slice(0, end)
}

/**
 * Encodes an id as one path segment. The colon stays literal (RFC 3986 section 3.3). Throws a `TypeError` for a caller
 * without TypeScript who passes no id.
 */
export const segment = (id: string, name: string): string => {
  if (typeof id !== "string" || id === "") throw new TypeError(`${name} is missing`)
  return encodeURIComponent(id).replaceAll("%3A", ":")
}

/** Spells an id as the server does: hexadecimal digits in lower case. */
export const ofOneCase = (id: string): string => {
  const colon = id.indexOf(":")
  return id.slice(0, colon + 1) + id.slice(colon + 1).toLowerCase()
}

/** Returns the path of a credential, or of an action on it. */
export const ofCredential = (credentialId: string, action = ""): string =>
  `/auth/credentials/${segment(credentialId, "credentialId")}${action}`

/** Returns the path of a list that is filtered by account. */
export const ofAccount = (path: string, accountId: string): string =>
  `${path}?accountId=${segment(accountId, "accountId")}`

/**
 * Returns whether `named` is the path of this call, alone or preceded by all or part of the base address's path. A
 * server behind a prefix may or may not see the prefix.
 *
 * This is safe because `named` contains the complete `path`, preceded only by segments of the caller's base address,
 * and no other call of this client has that path. A shorter suffix would be ambiguous: `/sessions/1` is not
 * `/reports/sessions/1`.
 */
export const isPathOf = (
  named: string,
  { basePath, path }: { readonly basePath: string; readonly path: string }
): boolean => {
  const called = oneSpelling(rooted(path))
  const given = oneSpelling(named)
  return given.startsWith("/") && given.endsWith(called) && oneSpelling(`${basePath}${rooted(path)}`).endsWith(given)
}

/** Returns the path of a base address without trailing slashes. In a browser the address may be a path itself. */
export const basePathOf = (baseUrl: string): string => withoutEndSlashes(withoutHost(baseUrl))

/** Returns the path and the query of an address, which may be only those, as a server sees them. */
export const pathAndQueryOf = (address: string | URL): string =>
  attempt(() => {
    const { pathname, search } = new URL(address, "http://path.invalid")
    return pathname + search
    // React Native has a URL whose `pathname` throws.
  }) ?? withoutHost(String(address))

const withoutHost = (address: string): string => address.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/iu, "")

/** The path as sent: one slash after the base address. */
const rooted = (path: string): string => `/${path.replace(/^\/+/u, "")}`

/** Normalizes ids: the server accepts both cases of a UUID, and some clients escape the colon as `%3A`. */
const oneSpelling = (path: string): string => path.replaceAll(/%3A/giu, ":").replaceAll(UUID, (id) => id.toLowerCase())

const UUID = /:[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}/giu
