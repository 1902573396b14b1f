/** Joins words into lines of at most `length` characters. A longer word has a line of its own. */
export const wrapped = (words: ReadonlyArray<string>, separator: string, length: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of words) {
    const longer = [...lines.slice(-1), word].join(separator)
    if (lines.length === 0 || longer.length > length) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}
