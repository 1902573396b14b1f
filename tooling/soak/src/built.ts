/** The URL of a built module of this package by its path in `dist`. A child process cannot run TypeScript sources. */
export const built = (path: string): URL => new URL(`../dist/${path}`, import.meta.url)
