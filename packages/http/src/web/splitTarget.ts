/** A request target, as a URL would have it. */
export interface Target {
  readonly pathname: string
  /** With its question mark; empty where nothing follows one. */
  readonly search: string
}

/**
 * Takes path and query of a target apart. In what is asked mostly there is nothing that a URL would spell in another
 * way, and then none is made.
 */
export const splitTarget = (target: string): Target => {
  if (!PLAIN.test(target)) {
    // The host name is trusted for nothing: it only makes the target a URL.
    const { pathname, search } = new URL(`http://localhost${target}`)
    return { pathname, search }
  }
  const mark = target.indexOf("?")
  if (mark < 0) return { pathname: target, search: "" }
  return { pathname: target.slice(0, mark), search: mark === target.length - 1 ? "" : target.slice(mark) }
}

/** No dot in the path, since a segment of dots is a step, and no escape, which may be one; nothing that would be escaped. */
const PLAIN = /^\/[A-Za-z0-9_~:/-]*(?:\?[A-Za-z0-9._~:/?=&%+-]*)?$/u
