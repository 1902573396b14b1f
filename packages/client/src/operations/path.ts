/** An address without the slashes at its end, in time in proportion to its length. */
export const withoutEndSlashes = (address: string): string => {
  let end = address.length
  while (address.endsWith("/", end)) end -= 1
  return address.slice(0, end)
}

/** One id as one segment of a path; its colon stands for itself (RFC 3986 section 3.3). */
export const segment = (id: string): string => encodeURIComponent(id).replaceAll("%3A", ":")

/** The path of the lists of one account. */
export const ofAccount = (path: string, accountId: string): string => `${path}?accountId=${segment(accountId)}`
