/**
 * Returns a host name as a person writes it in its A-labels (RFC 5890), lower-case, or `undefined` if the text is not one.
 * Processed as the URL standard does (UTS 46): other alphabets, capitals, full-width letters, ideographic full stops.
 */
export const asciiHost = (name: string): string | undefined => {
  if (PLAIN.test(name)) return name.toLowerCase()
  const url = `http://${name}`
  if (!(WRITTEN.test(name) && URL.canParse(url))) return undefined
  const { hostname } = new URL(url)
  return PLAIN.test(hostname) ? hostname : undefined
}

const PLAIN = /^[A-Za-z0-9.-]+$/u
// Nothing that is part of another component of a URL. Some scripts need the two joiners.
const WRITTEN = /^[\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61\u200c\u200d]+$/u
