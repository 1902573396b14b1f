/** The output that this process writes while `action` runs, which can read it meanwhile. */
export const written = async (action: (soFar: () => string) => Promise<void>): Promise<string> => {
  const lines: Array<string> = []
  const soFar = () => lines.join("\n")
  const originals = { log: console.log, error: console.error, warn: console.warn, info: console.info }
  const capture = (...parts: ReadonlyArray<unknown>) => void lines.push(parts.map(String).join(" "))
  Object.assign(console, { log: capture, error: capture, warn: capture, info: capture })
  try {
    await action(soFar)
  } finally {
    Object.assign(console, originals)
  }
  return soFar()
}
