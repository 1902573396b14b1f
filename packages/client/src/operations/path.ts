/** One id as one segment of a path; its colon stands for itself (RFC 3986 section 3.3). */
export const segment = (id: string): string => encodeURIComponent(id).replaceAll("%3A", ":")

/** The path of the lists of one account. */
export const ofAccount = (path: string, accountId: string): string => `${path}?accountId=${segment(accountId)}`
