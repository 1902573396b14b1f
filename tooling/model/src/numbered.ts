/** Assigns a stable number to each text. */
export const numbered = (): ((text: string) => number) => {
  const numbers = new Map<string, number>()
  return (text) => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, numbers.size)
    return numbers.size - 1
  }
}
