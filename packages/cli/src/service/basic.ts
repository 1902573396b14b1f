/** RFC 7617 section 2: what `id:secret` is sent as. */
export const basic = (token: string): string => `Basic ${Buffer.from(token, "utf8").toString("base64")}`
