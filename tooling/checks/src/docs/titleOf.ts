/** The first heading of a markdown page. */
export const titleOf = (markdown: string): string => {
  const title = /^# (.+)$/mu.exec(markdown)?.[1]
  if (title === undefined) throw new Error("a page has no heading")
  return title.trim()
}
