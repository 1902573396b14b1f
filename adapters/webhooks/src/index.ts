/** The sender stands here soon. */
export {}
