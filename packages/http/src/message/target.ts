/** A request target in normal form: every server, router and URL parser reads the same path from it. */
export interface Target {
  readonly pathname: string
  /** With its question mark; empty when the target has no query. */
  readonly search: string
}

/**
 * Splits a target into path and query. Returns `undefined` unless the path is in its normal form:
 *
 * - it starts with a slash, and no segment but the last is empty;
 * - no segment is `.` or `..`;
 * - it has only the characters that RFC 3986 section 3.3 allows in a path, so no backslash, and no fragment follows;
 * - each escape is of UTF-8, and of a character that needs one: not of a letter, digit, `-`, `.`, `_` or `~`, and not of
 *   a slash, a backslash or a control character, which some readers decode before they route and others after.
 *
 * A rule of the host in front of the mount, the router behind it and the text that a client signs are then about one path.
 */
export const splitTarget = (target: string): Target | undefined => {
  if (!PLAIN.test(target) && !isNormal(target)) return undefined
  const mark = target.indexOf("?")
  if (mark < 0) return { pathname: target, search: "" }
  return { pathname: target.slice(0, mark), search: mark === target.length - 1 ? "" : target.slice(mark) }
}

/** Fast path for common targets: no escapes, no dots in the path, and no characters that a URL parser would escape. */
const PLAIN = /^\/(?:[A-Za-z0-9_~:-]+(?:\/[A-Za-z0-9_~:-]+)*\/?)?(?:\?[A-Za-z0-9._~:/?=&%+-]*)?$/u

const isNormal = (target: string): boolean => {
  const mark = target.indexOf("?")
  const path = mark < 0 ? target : target.slice(0, mark)
  return isPath(path) && !STEP.test(path) && !target.includes("#") && (!path.includes("%") || isDecodable(path))
}

const isPath = (path: string): boolean =>
  path.startsWith("/") && !EMPTY.test(path) && CHARACTERS.test(path) && !NEEDLESS.test(path)

const EMPTY = /\/\//u
/** RFC 3986 section 3.3: pchar and slashes. */
const CHARACTERS = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*$/u
/** An escape of an unreserved character, a slash, a backslash or a control character. */
const NEEDLESS = /%(?:[01]|2[D-Fd-f]|3\d|4[1-9A-Fa-f]|5[\dAaCcFf]|6[1-9A-Fa-f]|7[\dAaEeFf])/u
const STEP = /\/\.\.?(?:\/|$)/u

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
