/** What stands on a bank's statement: short, and found again by the payment whose id, or whose quote's, it is made of. */
export const referenceOf = (id: string): string => `CS-${id.replaceAll("-", "").slice(-12).toUpperCase()}`
