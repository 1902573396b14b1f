/** Parses JSON text. Returns `undefined` for any other text. */
export const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses JSON text as an object. Returns `undefined` otherwise. */
export const objectIn = (text: string): Readonly<Record<string, unknown>> | undefined => {
  const value = jsonIn(text)
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined
}
