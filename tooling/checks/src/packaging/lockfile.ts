/** The lines of package-lock.json that tie an install to one host: the lock must work against any registry. */
export const hosts = (lockfile: string): ReadonlyArray<string> =>
  lockfile
    .split("\n")
    .flatMap((line, index) =>
      /"resolved": "[a-z+]*:\/\//u.test(line)
        ? [`package-lock.json:${index + 1}  a host is resolved; run npm i again`]
        : []
    )
