const LINE = /^- \[[^\]]*\]\(([^)]+)\): (.+)$/gmu

/** Reads the pages that llms.txt lists: one a line, with its purpose. */
export const pagesIn = (llms: string) =>
  Array.from(llms.matchAll(LINE), ([, file = "", purpose = ""]) => ({ file, purpose }))

/** Returns llms.txt with the first heading of each page as the text of its link. `text` reads a page. */
export const withTitles = (llms: string, text: (file: string) => string): string =>
  llms.replaceAll(LINE, (line, file: string, purpose: string) =>
    file.endsWith(".md") ? `- [${titleOf(text(file))}](${file}): ${purpose}` : line
  )

const titleOf = (markdown: string): string => {
  const title = /^# (.+)$/mu.exec(markdown)?.[1]
  if (title === undefined) throw new Error("a page has no heading")
  return title.trim()
}

/** The pages of docs/ that llms.txt does not list. Decisions have their own index. */
export const missingPages = (llms: string, files: ReadonlyArray<string>): ReadonlyArray<string> => {
  const listed = pagesIn(llms).map(({ file }) => file)
  return files
    .filter((file) => !/^docs\/decisions\//u.test(file) && !listed.includes(file))
    .map((file) => `${file}  page  is not in llms.txt: add a line with its purpose`)
}
