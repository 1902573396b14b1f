/** A module of this package as it was built, by its path in `dist`: a process of its own cannot run sources. */
export const built = (path: string): URL => new URL(`../dist/${path}`, import.meta.url)
