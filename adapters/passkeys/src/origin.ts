/**
 * Whether text is an origin the way clients write one: for the web the serialization of HTML section 7.1.1, which says
 * each origin in one way only; for anything else, such as a native app, a scheme and whatever it names.
 *
 * The opaque origin `null` is none.
 */
export const isOrigin = (text: string): boolean => {
  const url = webUrl(text)
  return url === undefined ? NATIVE.test(text) : url.origin === text
}

/** The host of a web origin, without its port. A native app has none. */
export const hostOf = (origin: string): string | undefined => webUrl(origin)?.hostname

const webUrl = (text: string): URL | undefined => {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  return WEB.includes(url.protocol) ? url : undefined
}

const WEB = ["https:", "http:"]

const NATIVE = /^(?!https?:)[a-z][a-z0-9+.-]*:[!-~]+$/u
