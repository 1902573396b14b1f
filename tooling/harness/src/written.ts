/** The output that this process writes while `during` runs. */
export const written = async (during: () => Promise<void>): Promise<string> => {
  const lines: Array<string> = []
  const originals = { log: console.log, error: console.error, warn: console.warn, info: console.info }
  const keep = (...parts: ReadonlyArray<unknown>) => void lines.push(parts.map(String).join(" "))
  Object.assign(console, { log: keep, error: keep, warn: keep, info: keep })
  try {
    await during()
  } finally {
    Object.assign(console, originals)
  }
  return lines.join("\n")
}
