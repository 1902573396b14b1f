/** Reports files whose text on disk differs from the generated text. */
export const drift = (
  printed: ReadonlyMap<string, string>,
  onDisk: ReadonlyMap<string, string>
): ReadonlyArray<string> =>
  [...printed]
    .filter(([file, text]) => onDisk.get(file) !== text)
    .map(([file]) => `${file}  drift  the code prints something else: npm run docs`)

/** Reports files on disk that no generator prints. */
export const strays = (files: ReadonlySet<string>, onDisk: ReadonlyArray<string>): ReadonlyArray<string> =>
  onDisk.filter((file) => !files.has(file)).map((file) => `${file}  drift  no generator prints this file: delete it`)
