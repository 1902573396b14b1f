/** Prints a generated page below the notice that each of them begins with. */
export const generatedPage = (title: string, introduction: string, ...parts: ReadonlyArray<string>): string =>
  [NOTICE, `# ${title}\n`, introduction, ...parts].join("\n")

const NOTICE = "<!-- Written by `npm run docs`. Change the code it comes from, not this page. -->\n"
