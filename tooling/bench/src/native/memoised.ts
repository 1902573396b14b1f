/** A function of a number that is computed once for each. */
export const memoised = <A>(make: (number: number) => A): ((number: number) => A) => {
  const made = new Map<number, A>()
  return (number) => {
    const known = made.get(number)
    if (known !== undefined) return known
    const fresh = make(number)
    made.set(number, fresh)
    return fresh
  }
}
