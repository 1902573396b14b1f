/** Returns the page with `content` between the marker `begin` and the next end marker. Throws when one is missing. */
export const withBlock = (page: string, begin: string, content: string): string => {
  const from = page.indexOf(begin)
  const to = page.indexOf(END, from)
  if (from < 0 || to < 0) throw new Error(`docs: the page has no block ${begin}`)
  return `${page.slice(0, from + begin.length)}\n\n${content}\n\n${page.slice(to)}`
}

const END = "<!-- The end of what is written. -->"
